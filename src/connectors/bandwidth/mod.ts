/** Bandwidth Messaging API, as a kind of carrier. */
import { httpCarrier } from "../http_carrier/carrier.ts";

export const bandwidth = httpCarrier<"bandwidth">({
  kind: "bandwidth",
  secrets: ["clientSecret", "callbackPassword"],
  load: async () => (await import("./protocol.ts")).bandwidthProtocol,
});
