/** Readiness: health of the components that accepted messages depend on. */
import { deadline } from "../lib/deadline.ts";
import type { Components } from "../jobs/components.ts";
import type { Queue, Store } from "../ports/mod.ts";

export interface Health {
  status: "ok" | "unavailable";
  /** `ok`, or the reason why the component is unavailable. */
  checks: Record<"store" | "writes" | "queue" | "files" | "ffmpeg" | "clock", string>;
}

/** Timeout of each check, in milliseconds. */
const CHECK_MS = 3000;

export interface CheckedParts {
  store: Pick<Store, "health">;
  /** Returns why the database takes no writes; null: it does. */
  writeFault(): string | null;
  queue: Pick<Queue, "health">;
  components: Pick<Components, "check">;
  /** Returns the fault of the machine's clock; null: none. */
  clockFault(): string | null;
}

/** Checks store, queue, stored files, transcoder and clock concurrently. Never rejects. */
export async function checkHealth(
  { clockFault, components, queue, store, writeFault }: CheckedParts,
): Promise<Health> {
  const states = await Promise.all([
    withTimeout(store.health()),
    withTimeout(queue.health()),
    withTimeout(components.check("files")),
    withTimeout(components.check("ffmpeg")),
  ]);
  const [ofStore, ofQueue, files, ffmpeg] = states.map((state) => state ?? "ok");
  const checks = {
    store: ofStore!,
    writes: writeFault() ?? "ok",
    queue: ofQueue!,
    files: files!,
    ffmpeg: ffmpeg!,
    clock: clockFault() ?? "ok",
  };
  const ok = Object.values(checks).every((state) => state === "ok");
  return { status: ok ? "ok" : "unavailable", checks };
}

async function withTimeout(check: Promise<string | null>): Promise<string | null> {
  try {
    return await deadline(check, CHECK_MS, () => `no response within ${CHECK_MS / 1000} s`);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
