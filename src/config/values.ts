/** Value types of configuration keys, with their parsers. */
import ipaddr from "ipaddr.js";
import type { FromMemory } from "./memory.ts";

export interface Key<T> {
  /** Default as an operator would write it; null: none, or `fromMemory`. */
  default: string | null;
  /** Default of a key that follows from MEMORY. */
  fromMemory?: FromMemory;
  unit: string;
  reason: string;
  /**
   * Parses a value.
   * @param environment All variables, for a value that others complete.
   * @throws Error whose message completes "KEY must be …".
   */
  parse(text: string, environment: Readonly<Record<string, string>>): T;
  /** Whether errors leave the value out. */
  secret?: boolean;
  /** Whether the default suits most services: manual and help list the key behind the others. */
  isAdvanced: boolean;
}

export const text =
  (pattern = /^[^\0]+$/, kind = "a non-empty text") => (value: string): string => {
    if (!pattern.test(value)) throw new Error(kind);
    return value;
  };

export const integer = (min: number, max: number) => (value: string): number => {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!(number >= min && number <= max)) throw new Error(`a whole number from ${min} to ${max}`);
  return number;
};

export const oneOf = <T extends string>(...words: T[]) => (value: string): T => {
  if (!(words as string[]).includes(value)) throw new Error(`one of ${words.join(", ")}`);
  return value as T;
};

export const url = (...protocols: string[]) => (value: string): string => {
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new Error(
      `a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}`,
    );
  }
  return value.replace(/\/+$/, "");
};

export const list = (value: string): string[] =>
  value.split(",").map((item) => item.trim()).filter((item) => item !== "");

/** Parses addresses and ranges, all into CIDRs. */
export const cidrs = (value: string): string[] =>
  list(value).map((item) => {
    if (ipaddr.isValidCIDR(item)) return item;
    if (ipaddr.IPv4.isValidFourPartDecimal(item)) return `${item}/32`;
    if (ipaddr.IPv6.isValid(item)) return `${item}/128`;
    throw new Error("a list of addresses and CIDRs such as `10.0.0.0/8, 2001:db8::7`");
  });

/**
 * Parses a URL with the placeholder `{number}` in its path or query. The host may not depend on it:
 * customers choose the numbers, and the service connects only to the host that is configured.
 */
export const template = (value: string): string => {
  if (!value.includes("{number}")) throw new Error("a URL with {number} in it");
  try {
    const [origin, otherOrigin] = ["1", "2"].map((number) =>
      new URL(url("http:", "https:")(value.replaceAll("{number}", number))).origin
    );
    if (origin === otherOrigin) return value;
  } catch {
    throw new Error("a URL that begins with http:// or https://, with {number} in it");
  }
  throw new Error("a URL with {number} after its host");
};

/** Parses `{"name": "value"}` into HTTP headers. */
export const headers = (value: string): Record<string, string> => {
  const fault = new Error('JSON of names and values, such as {"x-api-key": "…"}');
  let parsed: unknown;
  try {
    parsed = JSON.parse(value);
  } catch {
    throw fault;
  }
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) throw fault;
  for (const header of Object.entries(parsed)) {
    try {
      if (typeof header[1] !== "string") throw fault;
      new Headers([header as [string, string]]);
    } catch {
      throw fault;
    }
  }
  return parsed as Record<string, string>;
};

/** Parses `1617=0001470, 44=2340010`: operator ids by the first digits of numbers. */
export const prefixes = (value: string): Map<string, string> => {
  const found = new Map<string, string>();
  for (const item of list(value)) {
    const [, prefix, id] = /^(\d{1,15})=([A-Za-z0-9_-]{1,40})$/.exec(item) ?? [];
    if (prefix === undefined || id === undefined || found.has(prefix)) {
      throw new Error("a list of different prefixes such as `1617=0001470, 44=2340010`");
    }
    found.set(prefix, id);
  }
  return found;
};

/** Parses keys of 32 bytes in hex or base64; the first may be `none`, which becomes null. */
export const keys = (value: string): (Uint8Array | null)[] =>
  list(value).map((item, at) => {
    if (item === "none" && at === 0) return null;
    if (/^[\da-f]{64}$/i.test(item)) return Uint8Array.fromHex(item);
    if (/^[A-Za-z\d+/]{43}=?$/.test(item)) return Uint8Array.fromBase64(item);
    throw new Error("keys of 32 bytes in base64 or hex; `none` may precede them");
  });

const UNIT_MS = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Converts a duration such as `30s`, `1.5h` or `90d` to milliseconds; NaN: it is malformed. */
function milliseconds(text: string): number {
  const [, count, unit] = /^(\d+(?:\.\d+)?)(s|m|h|d)$/.exec(text) ?? [];
  return unit === undefined ? NaN : Number(count) * UNIT_MS[unit as keyof typeof UNIT_MS];
}

/** Parses a duration between two others into milliseconds. */
export const duration = (min: string, max: string) => (value: string): number => {
  const ms = milliseconds(value);
  if (ms >= milliseconds(min) && ms <= milliseconds(max)) return ms;
  throw new Error(`a duration such as 30s, 15m, 12h or 90d, from ${min} to ${max}`);
};

/** Parses durations such as `5s, 5m, 2h` into milliseconds. */
export const schedule = (value: string): number[] => {
  const waits = list(value).map(milliseconds);
  if (waits.length > 0 && waits.every((wait) => wait <= milliseconds("30d"))) return waits;
  throw new Error("a list of durations such as `5s, 5m, 2h`, each at most 30d");
};

const UNIT_BYTES: Readonly<Record<string, number>> = {
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
  TiB: 2 ** 40,
  PiB: 2 ** 50,
};

/** Converts a size such as `64KiB` or `10MB` to bytes; NaN: it is malformed. */
function sizeOf(text: string): number {
  const [, count, unit = ""] = /^(\d+)([A-Za-z]+)$/.exec(text) ?? [];
  return Number(count) * (UNIT_BYTES[unit] ?? NaN);
}

/** Parses a size between two others into bytes. */
export const bytes = (min: string, max: string) => (value: string): number => {
  const size = sizeOf(value);
  if (size >= sizeOf(min) && size <= sizeOf(max)) return size;
  throw new Error(`a size such as 500KB, 10MB or 1GiB, from ${min} to ${max}`);
};

/** Creates an entry of the key table that is advanced. */
export function key<T>(
  parse: Key<T>["parse"],
  standard: string | number | null | FromMemory,
  unit: string,
  reason: string,
  secret = false,
): Key<T> {
  const definition = { parse, unit, reason, secret, isAdvanced: true };
  if (typeof standard === "function") return { ...definition, default: null, fromMemory: standard };
  return { ...definition, default: standard === null ? null : String(standard) };
}

/** Creates an entry of the key table that an operator sets. */
export function operatorKey<T>(...definition: Parameters<typeof key<T>>): Key<T> {
  return { ...key(...definition), isAdvanced: false };
}
