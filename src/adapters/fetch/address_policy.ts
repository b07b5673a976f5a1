/** Policy on hosts and addresses to connect to: the ranges of core/network.ts, with exceptions. */
import ipaddr from "ipaddr.js";
import {
  type Address,
  type AllowEntry,
  ipv4At,
  isIn,
  parseAddress,
  parseAllowEntry,
} from "../../config/outbound_allow.ts";
import { ISATAP_IDENTIFIERS, isPrivateName, REFUSED_RANGES } from "../../core/network.ts";

export interface AddressPolicy {
  /** Checks a host before its resolution; for a literal address this check is final. */
  admitsHost(host: string, port: number): boolean;
  /** Checks an address that `host` resolved to. */
  admitsAddress(address: string, host: string, port: number): boolean;
}

const refusedRanges = REFUSED_RANGES.map(({ cidr }) => ipaddr.parseCIDR(cidr));

/**
 * Creates a policy.
 *
 * @param allow Exceptions: CIDRs, addresses and names, all but CIDRs with an optional `:port`.
 * @throws Error for an entry that is none of them.
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const exceptions = allow.map(exceptionOf);

  const isException = (host: string, address: Address | null, port: number) =>
    exceptions.some((exception) =>
      (exception.port === null || exception.port === port) &&
      (exception.name !== null
        ? exception.name === host
        : address !== null && isIn(address, exception.range!))
    );

  const admits = (address: Address, host: string, port: number) =>
    isException(host, address, port) ||
    ![address, ...tunnelEnd(address)].some((destination) =>
      refusedRanges.some((range) => isIn(destination, range))
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

/** Parses an entry. Entries of an embedding program have not passed the configuration's checks. */
function exceptionOf(entry: string): AllowEntry {
  try {
    return parseAllowEntry(entry);
  } catch (error) {
    const fault = `${(error as Error).message}, not ${JSON.stringify(entry)}`;
    throw new Error(`OUTBOUND_ALLOW must be ${fault}`);
  }
}

/** Returns the IPv4 address that an ISATAP address tunnels to; empty for any other. */
function tunnelEnd(address: Address): Address[] {
  if (!("parts" in address)) return [];
  const [high, low] = address.parts.slice(4);
  return ISATAP_IDENTIFIERS.has(high! * 0x1_0000 + low!) ? [ipv4At(address)] : [];
}
