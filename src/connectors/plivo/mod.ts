/** Plivo Messaging, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const plivo = httpCarrier<"plivo">({
  kind: "plivo",
  secrets: ["authToken"],
  load: async () => (await import("./protocol.ts")).plivoProtocol,
});
