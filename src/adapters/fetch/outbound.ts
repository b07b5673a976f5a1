/** Clients for outbound connections, separated by the trust in their destinations. */
import type { CreateEndpoint, Fetch } from "../../ports/mod.ts";
import type { Dial } from "./dial.ts";
import { createEndpoints } from "./endpoint.ts";
import { createGuardedFetch } from "./guarded_fetch.ts";
import type { GuardedFetchOptions } from "./options.ts";
import { createResolver, type ResolverOptions } from "./names/resolver.ts";

export interface OutboundOptions extends Omit<GuardedFetchOptions, "resolve"> {
  /** Options of name resolution. */
  names: ResolverOptions;
}

export interface Outbound {
  /** Client for URLs from customers. */
  fetch: Fetch;
  /** Creates clients of HTTP servers that the operator configured. */
  endpoint: CreateEndpoint;
  /** Connects to other servers that the operator configured. */
  dial: Dial;
  close(): Promise<void>;
}

/**
 * Creates the clients. Customers' and the operator's names have separate resolvers, so that no
 * number of customers' look-ups delays the operator's. Connections are never shared either.
 */
export function createOutbound({ names, ...options }: OutboundOptions): Outbound {
  const customerNames = createResolver(names);
  const operatorNames = createResolver(names);
  const fetch = createGuardedFetch({ ...options, resolve: customerNames.resolve });
  const unguarded = { ...options, resolve: operatorNames.resolve };
  const endpoints = createEndpoints(unguarded);

  return {
    fetch,
    endpoint: endpoints.create,
    // Loaded on first use: only SMPP connectors need it.
    dial: async (host, port) => {
      const { createDial } = await import("./dial.ts");
      return await createDial(unguarded)(host, port);
    },
    async close() {
      await Promise.all([fetch.close(), endpoints.close()]);
      customerNames.close();
      operatorNames.close();
    },
  };
}
