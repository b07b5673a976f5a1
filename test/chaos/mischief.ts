/** How those around the service misbehave: by draws, until calm is called. */
import { createRandom, type Random } from "./random.ts";

export class Mischief {
  /** From now on everybody behaves. */
  isOver = false;

  constructor(readonly seed: number) {}

  /** Generator whose draws depend on its name. */
  of(name: string): Random {
    return createRandom(this.seed, name);
  }

  /** A fate of the table; `good` once it is over. */
  fate<N extends string>(
    random: Random,
    weights: Readonly<Record<N, number>>,
    good: NoInfer<N>,
  ): N {
    const drawn = random.weighted(weights);
    return this.isOver ? good : drawn;
  }

  /** Whether something with this probability goes wrong. */
  strikes(random: Random, probability: number): boolean {
    return random.chance(probability) && !this.isOver;
  }
}

/** For things to take their time; never waited for to be sure of anything. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/** Awaits work for at most this long, in milliseconds; null: it is not done by then. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => timer = setTimeout(() => resolve(null), ms));
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
