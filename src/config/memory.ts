/** Default of MEMORY, and the defaults that follow from it. */

/** Default of MEMORY on a small machine, and where the launcher has not measured it, in bytes. */
export const MEMORY_DEFAULT = 512_000_000;

/**
 * Returns the default of MEMORY as an operator would write it.
 * @param limit Memory of the container or the machine, in bytes.
 */
export const memoryDefault = (limit: number): string =>
  `${Math.max(MEMORY_DEFAULT, Math.floor(limit / 2))}B`;

/** Derives the default of a key. @param memory Value of MEMORY, in bytes. */
export type FromMemory = (memory: number) => number;

/**
 * Gives a key's items a part of MEMORY.
 * @param part Fraction of MEMORY.
 * @param max Default where that much memory is there.
 * @param itemBytes Size of an item. Default 1: the key counts bytes.
 */
export const partOfMemory = (part: number, max: number, itemBytes = 1): FromMemory => (memory) =>
  Math.min(max, Math.floor(memory * part / itemBytes));
