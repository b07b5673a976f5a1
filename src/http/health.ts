/** Readiness: whether the parts that an accepted message needs are there. */
import type { Queue, Store, Transcoder } from "../ports/mod.ts";

export interface Health {
  status: "ok" | "unavailable";
  checks: Record<"store" | "queue" | "ffmpeg", string>;
}

/** A part that does not answer in this time is not there. */
const CHECK_MS = 3000;

export async function checkHealth(
  parts: { store: Pick<Store, "health">; queue: Pick<Queue, "health">; transcoder: Transcoder },
): Promise<Health> {
  const [store, queue, ffmpeg] = await Promise.all([
    within(parts.store.health()),
    within(parts.queue.health()),
    within(parts.transcoder.health()),
  ]);
  const checks = { store: store ?? "ok", queue: queue ?? "ok", ffmpeg: ffmpeg ?? "ok" };
  const ok = Object.values(checks).every((state) => state === "ok");
  return { status: ok ? "ok" : "unavailable", checks };
}

async function within(check: Promise<string | null>): Promise<string | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${CHECK_MS / 1000} s`), CHECK_MS);
  });
  try {
    return await Promise.race([check, late]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}
