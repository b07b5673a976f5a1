/** Permission for a request to go out, and how its socket finds the address. */
import { isIPv6, type LookupFunction } from "node:net";
import { FetchRefused } from "../../ports/mod.ts";
import type { Resolve } from "./resolver.ts";

/**
 * Options of sockets to hosts that may have several addresses, such as `localhost`. Node gives each
 * address 250 ms, which a busy machine or a far host takes to answer (nodejs/node#54359); the last
 * one's time is that of the whole connection.
 */
export const SEVERAL_ADDRESSES = { autoSelectFamilyAttemptTimeout: 2_000 };

/** A URL that may be asked. */
export interface Passage {
  url: URL;
  /** Gives the socket the only addresses that it may connect to. */
  lookup: LookupFunction;
}

/**
 * Finds the addresses of a host.
 *
 * @throws FetchRefused when there are none; Deno.errors.NotCapable where a permission is missing.
 */
export async function resolveOrRefuse(resolve: Resolve, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host).catch((error): string[] => {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return [];
  });
  if (addresses.length > 0) return addresses;
  throw new FetchRefused("connection", "the URL's host name could not be resolved");
}

/** Makes the `lookup` of a socket out of whatever finds the addresses. */
export function lookupOf(find: () => Promise<readonly string[]>): LookupFunction {
  return (_hostname, options, callback) => {
    find().then((addresses) => {
      const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      if (options.all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    }, (error) => callback(error, []));
  };
}
