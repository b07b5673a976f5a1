/** DNS queries for the addresses of a name, IPv4 and IPv6 at once. */

/** Address and port of a name server to query instead of the system's. */
export interface NameServer {
  ipAddr: string;
  port: number;
}

/**
 * Time left for the second address family once the first has addresses, in milliseconds (RFC 8305
 * section 3): some name servers never respond to AAAA queries.
 */
const OTHER_FAMILY_MS = 500;

type Family = "A" | "AAAA";

interface QueryOptions {
  signal: AbortSignal;
  nameServer: NameServer | undefined;
}

/**
 * Queries A and AAAA records of an absolute name. Empty when the name has no address.
 *
 * @throws the error of Deno.resolveDns, or the reason of `signal`, when no query brought an address
 *   and at least one failed.
 */
export async function queryName(
  name: string,
  nameServer: NameServer | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const other = new AbortController();
  const options = { signal: AbortSignal.any([signal, other.signal]), nameServer };
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function queryFamily(family: Family): Promise<string[]> {
    const addresses = await queryUntilResponse(name, family, options);
    if (addresses.length > 0) timer ??= setTimeout(() => other.abort(), OTHER_FAMILY_MS);
    return addresses;
  }

  const results = await Promise.allSettled([queryFamily("A"), queryFamily("AAAA")]);
  clearTimeout(timer);
  const [ipv4, ipv6] = results.map((result) => result.status === "fulfilled" ? result.value : []);
  const failure = results.find((result) => result.status === "rejected");
  if (failure !== undefined && ipv4!.length + ipv6!.length === 0) throw failure.reason;
  return orderAddresses(ipv4!, ipv6!);
}

/**
 * Repeats a query until it gets a response or is aborted. Deno sends an abortable query only twice,
 * a second apart, whatever resolv.conf says; a name server may need longer for an uncached name.
 */
async function queryUntilResponse(
  name: string,
  family: Family,
  options: QueryOptions,
): Promise<string[]> {
  for (;;) {
    try {
      return await Deno.resolveDns(name, family, options);
    } catch (error) {
      // The name does not exist, or has no record of the family.
      if (error instanceof Deno.errors.NotFound) return [];
      if (!(error instanceof Deno.errors.TimedOut)) throw error;
    }
  }
}

/**
 * Puts IPv6 first where this machine has a public IPv6 address, as RFC 6724 does, and last
 * elsewhere: sockets try addresses in this order, and an unreachable one costs time.
 */
function orderAddresses(ipv4: string[], ipv6: string[]): string[] {
  if (ipv4.length === 0 || ipv6.length === 0) return [...ipv4, ...ipv6];
  return hasPublicIPv6() ? [...ipv6, ...ipv4] : [...ipv4, ...ipv6];
}

/** Looks for an address of the global unicast range, 2000::/3. */
function hasPublicIPv6(): boolean {
  return Deno.networkInterfaces().some(({ address }) => /^[23][\da-f]{3}:/i.test(address));
}
