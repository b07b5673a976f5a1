/**
 * Clients of servers that the operator configured, such as an MMSC: any address is allowed, in
 * private networks too. Each client has its own connections: idle ones are reused without a check,
 * so they must never serve a customer's URL.
 */
import { parseOutboundUrl } from "../../core/network.ts";
import type { CreateEndpoint, Endpoint } from "../../ports/mod.ts";
import { FetchRefused } from "../../ports/mod.ts";
import { lookupOf, resolveOrRefuse, type VettedUrl } from "./wire/vetted_url.ts";
import type { Requester, RequesterOptions } from "./request.ts";
import type { Resolve } from "./names/resolver.ts";

export interface Endpoints {
  create: CreateEndpoint;
  /** Closes all endpoints that are still open. */
  close(): Promise<void>;
}

export function createEndpoints(options: RequesterOptions & { resolve: Resolve }): Endpoints {
  const open = new Set<Endpoint>();

  return {
    create(configuredUrl, tls) {
      const vet = vetOrigin(configuredUrl, options.resolve);
      // Loaded on first use: sockets and TLS are slow to load and would delay the start.
      let loading: Promise<Requester> | undefined;
      const requester = () =>
        loading ??= import("./request.ts").then(({ createRequester }) =>
          createRequester(vet, { ...options, tls })
        );
      const endpoint: Endpoint = {
        get: async (url, request) => await (await requester()).send(url, request),
        post: async (url, request) => await (await requester()).send(url, request),
        async close() {
          open.delete(endpoint);
          (await loading)?.close();
        },
      };
      open.add(endpoint);
      return endpoint;
    },

    async close() {
      await Promise.all([...open].map((endpoint) => endpoint.close()));
    },
  };
}

/**
 * Creates a check that admits only URLs of the configured scheme, host and port.
 *
 * @throws FetchRefused from the returned function for any other URL.
 */
function vetOrigin(configuredUrl: string, resolve: Resolve): (url: string) => VettedUrl {
  const origin = URL.parse(configuredUrl)?.origin;
  return (text) => {
    const verdict = parseOutboundUrl(text);
    if (!verdict.ok) throw new FetchRefused(verdict.rule, verdict.reason);
    const { url, host } = verdict;
    if (url.origin !== origin) {
      throw new FetchRefused("address", "the URL is on another server than the configured one");
    }
    return { url, lookup: lookupOf(() => resolveOrRefuse(resolve, host)) };
  };
}
