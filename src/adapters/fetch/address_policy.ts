/** Which hosts and addresses may be connected to: the ranges of core/network.ts, and exceptions. */
import ipaddr from "ipaddr.js";
import {
  type Address,
  type Exception,
  ipv4At,
  isIn,
  parseAddress,
  parseException,
} from "../../config/outbound_allow.ts";
import { ISATAP_IDENTIFIERS, isPrivateName, REFUSED_RANGES } from "../../core/network.ts";

export interface AddressPolicy {
  /** May this be connected to, as far as its name says? Literal addresses are judged in full. */
  admitsHost(host: string, port: number): boolean;
  /** May `address`, which `host` resolved to, be connected to? */
  admitsAddress(address: string, host: string, port: number): boolean;
}

const refusedRanges = REFUSED_RANGES.map(({ cidr }) => ipaddr.parseCIDR(cidr));

/**
 * Creates a policy.
 *
 * @param allow CIDRs, addresses and names, each but a CIDR perhaps with `:port`.
 * @throws Error for an entry that is none of them.
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const exceptions = allow.map(exceptionOf);

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

/** An embedding program's list has not been through the configuration. */
function exceptionOf(entry: string): Exception {
  try {
    return parseException(entry);
  } catch (error) {
    const fault = `${(error as Error).message}, not ${JSON.stringify(entry)}`;
    throw new Error(`OUTBOUND_ALLOW must be ${fault}`);
  }
}

/** The IPv4 address that an ISATAP address leads to; none for any other. */
function tunnelEnd(address: Address): Address[] {
  if (!("parts" in address)) return [];
  const [high, low] = address.parts.slice(4);
  return ISATAP_IDENTIFIERS.has(high! * 0x1_0000 + low!) ? [ipv4At(address)] : [];
}
