/** SMS Gateway for Android, an app that sends and receives with a phone, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const smsgate = httpCarrier<"smsgate">({
  kind: "smsgate",
  secrets: ["password", "signingKey"],
  load: async () => (await import("./protocol.ts")).smsgateProtocol,
});
