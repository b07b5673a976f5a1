/**
 * What an MMSC's answer to a submission means for the message: StatusCodes (3GPP TS 23.140 section
 * 8.7.3.3, and those of services like ours) and HTTP statuses, as tables.
 */
import type { Outcome } from "../core/message.ts";

export type Meaning =
  | { readonly means: "accepted" }
  /** The same submission may be taken another time; `throttled`: once there is less of them. */
  | { readonly means: "temporary" | "throttled" }
  /** Never; the outcome in the words of spec 6.2. */
  | { readonly means: "final"; readonly outcome: Outcome };

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
  /** What the operator of this service can do about it. */
  readonly advice: string;
}

const accepted: Meaning = { means: "accepted" };
const temporary: Meaning = { means: "temporary" };
const throttled: Meaning = { means: "throttled" };
const refused = final("rejected", "Message Rejected");
const unsupported = final("rejected", "Message Not Supported");
const tooBig = final("failed", "MMS is too big");
const misrouted = final("failed", "Internal Routing Error");

export const CARRIER_CODES: readonly CodeRow[] = [
  { from: 1000, to: 1999, meaning: accepted, when: "taken, or taken in part" },
  { from: 2002, to: 2003, meaning: refused, when: "the recipient's address is wrong or unknown" },
  { from: 2004, to: 2004, meaning: unsupported, when: "a type of content is refused" },
  { from: 2560, to: 2560, meaning: tooBig, when: "the content is too long" },
  { from: 2569, to: 2569, meaning: temporary, when: "the lookup of operators is down, retry" },
  { from: 2000, to: 2999, meaning: misrouted, when: "any other error of ours" },
  { from: 3510, to: 3510, meaning: throttled, when: "over the rate" },
  { from: 3000, to: 3999, meaning: temporary, when: "an error of the MMSC" },
  { from: 4006, to: 4006, meaning: temporary, when: "the service is unavailable" },
  { from: 4007, to: 4007, meaning: refused, when: "the service is denied" },
  { from: 4000, to: 4999, meaning: misrouted, when: "any other error of the service" },
];

/**
 * Statuses that count whatever the body says. With any other one the body counts: SOAP 1.1 section
 * 6.2 has faults answered with 500.
 */
export const CARRIER_HTTP: readonly HttpRow[] = [
  {
    from: 300,
    to: 399,
    meaning: temporary,
    advice: "redirects are not followed: set the connector's url to where it leads",
  },
  { from: 401, to: 401, meaning: temporary, advice: "check the connector's username and password" },
  {
    from: 403,
    to: 403,
    meaning: temporary,
    advice: "check the connector's username and password, and that the MMSC admits our address",
  },
  { from: 404, to: 404, meaning: temporary, advice: "check the connector's url" },
  { from: 413, to: 413, meaning: tooBig, advice: "lower the operator's limit of bytes" },
  { from: 429, to: 429, meaning: throttled, advice: "lower the connector's rate" },
  { from: 502, to: 504, meaning: temporary, advice: "wait, or ask the MMSC's operator" },
];

/** Null: not a StatusCode of MM7. */
export function meaningOfCode(code: number): Meaning | null {
  return rowOf(CARRIER_CODES, code)?.meaning ?? null;
}

/** Null: the body counts. */
export function meaningOfHttp(status: number): HttpRow | null {
  return rowOf(CARRIER_HTTP, status);
}

function rowOf<R extends { from: number; to: number }>(
  rows: readonly R[],
  code: number,
): R | null {
  return rows.find(({ from, to }) => code >= from && code <= to) ?? null;
}

function final(outcome: "failed" | "rejected", details: string): Meaning {
  return { means: "final", outcome: { outcome, details } };
}
