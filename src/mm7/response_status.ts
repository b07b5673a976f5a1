/**
 * Meanings of MM7 responses, from an MMSC to a submission or from a VASP to a notification:
 * StatusCodes (3GPP TS 23.140 section 8.7.3.3, and those of public services of this kind) and HTTP
 * statuses, as tables. Only an explicit permanent refusal is final.
 */
import type { Failure } from "../core/message/message.ts";
import type { Mm7Response } from "./response.ts";

export type Meaning =
  | { readonly means: "accepted" }
  /** A retry may succeed; `throttled`: at a lower rate. */
  | { readonly means: "temporary" | "throttled" }
  /**
   * The peer may or may not have accepted the request. `unreadable`: it responded with success in
   * HTTP, so most likely it has.
   */
  | { readonly means: "unconfirmed" | "unreadable" }
  /** A retry cannot succeed. `outcome` is that of a submission, in the words of spec 6.2. */
  | { readonly means: "final"; readonly outcome: Failure };

/** Meaning of a range of codes. The first row that contains a code applies. */
export interface CodeRow {
  readonly from: number;
  readonly to: number;
  readonly meaning: Meaning;
  readonly when: string;
  /** Action for the operator of this service, in Markdown. */
  readonly remedy: string;
}

export interface HttpRow {
  readonly from: number;
  readonly to: number;
  readonly meaning: Meaning;
  /** Meaning of the status, with its source. */
  readonly description: string;
  /** Action for the operator of this service. */
  readonly advice: string;
}

const accepted: Meaning = { means: "accepted" };
const temporary: Meaning = { means: "temporary" };
const throttled: Meaning = { means: "throttled" };
const unconfirmed: Meaning = { means: "unconfirmed" };
const unreadable: Meaning = { means: "unreadable" };
const refused = final({ outcome: "rejected", details: "Message Rejected" });
const unsupported = final({ outcome: "rejected", details: "Message Not Supported" });
const tooBig = final({ outcome: "failed", details: "MMS is too big" });
const misrouted = final({ outcome: "failed", details: "Internal Routing Error" });

const NOTHING = "nothing";
const RETRIED = "nothing: it is [tried again](carriers.md#retries)";
const ASK = "ask the carrier, and give it the `tracking-id`, which is the TransactionID";
const CHECK =
  "compare the settings of the [connector](carriers.md#connect-to-an-mmsc-over-mm7) with those " +
  "that the carrier gave";
const VERSION = "set `mm7-version` and `namespace` of the connector to the carrier's";

export const RESPONSE_CODES: readonly CodeRow[] = [
  {
    from: 1000,
    to: 1999,
    meaning: accepted,
    when: "accepted, fully or partially",
    remedy: NOTHING,
  },
  {
    from: 2002,
    to: 2003,
    meaning: refused,
    when: "the recipient's address is wrong or unknown",
    remedy: "remove the recipient from the list",
  },
  {
    from: 2004,
    to: 2004,
    meaning: unsupported,
    when: "a type of content is refused",
    remedy: "send files of [common types](templates.md#files)",
  },
  {
    from: 2560,
    to: 2560,
    meaning: tooBig,
    when: "the content is too long",
    remedy: "lower the limit of the [operator](routing.md#mobile-operators)",
  },
  {
    from: 2567,
    to: 2567,
    meaning: misrouted,
    when: "the operator id is missing",
    remedy: "have the [operator looked up](routing.md#operator-lookup), so that its id is sent",
  },
  {
    from: 2569,
    to: 2569,
    meaning: temporary,
    when: "the operator lookup is down; retry",
    remedy: RETRIED,
  },
  { from: 2000, to: 2999, meaning: misrouted, when: "any other error of ours", remedy: CHECK },
  {
    from: 3003,
    to: 3003,
    meaning: misrouted,
    when: "the content could not be downloaded",
    remedy: ASK,
  },
  {
    from: 3500,
    to: 3500,
    meaning: temporary,
    when: "the operator did not respond in time",
    remedy: RETRIED,
  },
  {
    from: 3510,
    to: 3510,
    meaning: throttled,
    when: "the rate limit is exceeded",
    remedy: "lower the `rate` of the connector",
  },
  {
    from: 3520,
    to: 3520,
    meaning: misrouted,
    when: "the sender or account is not provisioned",
    remedy: "have the carrier provision the sender and the VASPID",
  },
  { from: 3000, to: 3999, meaning: temporary, when: "an error of the peer", remedy: RETRIED },
  {
    from: 4000,
    to: 4000,
    meaning: temporary,
    when: "an unspecified error of the service",
    remedy: RETRIED,
  },
  {
    from: 4002,
    to: 4002,
    meaning: misrouted,
    when: "the MM7Version is not supported",
    remedy: VERSION,
  },
  { from: 4003, to: 4003, meaning: misrouted, when: "the operation is not supported", remedy: ASK },
  {
    from: 4004,
    to: 4004,
    meaning: misrouted,
    when: "the request does not keep to the schema",
    remedy: VERSION,
  },
  {
    from: 4006,
    to: 4006,
    meaning: temporary,
    when: "the service is unavailable, or at its capacity",
    remedy: RETRIED,
  },
  {
    from: 4007,
    to: 4007,
    meaning: refused,
    when: "the service is denied, perhaps for the recipient",
    remedy: "ask the carrier whether the recipient is blocked",
  },
  {
    from: 4000,
    to: 4999,
    meaning: misrouted,
    when: "any other error of the service",
    remedy: CHECK,
  },
];

const WAIT = "wait, or ask the MMSC's operator";
const CHECK_URL = "check that the connector's --url is that of an MM7 service";

/**
 * HTTP statuses that decide regardless of the body; the first matching row applies. With any other
 * status the body decides: SOAP 1.1 section 6.2 sends faults with 500.
 */
export const RESPONSE_HTTP: readonly HttpRow[] = [
  {
    from: 303,
    to: 303,
    meaning: unconfirmed,
    description: "the result is at another URL (RFC 9110 section 15.4.4)",
    advice: CHECK_URL,
  },
  {
    from: 300,
    to: 399,
    meaning: temporary,
    description: "the request is redirected (RFC 9110 section 15.4)",
    advice: "redirects are not followed: set the connector's --url to the redirect's target",
  },
  {
    from: 401,
    to: 401,
    meaning: temporary,
    description: "the credentials are missing or wrong (RFC 9110 section 15.5.2)",
    advice: "check the connector's --username and --password",
  },
  {
    from: 403,
    to: 403,
    meaning: temporary,
    description: "the request is forbidden (RFC 9110 section 15.5.4)",
    advice: "check the connector's --username and --password, and that the MMSC allows our address",
  },
  {
    from: 404,
    to: 404,
    meaning: temporary,
    description: "the URL does not exist (RFC 9110 section 15.5.5)",
    advice: "check the connector's --url",
  },
  {
    from: 413,
    to: 413,
    meaning: tooBig,
    description: "the content is too large (RFC 9110 section 15.5.14)",
    advice: "lower the operator's size limit",
  },
  {
    from: 429,
    to: 429,
    meaning: throttled,
    description: "there are too many requests (RFC 6585 section 4)",
    advice: "lower the connector's --rate",
  },
  {
    from: 503,
    to: 503,
    meaning: temporary,
    description: "the service is unavailable (RFC 9110 section 15.6.4)",
    advice: WAIT,
  },
];

/**
 * Meanings of HTTP statuses of responses without an MM7 status. A proxy may have sent them after it
 * had passed the message on to the MMSC. The first matching row applies.
 */
export const RESPONSE_HTTP_ONLY: readonly HttpRow[] = [
  {
    from: 200,
    to: 299,
    meaning: unreadable,
    description: "the request was accepted (RFC 9110 section 15.3), but not verifiably by an MMSC",
    advice: CHECK_URL,
  },
  {
    from: 400,
    to: 499,
    meaning: temporary,
    description: "the request is refused as a client error (RFC 9110 section 15.5)",
    advice: CHECK_URL,
  },
  {
    from: 501,
    to: 501,
    meaning: temporary,
    description: "the server does not support POST (RFC 9110 section 15.6.2)",
    advice: CHECK_URL,
  },
  {
    from: 502,
    to: 502,
    meaning: unconfirmed,
    description: "a proxy got an invalid response from the MMSC (RFC 9110 section 15.6.3)",
    advice: WAIT,
  },
  {
    from: 504,
    to: 504,
    meaning: unconfirmed,
    description: "a proxy got no response from the MMSC in time (RFC 9110 section 15.6.5)",
    advice: WAIT,
  },
  {
    from: 505,
    to: 505,
    meaning: temporary,
    description: "the server does not support this HTTP version (RFC 9110 section 15.6.6)",
    advice: CHECK_URL,
  },
  {
    from: 511,
    to: 511,
    meaning: temporary,
    description: "a network on the path requires a login (RFC 6585 section 6)",
    advice: "log in to the network, or use another path to the MMSC",
  },
  {
    from: 0,
    to: 999,
    meaning: unconfirmed,
    description: "the server failed at an unknown point (RFC 9110 sections 15, 15.6.1)",
    advice: CHECK_URL,
  },
];

/** Meaning of a response, and its source. */
export interface Judgement {
  readonly meaning: Meaning;
  /** Row of the deciding HTTP status; null: the body decided. */
  readonly http: HttpRow | null;
  /** False: the HTTP status decided because the body has no MM7 status. */
  readonly hasStatus: boolean;
}

/**
 * Judges a response by its HTTP status and its body, which is null if it is not MM7. A fault without
 * a StatusCode refuses the request, as faults do (SOAP 1.1 section 4.4).
 */
export function judge(status: number, body: Mm7Response | null): Judgement {
  const http = meaningOfHttp(status);
  if (http !== null) return { meaning: http.meaning, http, hasStatus: true };
  const meaning = meaningOfBody(body);
  if (meaning !== null) return { meaning, http, hasStatus: true };
  if (body?.isFault && body.code === null) return { meaning: refused, http, hasStatus: false };
  const fallback = meaningOfHttpOnly(status);
  return { meaning: fallback.meaning, http: fallback, hasStatus: false };
}

/** Returns null for a body without an MM7 status, or a fault with a success code. */
function meaningOfBody(body: Mm7Response | null): Meaning | null {
  if (body === null || body.code === null) return null;
  const meaning = meaningOfCode(body.code);
  return meaning?.means === "accepted" && !body.success ? null : meaning;
}

/** Returns the meaning of an MM7 StatusCode; null for any other number. */
export function meaningOfCode(code: number): Meaning | null {
  return rowOf(RESPONSE_CODES, code)?.meaning ?? null;
}

/** Returns the row of an HTTP status; null when the body decides. */
export function meaningOfHttp(status: number): HttpRow | null {
  return rowOf(RESPONSE_HTTP, status);
}

/** Returns the row of an HTTP status whose body has no MM7 status. */
export function meaningOfHttpOnly(status: number): HttpRow {
  return rowOf(RESPONSE_HTTP_ONLY, status)!; // the last row matches any
}

function rowOf<R extends { from: number; to: number }>(
  rows: readonly R[],
  code: number,
): R | null {
  return rows.find(({ from, to }) => code >= from && code <= to) ?? null;
}

function final(outcome: Failure): Meaning {
  return { means: "final", outcome };
}
