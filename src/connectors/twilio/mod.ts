/** Twilio Programmable Messaging, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const twilio = httpCarrier<"twilio">({
  kind: "twilio",
  secrets: ["authToken", "apiKeySecret"],
  load: async () => (await import("./protocol.ts")).twilioProtocol,
});
