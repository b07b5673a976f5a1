/** Ports of the stages of a delivery. */
import type { DurableTransition } from "../durable_transition.ts";
import type { JobPorts } from "../ports.ts";

export interface DeliverContext extends JobPorts {
  transition: DurableTransition;
  /** Called when a message is due for preparation. */
  onPreparation(): void;
  /** Has the message that is due then delivered again. */
  retryAt(dueAt: number): void;
}
