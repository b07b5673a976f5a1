import assert from "node:assert/strict";
import { excerptOf, fold, meetsText, reasonsOf } from "../../../src/core/search/search.ts";

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
  const message = { texts: ["Summer", "Sale"], clientReference: null, reasons: [] };
  assert.ok(meetsText({ text: "umm" }, message));
  assert.ok(!meetsText({ text: "summer sale" }, message));
});

Deno.test("a text or reference is either; references differ by case", () => {
  const message = { texts: ["Hello"], clientReference: "Order-1", reasons: [] };
  assert.ok(meetsText({ textOrReference: "HELL" }, message));
  assert.ok(meetsText({ textOrReference: "Order" }, message));
  assert.ok(!meetsText({ textOrReference: "order" }, message));
  assert.ok(!meetsText({ except: { textOrReference: "hell" } }, message));
});

Deno.test("a reason is in our words or the carrier's; what did not fail has none", () => {
  const failing = { state: "rejected", statusDetails: null, statusReason: "Spam  filter" } as const;
  const reasons = reasonsOf(failing);
  assert.deepEqual(reasons, ["Message Rejected", "Spam  filter"]);
  assert.deepEqual(reasonsOf({ ...failing, state: "delivered" }), []);
  assert.deepEqual(reasonsOf({ ...failing, state: "received" }), []);
  const message = { texts: [], clientReference: null, reasons };
  assert.ok(meetsText({ reason: "spam filter" }, message));
  assert.ok(meetsText({ reason: "reject" }, message));
  assert.ok(!meetsText({ reason: "rejected spam" }, message));
});

Deno.test("an excerpt is one line of at most 160 characters", () => {
  assert.equal(excerptOf([]), null);
  assert.equal(excerptOf([" \n "]), null);
  assert.equal(excerptOf(["News", "one\ntwo"]), "News one two");
  assert.equal(excerptOf(["😀".repeat(200)]), "😀".repeat(160));
});
