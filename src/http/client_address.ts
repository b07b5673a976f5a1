/** The address of a request's client, behind proxies too. */
import ipaddr from "ipaddr.js";
import type { Config } from "../config/mod.ts";
import { canonicalAddress, FORWARDED_READERS } from "./forwarded.ts";

/**
 * The address of a request's client. `remote` is the one that the connection came from; null where
 * that is not known.
 */
export type ClientAddress = (headers: Headers, remote: string | null) => string;

const UNKNOWN = "unknown";

/**
 * Finds the last address of the chain that is not a trusted proxy's: what stands before it, the client
 * may have written itself.
 */
export function createClientAddress(
  { TRUSTED_PROXIES, FORWARDED_HEADER: header }: Pick<
    Config,
    "TRUSTED_PROXIES" | "FORWARDED_HEADER"
  >,
): ClientAddress {
  const ranges = TRUSTED_PROXIES.map((cidr) => ipaddr.parseCIDR(cidr));
  const isTrusted = (text: string) => {
    const address = ipaddr.parse(text);
    return ranges.some(([base, bits]) =>
      base.kind() === address.kind() && address.match(base, bits)
    );
  };

  return (headers, remote) => {
    let client = remote === null ? null : canonicalAddress(remote);
    if (client === null) return UNKNOWN;
    if (ranges.length === 0) return client;
    const chain = FORWARDED_READERS[header](headers.get(header) ?? "");
    while (isTrusted(client)) {
      const before = chain.pop();
      // A trusted proxy that names nobody is the last that is known.
      if (before === undefined || before === null) break;
      client = before;
    }
    return client;
  };
}

/** Names what counts as one source: an IPv4 address, or the /64 that an IPv6 host has at will. */
export function sourceOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${new ipaddr.IPv6([...parts, 0, 0, 0, 0])}/64`;
}
