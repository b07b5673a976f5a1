/** Spelling suggestions for mistyped names. */

/** Length below which one edit is allowed instead of two: HOME is two letters from HOST. */
const SHORT_LENGTH = 8;

/** Finds the candidate that a name was probably meant to be; letter case does not count. */
export function similarName(name: string, candidates: readonly string[]): string | undefined {
  const upper = name.toUpperCase();
  for (const edits of [0, 1, 2]) {
    const found = candidates.find((candidate) =>
      edits <= (candidate.length < SHORT_LENGTH ? 1 : 2) &&
      isWithin(edits, candidate.toUpperCase(), upper)
    );
    if (found !== undefined) return found;
  }
}

/** Formats the suggestion that follows an unknown name; empty where no candidate resembles it. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const near = similarName(name, candidates);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/**
 * Checks whether this number of insertions, deletions, substitutions and transpositions (optimal
 * string alignment) makes one text of another. Each start compares all variables of the environment
 * with all keys, so it ends as soon as too many are certain.
 */
export function isWithin(edits: number, a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > edits) return false;
  let previous: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(substitution, row[j]! + 1, next[j - 1]! + 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) next[j] = Math.min(next[j]!, previous[j - 2]! + 1);
    }
    // What follows costs no less: the deletions that a transposition stands for pass this row.
    if (next.every((cost) => cost > edits)) return false;
    [previous, row] = [row, next];
  }
  return row[b.length]! <= edits;
}
