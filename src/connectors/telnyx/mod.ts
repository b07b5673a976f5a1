/** Telnyx Messaging, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const telnyx = httpCarrier<"telnyx">({
  kind: "telnyx",
  secrets: ["apiKey"],
  load: async () => (await import("./protocol.ts")).telnyxProtocol,
});
