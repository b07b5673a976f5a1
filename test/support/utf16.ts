/** Texts in UTF-16. */

/** Encodes a text, without a mark unless it begins with one. */
export function utf16(text: string, order: "big" | "little"): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(2 * text.length);
  const view = new DataView(octets.buffer);
  for (let at = 0; at < text.length; at++) {
    view.setUint16(2 * at, text.charCodeAt(at), order === "little");
  }
  return octets;
}
