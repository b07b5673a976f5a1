/** Exchanges with a provider about a message, for the exchange log. */
import type { NewExchange } from "../../core/exchange/exchange.ts";
import { type CallbackRequest, FetchRefused } from "../../ports/mod.ts";
import type { Protocol, ProviderResponse } from "./protocol.ts";
import type { WireRequest } from "./requests.ts";

export interface HttpExchanges {
  request(trackingId: string, request: WireRequest): NewExchange[];
  /** Returns the response to a request, or its absence. */
  response(trackingId: string, response: ProviderResponse | FetchRefused): NewExchange[];
  /** Returns a callback. */
  received(trackingId: string, request: CallbackRequest): NewExchange[];
}

export function createHttpExchanges(peer: string, { secrets }: Protocol): HttpExchanges {
  const common = { peer, protocol: "http", secrets } as const;
  return {
    request: (trackingId, { method, url, body }) => {
      const { pathname, search } = new URL(url);
      const title = `${method} ${pathname}${search}`;
      return [{ ...common, trackingId, direction: "out", title, content: body ?? "" }];
    },

    response(trackingId, response) {
      const incoming = { ...common, trackingId, direction: "in" } as const;
      return response instanceof FetchRefused
        ? [{ ...incoming, title: "No response", content: response.reason }]
        : [{ ...incoming, title: `HTTP ${response.status}`, content: response.text }];
    },

    received: (trackingId, { body, method, path, url }) => [{
      ...common,
      trackingId,
      direction: "in",
      title: `${method} …/${path}${url.search}`,
      content: body,
    }],
  };
}
