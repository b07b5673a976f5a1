/** Work that nobody waits for as yet; that it fails is a breach. */
import type { Ledger } from "./ledger.ts";

export class Background {
  readonly #works = new Set<Promise<void>>();

  constructor(private readonly ledger: Ledger) {}

  /** Answers the work; it never rejects. */
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
