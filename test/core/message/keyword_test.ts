import assert from "node:assert/strict";
import { type Keyword, readKeyword } from "../../../src/core/message/keyword.ts";

const KEYWORDS: Record<Keyword, string[]> = {
  "stop": [
    ...["STOP", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "ARRET", "ARRÊT"],
    ...["REVOKE", "REMOVE", "OPTOUT", "OPT OUT", "OPT-OUT"],
  ],
  "stop all": ["STOPALL", "STOP ALL"],
  "start": ["START", "UNSTOP"],
  "help": ["HELP", "INFO"],
};

for (const [keyword, words] of Object.entries(KEYWORDS)) {
  for (const word of words) {
    const spellings = [
      word,
      word.toLowerCase(),
      word[0] + word.slice(1).toLowerCase(),
      `  ${word}\r\n`,
      `\u00a0${word}\u2003`,
      `${word}.`,
      `${word}!`,
      `${word} !!`,
      `${word}...`,
      `${word}${".".repeat(100)}`,
      word.normalize("NFD"),
      `"${word}"`,
      `“${word}.”`,
      `«${word}»!`,
      `'${word}' `,
      `${word}\0`,
      `\0${word}\0\0`,
      `${word}\ufffd`,
      `${word}@`,
      `${word}${"@".repeat(156)}`,
      word.replace(" ", "\u00a0 \r\n"),
    ];
    for (const text of spellings) {
      Deno.test(`${JSON.stringify(text)} is the keyword ${keyword}`, () => {
        const language = word.startsWith("ARR") ? "fr" : "en";
        assert.deepEqual(readKeyword(text), { keyword, language });
      });
    }
  }
}

const NONE = [
  "",
  " ",
  ".",
  "!",
  "@",
  '""',
  '"',
  "@STOP",
  '"STOP" it',
  "STOP@home",
  "stop it",
  "Stop 1",
  "STOP STOP",
  "STOP\nSTOP",
  "STOP-ALL",
  "ALL STOP",
  "OPT",
  "OUT",
  "OPT - OUT",
  "OPT.OUT",
  "OPT-OUT NOW",
  "opt out of it",
  "remove me",
  "REVOKED",
  "please stop",
  "STOPP",
  "NONSTOP",
  "S T O P",
  ".STOP",
  "STOP?",
  "STOP,",
  "1STOP",
  "ENDE",
  "restart",
  "HELP ME",
  "information",
  "constructor",
  "__proto__",
  "toString",
  `STOP ${"x".repeat(100)}`,
];

for (const text of NONE) {
  Deno.test(`${JSON.stringify(text.slice(0, 20))} is no keyword`, () => {
    assert.equal(readKeyword(text), null);
  });
}

Deno.test("white space around a keyword may be of any length", () => {
  assert.equal(readKeyword(`${" ".repeat(10_000)}STOP${"\n".repeat(10_000)}`)?.keyword, "stop");
});

Deno.test("a text of a megabyte that never ends its punctuation is no keyword", () => {
  assert.equal(readKeyword(`${"!".repeat(1 << 20)}x`), null);
});

Deno.test("an account's keywords count beside the default ones, in the language that they are set for", () => {
  const own = {
    es: { stop: ["ALTO", "STOP"], help: ["AYUDA"] },
    fr: { start: ["OUI MERCI"] },
  } as const;
  assert.deepEqual(readKeyword("alto.", own), { keyword: "stop", language: "es" });
  assert.deepEqual(readKeyword(" Ayuda! ", own), { keyword: "help", language: "es" });
  assert.deepEqual(readKeyword("oui  merci", own), { keyword: "start", language: "fr" });
  assert.deepEqual(readKeyword("stop", own), { keyword: "stop", language: "en" });
  assert.equal(readKeyword("alto"), null);
});
