import assert from "node:assert/strict";
import {
  excerptOf,
  fold,
  meetsText,
  readCriteria,
  readQuery,
  type SearchCriteria,
  type TypedCriteria,
} from "../../../src/core/search/search.ts";
import { Refusal } from "../../../src/core/errors.ts";

const QUERIES: Record<string, SearchCriteria> = {
  "0197c1e2-a6b4-7d3f-9d22-000000000001": { trackingId: "0197c1e2-a6b4-7d3f-9d22-000000000001" },
  "0197C1E2-A6B4": { trackingId: "0197c1e2-a6b4" },
  "01970123-4567": { trackingId: "01970123-4567" },
  "+1 (617) 555-01": { number: "161755501" },
  "617": { number: "617" },
  "+49 (0)170/1234567": { number: "491701234567" },
  "\u202a+49\u2011170 1234567\u202c": { number: "491701234567" },
  "٦١٧": { number: "617" },
  "12/05/2026": { textOrReference: "12/05/2026" },
  "0044 20 7946 0018": { number: "442079460018" },
  "e102": { code: "E102" },
  "N211": { code: "N211" },
  "E1024": { textOrReference: "E1024" },
  "17": { textOrReference: "17" },
  "order-4711": { textOrReference: "order-4711" },
  "100%_\\'\"": { textOrReference: "100%_\\'\"" },
  "😀": { textOrReference: "😀" },
};

for (const [text, criteria] of Object.entries(QUERIES)) {
  Deno.test(`what "${text}" in a search box means`, () => {
    assert.deepEqual(readQuery(text), criteria);
  });
}

const TYPED: [TypedCriteria, SearchCriteria][] = [
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
  [{ query: "617", number: "555" }, { number: "555" }],
];

for (const [typed, criteria] of TYPED) {
  Deno.test(`criteria ${JSON.stringify(typed)} are read`, () => {
    assert.deepEqual(readCriteria(typed), criteria);
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
    assert.throws(() => readCriteria(typed), (error: Error) => {
      assert.ok(error instanceof Refusal);
      assert.match(error.message, fault);
      return true;
    });
  });
}

const FOLDED: Record<string, string> = {
  "  Two\t\n words ": "two words",
  "NAI\u0308VE": "naïve",
  "\0": "\ufffd",
  "\ud800x": "\ufffdx",
  "שלום": "שלום",
};

for (const [text, folded] of Object.entries(FOLDED)) {
  Deno.test(`${JSON.stringify(text)} is folded`, () => assert.equal(fold(text), folded));
}

Deno.test("a part of a text does not span two texts", () => {
  const message = { texts: ["Summer", "Sale"], clientReference: null };
  assert.ok(meetsText({ text: "umm" }, message));
  assert.ok(!meetsText({ text: "summer sale" }, message));
});

Deno.test("a text or reference is either; references differ by case", () => {
  const message = { texts: ["Hello"], clientReference: "Order-1" };
  assert.ok(meetsText({ textOrReference: "HELL" }, message));
  assert.ok(meetsText({ textOrReference: "Order" }, message));
  assert.ok(!meetsText({ textOrReference: "order" }, message));
});

Deno.test("an excerpt is one line of at most 160 characters", () => {
  assert.equal(excerptOf([]), null);
  assert.equal(excerptOf([" \n "]), null);
  assert.equal(excerptOf(["News", "one\ntwo"]), "News one two");
  assert.equal(excerptOf(["😀".repeat(200)]), "😀".repeat(160));
});
