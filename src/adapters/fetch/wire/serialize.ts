/** Requests as they are written (RFC 9112 section 3). */
import { Buffer } from "node:buffer";
import { fieldName } from "./field_names.ts";

/** Field values (RFC 9110 section 5.5), limited to ASCII. */
const VALUE = /^[\t\x20-\x7e]*$/;
/** The same with Latin-1, in which a server may have written the ETag that is returned to it. */
const VALUE_OF_GET = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Serialises a request: a POST, or without a body a GET.
 *
 * @throws TypeError for a header value with characters that a field must not have.
 */
export function serialize(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body?: Uint8Array | string,
): (string | Uint8Array)[] {
  const isGet = body === undefined;
  const values = isGet ? VALUE_OF_GET : VALUE;
  const method = isGet ? "GET" : "POST";
  let head = `${method} ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n`;
  for (const name in headers) {
    const value = headers[name]!;
    if (!values.test(value)) {
      throw new TypeError(`the value of header ${name} has invalid characters`);
    }
    head += `${fieldName(name)}: ${value}\r\n`;
  }
  if (isGet) return [Buffer.from(`${head}\r\n`, "latin1")];
  head += `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return typeof body === "string" ? [head + body] : [head, body];
}
