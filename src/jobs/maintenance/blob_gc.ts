/** Garbage collection of blobs that nothing refers to, one partition a round. */
import { abortable } from "../../lib/abortable.ts";
import { BLOB_PARTITIONS } from "../../ports/mod.ts";
import type { JobPorts } from "../shared/ports.ts";

const BLOBS_AT_ONCE = 500;

/** Creates a round, which an abort ends between two blobs. */
export function createBlobGc(
  { blobs, clock, config, log, store }: Pick<
    JobPorts,
    "blobs" | "clock" | "config" | "log" | "store"
  >,
): (signal: AbortSignal) => Promise<void> {
  // At random: processes that live for less than a tour still reach all partitions in turn.
  let next = Math.floor(Math.random() * BLOB_PARTITIONS);
  let visited = 0;
  let removed = 0;

  let ours: Promise<boolean> | undefined;

  /** Tells whether the blobs are of this database: another one knows nothing of their use. */
  async function areOurs(): Promise<boolean> {
    const belong = await blobs.belongTo(await store.installation());
    if (!belong) {
      log.error(
        { place: locationOf(config) },
        "the stored files belong to another database: none is removed. Check DATABASE_URL, " +
          "DATA_DIR and BLOBS_URL; if they are right, remove the file `installation` there and restart",
      );
    }
    return belong;
  }

  async function collectPartition(partition: number, signal: AbortSignal): Promise<void> {
    const before = clock.now() - config.BLOB_GC_GRACE;
    const hashes = await unlessStopped(blobs.listPartition(partition, before), signal) ?? [];
    for (let at = 0; at < hashes.length && !signal.aborted; at += BLOBS_AT_ONCE) {
      for (const hash of await store.unusedBlobs(hashes.slice(at, at + BLOBS_AT_ONCE))) {
        if (signal.aborted) return;
        if (await blobs.remove(hash, before)) removed++;
      }
    }
  }

  /** Goes on after a partition that fails, so that one bad directory stops no other. */
  async function collectNextPartition(signal: AbortSignal): Promise<void> {
    const partition = next;
    next = (next + 1) % BLOB_PARTITIONS;
    try {
      await collectPartition(partition, signal);
    } finally {
      visited++;
      if (visited === BLOB_PARTITIONS) endTour();
    }
  }

  function endTour(): void {
    if (removed > 0) log.info({ blobs: removed }, "unreferenced stored files removed");
    visited = removed = 0;
  }

  return async (signal) => {
    ours ??= areOurs();
    ours.catch(() => ours = undefined);
    if (await ours) await collectNextPartition(signal);
  };
}

function locationOf({ BLOBS_URL: location, DATA_DIR }: JobPorts["config"]): string {
  if (location.kind === "s3") return `s3://${location.bucket}/${location.prefix}`;
  return location.path ?? `${DATA_DIR}/blobs`;
}

/** Resolves with null as soon as the signal is aborted: a long partition delays no stop. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  try {
    return await abortable(work, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
