/** Queries the name servers for a name, for both families of addresses at once. */

/** Address and port of a name server that is asked instead of the system's. */
export interface NameServer {
  ipAddr: string;
  port: number;
}

/**
 * Milliseconds that the other family has once one has addresses (RFC 8305 section 3): some name
 * servers never answer for AAAA.
 */
const OTHER_FAMILY_MS = 500;

type Family = "A" | "AAAA";

interface QueryOptions {
  signal: AbortSignal;
  nameServer: NameServer | undefined;
}

/**
 * Asks for A and AAAA of an absolute name. Empty: it has no address.
 *
 * @throws what Deno.resolveDns throws, or the reason of `signal`, where nobody knows.
 */
export async function queryName(
  name: string,
  nameServer: NameServer | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const other = new AbortController();
  const options = { signal: AbortSignal.any([signal, other.signal]), nameServer };
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function ask(family: Family): Promise<string[]> {
    const addresses = await answerTo(name, family, options);
    if (addresses.length > 0) timer ??= setTimeout(() => other.abort(), OTHER_FAMILY_MS);
    return addresses;
  }

  const answers = await Promise.allSettled([ask("A"), ask("AAAA")]);
  clearTimeout(timer);
  const [ipv4, ipv6] = answers.map((answer) => answer.status === "fulfilled" ? answer.value : []);
  const failure = answers.find((answer) => answer.status === "rejected");
  if (failure !== undefined && ipv4!.length + ipv6!.length === 0) throw failure.reason;
  return ordered(ipv4!, ipv6!);
}

/**
 * Repeats a query until it is answered or aborted. Deno itself sends one that can be aborted twice, a
 * second apart, whatever resolv.conf says; name servers may need longer for a name that they must
 * look for.
 */
async function answerTo(name: string, family: Family, options: QueryOptions): Promise<string[]> {
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
 * elsewhere: sockets try addresses in this order, and one that leads nowhere costs time.
 */
function ordered(ipv4: string[], ipv6: string[]): string[] {
  if (ipv4.length === 0 || ipv6.length === 0) return [...ipv4, ...ipv6];
  return hasPublicIPv6() ? [...ipv6, ...ipv4] : [...ipv4, ...ipv6];
}

/** Global unicast is 2000::/3. */
function hasPublicIPv6(): boolean {
  return Deno.networkInterfaces().some(({ address }) => /^[23][\da-f]{3}:/i.test(address));
}
