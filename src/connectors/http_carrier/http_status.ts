/**
 * Meanings of HTTP statuses of providers, as a table: for errors without a code that the provider's
 * table knows. The first matching row applies.
 */
import type { FaultKind } from "./faults.ts";

export interface HttpStatusRow {
  readonly from: number;
  readonly to: number;
  readonly kind: FaultKind;
  readonly when: string;
}

/** Statuses of responses with an error of the provider's own: it has judged the request. */
export const FAULT_STATUSES: readonly HttpStatusRow[] = [
  { from: 401, to: 401, kind: "credentials", when: "unauthorised (RFC 9110 section 15.5.2)" },
  { from: 402, to: 402, kind: "funds", when: "payment required (RFC 9110 section 15.5.3)" },
  { from: 403, to: 403, kind: "credentials", when: "forbidden (RFC 9110 section 15.5.4)" },
  { from: 404, to: 404, kind: "request", when: "not found (RFC 9110 section 15.5.5)" },
  { from: 408, to: 408, kind: "temporary", when: "request timeout (RFC 9110 section 15.5.9)" },
  { from: 413, to: 413, kind: "size", when: "content too large (RFC 9110 section 15.5.14)" },
  { from: 429, to: 429, kind: "throttled", when: "too many requests (RFC 6585 section 4)" },
  { from: 400, to: 499, kind: "request", when: "any other error of ours (RFC 9110 section 15.5)" },
  { from: 500, to: 599, kind: "temporary", when: "an error that the provider reports itself" },
];

/** Statuses of responses that are none of the provider's API: a proxy or a wrong URL. */
export const BARE_STATUSES: readonly HttpStatusRow[] = [
  { from: 200, to: 299, kind: "unconfirmed", when: "success, but without an id" },
  { from: 300, to: 399, kind: "temporary", when: "a redirect, which is not followed" },
  { from: 401, to: 401, kind: "credentials", when: "unauthorised (RFC 9110 section 15.5.2)" },
  { from: 402, to: 402, kind: "funds", when: "payment required (RFC 9110 section 15.5.3)" },
  { from: 403, to: 403, kind: "credentials", when: "forbidden (RFC 9110 section 15.5.4)" },
  { from: 413, to: 413, kind: "size", when: "content too large (RFC 9110 section 15.5.14)" },
  { from: 429, to: 429, kind: "throttled", when: "too many requests (RFC 6585 section 4)" },
  { from: 400, to: 499, kind: "temporary", when: "any other error of ours: perhaps a wrong URL" },
  {
    from: 501,
    to: 501,
    kind: "temporary",
    when: "POST is not supported (RFC 9110 section 15.6.2)",
  },
  { from: 503, to: 503, kind: "temporary", when: "unavailable (RFC 9110 section 15.6.4)" },
  { from: 0, to: 999, kind: "unconfirmed", when: "a failure at an unknown point" },
];

/** Finds the row of a status. */
export function statusRow(rows: readonly HttpStatusRow[], status: number): HttpStatusRow {
  return rows.find(({ from, to }) => status >= from && status <= to) ?? rows.at(-1)!;
}
