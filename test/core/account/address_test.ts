import assert from "node:assert/strict";
import {
  findOriginator,
  maskNumber,
  readDigits,
  readNumber,
  readOriginator,
} from "../../../src/core/account/address.ts";

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
  ["06175550101", null, "a national prefix without a country code"],
  ["++16175550101", null, "two pluses"],
  ["+0016175550101", null, "a plus and the prefix"],
  ["1617555０101", "16175550101", "a full-width digit"],
  ["＋１（６１７）５５５－０１０１", "16175550101", "full-width forms"],
  ["١٦١٧٥٥٥٠١٠١", "16175550101", "Arabic digits"],
  ["۱۶۱۷۵۵۵۰۱۰۱", "16175550101", "Persian digits"],
  ["१६१७५५५०१०१", "16175550101", "Devanagari digits"],
  ["1617555010²", null, "a superscript, which is no digit of a number"],
  ["1617555010①", null, "a circled digit"],
  ["1/617/555/0101", "16175550101", "slashes"],
  ["+1 [617] 555 0101", "16175550101", "square brackets"],
  ["+1\u2011617\u20115550101", "16175550101", "no-break hyphens"],
  ["+1–617—555−0101", "16175550101", "a dash, a long dash and a minus sign"],
  ["+1 617 555 01ー01", "16175550101", "the dash of Japanese keyboards"],
  ["\u202a+1 (617) 555-0101\u202c", "16175550101", "marks of direction, as address books add them"],
  ["\u2066+16175550101\u2069", "16175550101", "isolates of direction"],
  ["1\u200b617\u00ad555\u2060010\ufeff1\ufe0f", "16175550101", "characters that nobody sees"],
  ["+49 (0)170 1234567", "491701234567", "a trunk zero in brackets"],
  ["+49 ( 0 ) 170 1234567", "491701234567", "a trunk zero in wide brackets"],
  ["＋４９（０）１７０ 1234567", "491701234567", "a trunk zero in full-width brackets"],
  ["0049 [0] 170/1234567", "491701234567", "a trunk zero in square brackets"],
  ["(+49) (0) 170 1234567", "491701234567", "a country code in brackets"],
  ["49(0)1701234567", "491701234567", "a trunk zero in brackets without a plus"],
  ["+49 (0)0170 1234567", "491701234567", "a trunk zero in brackets and one without"],
  ["+49 0170 1234567", "491701234567", "a bare trunk zero"],
  ["4901701234567", "491701234567", "a bare trunk zero, digits only"],
  ["+49 00170 1234567", null, "two trunk zeros"],
  ["+49 0049 170 1234567", null, "a country code twice"],
  ["(0)170 1234567", null, "a trunk zero in brackets without a country code"],
  ["+49 170 (0) 1234567", "4917001234567", "a zero in brackets that is no trunk zero"],
  ["+41 (0)79 123 45 67", "41791234567", "Switzerland"],
  ["+44 (0)7912 345678", "447912345678", "the United Kingdom"],
  ["+33 (0)6 12 34 56 78", "33612345678", "France"],
  ["+39 (0)6 1234 5678", "390612345678", "Italy, whose numbers begin with the zero"],
  ["+39 06 1234 5678", "390612345678", "Italy"],
  ["+225 (0)7 12 34 56 78", "2250712345678", "Côte d'Ivoire, whose numbers begin with the zero"],
  ["+34 (0)612 345 678", "34612345678", "Spain, which has no trunk zero"],
  ["+48 (0)601 234 567", "48601234567", "Poland, which has none any more"],
  ["+1 (0)617 555 0101", "16175550101", "North America, which has none"],
  ["+1 1 617 555 0101", "16175550101", "North America's own prefix"],
  ["+7 (8) 912 345-67-89", "79123456789", "Russia's prefix"],
  ["+7 800 555-35-35", "78005553535", "a number that begins with the digit of Russia's prefix"],
  ["+36 06 30 123 4567", "36301234567", "Hungary's prefix"],
  ["+52 1 55 1234 5678", "525512345678", "Mexico's former 1 of mobile numbers"],
  ["5215512345678", "525512345678", "Mexico's former 1, as carriers write it"],
  ["+52 044 55 1234 5678", "525512345678", "Mexico's former prefix of mobile numbers"],
  ["+52 155 123 4567", "521551234567", "too short to have the former 1"],
  ["+54 9 11 2345-6789", "5491123456789", "Argentina, from abroad"],
  ["+54 11 15-2345-6789", "5491123456789", "Argentina's 15 within the country"],
  ["+55 (0)11 98765-4321", "5511987654321", "Brazil"],
  ["+55 0 15 11 98765-4321", "5511987654321", "Brazil, with the code of an operator"],
  ["1".repeat(150) + "\u200b".repeat(51), null, "longer than any number with what pasting adds"],
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
  ["AC\u200bME", "ACME", "a name with a character that nobody sees"],
  ["Acme\u2011Co", "Acme-Co", "a name with a no-break hyphen"],
  ["Acme\u00a0Co", "Acme Co", "a name with a no-break space"],
  ["１１１１２２", "111122", "a short code in full-width digits"],
  ["\u202a111122\u202c", "111122", "a short code with marks of direction"],
  ["49012345", "49012345", "a short code that looks like a number with a trunk zero"],
  ["+49 (0)170 1234567", "491701234567", "a long code with a trunk zero"],
  ["4901701234567", "491701234567", "a long code with a bare trunk zero"],
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

const CARRIERS: [text: string, digits: string | null][] = [
  ["+5215512345678", "525512345678"],
  ["06175550102", "06175550102"],
  ["0016175550102", "16175550102"],
  ["(617) 555-0102", "6175550102"],
  ["490049170123456", "490049170123456"],
  ["111122", "111122"],
  ["12", "12"],
  ["Info", null],
  ["*100#", null],
  ["", null],
];

for (const [text, digits] of CARRIERS) {
  Deno.test(`a carrier's ${JSON.stringify(text)} is ${digits ?? "no number"}`, () => {
    assert.equal(readDigits(text), digits);
  });
}

Deno.test("a sender is found in each spelling, also where it is stored with its national prefix", () => {
  const stored = ["4901701234567", "16175550100", "111122", "Acme-Co"];
  const senders = stored.map((address) => ({ address }));
  const found = (text: string) => findOriginator(senders, text)?.address;
  for (const text of ["4901701234567", "+49 (0)170 1234567", "491701234567"]) {
    assert.equal(found(text), "4901701234567", text);
  }
  assert.equal(found("+1 (617) 555-0100"), "16175550100");
  assert.equal(found("1111\u200b22"), "111122");
  assert.equal(found("Acme\u2011Co"), "Acme-Co");
  for (const text of ["acme-co", "49170123456", "", "!"]) {
    assert.equal(found(text), undefined, text);
  }
  const both = ["4901701234567", "491701234567"].map((address) => ({ address }));
  assert.equal(findOriginator(both, "+491701234567")!.address, "491701234567");
});
