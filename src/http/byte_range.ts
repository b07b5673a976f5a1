/** `Range` of a request (RFC 9110 section 14). */

/** From 0; both ends belong to it. */
export interface ByteRange {
  first: number;
  last: number;
}

/**
 * The one range of bytes that a header asks for, of content so long. Null: there is none, or one
 * that is to be passed over: of another unit, malformed, or several at once.
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
