/** Proxy headers that carry the client address: `Forwarded` (RFC 7239) and `X-Forwarded-For`. */
import ipaddr from "ipaddr.js";

/**
 * Addresses that the proxies received the request from, the client's first. Null: not an address; a
 * proxy may write `unknown` or an obfuscated identifier (RFC 7239 section 6).
 */
export type ForwardedChain = (string | null)[];

/** Readers by header name, for FORWARDED_HEADER. A malformed header yields an empty chain. */
export const FORWARDED_READERS = {
  "x-forwarded-for": readForwardedFor,
  "forwarded": readForwarded,
} as const satisfies Record<string, (value: string) => ForwardedChain>;

export type ForwardedHeader = keyof typeof FORWARDED_READERS;

function readForwardedFor(value: string): ForwardedChain {
  return value.split(",").map((node) => addressOf(node.trim()));
}

/** An optional `name=value` pair and its terminator (RFC 7239 section 4). */
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
 * Normalises an IP address: canonical spelling, an IPv4-mapped IPv6 address as IPv4, no zone. Null:
 * not an address.
 */
export function canonicalAddress(text: string): string | null {
  const bare = text.replace(/%.*$/, "");
  if (ipaddr.IPv4.isValidFourPartDecimal(bare) || ipaddr.IPv6.isValid(bare)) {
    return ipaddr.process(bare).toString();
  }
  return null;
}
