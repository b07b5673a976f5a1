import assert from "node:assert/strict";
import { GSM_DEFAULT, GSM_EXTENSION } from "../../../src/core/sms/gsm_alphabet.ts";
import { gsmText, NO_LANGUAGES } from "../../../src/core/sms/national_language.ts";

const [TURKISH, SPANISH, PORTUGUESE] = [1, 2, 3];

/** TS 23.038 annex A.3: characters that a table has at another code than the default alphabet. */
const LOCKING: Record<number, Record<number, string>> = {
  [TURKISH!]: {
    0x04: "\u20ac", // euro sign
    0x07: "\u0131", // i without dot
    0x0b: "\u011e", // G breve
    0x0c: "\u011f",
    0x1c: "\u015e", // S cedilla
    0x1d: "\u015f",
    0x40: "\u0130", // I with dot
    0x60: "\u00e7", // c cedilla
  },
  [PORTUGUESE!]: {
    0x04: "\u00ea", // e circumflex
    0x06: "\u00fa", // u acute
    0x07: "\u00ed", // i acute
    0x08: "\u00f3", // o acute
    0x09: "\u00e7", // c cedilla
    0x0b: "\u00d4", // O circumflex
    0x0c: "\u00f4",
    0x0e: "\u00c1", // A acute
    0x0f: "\u00e1",
    0x12: "\u00aa", // feminine ordinal
    0x13: "\u00c7", // C cedilla
    0x14: "\u00c0", // A grave
    0x15: "\u221e", // infinity
    0x16: "^",
    0x17: "\\",
    0x18: "\u20ac", // euro sign
    0x19: "\u00d3", // O acute
    0x1a: "|",
    0x1c: "\u00c2", // A circumflex
    0x1d: "\u00e2",
    0x1e: "\u00ca", // E circumflex
    0x24: "\u00ba", // masculine ordinal
    0x40: "\u00cd", // I acute
    0x5b: "\u00c3", // A tilde
    0x5c: "\u00d5", // O tilde
    0x5d: "\u00da", // U acute
    0x60: "~",
    0x7b: "\u00e3", // a tilde
    0x7c: "\u00f5", // o tilde
    0x7d: "`",
  },
};

/** Annex A.2: characters that a table has in addition to the default extension table. */
const SINGLE: Record<number, Record<number, string>> = {
  [TURKISH!]: {
    0x47: "\u011e",
    0x49: "\u0130",
    0x53: "\u015e",
    0x63: "\u00e7",
    0x67: "\u011f",
    0x69: "\u0131",
    0x73: "\u015f",
  },
  [SPANISH!]: {
    0x09: "\u00e7",
    0x41: "\u00c1",
    0x49: "\u00cd",
    0x4f: "\u00d3",
    0x55: "\u00da",
    0x61: "\u00e1",
    0x69: "\u00ed",
    0x6f: "\u00f3",
    0x75: "\u00fa",
  },
  [PORTUGUESE!]: {
    0x05: "\u00ea",
    0x09: "\u00e7",
    0x0b: "\u00d4",
    0x0c: "\u00f4",
    0x0e: "\u00c1",
    0x0f: "\u00e1",
    0x12: "\u03a6", // phi
    0x13: "\u0393", // gamma
    0x15: "\u03a9", // omega
    0x16: "\u03a0", // pi
    0x17: "\u03a8", // psi
    0x18: "\u03a3", // sigma
    0x19: "\u0398", // theta
    0x1f: "\u00ca",
    0x41: "\u00c0",
    0x49: "\u00cd",
    0x4f: "\u00d3",
    0x55: "\u00da",
    0x5b: "\u00c3",
    0x5c: "\u00d5",
    0x61: "\u00c2",
    0x69: "\u00ed",
    0x6f: "\u00f3",
    0x75: "\u00fa",
    0x7b: "\u00e3",
    0x7c: "\u00f5",
    0x7f: "\u00e2",
  },
};

const ESCAPE = 0x1b;
const CODES = [...Array(128).keys()].filter((code) => code !== ESCAPE);

Deno.test("every code is read in every pair of tables, those of unknown languages as GSM's own", () => {
  for (let locking = 0; locking <= 14; locking++) {
    for (let single = 0; single <= 14; single++) {
      const languages = { locking, single };
      for (const code of CODES) {
        const where = `${code} in ${locking}, ${single}`;
        const plain = LOCKING[locking]?.[code] ?? GSM_DEFAULT[code]!;
        assert.equal(gsmText(Uint8Array.of(code), languages), plain, where);
        // A code that the table after the escape lacks is read in the other one (annex A.2).
        const shifted = SINGLE[single]?.[code] ?? GSM_EXTENSION.get(code) ?? plain;
        assert.equal(gsmText(Uint8Array.of(ESCAPE, code), languages), shifted, `escaped ${where}`);
      }
    }
  }
});

Deno.test("whole words are decoded", () => {
  const read = (locking: number, single: number, ...septets: number[]) =>
    gsmText(Uint8Array.from(septets), { locking, single });
  const written = (text: string) => [...text].map((character) => character.charCodeAt(0));
  assert.equal(
    read(TURKISH!, 0, ...written("I"), 0x1d, 0x07, 0x6b, ...written(" "), 0x40, ...written("zmir")),
    "Işık İzmir",
  );
  assert.equal(
    read(
      0,
      SPANISH!,
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
    read(PORTUGUESE!, PORTUGUESE!, ...written("n"), 0x7b, ...written("o "), ESCAPE, 0x0e),
    "não Á",
  );
});

Deno.test("a single escape is a space, and so are two; a byte that is no septet is replaced", () => {
  for (const languages of [NO_LANGUAGES, { locking: TURKISH!, single: SPANISH! }]) {
    const read = (...septets: number[]) => gsmText(Uint8Array.from(septets), languages);
    assert.equal(read(0x41, ESCAPE), "A ");
    assert.equal(read(ESCAPE, ESCAPE, 0x41), " A");
    assert.equal(read(0x80, 0x41, ESCAPE, 0xff), "\ufffdA\ufffd");
    assert.equal(read(), "");
  }
});
