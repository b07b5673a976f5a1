/**
 * Clients of servers that the operator configured, such as an MMSC: reached wherever their names
 * lead, in private networks too. Each has connections of its own: an idle one is used again without
 * a check, so none may serve a URL that a customer gave.
 */
import { parseOutboundUrl } from "../../core/network.ts";
import type { CreateEndpoint, Endpoint } from "../../ports/mod.ts";
import { FetchRefused } from "../../ports/mod.ts";
import { lookupOf, type Passage, resolveOrRefuse } from "./passage.ts";
import type { Requester, RequesterOptions } from "./request.ts";
import type { Resolve } from "./resolver.ts";

export interface Endpoints {
  create: CreateEndpoint;
  /** Closes those that are still open. */
  close(): Promise<void>;
}

export function createEndpoints(options: RequesterOptions & { resolve: Resolve }): Endpoints {
  const open = new Set<Endpoint>();

  return {
    create(configured) {
      const vet = vetOrigin(configured, options.resolve);
      // Sockets and TLS are slow to load: most processes are ready before they need them.
      let requester: Promise<Requester> | undefined;
      const connected = () =>
        requester ??= import("./request.ts").then(({ createRequester }) =>
          createRequester(vet, options)
        );
      const endpoint: Endpoint = {
        get: async (url, request) => await (await connected()).send(url, request),
        post: async (url, request) => await (await connected()).send(url, request),
        async close() {
          open.delete(endpoint);
          (await requester)?.close();
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

/** Admits URLs of the configured scheme, host and port, and no other. Throws FetchRefused. */
function vetOrigin(configured: string, resolve: Resolve): (url: string) => Passage {
  const origin = URL.parse(configured)?.origin;
  return (text) => {
    const verdict = parseOutboundUrl(text);
    if (!verdict.ok) throw new FetchRefused(verdict.rule, verdict.reason);
    const { url, host } = verdict;
    if (url.origin !== origin) {
      throw new FetchRefused("address", "the URL leads to another server than the configured one");
    }
    return { url, lookup: lookupOf(() => resolveOrRefuse(resolve, host)) };
  };
}
