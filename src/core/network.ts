/**
 * Where the service may connect to on a customer's word: rules as data. The ranges are those of
 * the IANA special-purpose address registries (RFC 6890 and its successors) that are not globally
 * reachable, and what clouds put beside them.
 */

export interface AddressRange {
  readonly cidr: string;
  /** For logs and tests. A customer is never told which. */
  readonly name: string;
}

export const REFUSED_RANGES: readonly AddressRange[] = [
  { cidr: "0.0.0.0/8", name: "this network" },
  { cidr: "10.0.0.0/8", name: "private" },
  { cidr: "100.64.0.0/10", name: "carrier-grade NAT" }, // holds 100.100.100.200, Alibaba metadata
  { cidr: "127.0.0.0/8", name: "loopback" },
  { cidr: "168.63.129.16/32", name: "cloud metadata" }, // Azure; looks public
  { cidr: "169.254.0.0/16", name: "link-local" }, // holds 169.254.169.254, everyone's metadata
  { cidr: "172.16.0.0/12", name: "private" },
  { cidr: "192.0.0.0/24", name: "protocol assignments" }, // holds 192.0.0.192, Oracle metadata
  { cidr: "192.0.2.0/24", name: "documentation" },
  { cidr: "192.88.99.0/24", name: "6to4 relay" },
  { cidr: "192.168.0.0/16", name: "private" },
  { cidr: "198.18.0.0/15", name: "benchmarking" },
  { cidr: "198.51.100.0/24", name: "documentation" },
  { cidr: "203.0.113.0/24", name: "documentation" },
  { cidr: "224.0.0.0/4", name: "multicast" },
  { cidr: "240.0.0.0/4", name: "reserved" }, // holds 255.255.255.255, broadcast

  { cidr: "::/128", name: "unspecified" },
  { cidr: "::1/128", name: "loopback" },
  { cidr: "::/96", name: "IPv4-compatible" },
  { cidr: "64:ff9b:1::/48", name: "local NAT64" }, // what is behind it is the network's secret
  { cidr: "100::/64", name: "discard" },
  { cidr: "2001::/32", name: "Teredo" },
  { cidr: "2001::/23", name: "protocol assignments" }, // benchmarking, ORCHID
  { cidr: "2001:db8::/32", name: "documentation" },
  { cidr: "2002::/16", name: "6to4" },
  { cidr: "3fff::/20", name: "documentation" },
  { cidr: "5f00::/16", name: "segment routing" },
  { cidr: "fc00::/7", name: "unique local" }, // holds fd00:ec2::254, AWS metadata
  { cidr: "fe80::/10", name: "link-local" },
  { cidr: "fec0::/10", name: "site-local" },
  { cidr: "ff00::/8", name: "multicast" },
  // Only 2000::/3 is handed out (IANA IPv6 address space): all around it is refused.
  { cidr: "::/3", name: "not global unicast" },
  { cidr: "4000::/2", name: "not global unicast" },
  { cidr: "8000::/1", name: "not global unicast" },
];

/**
 * IPv6 addresses that stand for the IPv4 address in their last 32 bits, and are judged by it.
 * NAT64 must be: where a network has only IPv6, all of the IPv4 internet looks like this.
 */
export const IPV4_IN_IPV6: readonly AddressRange[] = [
  { cidr: "::ffff:0:0/96", name: "IPv4-mapped" },
  { cidr: "64:ff9b::/96", name: "NAT64" },
];

/**
 * Interface identifiers of ISATAP (RFC 5214, section 6.1), the first 32 bits of 64: the other 32 are
 * the IPv4 address that a tunnel leads to, whatever network the address is of.
 */
export const ISATAP_IDENTIFIERS: ReadonlySet<number> = new Set([0x0000_5efe, 0x0200_5efe]);

/** Names that never mean a public host (RFC 6761, 6762, 7686, 8375, 9476; ICANN's .internal). */
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

/** How many redirects a download follows (spec 2.3, fetching rule 2). */
export const MAX_REDIRECTS = 1;

/** Statuses a content URL may answer with (spec 2.3, fetching rule 1). */
export const FINAL_STATUS = 200;
export const REDIRECT_STATUSES: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export type UrlVerdict =
  | { ok: true; url: URL; host: string; port: number }
  | { ok: false; rule: "url" | "address"; reason: string };

/**
 * Customers hear the same words for every address that is refused. The key is for an operator who
 * tries the service, and tells others nothing of the network.
 */
export const NOT_PUBLIC = "the URL's host is not a public address; OUTBOUND_ALLOW can allow it";

/**
 * What can be said of a URL by its form. WHATWG parsing has by then made dotted decimals of
 * octal, hexadecimal, short and full-width hosts; `host` is without brackets and trailing dot.
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

/** True for a name (not a literal address) that is only known inside some network. */
export function isPrivateName(host: string): boolean {
  if (!host.includes(".")) return true;
  return PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}

function refuse(reason: string): UrlVerdict {
  return { ok: false, rule: "url", reason };
}
