/** Texts end to end while something else goes on beside them, over those while it does not. */
import { median, percentile } from "./load.ts";
import type { WholeWay } from "./whole_way.ts";

const ROUNDS = 12;
const CONNECTIONS = 16;
const SECONDS = 4;

/** Medians over all turns. */
export interface Figures {
  /** Texts a second. */
  rate: number;
  /** 99th percentile of the event loop's delay, in milliseconds. */
  delayMs: number;
}

/** Figures with something and without it. */
export interface Comparison {
  with: Figures;
  without: Figures;
  /** Ratio of the rates, with over without: the median of rounds, as a machine's pace drifts. */
  rateRatio: number;
  /** Ratio of the delays, without over with, likewise. */
  delayRatio: number;
}

/**
 * Measures in turns with something and without it.
 *
 * @param begin Begins it; the function that it returns ends it.
 */
export async function beside(
  service: WholeWay,
  begin: () => () => Promise<void>,
): Promise<Comparison> {
  await service.rate(CONNECTIONS, 2); // warm-up
  const rounds: Record<"with" | "without", Figures>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? ["with", "without"] as const : ["without", "with"] as const;
    const figures: Partial<Record<"with" | "without", Figures>> = {};
    for (const name of order) {
      const end = name === "with" ? begin() : () => Promise.resolve();
      await service.loopDelays();
      const rate = await service.rate(CONNECTIONS, SECONDS);
      figures[name] = { rate, delayMs: percentile(await service.loopDelays(), 0.99) };
      await end();
    }
    rounds.push(figures as Required<typeof figures>);
  }
  const medianOf = (name: "with" | "without"): Figures => ({
    rate: median(rounds.map((round) => round[name].rate)),
    delayMs: median(rounds.map((round) => round[name].delayMs)),
  });
  return {
    with: medianOf("with"),
    without: medianOf("without"),
    rateRatio: median(rounds.map((round) => round.with.rate / round.without.rate)),
    delayRatio: median(rounds.map((round) => round.without.delayMs / round.with.delayMs)),
  };
}
