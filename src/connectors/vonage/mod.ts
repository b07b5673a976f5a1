/** Vonage Messages API, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const vonage = httpCarrier<"vonage">({
  kind: "vonage",
  secrets: ["privateKey", "signatureSecret"],
  load: async () => (await import("./protocol.ts")).vonageProtocol,
});
