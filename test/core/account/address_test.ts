import assert from "node:assert/strict";
import { maskNumber, readNumber, readOriginator } from "../../../src/core/account/address.ts";

const NUMBERS: [text: string, digits: string | null, why: string][] = [
  ["16175550101", "16175550101", "as it is"],
  ["+16175550101", "16175550101", "with a plus"],
  ["0016175550101", "16175550101", "with the international prefix"],
  ["+1 (617) 555-0101", "16175550101", "spaces, parentheses, dashes"],
  ["1.617.555.0101", "16175550101", "dots"],
  ["1\u00a0617\u00a05550101", "16175550101", "no-break spaces"],
  [" 16175550101\n", "16175550101", "space around it"],
  ["1234567", "1234567", "the shortest there is"],
  ["123456789012345", "123456789012345", "the longest there is (E.164)"],
  ["123456", null, "too short: a short code is no recipient"],
  ["1234567890123456", null, "too long"],
  ["6175550101x5", null, "an extension"],
  ["1617555010a", null, "a letter"],
  ["06175550101", null, "a national prefix"],
  ["++16175550101", null, "two pluses"],
  ["+0016175550101", null, "a plus and the prefix"],
  ["1617555０101", null, "a digit that is not ASCII"],
  ["16175550101,16175550102", null, "two numbers"],
  ["+", null, "only a plus"],
  ["", null, "nothing"],
];

for (const [text, digits, why] of NUMBERS) {
  Deno.test(`a recipient ${JSON.stringify(text)} is ${digits ?? "refused"}: ${why}`, () => {
    assert.equal(readNumber(text), digits);
  });
}

const ORIGINATORS: [text: string, address: string | null, why: string][] = [
  ["111122", "111122", "a short code"],
  ["123", "123", "the shortest short code"],
  ["12", null, "too short"],
  ["0123", null, "no code begins with zero"],
  ["+1 617 555 0100", "16175550100", "a long code, as people write it"],
  ["+18005550199", "18005550199", "toll-free"],
  ["ACME", "ACME", "a name"],
  [" ACME ", "ACME", "a name with space around it"],
  ["Acme & Co.", "Acme & Co.", "a name with the characters that carriers take"],
  ["ABCDEFGHIJK", "ABCDEFGHIJK", "a name of eleven characters"],
  ["ABCDEFGHIJKL", null, "a name of twelve"],
  ["1A", "1A", "one letter makes a name"],
  ["Ünal", null, "a letter that is not ASCII"],
  ["A!", null, "a character that carriers do not take"],
  ["", null, "nothing"],
];

for (const [text, address, why] of ORIGINATORS) {
  Deno.test(`an originator ${JSON.stringify(text)} is ${address ?? "refused"}: ${why}`, () => {
    assert.equal(readOriginator(text), address);
  });
}

Deno.test("logs show the last four digits", () => {
  assert.equal(maskNumber("16175550101"), "…0101");
  assert.equal(maskNumber("1234"), "1234");
});
