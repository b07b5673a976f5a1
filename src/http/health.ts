/** Readiness: health of the components that accepted messages depend on. */
import { deadline } from "../lib/deadline.ts";
import type { Queue, Store, Transcoder } from "../ports/mod.ts";

export interface Health {
  status: "ok" | "unavailable";
  /** `ok`, or the reason why the component is unavailable. */
  checks: Record<"store" | "queue" | "ffmpeg" | "clock", string>;
}

/** Timeout of each check, in milliseconds. */
const CHECK_MS = 3000;

export interface HealthParts {
  store: Pick<Store, "health">;
  queue: Pick<Queue, "health">;
  transcoder: Transcoder;
  /** Returns the fault of the machine's clock; null: none. */
  clockFault(): string | null;
}

/** Checks store, queue and transcoder concurrently, and the clock. Never rejects. */
export async function checkHealth(parts: HealthParts): Promise<Health> {
  const [store, queue, ffmpeg] = await Promise.all([
    withTimeout(parts.store.health()),
    withTimeout(parts.queue.health()),
    withTimeout(parts.transcoder.health()),
  ]);
  const clock = parts.clockFault() ?? "ok";
  const checks = { store: store ?? "ok", queue: queue ?? "ok", ffmpeg: ffmpeg ?? "ok", clock };
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
