/** Edit distances of mistyped names. */
import assert from "node:assert/strict";
import { didYouMean, isWithin, similarName } from "../../src/lib/similar_name.ts";

/** Edits from one text to another, by the definition (optimal string alignment). */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [lastA, lastB] = [a.at(-1), b.at(-1)];
  const best = Math.min(
    distance(a.slice(0, -1), b) + 1,
    distance(a, b.slice(0, -1)) + 1,
    distance(a.slice(0, -1), b.slice(0, -1)) + (lastA === lastB ? 0 : 1),
  );
  const isSwap = a.length > 1 && b.length > 1 && lastA === b.at(-2) && a.at(-2) === lastB;
  return isSwap ? Math.min(best, distance(a.slice(0, -2), b.slice(0, -2)) + 1) : best;
}

/** All texts of up to this length over three letters. */
function texts(length: number): string[] {
  if (length === 0) return [""];
  const shorter = texts(length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return [...shorter, ...longest.flatMap((text) => ["A", "B", "C"].map((letter) => text + letter))];
}

Deno.test("texts are within a number of edits as their distance says, for all short ones", () => {
  const all = texts(4);
  for (const a of all) {
    for (const b of all) {
      const edits = distance(a, b);
      for (const allowed of [1, 2, 3]) {
        assert.equal(isWithin(allowed, a, b), edits <= allowed, `${a} ${b} ${allowed}`);
      }
    }
  }
});

Deno.test("a mistyped name finds the one that was meant", () => {
  const names = ["PORT", "DELIVER_RETRY", "DATABASE_URL"];
  for (const name of ["prot", "PORTS", "DELIVER_RETRYS", "DELVIER_RETRY", "database_ulr"]) {
    assert.ok(similarName(name, names), name);
  }
  for (const name of ["PATH", "HOME", "DELIVERY", "DATA_URL", ""]) {
    assert.equal(similarName(name, names), undefined, name);
  }
});

Deno.test("of several similar names the nearest is suggested, whatever the letter case", () => {
  const names = ["subscribes", "Subscriber", "unsubscribe"];
  assert.equal(similarName("subscribe", names), "subscribes");
  assert.equal(similarName("subscriber", names), "Subscriber");
  assert.equal(didYouMean("SUBSCRIBE", names), "; did you mean subscribes?");
  assert.equal(didYouMean("block", names), "");
});
