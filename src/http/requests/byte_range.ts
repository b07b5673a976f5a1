/** The `Range` header of requests (RFC 9110 section 14). */

/** Zero-based byte offsets, both inclusive. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * Resolves a Range header against content of a length in bytes. Null: no header, or one to ignore
 * because its unit is unknown, it is malformed or it has several ranges.
 */
export function readRange(
  header: string | null,
  length: number,
): ByteRange | "unsatisfiable" | null {
  const match = /^\s*bytes\s*=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "");
  if (match === null) return null;
  const [, from = "", to = ""] = match;
  if (from === "") {
    if (to === "") return null;
    const suffix = Math.min(Number(to), length);
    return suffix === 0 ? "unsatisfiable" : { first: length - suffix, last: length - 1 };
  }
  const first = Number(from);
  const last = to === "" ? length - 1 : Math.min(Number(to), length - 1);
  if (to !== "" && Number(to) < first) return null;
  return first >= length ? "unsatisfiable" : { first, last };
}
