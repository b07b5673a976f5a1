/**
 * The guard of every outbound connection. A host is resolved once, all that it resolved to is
 * checked, and the socket connects to exactly that: nothing is resolved a second time, so a name
 * that answers differently the next time (DNS rebinding) gains nothing. TLS still verifies the name.
 */
import type { LookupFunction } from "node:net";
import { isIPv6 } from "node:net";
import { NOT_PUBLIC, parseOutboundUrl } from "../../core/network.ts";
import { FetchRefused } from "../../env.ts";
import { createAddressPolicy } from "./address_policy.ts";

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

/** A URL that may be asked, and how its socket finds the address. */
export interface Passage {
  url: URL;
  lookup: LookupFunction;
}

export interface Guard {
  /** Throws FetchRefused for what no DNS answer could make right. */
  vet(url: string): Passage;
  /** The same for a host (a name, or an address without brackets) and a port. */
  vetHost(host: string, port: number): LookupFunction;
}

export function createGuard(allow: readonly string[], resolve: Resolve = resolveBySystem): Guard {
  const policy = createAddressPolicy(allow);

  /** One refused address refuses the host: a mix of public and private ones is an attack. */
  async function addressesOf(host: string, port: number): Promise<string[]> {
    const addresses = await resolve(host).catch(() => []);
    if (addresses.length === 0) {
      throw new FetchRefused("connection", "the URL's host name could not be resolved");
    }
    if (!addresses.every((address) => policy.admitsAddress(address, host, port))) {
      throw new FetchRefused("address", NOT_PUBLIC);
    }
    return addresses;
  }

  return {
    vet(text) {
      const verdict = parseOutboundUrl(text);
      if (!verdict.ok) throw new FetchRefused(verdict.rule, verdict.reason);
      const { url, host, port } = verdict;
      return { url, lookup: vetHost(host, port) };
    },
    vetHost,
  };

  function vetHost(host: string, port: number): LookupFunction {
    // Sockets to literal addresses never ask `lookup`: this is where those are judged.
    if (!policy.admitsHost(host, port)) throw new FetchRefused("address", NOT_PUBLIC);
    return (_hostname, options, callback) => {
      addressesOf(host, port).then((addresses) => {
        const found = addresses.map((address) => ({ address, family: familyOf(address) }));
        if (options.all) callback(null, found);
        else callback(null, found[0]!.address, found[0]!.family);
      }, (error) => callback(error, []));
    };
  }
}

async function resolveBySystem(host: string): Promise<string[]> {
  const { lookup } = await import("node:dns/promises");
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function familyOf(address: string): 4 | 6 {
  return isIPv6(address) ? 6 : 4;
}
