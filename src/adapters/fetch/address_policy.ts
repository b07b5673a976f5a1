/** Which hosts and addresses may be connected to: the ranges of core/network.ts, and exceptions. */
import ipaddr from "ipaddr.js";
import {
  IPV4_IN_IPV6,
  ISATAP_IDENTIFIERS,
  isPrivateName,
  REFUSED_RANGES,
} from "../../core/network.ts";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

export interface AddressPolicy {
  /** May this be connected to, as far as its name says? Literal addresses are judged in full. */
  admitsHost(host: string, port: number): boolean;
  /** May `address`, which `host` resolved to, be connected to? */
  admitsAddress(address: string, host: string, port: number): boolean;
}

/** An entry of the allow list: a range, or a name; both perhaps with a port. */
interface Exception {
  range: Range | null;
  name: string | null;
  port: number | null;
}

const refusedRanges = REFUSED_RANGES.map(({ cidr }) => ipaddr.parseCIDR(cidr));
const ipv4InIpv6 = IPV4_IN_IPV6.map(({ cidr }) => ipaddr.parseCIDR(cidr));

/** `allow`: CIDRs, addresses and names, each but a CIDR perhaps with `:port`. Throws on nonsense. */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const exceptions = allow.map(parseException);

  const isException = (host: string, address: Address | null, port: number) =>
    exceptions.some((one) =>
      (one.port === null || one.port === port) &&
      (one.name !== null ? one.name === host : address !== null && isIn(address, one.range!))
    );

  const admits = (address: Address, host: string, port: number) =>
    isException(host, address, port) ||
    ![address, ...tunnelEnd(address)].some((one) =>
      refusedRanges.some((range) => isIn(one, range))
    );

  return {
    admitsHost(host, port) {
      const literal = parseAddress(host);
      if (literal !== null) return admits(literal, host, port);
      return !isPrivateName(host) || isException(host, null, port);
    },
    admitsAddress(address, host, port) {
      const parsed = parseAddress(address);
      return parsed !== null && admits(parsed, host, port);
    },
  };
}

/** Null when the text is no address. An IPv4 address inside IPv6 comes out as IPv4. */
function parseAddress(text: string): Address | null {
  // A zone (fe80::1%eth0) says which link; which address it is does not depend on it.
  const bare = text.replace(/%.*$/, "");
  if (!ipaddr.IPv6.isValid(bare) && !ipaddr.IPv4.isValidFourPartDecimal(bare)) return null;
  const address = ipaddr.parse(bare);
  if (!ipv4InIpv6.some((range) => isIn(address, range))) return address;
  return ipv4At(address);
}

/** The IPv4 address that an ISATAP address leads to; none for any other. */
function tunnelEnd(address: Address): Address[] {
  if (!("parts" in address)) return [];
  const [high, low] = address.parts.slice(4);
  return ISATAP_IDENTIFIERS.has(high! * 0x1_0000 + low!) ? [ipv4At(address)] : [];
}

/** The address in the last 32 bits. */
function ipv4At(address: Address): Address {
  return new ipaddr.IPv4(address.toByteArray().slice(-4));
}

function isIn(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}

function parseException(text: string): Exception {
  const entry = text.trim().toLowerCase();
  if (ipaddr.isValidCIDR(entry)) return { range: ipaddr.parseCIDR(entry), name: null, port: null };

  // host, host:port, address, address:port, [address]:port
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry);
  const plain = ipaddr.IPv6.isValid(entry) ? null : /^([^:\s/]+)(?::(\d+))?$/.exec(entry);
  const host = bracketed?.[1] ?? plain?.[1] ?? entry;
  const digits = bracketed?.[2] ?? plain?.[2];
  const port = digits === undefined ? null : Number(digits);

  const address = parseAddress(host);
  if (address !== null) {
    return { range: [address, address.toByteArray().length * 8], name: null, port };
  }
  if (!/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host) || (port !== null && port > 65_535)) {
    const what = "not a CIDR, address, host or host:port";
    throw new TypeError(`OUTBOUND_ALLOW: ${what}: ${JSON.stringify(text)}`);
  }
  return { range: null, name: host, port };
}
