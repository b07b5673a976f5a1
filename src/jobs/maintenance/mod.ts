/**
 * Maintenance: deletes expired rows in bounded batches, and blobs that nothing refers to; indexes
 * messages for searches, and stores the counts of the traffic.
 */
import { StoreDown } from "../../ports/mod.ts";
import { createBlobGc } from "./blob_gc.ts";
import type { JobPorts } from "../shared/ports.ts";
import { createRetention } from "./retention.ts";
import { createSearchIndexing } from "./search_index.ts";

/** Ten thousand rows a round: with 5 s between rounds, two thousand rows a second. */
const BATCHES_A_ROUND = 10;

/** A round of maintenance, which an abort ends between two steps. */
export type Maintenance = (signal: AbortSignal) => Promise<void>;

export function createMaintenance(
  ports: Pick<JobPorts, "blobs" | "clock" | "config" | "log" | "store">,
): Maintenance {
  const { clock, config, store } = ports;

  async function deleteDigests(signal: AbortSignal): Promise<void> {
    const answerable = clock.now() - config.MM7_DUPLICATE_WINDOW;
    await inBatches((limit) => store.messages.deleteDigests(answerable, limit), signal);
  }

  async function deleteIdempotencyKeys(signal: AbortSignal): Promise<void> {
    await inBatches((limit) => store.idempotency.deleteExpired(clock.now(), limit), signal);
  }

  async function deleteRenditions(signal: AbortSignal): Promise<void> {
    // Work that has found a rendition may be about to refer to its blob.
    const unused = clock.now() - Math.max(config.RENDITION_RETENTION, config.BLOB_GC_GRACE);
    await inBatches((limit) => store.renditions.deleteUnused(unused, limit), signal);
  }

  async function releaseRemovedTemplates(signal: AbortSignal): Promise<void> {
    await inBatches((limit) => store.templates.releaseRemoved(clock.now(), limit), signal);
  }

  async function removeEndedDrafts(signal: AbortSignal): Promise<void> {
    await inBatches((limit) => store.templates.removeEndedDrafts(clock.now(), limit), signal);
  }

  async function storeTraffic(): Promise<void> {
    await store.traffic.flush();
    await store.traffic.prune(clock.now());
  }

  async function inBatches(
    deleteRows: (limit: number) => Promise<number>,
    signal: AbortSignal,
  ): Promise<void> {
    for (let batches = 0; batches < BATCHES_A_ROUND && !signal.aborted; batches++) {
      if (await deleteRows(config.RETENTION_BATCH) < config.RETENTION_BATCH) break;
    }
  }

  const tasks: Maintenance[] = [
    storeTraffic,
    deleteDigests,
    deleteIdempotencyKeys,
    deleteRenditions,
    releaseRemovedTemplates,
    removeEndedDrafts,
    createRetention(ports),
    createBlobGc(ports),
    createSearchIndexing(ports),
  ];

  return async (signal) => {
    const failures: unknown[] = [];
    for (const task of tasks) {
      if (signal.aborted) break;
      try {
        await task(signal);
      } catch (error) {
        if (error instanceof StoreDown) throw error;
        // A task that always fails must not stop the others.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
}
