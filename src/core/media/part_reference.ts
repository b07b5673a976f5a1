/** References between the parts of a multipart message: `cid:` URLs (RFC 2392) and names. */

/** Identifiers of a part. */
export interface Referable {
  /** Content-ID without its angle brackets, or null. */
  readonly contentId: string | null;
  /** Content-Location, or null. */
  readonly location: string | null;
  /** File name of Content-Type or Content-Disposition, or null. */
  readonly name: string | null;
}

/** Finds a part by reference; the first, if several match. */
export type FindPart<P> = (reference: string) => P | undefined;

/**
 * Indexes parts for lookup by reference. `cid:…` is a Content-ID; any other reference is a
 * Content-Location, else a file name, else a Content-ID. Percent-encoding and angle brackets do not
 * matter.
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

/** Writes the `cid:` URL of a Content-ID (RFC 2392). */
export function cidUrl(contentId: string): string {
  return `cid:${encodeURIComponent(contentId.toWellFormed()).replaceAll("%40", "@")}`;
}

function indexBy<P>(parts: readonly P[], key: (part: P) => string | null): ReadonlyMap<string, P> {
  const index = new Map<string, P>();
  // An identical name takes precedence over an equivalent one.
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
    return inner; // not valid percent-encoding
  }
}
