/** SMS API of Sinch, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const sinch = httpCarrier<"sinch">({
  kind: "sinch",
  secrets: ["apiToken", "callbackToken", "webhookSecret"],
  load: async () => (await import("./protocol.ts")).sinchProtocol,
});
