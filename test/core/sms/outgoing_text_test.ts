import assert from "node:assert/strict";
import { isGsm } from "../../../src/core/sms/gsm_alphabet.ts";
import {
  composedText,
  outgoingText,
  withPlainTypography,
} from "../../../src/core/sms/outgoing_text.ts";
import { countSegments } from "../../../src/core/sms/sms_text.ts";

/** Letters as macOS and iOS copy them, in several code points. */
const DECOMPOSED: [language: string, text: string][] = [
  ["German", "Größe in Grün, Ärger für Öl"],
  ["French", "à, é, è, ù, É, Ç"],
  ["Spanish", "¡Mañana, señor Ñandú!"],
  ["Swedish", "Å, å, Ä, ö"],
  ["Italian", "più, però, così, è già"],
  ["Czech", "Příliš žluťoučký kůň úpěl ďábelské ódy"],
  ["Vietnamese", "Tiếng Việt đặt hàng thành công"],
  ["Greek", "Καλημέρα σας, ΐ ΰ"],
  ["Russian", "Съешь ещё этих мягких французских булок, й"],
  ["Korean", "안녕하세요, 주문이 완료되었습니다"],
  ["Japanese", "ガギグゲゴ、パピプペポ、がぎ"],
  ["Hindi", "नऩ रऱ ळऴ"],
];

for (const [language, text] of DECOMPOSED) {
  Deno.test(`text in ${language} is composed`, () => {
    const apart = text.normalize("NFD");
    assert.notEqual(apart, text);
    assert.equal(composedText(apart), text.normalize("NFC"));
    assert.equal(composedText(text), text.normalize("NFC"));
  });
}

Deno.test("a text of 160 letters, some of them in two code points, is one message, not three", () => {
  const text = "Grüße ".repeat(27).slice(0, 160);
  assert.equal(countSegments(text.normalize("NFD")), 3);
  assert.equal(countSegments(outgoingText(text.normalize("NFD"), false)), 1);
});

/** Texts whose links lead to the same place before and after. */
const LINKS: [text: string, sent: string, why: string][] = [
  [
    "Gru\u0308n: https://a.example/mu\u0308sli?q=a\u030a#o\u0301 Gru\u0308n",
    "Grün: https://a.example/mu%CC%88sli?q=a%CC%8A#o%CC%81 Grün",
    "a path in two code points a letter is percent-encoded",
  ],
  ["e\u0301 https://a.example/é", "é https://a.example/é", "a path that is composed stays"],
  ["https://mu\u0308nchen.example/", "https://münchen.example/", "a host is composed"],
  [
    "https://a.example/\u1112\u1161\u11ab\u1100\u1173\u11af",
    "https://a.example/%E1%84%92%E1%85%A1%E1%86%AB%E1%84%80%E1%85%B3%E1%86%AF",
    "Hangul that is apart",
  ],
];

for (const [text, sent, why] of LINKS) {
  Deno.test(`composing changes no link: ${why}`, () => {
    assert.equal(composedText(text), sent);
    const linkOf = (written: string) => /https:\S*/.exec(written)![0];
    assert.equal(URL.parse(linkOf(sent))!.href, URL.parse(linkOf(text))!.href);
  });
}

const PLAINED: [text: string, sent: string][] = [
  ["It’s “here” – now…", `It's "here" - now...`],
  ["a\u00a0b\u200bc", "a bc"],
  ["1/2 • ‹x›", "1/2 * <x>"],
  ["plain", "plain"],
  ["‘a’ ‚b‛ ′c′ `d´ ＇e＇", "'a' 'b' 'c' 'd' 'e'"],
  ["“a” „b‟ ″c″ «d» 〝e〞 ＂f＂", `"a" "b" "c" "d" "e" "f"`],
  ["a‐b‑c‒d–e—f―g−h⸺i﹣j－k", "a-b-c-d-e-f-g-h-i-j-k"],
  ["a\u2003b\u3000c\u202fd\te\u205ff\u1680g", "a b c d e f g"],
  ["a\u2028b\u2029c\u0085d", "a\nb\nc\nd"],
  ["so\u00adft \u202aleft\u202c \u2066x\u2069 \u200eo\u200fk\ufeff\ufe0f", "soft left x ok"],
  ["“Größe” für 5 € – ça n’Ça", "“Größe” für 5 € – ça n’Ça"],
  ["“Größe” für 5 €…", `"Größe" für 5 €...`],
  // It is sent in UCS-2 anyway.
  ["It’s 🎉", "It’s 🎉"],
  ["“Łódź”", "“Łódź”"],
  ["ʼn ŉ", "ʼn ŉ"],
  [
    "“Now” https://a.example/Bose–Einstein",
    `"Now" https://a.example/Bose%E2%80%93Einstein`,
  ],
];

for (const [text, sent] of PLAINED) {
  Deno.test(`plain typography: ${JSON.stringify(text)} is sent as ${JSON.stringify(sent)}`, () => {
    assert.equal(withPlainTypography(text), sent);
    assert.equal(outgoingText(text.normalize("NFD"), true), sent.normalize("NFC"));
    assert.equal(outgoingText(text, false), text.normalize("NFC"));
  });
}

Deno.test("plain typography replaces no letter, digit or mark", () => {
  const changed: string[] = [];
  for (let code = 0; code <= 0xffff; code++) {
    const character = String.fromCharCode(code);
    if (!/[\p{L}\p{M}\p{N}]/u.test(character)) continue;
    if (/\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    if (withPlainTypography(`“${character}”`) !== `“${character}”` && !isGsm(character)) {
      changed.push(character);
    }
  }
  assert.deepEqual(changed, []);
});
