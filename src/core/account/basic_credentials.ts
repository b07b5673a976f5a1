/** Credentials of HTTP's Basic scheme (RFC 7617). */

export interface BasicCredentials {
  user: string;
  password: string;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Parses an `Authorization` header; null if it is missing, malformed, or of another scheme. */
export function readBasic(header: string | null): BasicCredentials | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return null;
  try {
    const latin1 = atob(encoded);
    const text = /^[ -~]*$/.test(latin1)
      ? latin1
      : utf8.decode(Uint8Array.from(latin1, (character) => character.charCodeAt(0)));
    const colon = text.indexOf(":");
    return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return null;
  }
}

/** Writes an `Authorization` header, in UTF-8. */
export function writeBasic({ user, password }: BasicCredentials): string {
  return `Basic ${new TextEncoder().encode(`${user}:${password}`).toBase64()}`;
}
