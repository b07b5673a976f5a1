/** All ways out of the process, apart by who said where they lead. */
import type { CreateEndpoint, Fetch } from "../../ports/mod.ts";
import type { Dial } from "./dial.ts";
import { createEndpoints } from "./endpoint.ts";
import { createGuardedFetch, type GuardedFetchOptions } from "./mod.ts";
import { createResolver, type ResolverOptions } from "./resolver.ts";

export interface OutboundOptions extends Omit<GuardedFetchOptions, "resolve"> {
  /** How names are resolved. */
  names: ResolverOptions;
}

export interface Outbound {
  /** For URLs that customers give. */
  fetch: Fetch;
  /** For HTTP servers that the operator configured. */
  endpoint: CreateEndpoint;
  /** For other servers that the operator configured. */
  dial: Dial;
  close(): Promise<void>;
}

/**
 * Creates the ways out. Customers' names have a resolver of their own, so that no number of them
 * takes a turn from the operator's; connections are never shared either.
 */
export function createOutbound({ names, ...options }: OutboundOptions): Outbound {
  const guarded = createResolver(names);
  const configured = createResolver(names);
  const fetch = createGuardedFetch({ ...options, resolve: guarded.resolve });
  const trusting = { ...options, resolve: configured.resolve };
  const endpoints = createEndpoints(trusting);

  return {
    fetch,
    endpoint: endpoints.create,
    // Only connectors over SMPP need it.
    dial: async (host, port) => {
      const { createDial } = await import("./dial.ts");
      return await createDial(trusting)(host, port);
    },
    async close() {
      await Promise.all([fetch.close(), endpoints.close()]);
      guarded.close();
      configured.close();
    },
  };
}
