/** Background work; a failure counts as a breach. */
import type { Ledger } from "./ledger.ts";

export class Background {
  readonly #works = new Set<Promise<void>>();

  constructor(private readonly ledger: Ledger) {}

  /** Tracks work, and returns it as a promise that never rejects. */
  hold(work: Promise<unknown>): Promise<void> {
    const held = work.then(() => {}, (error) => {
      const { message, stack } = error instanceof Error ? error : new Error(String(error));
      this.ledger.breaches.push(`the attack itself failed: ${stack ?? message}`);
    }).finally(() => this.#works.delete(held));
    this.#works.add(held);
    return held;
  }

  async done(): Promise<void> {
    while (this.#works.size > 0) await Promise.all(this.#works);
  }
}
