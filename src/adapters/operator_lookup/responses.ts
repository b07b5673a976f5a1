/** Answers of a provider, kept for a while, so that a number is asked for once. */
import { type Clock, LookupFailed } from "../../ports/mod.ts";

/** Numbers whose answers are kept; beyond, the oldest go. */
const MOST = 100_000;

interface Kept {
  answer: Promise<string | null>;
  /** While it is asked for: for ever. */
  until: number;
}

/** Who asks for a number that is being asked for already shares the answer, or the failure. */
export function rememberAnswers(
  clock: Clock,
  keepMs: number,
): (number: string, ask: () => Promise<string | null>) => Promise<string | null> {
  const kept = new Map<string, Kept>();
  return (number, ask) => {
    const known = kept.get(number);
    if (known !== undefined && clock.now() < known.until) return known.answer;
    const entry: Kept = { answer: ask(), until: Infinity };
    kept.delete(number);
    kept.set(number, entry);
    if (kept.size > MOST) kept.delete(kept.keys().next().value!);
    entry.answer.then(
      () => entry.until = clock.now() + keepMs,
      (error) => {
        // What is not the provider's fault may be asked for again at once.
        entry.until = error instanceof LookupFailed ? clock.now() + error.retryAfterMs : 0;
      },
    );
    return entry.answer;
  };
}
