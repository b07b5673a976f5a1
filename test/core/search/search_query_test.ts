/** Meaning of the words of a search. */
import assert from "node:assert/strict";
import { Refusal } from "../../../src/core/errors.ts";
import { fold, type SearchCriteria, STATE_GROUPS } from "../../../src/core/search/search.ts";
import {
  readQuery,
  readSearches,
  type TypedCriteria,
} from "../../../src/core/search/search_query.ts";

/** Makes the searches of words that mean something besides being in a text. */
const first = (text: string, meant: NonNullable<SearchCriteria["except"]>): SearchCriteria[] => [
  meant,
  { textOrReference: text, except: meant },
];

/** Makes the searches of words that may be in a text, or in a reason. */
const words = (text: string): SearchCriteria[] => [
  { textOrReference: text },
  { reason: fold(text), except: { textOrReference: text } },
];

const QUERIES: Record<string, SearchCriteria[]> = {
  "0197c1e2-a6b4-7d3f-9d22-000000000001": [{ trackingId: "0197c1e2-a6b4-7d3f-9d22-000000000001" }],
  "0197C1E2-A6B4": [{ trackingId: "0197c1e2-a6b4" }],
  "01970123-4567": [{ trackingId: "01970123-4567" }],
  "+1 (617) 555-01": first("+1 (617) 555-01", { number: "161755501" }),
  "617": first("617", { number: "617" }),
  "+49 (0)170/1234567": first("+49 (0)170/1234567", { number: "491701234567" }),
  "\u202a+49\u2011170 1234567\u202c": first("\u202a+49\u2011170 1234567\u202c", {
    number: "491701234567",
  }),
  "٦١٧": first("٦١٧", { number: "617" }),
  "12/05/2026": words("12/05/2026"),
  "0044 20 7946 0018": first("0044 20 7946 0018", { number: "442079460018" }),
  "e102": first("e102", { code: "E102" }),
  "N211": first("N211", { code: "N211" }),
  "E1024": words("E1024"),
  "17": words("17"),
  "order-4711": words("order-4711"),
  "100%_\\'\"": words("100%_\\'\""),
  "😀": words("😀"),
  "Delivered": first("Delivered", { states: ["delivered"] }),
  "received": first("received", { states: ["received"] }),
  "failed": first("failed", { states: ["failed", "rejected", "unrecognised", "expired"] }),
  "pending": first("pending", { states: [...STATE_GROUPS["any-open"]] }),
  "constructor": words("constructor"),
};

for (const [text, searches] of Object.entries(QUERIES)) {
  Deno.test(`what "${text}" in a search box means`, () => {
    assert.deepEqual(readQuery(text), searches);
  });
}

const TYPED: [TypedCriteria, SearchCriteria, ...SearchCriteria[]][] = [
  [{}, {}],
  [{ query: "  ", text: "", number: " " }, {}],
  [{ text: " Sale\n NOW " }, { text: "sale now" }],
  [{ "tracking-id": "0197C1E2" }, { trackingId: "0197c1e2" }],
  [{ code: "e102", kind: "MMS", direction: "in" }, { code: "E102", kind: "MMS", direction: "in" }],
  [{ state: "failed" }, { states: ["failed"] }],
  [{ state: "any-failed" }, { states: ["failed", "rejected", "unrecognised", "expired"] }],
  [{ from: "2026-07-01", to: "2026-07-01T12:00Z" }, {
    from: Date.UTC(2026, 6, 1),
    to: Date.UTC(2026, 6, 1, 12),
  }],
  [{ reason: " Spam\nFilter" }, { reason: "spam filter" }],
  [{ sender: "111122", operator: "us.att" }, { senders: ["111122"], operator: "us.att" }],
  [
    { query: "617", account: "acme" },
    { number: "617", account: "acme" },
    { textOrReference: "617", except: { number: "617" }, account: "acme" },
  ],
  [
    { query: "617", number: "555" },
    { textOrReference: "617", except: { number: "617" }, number: "555" },
  ],
  [{ query: "01970123-4567", "tracking-id": "01970123" }, { trackingId: "01970123" }],
];

for (const [typed, ...searches] of TYPED) {
  Deno.test(`criteria ${JSON.stringify(typed)} are read`, () => {
    assert.deepEqual(readSearches(typed), searches);
  });
}

const REFUSED: [TypedCriteria, RegExp][] = [
  [{ number: "61" }, /^number must have 3 to 20 digits$/],
  [{ number: "617 x" }, /^number must have/],
  [{ number: "1".repeat(21) }, /^number must have/],
  [{ "tracking-id": "0197c1e" }, /^tracking-id must have at least 8 characters$/],
  [{ code: "X101" }, /^code must be a code of a postback/],
  [{ from: "yesterday" }, /^from must be a date or time in ISO 8601$/],
  [{ to: "2026-02-30" }, /^to must be a date or time/],
  [{ from: "2026-07-02", to: "2026-07-01" }, /^to must be later than from$/],
];

for (const [typed, fault] of REFUSED) {
  Deno.test(`criteria ${JSON.stringify(typed)} are refused`, () => {
    assert.throws(() => readSearches(typed), (error: Error) => {
      assert.ok(error instanceof Refusal);
      assert.match(error.message, fault);
      return true;
    });
  });
}
