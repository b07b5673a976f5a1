/**
 * Addresses of host names, as getaddrinfo finds them (hosts file, `localhost`, search domains, DNS),
 * but asynchronously: getaddrinfo holds a thread of the small pool that file access shares, for as
 * long as a name server does not answer.
 */
import { localAddresses, parseHosts } from "./hosts_file.ts";
import { type NameServer, queryName } from "./name_query.ts";
import { parsedFile } from "./parsed_file.ts";
import { candidatesOf, parseSearchList } from "./search_list.ts";

export interface ResolverOptions {
  /** Milliseconds for one look-up with all its queries. Default 5000. */
  timeoutMs?: number;
  /** Milliseconds that a name whose look-up failed is not asked for again. Default 2000. */
  failureTtlMs?: number;
  /** Look-ups in flight at once; a further one ends the oldest. Default 512. */
  maxLookups?: number;
  /** Asked instead of the system's name servers. */
  nameServer?: NameServer;
  /** Default `/etc/hosts`. */
  hostsFile?: string;
  /** Default `/etc/resolv.conf`; Deno reads the system's name servers from there by itself. */
  resolvConf?: string;
}

/** Finds all addresses of a host name. Empty, or rejected: there are none to be had. */
export type Resolve = (host: string) => Promise<readonly string[]>;

export interface Resolver {
  resolve: Resolve;
  /** Ends all look-ups. */
  close(): void;
}

/** Names memoize as failed: a megabyte. The oldest make room. */
const MAX_FAILURES = 10_000;

/**
 * Creates a resolver. Requests for a name in flight share one look-up. Successes are not kept:
 * connections are, and a look-up takes 0.3 ms beside the name server's time.
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
  /** Until when each name is not asked for, milliseconds of `performance.now()`. */
  const failures = new Map<string, number>();

  async function find(name: string, signal: AbortSignal): Promise<string[]> {
    for (const candidate of candidatesOf(name, searchList())) {
      const addresses = await queryName(candidate, nameServer, signal);
      if (addresses.length > 0) return addresses;
    }
    return [];
  }

  function begin(name: string): Lookup {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new LookupTimeout()), timeoutMs);
    const addresses = find(name, abort.signal).then(
      (found) => {
        if (found.length === 0) remember(name);
        return found;
      },
      (error) => {
        // One that made room was given up, and has not failed.
        if (!(error instanceof LookupAbandoned)) remember(name);
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

  function remember(name: string): void {
    failures.delete(name);
    if (failures.size >= MAX_FAILURES) failures.delete(failures.keys().next().value!);
    failures.set(name, performance.now() + failureTtlMs);
  }

  function hasFailed(name: string): boolean {
    const until = failures.get(name);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    failures.delete(name);
    return false;
  }

  /** The oldest is the likeliest never to be answered; names that are answered take milliseconds. */
  function makeRoom(): void {
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
      makeRoom();
      return await begin(name).addresses;
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

/** Ended before its time, for another or for good. */
class LookupAbandoned extends Error {
  override readonly name = "LookupAbandoned";
}
