/** How the parts of a multipart message refer to each other: `cid:` URLs (RFC 2392) and names. */

/** A part, by what it may be referred to. */
export interface Referable {
  /** Content-ID without its angle brackets; null: none. */
  readonly contentId: string | null;
  /** Content-Location; null: none. */
  readonly location: string | null;
  /** File name, of Content-Type or Content-Disposition; null: none. */
  readonly name: string | null;
}

/** Finds parts by reference. Of several parts that answer to one, the first is found. */
export type FindPart<P> = (reference: string) => P | undefined;

/**
 * `cid:…` means a Content-ID; anything else a Content-Location, a file name, or a Content-ID, in
 * this order. Percent-encoding and angle brackets do not matter.
 */
export function indexParts<P extends Referable>(parts: readonly P[]): FindPart<P> {
  const byId = indexBy(parts, ({ contentId }) => contentId);
  const byLocation = indexBy(parts, ({ location }) => location);
  const byName = indexBy(parts, ({ name }) => name);
  return (reference) => {
    const trimmed = reference.trim();
    const url = /^cid:/i.exec(trimmed);
    if (url !== null) return byId.get(normal(trimmed.slice(url[0].length)));
    const key = normal(trimmed);
    return byLocation.get(key) ?? byName.get(key) ?? byId.get(key);
  };
}

/** A `cid:` URL of a Content-ID, as RFC 2392 has it. */
export function cidUrl(contentId: string): string {
  return `cid:${encodeURIComponent(contentId.toWellFormed()).replaceAll("%40", "@")}`;
}

function indexBy<P>(parts: readonly P[], key: (part: P) => string | null): ReadonlyMap<string, P> {
  const index = new Map<string, P>();
  // A name in just these characters comes before one that only means the same.
  for (const spelling of [bare, normal]) {
    for (const part of parts) {
      const text = key(part);
      if (text === null || index.has(spelling(text))) continue;
      index.set(spelling(text), part);
    }
  }
  return index;
}

function bare(reference: string): string {
  const trimmed = reference.trim();
  return trimmed.startsWith("<") && trimmed.endsWith(">") ? trimmed.slice(1, -1) : trimmed;
}

function normal(reference: string): string {
  const inner = bare(reference);
  if (!inner.includes("%")) return inner;
  try {
    return decodeURIComponent(inner);
  } catch {
    return inner; // not percent-encoded after all
  }
}
