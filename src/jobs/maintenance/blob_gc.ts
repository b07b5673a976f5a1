/** Sweeping the blobs, a shelf a round: those that nothing refers to go. */
import { BLOB_SHELVES } from "../../ports/mod.ts";
import type { JobPorts } from "../ports.ts";

const BLOBS_AT_ONCE = 500;

/** A round; abandoned between two blobs when it is stopped. */
export function createBlobGc(
  { blobs, clock, config, log, store }: Pick<
    JobPorts,
    "blobs" | "clock" | "config" | "log" | "store"
  >,
): (signal: AbortSignal) => Promise<void> {
  // Anywhere: a process that seldom lives for a whole tour must not leave the last shelves alone.
  let next = Math.floor(Math.random() * BLOB_SHELVES);
  let visited = 0;
  let removed = 0;

  let ours: Promise<boolean> | undefined;

  /** A process that was started with the wrong database must not take its word for what is unused. */
  async function areOurs(): Promise<boolean> {
    const belong = await blobs.belongTo(await store.installation());
    if (!belong) {
      log.error(
        { place: placeOf(config) },
        "the stored files are those of another database: none is removed. Check DATABASE_URL, " +
          "DATA_DIR and BLOBS_URL; if they are right, remove `installation` there and start again",
      );
    }
    return belong;
  }

  async function sweepShelf(shelf: number, signal: AbortSignal): Promise<void> {
    const before = clock.now() - config.BLOB_GC_GRACE;
    const hashes = await unlessStopped(blobs.shelf(shelf, before), signal) ?? [];
    for (let at = 0; at < hashes.length && !signal.aborted; at += BLOBS_AT_ONCE) {
      for (const hash of await store.unusedBlobs(hashes.slice(at, at + BLOBS_AT_ONCE))) {
        if (signal.aborted) return;
        if (await blobs.remove(hash, before)) removed++;
      }
    }
  }

  /** Moves on even from a shelf that cannot be swept, or one bad directory would keep us there. */
  async function sweepNextShelf(signal: AbortSignal): Promise<void> {
    const shelf = next;
    next = (next + 1) % BLOB_SHELVES;
    try {
      await sweepShelf(shelf, signal);
    } finally {
      visited++;
      if (visited === BLOB_SHELVES) endTour();
    }
  }

  function endTour(): void {
    if (removed > 0) log.info({ blobs: removed }, "stored files that nothing referred to removed");
    visited = removed = 0;
  }

  return async (signal) => {
    ours ??= areOurs();
    ours.catch(() => ours = undefined);
    if (await ours) await sweepNextShelf(signal);
  };
}

function placeOf({ BLOBS_URL: place, DATA_DIR }: JobPorts["config"]): string {
  if (place.kind === "s3") return `s3://${place.bucket}/${place.prefix}`;
  return place.path ?? `${DATA_DIR}/blobs`;
}

/** Null as soon as the signal comes: a look at a long shelf need not be waited for. */
async function unlessStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | null> {
  const stopped = Promise.withResolvers<null>();
  const onAbort = () => stopped.resolve(null);
  signal.addEventListener("abort", onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
