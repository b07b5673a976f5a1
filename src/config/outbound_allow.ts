/** Entries of OUTBOUND_ALLOW: addresses, CIDR ranges and host names. */
import ipaddr from "ipaddr.js";
import { IPV4_IN_IPV6 } from "../core/network.ts";
import { list } from "./values.ts";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
export type Range = readonly [Address, number];

/** Entry of the allow list: a range or a name, optionally with a port. */
export interface AllowEntry {
  range: Range | null;
  name: string | null;
  port: number | null;
}

const ipv4InIpv6 = IPV4_IN_IPV6.map(({ cidr }) => ipaddr.parseCIDR(cidr));

/** Validates the list; entries are returned as written. */
export const allowList = (value: string): string[] => {
  const entries = list(value);
  entries.forEach(parseAllowEntry);
  return entries;
};

/**
 * Parses an address; null: the text is none. An IPv4 address embedded in IPv6 becomes IPv4.
 */
export function parseAddress(text: string): Address | null {
  // A zone (fe80::1%eth0) names the link and is not part of the address.
  const bare = text.replace(/%.*$/, "");
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null;
  const address = ipaddr.parse(bare);
  if (!ipv4InIpv6.some((range) => isIn(address, range))) return address;
  return ipv4At(address);
}

/** Extracts the IPv4 address in the last 32 bits. */
export function ipv4At(address: Address): Address {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

/** Tells whether a range contains an address. */
export function isIn(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

/**
 * Parses an entry.
 * @throws Error whose message completes "OUTBOUND_ALLOW must be …".
 */
export function parseAllowEntry(text: string): AllowEntry {
  const entry = text.trim().toLowerCase();
  if (ipaddr.isValidCIDR(entry)) return { range: ipaddr.parseCIDR(entry), name: null, port: null };

  // host, host:port, address, address:port, [address]:port
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry);
  const plain = ipaddr.IPv6.isValid(entry) ? null : /^([^:\s/]+)(?::(\d+))?$/.exec(entry);
  const host = bracketed?.[1] ?? plain?.[1] ?? entry;
  const digits = bracketed?.[2] ?? plain?.[2];
  const port = digits === undefined ? null : Number(digits);

  const address = parseAddress(host);
  const isName = /^([a-z0-9_-]+\.)*(?!\d+$)[a-z0-9_-]+$/.test(host);
  if ((address === null && !isName) || (port !== null && port > 65_535)) {
    throw new Error(
      "a list of CIDRs, addresses and hosts such as `10.0.0.0/8, files.internal:8080`",
    );
  }
  if (address === null) return { range: null, name: host, port };
  return { range: [address, address.toByteArray().length * 8], name: null, port };
}
