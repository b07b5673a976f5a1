/**
 * SSRF guard for connections to URLs from customers. Resolves a host once, checks every address and
 * lets the socket connect to those addresses only: without a second resolution, DNS rebinding has
 * no effect. TLS still verifies the name.
 */
import { NOT_PUBLIC, parseOutboundUrl } from "../../core/network.ts";
import { FetchRefused } from "../../ports/mod.ts";
import { createAddressPolicy } from "./address_policy.ts";
import { lookupOf, resolveOrRefuse, type VettedUrl } from "./wire/vetted_url.ts";
import type { Resolve } from "./names/resolver.ts";

export interface Guard {
  /**
   * Checks all of a URL that does not depend on DNS; addresses are checked when a socket resolves.
   *
   * @throws FetchRefused for a URL that can never be fetched.
   */
  vet(url: string): VettedUrl;
}

export function createGuard(allow: readonly string[], resolve: Resolve): Guard {
  const policy = createAddressPolicy(allow);

  /**
   * Resolves a host; a single refused address refuses it, as a mix with public ones is an attack.
   */
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
      // Sockets never call `lookup` for literal addresses, so these are checked here.
      if (!policy.admitsHost(host, port)) throw new FetchRefused("address", NOT_PUBLIC);
      return { url, lookup: lookupOf(() => addressesOf(host, port)) };
    },
  };
}
