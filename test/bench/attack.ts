/** Attacks beside a measurement. */
import type { AttackName, Target } from "./neighbours_attacks.ts";

/**
 * Starts an attack in a separate thread, so that requests of others are timed
 * undisturbed. Resolves with what ends it.
 */
export async function beginAttack(
  attack: AttackName,
  target: Target,
): Promise<() => Promise<void>> {
  const worker = new Worker(new URL("./neighbours_attacker.ts", import.meta.url), {
    type: "module",
  });
  const message = () => new Promise<void>((resolve) => worker.onmessage = () => resolve());
  const begun = message();
  worker.postMessage({ attack, target });
  await begun;
  return async () => {
    const ended = message();
    worker.postMessage("end");
    await ended;
    worker.terminate();
  };
}
