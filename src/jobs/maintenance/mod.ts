/**
 * Keeping house: what nobody waits for. What has served its time is forgotten; of the blobs, those
 * that nothing refers to go; and the database is kept in shape.
 */
import { StoreDown } from "../../ports/mod.ts";
import { createBlobGc } from "./blob_gc.ts";
import type { JobPorts } from "../ports.ts";
import { createRetention } from "./retention.ts";

/** Ten thousand a round: at 10 s between rounds, a thousand submissions a second are forgotten. */
const BATCHES_A_ROUND = 10;

/** A round; abandoned between two steps when it is stopped. */
export type Maintenance = (signal: AbortSignal) => Promise<void>;

export function createMaintenance(
  ports: Pick<JobPorts, "blobs" | "clock" | "config" | "log" | "store">,
): Maintenance {
  const { clock, config, store } = ports;

  async function forgetDigests(signal: AbortSignal): Promise<void> {
    const answerable = clock.now() - config.MM7_DUPLICATE_WINDOW;
    await inBatches((limit) => store.messages.forgetDigests(answerable, limit), signal);
  }

  async function forgetIdempotencyKeys(signal: AbortSignal): Promise<void> {
    await inBatches((limit) => store.idempotency.forget(clock.now(), limit), signal);
  }

  async function forgetRenditions(signal: AbortSignal): Promise<void> {
    // Work that has found a rendition may be about to refer to its blob.
    const kept = clock.now() - Math.max(config.RENDITION_RETENTION, config.BLOB_GC_GRACE);
    await inBatches((limit) => store.renditions.forget(kept, limit), signal);
  }

  async function inBatches(
    forget: (limit: number) => Promise<number>,
    signal: AbortSignal,
  ): Promise<void> {
    const limit = config.RETENTION_BATCH;
    for (let batches = 0; batches < BATCHES_A_ROUND && !signal.aborted; batches++) {
      if (await forget(limit) < limit) break;
    }
  }

  const chores: Maintenance[] = [
    forgetDigests,
    forgetIdempotencyKeys,
    forgetRenditions,
    createRetention(ports),
    createBlobGc(ports),
  ];

  return async (signal) => {
    const failures: unknown[] = [];
    for (const chore of chores) {
      if (signal.aborted) break;
      try {
        await chore(signal);
      } catch (error) {
        if (error instanceof StoreDown) throw error;
        // One that always fails keeps no other from its turn.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
}
