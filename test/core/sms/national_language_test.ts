import assert from "node:assert/strict";
import { GSM_DEFAULT, GSM_EXTENSION } from "../../../src/core/sms/gsm_alphabet.ts";
import { gsmText, NO_LANGUAGES } from "../../../src/core/sms/national_language.ts";
import STANDARD from "../../fixtures/sms/ts_23_038.txt" with { type: "text" };

const [TURKISH, SPANISH, PORTUGUESE, HINDI, TAMIL] = [1, 2, 3, 6, 11] as const;

const ESCAPE = 0x1b;
const CODES = [...Array(128).keys()].filter((code) => code !== ESCAPE);
/** Cell of a code without a character. */
const NONE = "----";
const SIGNS: Record<string, string> = { SP: " ", LF: "\n", CR: "\r", FF: "\f", ESC: "\x1b" };

/** Table of the standard: characters by their codes, and `NONE`. */
interface Table {
  kind: string;
  language: number;
  name: string;
  cells: string[];
}

const TABLES = STANDARD.trim().split("\n\n").slice(1).map(tableOf);

function tableOf(section: string): Table {
  const [title, ...rows] = section.split("\n");
  const [, kind, language, name] = title!.split(" ");
  const columns = rows.map((row) => row.split(" "));
  const cells = [...Array(128).keys()].map((code) => columns[code & 0xf]![code >> 4]!);
  return { kind: kind!, language: Number(language), name: name!, cells: cells.map(characterOf) };
}

function characterOf(cell: string): string {
  if (cell === NONE) return NONE;
  return SIGNS[cell] ?? (cell.length === 4 ? String.fromCodePoint(parseInt(cell, 16)) : cell);
}

const cellsOf = (kind: string, language: number) =>
  TABLES.find((table) => table.kind === kind && table.language === language)?.cells;

/** Tables that stand in for those which the standard leaves void, and of no language. */
const DEFAULTS: Record<string, string[]> = {
  "locking 0": [...GSM_DEFAULT],
  [`locking ${SPANISH}`]: [...GSM_DEFAULT],
  "single 0": CODES.map((code) => GSM_EXTENSION.get(code) ?? NONE).toSpliced(ESCAPE, 0, NONE),
};

Deno.test("the standard has 12 locking and 13 single shift tables", () => {
  const languages = (kind: string) =>
    TABLES.filter((table) => table.kind === kind).map(({ language }) => language);
  assert.deepEqual(languages("locking"), [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
  assert.deepEqual(languages("single"), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
});

for (const { kind, language, name, cells } of TABLES) {
  Deno.test(`the ${kind} shift table of ${name} is the standard's`, () => {
    for (const code of CODES) {
      const where = `0x${code.toString(16)}`;
      const cell = cells[code]!;
      if (kind === "locking") {
        const read = gsmText(Uint8Array.of(code), { locking: language, single: 0 });
        assert.equal(read, cell === NONE ? "\ufffd" : cell, where);
      } else {
        // A code that the table after the escape lacks is read in the other one (annex A.2).
        const read = gsmText(Uint8Array.of(ESCAPE, code), { locking: 0, single: language });
        assert.equal(read, cell === NONE ? GSM_DEFAULT[code] : cell, where);
      }
    }
  });
}

Deno.test("every code is read in every pair of tables; an unknown one has no characters", () => {
  for (let locking = 0; locking <= 16; locking++) {
    const plain = DEFAULTS[`locking ${locking}`] ?? cellsOf("locking", locking);
    for (let single = 0; single <= 16; single++) {
      const shifted = DEFAULTS[`single ${single}`] ?? cellsOf("single", single);
      for (const code of CODES) {
        const where = `${code} in ${locking}, ${single}`;
        const read = (...septets: number[]) =>
          gsmText(Uint8Array.from(septets), { locking, single });
        const letter = plain === undefined || plain[code] === NONE ? "\ufffd" : plain[code];
        assert.equal(read(code), letter, where);
        const sign = shifted === undefined ? "\ufffd" : shifted[code];
        assert.equal(read(ESCAPE, code), sign === NONE ? letter : sign, `escaped ${where}`);
      }
    }
  }
});

Deno.test("whole words are decoded", () => {
  const read = (locking: number, single: number, ...septets: number[]) =>
    gsmText(Uint8Array.from(septets), { locking, single });
  const written = (text: string) => [...text].map((character) => character.charCodeAt(0));
  assert.equal(
    read(TURKISH, 0, ...written("I"), 0x1d, 0x07, 0x6b, ...written(" "), 0x40, ...written("zmir")),
    "Işık İzmir",
  );
  assert.equal(
    read(
      0,
      SPANISH,
      ...written("Adi"),
      ESCAPE,
      0x6f,
      ...written("s, ma"),
      0x7d,
      ...written("ana"),
    ),
    "Adiós, mañana",
  );
  assert.equal(
    read(PORTUGUESE, PORTUGUESE, ...written("n"), 0x7b, ...written("o "), ESCAPE, 0x0e),
    "não Á",
  );
  // "Namaste, bye. 15" with Devanagari digits.
  assert.equal(
    read(
      HINDI,
      HINDI,
      0x2f,
      0x42,
      0x4c,
      0x5f,
      0x27,
      0x59,
      0x2c,
      0x20,
      ...written("bye"),
      0x20,
      ESCAPE,
      0x1d,
      ESCAPE,
      0x21,
      ESCAPE,
      0x19,
    ),
    "नमस्ते, bye १५।",
  );
  assert.equal(
    read(TAMIL, TAMIL, 0x15, 0x27, ...written(" "), ESCAPE, 0x41, ESCAPE, 0x65),
    "கத A€",
  );
});

Deno.test("a single escape is a space, and so are two; a byte that is no septet is replaced", () => {
  for (const languages of [NO_LANGUAGES, { locking: TURKISH, single: SPANISH }]) {
    const read = (...septets: number[]) => gsmText(Uint8Array.from(septets), languages);
    assert.equal(read(0x41, ESCAPE), "A ");
    assert.equal(read(ESCAPE, ESCAPE, 0x41), " A");
    assert.equal(read(0x80, 0x41, ESCAPE, 0xff), "\ufffdA\ufffd");
    assert.equal(read(), "");
  }
});
