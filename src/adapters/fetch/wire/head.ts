/** Parser of HTTP/1.1 response heads (RFC 9112 sections 4 and 5). */

import { memoize } from "../../../lib/memoize.ts";

/** Bytes that are no HTTP response. `lengthIsWrong`: because of their Content-Length. */
export class NotHttp extends Error {
  override name = "NotHttp";
  constructor(message: string, readonly lengthIsWrong = false) {
    super(message);
  }
}

export interface Head {
  status: number;
  /** Headers by lower-case name; repeated values are joined with commas, except of `SINGLE`. */
  headers: Readonly<Record<string, string>>;
  /** Content-Length; null: absent. */
  length: number | null;
  /** Transfer-Encoding, in lower case; null: absent. */
  codings: string | null;
  /** Whether version and `Connection` allow another request. */
  keepsAlive: boolean;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: .*)?$/;
/** Field name (RFC 9110 section 5.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;
/** Characters that no line of a head may contain. */
// deno-lint-ignore no-control-regex -- matches them on purpose
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;
const HEADERS_MAX = 200;
/** Fields of a single value, of which the first counts; values of others are joined. */
const SINGLE = new Set(["content-type", "etag", "last-modified", "location"]);

/**
 * Parses a head, given up to the empty line with one character per octet. Memoised, as a server's
 * heads are identical until their Date changes.
 *
 * @throws NotHttp
 */
export const readHead = memoize(parseHead, { max: 64, maxLength: 1024 });

function parseHead(text: string): Head {
  const [first, ...lines] = text.split("\r\n");
  const statusLine = STATUS_LINE.exec(first!);
  if (statusLine === null) throw new NotHttp("the status line is malformed");
  if (lines.length > HEADERS_MAX) throw new NotHttp("there are too many headers");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (!TOKEN.test(name) || CONTROL.test(value)) throw new NotHttp("a header is malformed");
    if (!Object.hasOwn(headers, name)) headers[name] = value;
    else if (!SINGLE.has(name)) headers[name] += `, ${value}`;
  }
  const status = Number(statusLine[2]);
  if (status === 101) throw new NotHttp("the server switches protocols without a request");
  const { connection = "", "transfer-encoding": codings } = headers;
  const length = lengthOf(headers["content-length"]);
  if (codings !== undefined && length !== null) {
    throw new NotHttp("both Transfer-Encoding and Content-Length are present");
  }
  const keepsAlive = statusLine[1] === "1" && !/(^|,)\s*close\s*(,|$)/i.test(connection);
  return { status, headers, length, codings: codings?.toLowerCase() ?? null, keepsAlive };
}

/** Parses a number, perhaps repeated with the same value (RFC 9110 section 8.6). */
function lengthOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  const [first, ...repeated] = value.split(",").map((number) => number.trim());
  if (!/^\d{1,19}$/.test(first!) || repeated.some((number) => number !== first)) {
    throw new NotHttp("the Content-Length is malformed", true);
  }
  return Number(first);
}
