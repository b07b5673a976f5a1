/** Conditional requests (RFC 9110 section 13). */

/** Tells whether `If-None-Match` (section 13.1.2) names the entity tag. */
export function namesEntityTag(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" ||
    header.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
