/** Random texts in the scripts of the world. */
import fc from "npm:fast-check@4.10.2";

/** Scripts, and the range of code points that their letters are taken from. */
const SCRIPTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  Latin: [0xc0, 0x24f],
  Greek: [0x370, 0x3ff],
  Cyrillic: [0x400, 0x45f],
  Hebrew: [0x5d0, 0x5ea],
  Arabic: [0x620, 0x64a],
  Devanagari: [0x905, 0x939],
  Thai: [0xe01, 0xe2e],
  Georgian: [0x10d0, 0x10f0],
  Hiragana: [0x3041, 0x3096],
  Katakana: [0x30a1, 0x30fa],
  Han: [0x4e00, 0x9fff],
  Hangul: [0xac00, 0xd7a3],
};

const ASCII = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 "];

/** Generates texts of letters, digits and spaces, as many of each script, the same for a seed. */
export function textsOfScripts(count: number, seed: number): string[] {
  const each = Math.ceil(count / Object.keys(SCRIPTS).length);
  return Object.entries(SCRIPTS).flatMap(([script, [from, to]]) => {
    const isLetter = new RegExp(`^[\\p{L}&&\\p{scx=${script}}]$`, "v");
    const letters = Array.from(
      { length: to - from + 1 },
      (_, at) => String.fromCodePoint(from + at),
    )
      .filter((character) => isLetter.test(character));
    const letter = fc.constantFrom(...letters);
    const character = fc.oneof(
      { weight: 4, arbitrary: letter },
      { weight: 1, arbitrary: fc.constantFrom(...ASCII) },
    );
    const text = fc.tuple(letter, fc.array(character, { maxLength: 40 }), letter)
      .map(([first, rest, last]) => `${first}${rest.join("")}${last}`);
    return fc.sample(text, { numRuns: each, seed });
  }).slice(0, count);
}
