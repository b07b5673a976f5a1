/** Draws from a seed: one seed and name give the same draws in every process. */

export interface Random {
  /** Draws a number from 0 up to 1. */
  number(): number;
  chance(probability: number): boolean;
  /** Draws a whole number from `low` to `high`. */
  between(low: number, high: number): number;
  pick<T>(choices: readonly T[]): T;
  /** Draws a name of the table by its weight. */
  weighted<N extends string>(weights: Readonly<Record<N, number>>): N;
}

/** @param name Name of the generator, whose draws are independent of others. */
export function createRandom(seed: number, name: string): Random {
  let state = stateOf(`${seed} ${name}`);

  /** Draws a number: a step of splitmix32. */
  function number(): number {
    state = state + 0x9e3779b9 | 0;
    let mixed = state ^ state >>> 16;
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ mixed >>> 15) >>> 0) / 2 ** 32;
  }

  return {
    number,
    chance: (probability) => number() < probability,
    between: (low, high) => low + Math.floor(number() * (high - low + 1)),
    pick: (choices) => choices[Math.floor(number() * choices.length)]!,
    weighted<N extends string>(weights: Readonly<Record<N, number>>) {
      const rows = Object.entries(weights) as [N, number][];
      let rest = number() * rows.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [name, weight] of rows) {
        rest -= weight;
        if (rest < 0) return name;
      }
      return rows.at(-1)![0];
    },
  };
}

/** Hashes a text with FNV-1a, 32 bits. */
function stateOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash;
}
