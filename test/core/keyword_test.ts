import assert from "node:assert/strict";
import { type Keyword, readKeyword } from "../../src/core/keyword.ts";

const KEYWORDS: Record<Keyword, string[]> = {
  "stop": [
    ...["STOP", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "ARRET", "ARRÊT"],
    ...["REVOKE", "REMOVE", "OPTOUT", "OPT OUT", "OPT-OUT"],
  ],
  "stop all": ["STOPALL", "STOP ALL"],
  "start": ["START", "UNSTOP"],
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
      word.normalize("NFD"),
      word.replace(" ", "\u00a0 \r\n"),
    ];
    for (const text of spellings) {
      Deno.test(`${JSON.stringify(text)} says ${keyword}`, () => {
        assert.equal(readKeyword(text), keyword);
      });
    }
  }
}

const NONE = [
  "",
  " ",
  ".",
  "!",
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
  '"STOP"',
  "1STOP",
  "ENDE",
  "restart",
  "HELP",
  "constructor",
  "__proto__",
  "toString",
  `STOP${".".repeat(100)}`,
];

for (const text of NONE) {
  Deno.test(`${JSON.stringify(text.slice(0, 20))} is no keyword`, () => {
    assert.equal(readKeyword(text), null);
  });
}

Deno.test("white space around a keyword may be of any length", () => {
  assert.equal(readKeyword(`${" ".repeat(10_000)}STOP${"\n".repeat(10_000)}`), "stop");
});

Deno.test("a text of a megabyte that never ends its punctuation is no keyword", () => {
  assert.equal(readKeyword(`${"!".repeat(1 << 20)}x`), null);
});
