/** Ports of the stages of a delivery. */
import type { MessageRecord } from "../../core/message/message.ts";
import type { TraceContext } from "../../tracing/mod.ts";
import type { DurableTransition } from "../shared/durable_transition.ts";
import type { JobPorts } from "../shared/ports.ts";
import type { Unreached } from "./unreached.ts";

/** Message in delivery: its trace context is that of the delivery. */
export interface TracedMessage extends MessageRecord {
  /** Trace context of its acceptance, as stored. */
  acceptTrace?: TraceContext;
}

export interface DeliverContext extends JobPorts {
  transition: DurableTransition;
  /** Called when a message is due for preparation. */
  onPreparation(): void;
  /** Has the message that is due then delivered again. */
  retryAt(dueAt: number): void;
  unreached: Pick<Unreached, "attempt" | "add">;
  /** Messages that a connector keeps back, for the one that replaces it. */
  heldBack: Pick<Unreached, "attempt" | "add">;
}
