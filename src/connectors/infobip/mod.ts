/** SMS and MMS of Infobip, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const infobip = httpCarrier<"infobip">({
  kind: "infobip",
  secrets: ["apiKey", "callbackToken"],
  load: async () => (await import("./protocol.ts")).infobipProtocol,
});
