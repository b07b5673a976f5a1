/** Texts end to end while something else goes on beside them, over those while it does not. */
import { median, percentile } from "./load.ts";
import type { WholeWay } from "./whole_way.ts";

const ROUNDS = 6;
const CONNECTIONS = 16;
const SECONDS = 5;

/** Medians over all turns. */
export interface Figures {
  /** Texts a second. */
  rate: number;
  /** 99th percentile of the event loop's delay, in milliseconds. */
  delayMs: number;
}

/**
 * Measures in turns with something and without it.
 *
 * @param begin Begins it; the function that it returns ends it.
 */
export async function beside(
  service: WholeWay,
  begin: () => () => Promise<void>,
): Promise<{ with: Figures; without: Figures }> {
  await service.rate(CONNECTIONS, 2); // warm-up
  const turns = { with: newTurns(), without: newTurns() };
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? ["with", "without"] as const : ["without", "with"] as const;
    for (const name of order) {
      const end = name === "with" ? begin() : () => Promise.resolve();
      await service.loopDelays();
      turns[name].rates.push(await service.rate(CONNECTIONS, SECONDS));
      turns[name].delays.push(percentile(await service.loopDelays(), 0.99));
      await end();
    }
  }
  return { with: figuresOf(turns.with), without: figuresOf(turns.without) };
}

interface Turns {
  rates: number[];
  delays: number[];
}

const newTurns = (): Turns => ({ rates: [], delays: [] });

function figuresOf({ rates, delays }: Turns): Figures {
  return { rate: median(rates), delayMs: median(delays) };
}
