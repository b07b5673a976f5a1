/** Random misbehaviour of the service's peers, until it is switched off. */
import { createRandom, type Random } from "./random.ts";

export class Mischief {
  /** Whether all peers behave from now on. */
  isOver = false;
  /** Fate of everything whose peer knows it; null: by chance. */
  forced: string | null = null;

  constructor(readonly seed: number) {}

  /** Generator whose draws depend on its name. */
  of(name: string): Random {
    return createRandom(this.seed, name);
  }

  /** Draws a fate of the table, or takes the forced one; `good` once misbehaviour is over. */
  fate<N extends string>(
    random: Random,
    weights: Readonly<Record<N, number>>,
    good: NoInfer<N>,
  ): N {
    const drawn = random.weighted(weights);
    if (this.forced !== null && this.forced in weights) return this.forced as N;
    return this.isOver ? good : drawn;
  }

  /** Draws whether something with this probability goes wrong. */
  strikes(random: Random, probability: number): boolean {
    return random.chance(probability) && !this.isOver;
  }
}

/** Simulates slowness; never used to wait for a condition. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Awaits work for at most this long, in milliseconds; null: not done by then. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), ms));
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
