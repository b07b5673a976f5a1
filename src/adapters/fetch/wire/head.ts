/** The head of an HTTP/1.1 answer (RFC 9112 sections 4 and 5). */

import { memoize } from "../../../lib/memoize.ts";

/** What came is no HTTP answer. `lengthIsWrong`: but for its Content-Length it might be one. */
export class NotHttp extends Error {
  override name = "NotHttp";
  constructor(message: string, readonly lengthIsWrong = false) {
    super(message);
  }
}

export interface Head {
  status: number;
  /** Lower-case names; values of one name joined with commas. */
  headers: Readonly<Record<string, string>>;
  /** Content-Length; null: none. */
  length: number | null;
  /** Transfer-Encoding, in lower case; null: none. */
  codings: string | null;
  /** By version and `Connection`. */
  keepsAlive: boolean;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: .*)?$/;
/** The name of a field (RFC 9110 section 5.1). */
const TOKEN = /^[!#$%&'*+\-.^_`|~\w]+$/;
/** What is in no line of a head. */
// deno-lint-ignore no-control-regex -- those are meant
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f]/;
const HEADERS_MAX = 200;

/**
 * `text`: all up to the empty line, one character an octet. Throws NotHttp. A receiver's heads are all
 * the same until its Date is another.
 */
export const readHead = memoize(parseHead, { max: 64, maxLength: 1024 });

function parseHead(text: string): Head {
  const [first, ...lines] = text.split("\r\n");
  const found = STATUS_LINE.exec(first!);
  if (found === null) throw new NotHttp("the status line is malformed");
  if (lines.length > HEADERS_MAX) throw new NotHttp("there are too many headers");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (!TOKEN.test(name) || CONTROL.test(value)) throw new NotHttp("a header is malformed");
    headers[name] = Object.hasOwn(headers, name) ? `${headers[name]}, ${value}` : value;
  }
  const status = Number(found[2]);
  if (status === 101) throw new NotHttp("nobody asked for another protocol");
  const { connection = "", "transfer-encoding": codings } = headers;
  const length = lengthOf(headers["content-length"]);
  if (codings !== undefined && length !== null) {
    throw new NotHttp("the length is said in two ways", true);
  }
  const keepsAlive = found[1] === "1" && !/(^|,)\s*close\s*(,|$)/i.test(connection);
  return { status, headers, length, codings: codings?.toLowerCase() ?? null, keepsAlive };
}

/** One number, or the same number several times (RFC 9110 section 8.6). */
function lengthOf(value: string | undefined): number | null {
  if (value === undefined) return null;
  const [first, ...others] = value.split(",").map((one) => one.trim());
  if (!/^\d{1,15}$/.test(first!) || others.some((other) => other !== first)) {
    throw new NotHttp("the Content-Length is malformed", true);
  }
  return Number(first);
}
