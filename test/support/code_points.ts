/** Units of random text. */
import fc from "npm:fast-check@4.10.2";

const SURROGATES = { from: 0xd800, count: 0x800 };

/**
 * Any code point that can be encoded: fast-check's own "binary" unit, without the table of a million
 * entries that it makes first, in two seconds.
 */
export const anyCodePoint: fc.Arbitrary<string> = fc.nat(0x10ffff - SURROGATES.count).map(
  (nth) => String.fromCodePoint(nth < SURROGATES.from ? nth : nth + SURROGATES.count),
  (unit) => {
    const [character = "", ...more] = typeof unit === "string" ? unit : "";
    const point = character.codePointAt(0);
    if (point === undefined || more.length > 0) throw new Error("it is no code point");
    return point < SURROGATES.from ? point : point - SURROGATES.count;
  },
);
