/**
 * Spelling of header field names on the wire. Their case means nothing (RFC 9110 section 5.1), but
 * receivers of 2004 look for them as the examples of the RFCs spell them.
 */
import { memoize } from "../../../lib/memoize.ts";

/** Spellings other than capitals at the beginning of each word, by name in lower case. */
const SPELLINGS: Readonly<Record<string, string>> = {
  dnt: "DNT",
  "mime-version": "MIME-Version",
  soapaction: "SOAPAction",
  te: "TE",
};

/** Names that their specifications write in lower case: Standard Webhooks, W3C Trace Context. */
const LOWER_CASE = /^(?:webhook-\w+|traceparent|tracestate)$/;

/** Returns a name as it is written; one that its caller has spelled stays as it is. */
export const fieldName = memoize((name: string): string => {
  if (/[A-Z]/.test(name) || LOWER_CASE.test(name)) return name;
  if (Object.hasOwn(SPELLINGS, name)) return SPELLINGS[name]!;
  return name.replaceAll(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}, { max: 256, maxLength: 128 });
