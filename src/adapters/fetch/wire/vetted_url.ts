/** URLs that passed a check, with the look-up that their sockets must use. */
import { isIPv6, type LookupFunction } from "node:net";
import { FetchRefused } from "../../../ports/mod.ts";
import type { Resolve } from "../names/resolver.ts";

/**
 * Socket options for hosts with several addresses, such as `localhost`. Node's default of 250 ms
 * per address is too short for a busy machine or a distant host (nodejs/node#54359). The last
 * address has the whole connection timeout.
 */
export const HAPPY_EYEBALLS = { autoSelectFamilyAttemptTimeout: 2_000 };

/** A URL that may be requested. */
export interface VettedUrl {
  url: URL;
  /** Look-up of the only addresses that the socket may connect to. */
  lookup: LookupFunction;
}

/**
 * Resolves a host.
 *
 * @throws FetchRefused when it has no address or the look-up fails.
 * @throws Deno.errors.NotCapable when a permission is missing.
 */
export async function resolveOrRefuse(resolve: Resolve, host: string): Promise<readonly string[]> {
  const addresses = await resolve(host).catch((error): string[] => {
    if (error instanceof Deno.errors.NotCapable) throw error;
    return [];
  });
  if (addresses.length > 0) return addresses;
  throw new FetchRefused("connection", "the URL's host name could not be resolved");
}

/** Adapts a look-up of addresses to the `lookup` option of a socket. */
export function lookupOf(find: () => Promise<readonly string[]>): LookupFunction {
  return (_hostname, options, callback) => {
    find().then((addresses) => {
      const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
      if (options.all) callback(null, found);
      else callback(null, found[0]!.address, found[0]!.family);
    }, (error) => callback(error, []));
  };
}
