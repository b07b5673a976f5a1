/** Typing errors in names. */

/** A short name has many neighbours that mean something else: HOME is two letters from HOST. */
const SHORT = 8;

/** Finds the known name that a name in any case was probably meant to be. */
export function similarName(name: string, known: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  return known.find((one) => distance(one, upper) <= (one.length < SHORT ? 1 : 2));
}

/** Counts insertions, deletions, changes and swaps of neighbours (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, row[j]! + 1, next[j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) next[j] = Math.min(next[j]!, before[j - 2]! + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
