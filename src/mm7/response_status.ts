/**
 * Meanings of answers, an MMSC's to a submission and a VASP's to a notice alike: StatusCodes (3GPP TS
 * 23.140 section 8.7.3.3, and those of services like ours) and HTTP statuses, as tables. Only what
 * says "never" is final.
 */
import type { Failure } from "../core/message/message.ts";
import type { Mm7Response } from "./response.ts";

export type Meaning =
  | { readonly means: "accepted" }
  /** The same request may be taken another time; `throttled`: once there is less of them. */
  | { readonly means: "temporary" | "throttled" }
  /** The far side may have taken it, or not. */
  | { readonly means: "unconfirmed" }
  /** Never; the outcome of a submission, in the words of spec 6.2. */
  | { readonly means: "final"; readonly outcome: Failure };

/** What a range of codes means. The first row that holds a code counts. */
export interface CodeRow {
  readonly from: number;
  readonly to: number;
  readonly meaning: Meaning;
  readonly when: string;
}

export interface HttpRow {
  readonly from: number;
  readonly to: number;
  readonly meaning: Meaning;
  /** What it says, and where that is written. */
  readonly says: string;
  /** What the operator of this service can do about it. */
  readonly advice: string;
}

const accepted: Meaning = { means: "accepted" };
const temporary: Meaning = { means: "temporary" };
const throttled: Meaning = { means: "throttled" };
const unconfirmed: Meaning = { means: "unconfirmed" };
const refused = final({ outcome: "rejected", details: "Message Rejected" });
const unsupported = final({ outcome: "rejected", details: "Message Not Supported" });
const tooBig = final({ outcome: "failed", details: "MMS is too big" });
const misrouted = final({ outcome: "failed", details: "Internal Routing Error" });

export const ANSWER_CODES: readonly CodeRow[] = [
  { from: 1000, to: 1999, meaning: accepted, when: "taken, or taken in part" },
  { from: 2002, to: 2003, meaning: refused, when: "the recipient's address is wrong or unknown" },
  { from: 2004, to: 2004, meaning: unsupported, when: "a type of content is refused" },
  { from: 2560, to: 2560, meaning: tooBig, when: "the content is too long" },
  { from: 2569, to: 2569, meaning: temporary, when: "the lookup of operators is down, retry" },
  { from: 2000, to: 2999, meaning: misrouted, when: "any other error of ours" },
  { from: 3510, to: 3510, meaning: throttled, when: "over the rate" },
  { from: 3000, to: 3999, meaning: temporary, when: "an error of the far side" },
  { from: 4000, to: 4000, meaning: temporary, when: "an error of the service, of no kind" },
  { from: 4006, to: 4006, meaning: temporary, when: "the service is unavailable" },
  { from: 4007, to: 4007, meaning: refused, when: "the service is denied" },
  { from: 4000, to: 4999, meaning: misrouted, when: "any other error of the service" },
];

const WAIT = "wait, or ask the MMSC's operator";
const CHECK_URL = "check that the connector's url is that of an MM7 service";

/**
 * Statuses that count whatever the body says; the first row that holds one. With any other status
 * the body counts: SOAP 1.1 section 6.2 has faults answered with 500.
 */
export const ANSWER_HTTP: readonly HttpRow[] = [
  {
    from: 303,
    to: 303,
    meaning: unconfirmed,
    says: "what became of it is to be read elsewhere (RFC 9110 section 15.4.4)",
    advice: CHECK_URL,
  },
  {
    from: 300,
    to: 399,
    meaning: temporary,
    says: "it is to be asked for elsewhere (RFC 9110 section 15.4)",
    advice: "redirects are not followed: set the connector's url to where it leads",
  },
  {
    from: 401,
    to: 401,
    meaning: temporary,
    says: "it has not been applied, for want of credentials (RFC 9110 section 15.5.2)",
    advice: "check the connector's username and password",
  },
  {
    from: 403,
    to: 403,
    meaning: temporary,
    says: "it is refused (RFC 9110 section 15.5.4)",
    advice: "check the connector's username and password, and that the MMSC admits our address",
  },
  {
    from: 404,
    to: 404,
    meaning: temporary,
    says: "nothing is there (RFC 9110 section 15.5.5)",
    advice: "check the connector's url",
  },
  {
    from: 413,
    to: 413,
    meaning: tooBig,
    says: "its content is too large (RFC 9110 section 15.5.14)",
    advice: "lower the operator's limit of bytes",
  },
  {
    from: 429,
    to: 429,
    meaning: throttled,
    says: "there are too many (RFC 6585 section 4)",
    advice: "lower the connector's rate",
  },
  {
    from: 503,
    to: 503,
    meaning: temporary,
    says: "it cannot be handled now (RFC 9110 section 15.6.4)",
    advice: WAIT,
  },
];

/**
 * What a status means where the body has none of MM7: who answers is perhaps not the MMSC, which may
 * have been given the message. The first row that holds a status counts.
 */
export const ANSWER_HTTP_ALONE: readonly HttpRow[] = [
  {
    from: 200,
    to: 299,
    meaning: unconfirmed,
    says: "it was received and accepted (RFC 9110 section 15.3), by whom nobody knows",
    advice: CHECK_URL,
  },
  {
    from: 400,
    to: 499,
    meaning: temporary,
    says: "it is not processed, for a fault of ours (RFC 9110 section 15.5)",
    advice: CHECK_URL,
  },
  {
    from: 501,
    to: 501,
    meaning: temporary,
    says: "the server knows no POST (RFC 9110 section 15.6.2)",
    advice: CHECK_URL,
  },
  {
    from: 502,
    to: 502,
    meaning: unconfirmed,
    says: "a proxy got no valid answer from the MMSC (RFC 9110 section 15.6.3)",
    advice: WAIT,
  },
  {
    from: 504,
    to: 504,
    meaning: unconfirmed,
    says: "a proxy got no answer from the MMSC in time (RFC 9110 section 15.6.5)",
    advice: WAIT,
  },
  {
    from: 505,
    to: 505,
    meaning: temporary,
    says: "the server does not speak this HTTP (RFC 9110 section 15.6.6)",
    advice: CHECK_URL,
  },
  {
    from: 511,
    to: 511,
    meaning: temporary,
    says: "a network on the way wants to be signed in to (RFC 6585 section 6)",
    advice: "sign in to the network, or take another way to the MMSC",
  },
  {
    from: 0,
    to: 999,
    meaning: unconfirmed,
    says: "an error at whatever moment, as is all that is unknown (RFC 9110 sections 15, 15.6.1)",
    advice: CHECK_URL,
  },
];

/** The meaning of an answer, and what it is read from. */
export interface Judgement {
  readonly meaning: Meaning;
  /** Null: the body decided. */
  readonly http: HttpRow | null;
  /** False: HTTP's status counts, for want of one of MM7. */
  readonly hasStatus: boolean;
}

/** The meaning of an answer under an HTTP status. `body` null: it is none of MM7. */
export function judge(status: number, body: Mm7Response | null): Judgement {
  const http = meaningOfHttp(status);
  if (http !== null) return { meaning: http.meaning, http, hasStatus: true };
  const meaning = meaningOf(body);
  if (meaning !== null) return { meaning, http, hasStatus: true };
  const alone = meaningOfHttpAlone(status);
  return { meaning: alone.meaning, http: alone, hasStatus: false };
}

/** Null: the body says nothing of MM7, or that a fault is a success. */
function meaningOf(body: Mm7Response | null): Meaning | null {
  if (body === null || body.code === null) return null;
  const meaning = meaningOfCode(body.code);
  return meaning?.means === "accepted" && !body.success ? null : meaning;
}

/** Null: not a StatusCode of MM7. */
export function meaningOfCode(code: number): Meaning | null {
  return rowOf(ANSWER_CODES, code)?.meaning ?? null;
}

/** Null: the body counts. */
export function meaningOfHttp(status: number): HttpRow | null {
  return rowOf(ANSWER_HTTP, status);
}

/** Of an answer whose body has no status of MM7. */
export function meaningOfHttpAlone(status: number): HttpRow {
  return rowOf(ANSWER_HTTP_ALONE, status)!; // the last row holds any
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
