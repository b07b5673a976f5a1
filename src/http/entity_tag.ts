/** Conditional requests (RFC 9110 section 13). */

/** Whether `If-None-Match` (section 13.1.2) names the entity tag. */
export function namesEntityTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" ||
    header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}
