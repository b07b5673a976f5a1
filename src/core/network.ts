/**
 * Outbound address rules for URLs that customers provide, as data. The ranges are those of the IANA
 * special-purpose address registries (RFC 6890 and its successors) that are not globally reachable,
 * and the metadata addresses of clouds.
 */

export interface AddressRange {
  readonly cidr: string;
  /** Name for logs and tests, never shown to customers. */
  readonly name: string;
}

export const REFUSED_RANGES: readonly AddressRange[] = [
  { cidr: "0.0.0.0/8", name: "this network" },
  { cidr: "10.0.0.0/8", name: "private" },
  { cidr: "100.64.0.0/10", name: "carrier-grade NAT" }, // contains 100.100.100.200, Alibaba metadata
  { cidr: "127.0.0.0/8", name: "loopback" },
  { cidr: "168.63.129.16/32", name: "cloud metadata" }, // Azure; looks public
  { cidr: "169.254.0.0/16", name: "link-local" }, // contains 169.254.169.254, metadata of most clouds
  { cidr: "172.16.0.0/12", name: "private" },
  { cidr: "192.0.0.0/24", name: "protocol assignments" }, // contains 192.0.0.192, Oracle metadata
  { cidr: "192.0.2.0/24", name: "documentation" },
  { cidr: "192.88.99.0/24", name: "6to4 relay" },
  { cidr: "192.168.0.0/16", name: "private" },
  { cidr: "198.18.0.0/15", name: "benchmarking" },
  { cidr: "198.51.100.0/24", name: "documentation" },
  { cidr: "203.0.113.0/24", name: "documentation" },
  { cidr: "224.0.0.0/4", name: "multicast" },
  { cidr: "240.0.0.0/4", name: "reserved" }, // contains 255.255.255.255, broadcast

  { cidr: "::/128", name: "unspecified" },
  { cidr: "::1/128", name: "loopback" },
  { cidr: "::/96", name: "IPv4-compatible" },
  { cidr: "64:ff9b:1::/48", name: "local NAT64" }, // may lead anywhere in the local network
  { cidr: "100::/64", name: "discard" },
  { cidr: "2001::/32", name: "Teredo" },
  { cidr: "2001::/23", name: "protocol assignments" }, // benchmarking, ORCHID
  { cidr: "2001:db8::/32", name: "documentation" },
  { cidr: "2002::/16", name: "6to4" },
  { cidr: "3fff::/20", name: "documentation" },
  { cidr: "5f00::/16", name: "segment routing" },
  { cidr: "fc00::/7", name: "unique local" }, // contains fd00:ec2::254, AWS metadata
  { cidr: "fe80::/10", name: "link-local" },
  { cidr: "fec0::/10", name: "site-local" },
  { cidr: "ff00::/8", name: "multicast" },
  // Only 2000::/3 is allocated (IANA IPv6 address space); everything else is refused.
  { cidr: "::/3", name: "not global unicast" },
  { cidr: "4000::/2", name: "not global unicast" },
  { cidr: "8000::/1", name: "not global unicast" },
];

/**
 * IPv6 ranges whose addresses embed an IPv4 address in their last 32 bits and are judged by it.
 * NAT64 must be permitted: in an IPv6-only network, all of the IPv4 internet is reached through it.
 */
export const IPV4_IN_IPV6: readonly AddressRange[] = [
  { cidr: "::ffff:0:0/96", name: "IPv4-mapped" },
  { cidr: "64:ff9b::/96", name: "NAT64" },
];

/**
 * Interface identifiers of ISATAP (RFC 5214, section 6.1): the first 32 bits of 64. The other 32
 * are the IPv4 address that the tunnel leads to, in any network prefix.
 */
export const ISATAP_IDENTIFIERS: ReadonlySet<number> = new Set([0x0000_5efe, 0x0200_5efe]);

/**
 * Top-level names that never mean a public host (RFC 6761, 6762, 7686, 8375, 9476; ICANN's
 * .internal).
 */
const PRIVATE_SUFFIXES = [
  "localhost",
  "localdomain",
  "local",
  "internal",
  "home.arpa",
  "invalid",
  "onion",
  "alt",
];

/** Maximum number of redirects of a download (spec 2.3, fetching rule 2). */
export const MAX_REDIRECTS = 1;

/** Accepted status of a final response (spec 2.3, fetching rule 1). */
export const FINAL_STATUS = 200;
/** Accepted statuses of a redirect (spec 2.3, fetching rule 1). */
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export type UrlVerdict =
  | { ok: true; url: URL; host: string; port: number }
  | { ok: false; rule: "url" | "address"; reason: string };

/**
 * Reason for every refused address. It is the same for all, so that customers learn nothing about
 * the network; the config key is for administrators who try the service.
 */
export const NOT_PUBLIC = "the URL's host is not a public address; OUTBOUND_ALLOW can allow it";

/**
 * Checks a URL by its form. WHATWG parsing turns octal, hexadecimal, short and full-width hosts
 * into dotted decimals; the result's `host` has no brackets and no trailing dot.
 */
export function parseOutboundUrl(text: string): UrlVerdict {
  const url = URL.parse(text);
  if (url === null) return refuse("the URL is malformed");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return refuse("the URL is not http or https");
  }
  if (url.username !== "" || url.password !== "") {
    return refuse("the URL holds a user name or password");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (host === "") return refuse("the URL has no host");
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  return { ok: true, url, host, port };
}

/** Returns whether a host name (not a literal address) is known only inside some network. */
export function isPrivateName(host: string): boolean {
  if (!host.includes(".")) return true;
  return PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

function refuse(reason: string): UrlVerdict {
  return { ok: false, rule: "url", reason };
}
