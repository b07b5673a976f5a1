/** Template for any simple provider of an HTTP API, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const http = httpCarrier<"http">({
  kind: "http",
  secrets: ["headers", "secret", "callbackToken"],
  load: async () => (await import("./protocol.ts")).httpProtocol,
});
