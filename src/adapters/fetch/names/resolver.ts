/**
 * Name resolution by the rules of getaddrinfo (hosts file, `localhost`, search domains, DNS), but
 * without its cost: while a name server is silent, getaddrinfo blocks a thread of the small pool
 * that it shares with file access.
 */
import { createLru } from "../../../lib/lru.ts";
import { localAddresses, parseHosts } from "./hosts_file.ts";
import { type NameServer, queryName } from "./name_query.ts";
import { parsedFile } from "./parsed_file.ts";
import { candidatesOf, parseSearchList } from "./search_list.ts";

export interface ResolverOptions {
  /** Timeout of a look-up with all its queries, in milliseconds. Default 5000. */
  timeoutMs?: number;
  /** TTL of a failed look-up, in milliseconds. Default 2000. */
  failureTtlMs?: number;
  /** Maximum look-ups in flight; a further one aborts the oldest. Default 512. */
  maxLookups?: number;
  /** Name server to query. Default: those of the system. */
  nameServer?: NameServer;
  /** Path of the hosts file. Default `/etc/hosts`. */
  hostsFile?: string;
  /** File with the search list. Default `/etc/resolv.conf`, where Deno reads the name servers. */
  resolvConf?: string;
}

/** Resolves a host name to all its addresses. A failed look-up is empty or rejects. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface Resolver {
  resolve: Resolve;
  /** Aborts all look-ups. */
  close(): void;
}

/** Maximum cached failures, about a megabyte; the oldest are evicted. */
const MAX_FAILURES = 10_000;

/**
 * Creates a resolver. Concurrent requests for a name share a look-up. Successes are not cached:
 * connections are kept alive, and a look-up takes 0.3 ms beside the name server's time.
 */
export function createResolver(
  {
    timeoutMs = 5_000,
    failureTtlMs = 2_000,
    maxLookups = 512,
    nameServer,
    hostsFile = "/etc/hosts",
    resolvConf = "/etc/resolv.conf",
  }: ResolverOptions = {},
): Resolver {
  const hosts = parsedFile(hostsFile, parseHosts);
  const searchList = parsedFile(resolvConf, parseSearchList);
  const lookups = new Map<string, Lookup>();
  /** Expiry of each failure, in milliseconds of `performance.now()`. */
  const failedUntil = createLru<string, number>(MAX_FAILURES);

  async function lookUp(name: string, signal: AbortSignal): Promise<string[]> {
    for (const candidate of candidatesOf(name, searchList())) {
      const addresses = await queryName(candidate, nameServer, signal);
      if (addresses.length > 0) return addresses;
    }
    return [];
  }

  function startLookup(name: string): Lookup {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new LookupTimeout()), timeoutMs);
    const addresses = lookUp(name, abort.signal).then(
      (found) => {
        if (found.length === 0) cacheFailure(name);
        return found;
      },
      (error) => {
        // An aborted look-up says nothing about the name.
        if (!(error instanceof LookupAbandoned)) cacheFailure(name);
        throw error;
      },
    ).finally(() => {
      clearTimeout(timer);
      if (lookups.get(name) === lookup) lookups.delete(name);
    });
    const lookup = { addresses, abort };
    lookups.set(name, lookup);
    return lookup;
  }

  function cacheFailure(name: string): void {
    failedUntil.set(name, performance.now() + failureTtlMs);
  }

  function hasFailed(name: string): boolean {
    const until = failedUntil.peek(name);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    failedUntil.delete(name);
    return false;
  }

  /**
   * Aborts the oldest look-up when there are too many: the others are likelier to get a response.
   */
  function abortOldest(): void {
    if (lookups.size < maxLookups) return;
    const [name, { abort }] = lookups.entries().next().value!;
    lookups.delete(name);
    abort.abort(new LookupAbandoned());
  }

  return {
    async resolve(host) {
      const name = host.toLowerCase();
      const local = localAddresses(name, hosts());
      if (local !== null) return local;
      const shared = lookups.get(name);
      if (shared !== undefined) return await shared.addresses;
      if (hasFailed(name)) return [];
      abortOldest();
      return await startLookup(name).addresses;
    },

    close() {
      for (const { abort } of lookups.values()) abort.abort(new LookupAbandoned());
    },
  };
}

interface Lookup {
  addresses: Promise<string[]>;
  abort: AbortController;
}

class LookupTimeout extends Error {
  override readonly name = "LookupTimeout";
}

/** Aborted in favour of a newer look-up, or because the resolver is closing. */
class LookupAbandoned extends Error {
  override readonly name = "LookupAbandoned";
}
