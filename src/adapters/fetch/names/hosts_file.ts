/** Names that need no name server: hosts(5) and `localhost`. */
import { isIP } from "node:net";

/** Addresses by lower-case name, in the order of the file. */
export type Hosts = ReadonlyMap<string, readonly string[]>;

/** Addresses of `localhost` where the hosts file lists none (RFC 6761 section 6.3). */
const LOOPBACK = ["127.0.0.1", "::1"];

/** Parses hosts(5); lines without a valid address are ignored. */
export function parseHosts(text: string): Hosts {
  const hosts = new Map<string, string[]>();
  for (const line of text.split("\n")) {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map((name) => name.toLowerCase())) {
      const addresses = hosts.get(name) ?? [];
      if (!addresses.includes(address)) hosts.set(name, [...addresses, address]);
    }
  }
  return hosts;
}

/** Returns the addresses of a lower-case name that needs no name server; null for any other. */
export function localAddresses(name: string, hosts: Hosts): readonly string[] | null {
  const listed = hosts.get(name);
  // Many hosts files list a single address family while the server listens on the other.
  if (name === "localhost" && listed?.every((address) => LOOPBACK.includes(address))) {
    return [...new Set([...listed, ...LOOPBACK])];
  }
  if (listed !== undefined) return listed;
  return name === "localhost" || name.endsWith(".localhost") ? LOOPBACK : null;
}
