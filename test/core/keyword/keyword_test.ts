import assert from "node:assert/strict";
import {
  isConfirmation,
  type Keyword,
  type Language,
  readKeyword,
} from "../../../src/core/keyword/keyword.ts";
import { foldPhrase } from "../../../src/core/keyword/keyword_fold.ts";
import { ADDITION_ROWS, KEYWORD_ROWS } from "../../../src/core/keyword/keyword_table.ts";

/** Words of the contract (section 6a), by language. */
const WORDS: readonly [keyword: Keyword, language: Language, words: string[]][] = [
  ["stop", "en", [
    "STOP",
    "UNSUBSCRIBE",
    "CANCEL",
    "END",
    "QUIT",
    "REVOKE",
    "REMOVE",
    "OPTOUT",
    "OPT OUT",
    "OPT-OUT",
  ]],
  ["stop", "fr", ["ARRET", "ARRÊT"]],
  ["stop all", "en", ["STOPALL", "STOP ALL"]],
  ["start", "en", ["START", "UNSTOP"]],
  ["help", "en", ["HELP", "INFO"]],
  ["help", "fr", ["AIDE"]],
];

/** Spellings that do not matter. */
const spellingsOf = (word: string): string[] => [
  word,
  word.toLowerCase(),
  word[0] + word.slice(1).toLowerCase(),
  `  ${word}\r\n`,
  `\u00a0${word}\u2003`,
  `${word}.`,
  `.${word}`,
  `${word}!`,
  `${word} !!`,
  `¡${word}!`,
  `${word}?`,
  `${word},`,
  `${word}…`,
  `${word}...`,
  `${word}${".".repeat(100)}`,
  word.normalize("NFD"),
  `"${word}"`,
  `“${word}.”`,
  `«${word}»!`,
  `'${word}' `,
  `(${word})`,
  `[${word}]`,
  `*${word}*`,
  `#${word}`,
  `- ${word}`,
  `${word}\0`,
  `\0${word}\0\0`,
  `${word}\ufffd`,
  `${word}@`,
  `@${word}`,
  `${word}${"@".repeat(156)}`,
  `${word} 🛑`,
  `🛑🛑${word}‼️`,
  `${word} 👎🏽`,
  `${word}™`,
  `${word} :-(`,
  word.replace(" ", "\u00a0 \r\n"),
  word.replace("-", "\u2011"),
  word.replaceAll(/[A-Z-]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0)),
  [...word].join("\u200b"),
  `\u202d${word}\u202c`,
  `\u2066${word}\u2069\ufe0f`,
  `\ufeff${word}`,
  `${word}. Thank you`,
  `${word}! I said so`,
  `${word}? Yes`,
  `${word}… and good bye`,
  `${word}。谢谢`,
  `${word}\nJo, from my phone`,
];

for (const [keyword, language, words] of WORDS) {
  for (const word of words) {
    for (const text of new Set(spellingsOf(word))) {
      Deno.test(`${JSON.stringify(text)} is the keyword ${keyword}`, () => {
        assert.deepEqual(readKeyword(text), { keyword, language });
      });
    }
  }
}

/** Words after an opt-out, and the language of the reply where it is not the keyword's. */
const AFTER: readonly [words: string, language: Language | null, isAll?: "all"][] = [
  ["please", null],
  ["now", null],
  ["me", null],
  ["texting me", null],
  ["all messages", null, "all"],
  ["svp", "fr"],
  ["s'il vous plaît", "fr"],
  ["S’il vous plait", "fr"],
  ["maintenant", "fr"],
  ["moi", "fr"],
  ["de m'écrire", "fr"],
  ["de m'envoyer des messages", "fr"],
  ["tous les messages", "fr", "all"],
  ["por favor", "es"],
  ["ahora", "es"],
  ["a mí", "es"],
  ["de enviarme mensajes", "es"],
  ["todos los mensajes", "es", "all"],
];

for (const [keyword, language, words] of WORDS.filter(([keyword]) => keyword.startsWith("stop"))) {
  for (const word of words) {
    for (const [after, afterLanguage, isAll] of AFTER) {
      Deno.test(`"${word} ${after}" opts out`, () => {
        const expected = {
          keyword: isAll ? "stop all" : keyword,
          language: afterLanguage ?? language,
        };
        const texts = [
          `${word} ${after}`,
          `${word}, ${after}!`,
          `${word.toLowerCase()} 🛑 ${after.toUpperCase()}.`,
        ];
        for (const text of texts) assert.deepEqual(readKeyword(text), expected, text);
      });
    }
  }
}

for (const { keyword, language, words } of KEYWORD_ROWS) {
  for (const word of words) {
    const plain = word.normalize("NFD").replaceAll(/\p{M}/gu, "");
    Deno.test(`row of keywords: "${word}" is ${keyword} in ${language}`, () => {
      for (const text of [word, plain, word.toLowerCase(), `${plain.toLowerCase()}. ${word}`]) {
        assert.deepEqual(readKeyword(text), { keyword, language }, text);
      }
    });
  }
}

for (const { language, position, isAll, words } of ADDITION_ROWS) {
  for (const word of words) {
    Deno.test(`row of additions: an opt-out with "${word}" is one, HELP is none`, () => {
      const keyword = isAll ? "stop all" : "stop";
      assert.deepEqual(readKeyword(`quit ${word.toLowerCase()}`), { keyword, language });
      assert.equal(readKeyword(`help ${word}`), null);
      const before = readKeyword(`${word}, quit`);
      assert.deepEqual(before, position === "either side" ? { keyword, language } : null);
    });
  }
}

const OPT_OUTS = [
  "please stop texting me now, thank you",
  "Stop all messages please",
  "Please: remove me.",
  "arrêtez de m'envoyer des messages svp",
  "Deje de enviarme mensajes, por favor",
  "stop\n\n--\nSent from a phone",
  "ⓈⓉⓄⓅ",
  "𝐒𝐓𝐎𝐏",
];

for (const text of OPT_OUTS) {
  Deno.test(`${JSON.stringify(text)} opts out`, () => {
    assert.match(readKeyword(text)?.keyword ?? "none", /^stop/);
  });
}

const NONE = [
  "",
  " ",
  ".",
  "!",
  "@",
  '""',
  '"',
  "🛑",
  "\u200b",
  '"STOP" it',
  "STOP@home",
  "stop it",
  "Stop 1",
  "stop by at noon",
  "please stop by at noon",
  "STOP STOP",
  "STOP-ALL",
  "ALL STOP",
  "now stop",
  "me",
  "please",
  "OPT",
  "OUT",
  "OPT.OUT",
  "stop.example",
  "opt out of it",
  "the end",
  "end of the month. Stop",
  "REVOKED",
  "STOPP",
  "NONSTOP",
  "S T O P",
  "S.T.O.P.",
  "1STOP",
  "STOP²",
  "ÖSTOP",
  "STÖP",
  "ST\u0301OP",
  "STOP\u0301",
  "S\u0422OP",
  "ENDE",
  "ARRÈT",
  "restart",
  "HELP ME",
  "information",
  "constructor",
  "__proto__",
  "toString",
  `STOP ${"x".repeat(100)}`,
  `STOP ${"me ".repeat(100)}`,
  "Liked “STOP”",
  "Loved “Stop. Reply HELP for help”",
  "Removed a like from “STOP”",
  "Emphasized “STOP”",
  "Reacted 🛑 to “STOP”",
  "❤️ “STOP”",
  "👍 to “ STOP ”",
  "👎🏽 « STOP »",
  "A aimé « STOP »",
  "Le gustó “STOP”",
  "Laughed at “STOP”",
];

for (const [index, text] of NONE.entries()) {
  Deno.test(`no keyword ${index}: ${JSON.stringify(text.slice(0, 20))}`, () => {
    assert.equal(readKeyword(text), null);
  });
}

const ALL_CODE_POINTS = Array.from({ length: 0x110000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff);

Deno.test("no character without a glyph makes another word, wherever it stands", () => {
  const ignorable = ALL_CODE_POINTS.map((point) => String.fromCodePoint(point))
    .filter((character) => /\p{Default_Ignorable_Code_Point}/u.test(character));
  assert.ok(ignorable.length > 4000);
  for (const character of ignorable) {
    const code = character.codePointAt(0)!.toString(16);
    for (const text of [`${character}STOP`, `ST${character}OP`, `STOP${character}`]) {
      assert.equal(readKeyword(text)?.keyword, "stop", code);
    }
  }
});

Deno.test("all forms of a letter are the letter, a visible accent makes another word", () => {
  for (const point of ALL_CODE_POINTS) {
    const character = String.fromCodePoint(point);
    if (!/[\p{L}\p{N}\p{M}]/u.test(character) || IGNORABLE.test(character)) continue;
    const isT = character.normalize("NFKC").toUpperCase() === "T";
    assert.equal(foldPhrase(`s${character}op`) === "STOP", isT, point.toString(16));
  }
});

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

Deno.test("white space around a keyword may be of any length", () => {
  assert.equal(readKeyword(`${" ".repeat(10_000)}STOP${"\n".repeat(10_000)}`)?.keyword, "stop");
});

const HOSTILE: Record<string, string> = {
  "that never ends its punctuation": `${"!".repeat(1 << 20)}x`,
  "of sentences without words": "! ".repeat(1 << 19),
  "of additions on either side": `${"pls ".repeat(1 << 17)}x ${"pls ".repeat(1 << 17)}`,
  "of pictures and quotes": `👍${"“".repeat(1 << 19)}x`,
};

for (const [title, text] of Object.entries(HOSTILE)) {
  Deno.test(`a text of a megabyte ${title} is no keyword`, () => {
    assert.equal(readKeyword(text), null);
  });
}

Deno.test("additions on either side of no keyword are looked at once", () => {
  assert.equal(readKeyword(`${"pls ".repeat(11)}x ${"pls ".repeat(11)}`), null);
});

Deno.test("an account's keywords count beside the default ones, in the language that they are set for", () => {
  const own = {
    es: { stop: ["ALTO", "STOP"], help: ["AYUDA"] },
    fr: { start: ["OUI MERCI"] },
  } as const;
  assert.deepEqual(readKeyword("alto.", own), { keyword: "stop", language: "es" });
  assert.deepEqual(readKeyword("Alto, por favor", own), { keyword: "stop", language: "es" });
  assert.deepEqual(readKeyword("al\u200bto", own), { keyword: "stop", language: "es" });
  assert.deepEqual(readKeyword(" Ayuda! ", own), { keyword: "help", language: "es" });
  assert.deepEqual(readKeyword("oui  merci", own), { keyword: "start", language: "fr" });
  assert.deepEqual(readKeyword("stop", own), { keyword: "stop", language: "en" });
  assert.equal(readKeyword("alto"), null);
});

for (const word of ["YES", "Y", "OUI", "SI", "SÍ"]) {
  Deno.test(`${word} confirms, in any spelling, and is no keyword`, () => {
    for (const text of spellingsOf(word)) {
      assert.equal(isConfirmation(text), true, JSON.stringify(text));
      assert.equal(readKeyword(text), null, JSON.stringify(text));
    }
  });
}

Deno.test("other texts confirm nothing", () => {
  const texts = ["", "no", "yes or no", "STOP", "Y.M.C.A.", "sino", "“YES”, she said", "yess", "ÿ"];
  for (const text of texts) assert.equal(isConfirmation(text), false, text);
});
