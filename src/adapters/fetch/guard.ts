/**
 * The guard of connections that customers cause. A host is resolved once, all that it resolved to is
 * checked, and the socket connects to exactly that: nothing is resolved a second time, so a name
 * that answers differently the next time (DNS rebinding) gains nothing. TLS still verifies the name.
 */
import { NOT_PUBLIC, parseOutboundUrl } from "../../core/network.ts";
import { FetchRefused } from "../../ports/mod.ts";
import { createAddressPolicy } from "./address_policy.ts";
import { lookupOf, type Passage, resolveOrRefuse } from "./passage.ts";
import type { Resolve } from "./resolver.ts";

export interface Guard {
  /** Throws FetchRefused for what no DNS answer could make right. */
  vet(url: string): Passage;
}

export function createGuard(allow: readonly string[], resolve: Resolve): Guard {
  const policy = createAddressPolicy(allow);

  /** One refused address refuses the host: a mix of public and private ones is an attack. */
  async function addressesOf(host: string, port: number): Promise<readonly string[]> {
    const addresses = await resolveOrRefuse(resolve, host);
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
      // Sockets to literal addresses never ask `lookup`: this is where those are judged.
      if (!policy.admitsHost(host, port)) throw new FetchRefused("address", NOT_PUBLIC);
      return { url, lookup: lookupOf(() => addressesOf(host, port)) };
    },
  };
}
