/** Client addresses of requests, directly connected or behind trusted proxies. */
import ipaddr from "ipaddr.js";
import type { Config } from "../../config/mod.ts";
import { canonicalAddress, FORWARDED_READERS } from "./forwarded.ts";
import { networkMatcher } from "./networks.ts";

/**
 * Resolves a request's client address. `remote` is the peer of the TCP connection; null where it is
 * unknown.
 */
export type ClientAddress = (headers: Headers, remote: string | null) => string;

/** Client address where there is none. */
export const UNKNOWN = "unknown";

/**
 * Resolves to the last address of the chain that is not a trusted proxy's: the client may have
 * forged the entries before it.
 */
export function createClientAddress(
  { TRUSTED_PROXIES, FORWARDED_HEADER: header }: Pick<
    Config,
    "TRUSTED_PROXIES" | "FORWARDED_HEADER"
  >,
): ClientAddress {
  const isTrusted = networkMatcher(TRUSTED_PROXIES);

  return (headers, remote) => {
    let client = remote === null ? null : canonicalAddress(remote);
    if (client === null) return UNKNOWN;
    if (TRUSTED_PROXIES.length === 0) return client;
    const chain = FORWARDED_READERS[header](headers.get(header) ?? "");
    while (isTrusted(client)) {
      const previous = chain.pop();
      // A trusted proxy that names no peer is the last known address.
      if (previous === undefined || previous === null) break;
      client = previous;
    }
    return client;
  };
}

/** Returns the key to throttle an address by: the IPv4 address, or the /64 of an IPv6 host. */
export function sourceOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${new ipaddr.IPv6([...parts, 0, 0, 0, 0])}/64`;
}
