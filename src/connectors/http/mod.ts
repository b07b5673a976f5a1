/** Template for any simple provider of an HTTP API, as a kind of carrier. */
import { maskUrl } from "./url_secrets.ts";
import { httpCarrier } from "../http_carrier/carrier.ts";

export const http = httpCarrier<"http">({
  kind: "http",
  secrets: ["headers", "secret", "callbackToken"],
  masked: ({ url, mmsUrl, checkUrl, ...settings }) => ({
    ...settings,
    url: maskUrl(url),
    mmsUrl: mmsUrl && maskUrl(mmsUrl),
    checkUrl: checkUrl && maskUrl(checkUrl),
  }),
  load: async () => (await import("./protocol.ts")).httpProtocol,
});
