/** Headers in which proxies name the client: `Forwarded` (RFC 7239) and `X-Forwarded-For`. */
import ipaddr from "ipaddr.js";

/**
 * Addresses that the proxies were asked from, the client's first. Null: no address; a proxy may write
 * `unknown`, or a name of its own (RFC 7239 section 6).
 */
export type ForwardedChain = (string | null)[];

/** The headers that can be believed, and how each is read. A header that is malformed says nothing. */
export const FORWARDED_READERS = {
  "x-forwarded-for": readForwardedFor,
  "forwarded": readForwarded,
} as const satisfies Record<string, (value: string) => ForwardedChain>;

export type ForwardedHeader = keyof typeof FORWARDED_READERS;

function readForwardedFor(value: string): ForwardedChain {
  return value.split(",").map((node) => addressOf(node.trim()));
}

/** `name=value` or nothing, and what ends it (RFC 7239 section 4). */
const PAIR = /[ \t]*(?:([\w!#$%&'*+.^`|~-]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s,;="]+)))?[ \t]*([;,]|$)/y;

function readForwarded(value: string): ForwardedChain {
  const chain: ForwardedChain = [];
  let element: Map<string, string> = new Map();
  PAIR.lastIndex = 0;
  for (let end = ""; end !== "$";) {
    const match = PAIR.exec(value);
    if (match === null) return [];
    const [, name, quoted, token] = match;
    if (name !== undefined) {
      element.set(name.toLowerCase(), token ?? quoted!.replaceAll(/\\(.)/g, "$1"));
    }
    end = match[4] || "$";
    if (end === ";") continue;
    if (element.size > 0) chain.push(addressOf(element.get("for") ?? ""));
    element = new Map();
  }
  return chain;
}

/** Reads `192.0.2.7`, `192.0.2.7:80`, `2001:db8::7` and `[2001:db8::7]:80`; else null. */
function addressOf(node: string): string | null {
  const bracketed = /^\[([^\]]+)\](?::\w+)?$/.exec(node)?.[1];
  return canonicalAddress(bracketed ?? (/^[^:]+:\w+$/.test(node) ? node.split(":")[0]! : node));
}

/**
 * An address in its one spelling, an IPv4 address within IPv6 as IPv4 and without a zone; null where
 * the text is none.
 */
export function canonicalAddress(text: string): string | null {
  const bare = text.replace(/%.*$/, "");
  if (ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)) {
    return ipaddr.process(bare).toString();
  }
  return null;
}
