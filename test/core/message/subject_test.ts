import assert from "node:assert/strict";
import { subjectFor } from "../../../src/core/message/subject.ts";

const FAMILY = "👨‍👩‍👧‍👦";
const ENGLAND = "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}";

/** Subjects as they are delivered; `gsm` where the operator takes only that and it differs. */
const SUBJECTS: [subject: string, shown: string | null, gsm: string | null, why: string][] = [
  ["Spring sale", "Spring sale", "Spring sale", "as it is"],
  ["", null, null, "nothing"],
  [" \t\n\u00a0\u3000", null, null, "only space"],
  ["  Sale \n", "Sale", "Sale", "space around it"],
  ["two\r\nlines\u2028three\vfour", "two lines three four", "two lines three four", "line breaks"],
  ["a  b", "a  b", "a b", "two spaces"],
  ["a\x00b\x1b[31m\x7f\x9f", "ab[31m", "ab[31m", "controls"],
  ["a\ud800b\udc00c", "abc", "abc", "lone surrogates"],
  ["a\uffffb\u{1fffe}c\ufdd0", "abc", "abc", "noncharacters"],
  ["a\ue000b\u{f0000}c\u{10fffd}", "abc", "abc", "private use"],
  ["a\u0378b\u{3fffd}c", "abc", "abc", "not assigned"],
  ["so\u00adft\ufeff\u200b\u2060", "soft", "soft", "marks without width"],
  ["a\u202eb\u202c\u2066c\u2069", "abc", "abc", "embeddings and overrides of direction"],
  ["שלום\u200f!\u061c?", "שלום\u200f!\u061c?", "!?", "marks of direction"],
  ["می\u200cشود", "می\u200cشود", null, "a joiner that Persian needs"],
  ["Grüße für 5 €", "Grüße für 5 €", "Grüße für 5 €", "letters that GSM has"],
  ["E\u0301te\u0301 a\u0300 Paris", "Été à Paris", "Été à Paris", "accents apart"],
  ["u\u0308".repeat(90), "ü".repeat(80), "ü".repeat(80), "80 letters with accents apart"],
  ["10\u00a0000\u3000円", "10\u00a0000\u3000円", "10 000", "other spaces"],
  ["Sale 🎉 now", "Sale 🎉 now", "Sale now", "an emoji"],
  [`❤️ ${FAMILY} ${ENGLAND}`, `❤️ ${FAMILY} ${ENGLAND}`, null, "emoji of several characters"],
  ["🎉 Sale", "🎉 Sale", "Sale", "an emoji before it"],
  ["🎉🎉", "🎉🎉", null, "only emoji"],
  ["\u200d\ufe0f\u200e", null, null, "nothing to be seen"],
  ["Привет", "Привет", null, "another alphabet"],
];

for (const [subject, shown, gsm, why] of SUBJECTS) {
  Deno.test(`subject ${JSON.stringify(subject)}: ${why}`, () => {
    assert.equal(subjectFor(subject, { gsmSubjects: false }), shown);
    assert.equal(subjectFor(subject, { gsmSubjects: true }), gsm);
  });
}

Deno.test("a missing subject stays missing", () => {
  assert.equal(subjectFor(null, { gsmSubjects: false }), null);
  assert.equal(subjectFor(null, { gsmSubjects: true }), null);
});

const x = (times: number) => "x".repeat(times);

/** Subjects for operators that take Unicode. */
const CUTS: [subject: string, shown: string | null, why: string][] = [
  [x(80), x(80), "80 characters stay"],
  [x(81), x(80), "what is beyond is cut off"],
  ["🎉".repeat(81), "🎉".repeat(80), "a character is one, whatever it takes in UTF-16"],
  [`${x(79)}x\u0301`, x(79), "a letter keeps its accent or goes"],
  [
    `${x(78)}x\u0301y`,
    `${x(78)}x\u0301`,
    "an accent that no letter is composed with is a character",
  ],
  [`${x(74)}${FAMILY}`, x(74), "an emoji is not cut to a smaller family"],
  [`${x(73)}${FAMILY}!`, `${x(73)}${FAMILY}`, "an emoji that just fits"],
  [`${x(79)}🇨🇭`, x(79), "a flag is not cut to a letter"],
  [`${x(79)} y`, x(79), "no space is left at the end"],
  [`${" ".repeat(90)}Sale`, "Sale", "space is taken off before"],
  ["\x00\u200b".repeat(80) + "Sale", "Sale", "so is what is not supported"],
  [`x${"\u0301".repeat(80)}`, null, "what is seen as one and still does not fit"],
  [`Sale ${x(1_000_000)}`, `Sale ${x(75)}`, "a million characters"],
];

for (const [subject, shown, why] of CUTS) {
  Deno.test(`a long subject: ${why}`, () => {
    assert.equal(subjectFor(subject, { gsmSubjects: false }), shown);
  });
}

Deno.test("for GSM, a subject is cut after it is stripped", () => {
  assert.equal(subjectFor(`${"🎉 ".repeat(80)}Sale`, { gsmSubjects: true }), "Sale");
  assert.equal(subjectFor(`${"ж".repeat(80)}${x(81)}`, { gsmSubjects: true }), x(80));
});
