/** Admin operation on the traffic of this process. */
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Traffic } from "../../jobs/traffic/mod.ts";

export interface StatsPorts {
  traffic: Pick<Traffic, "minutes">;
}

export function statsHandlers({ traffic }: StatsPorts) {
  return {
    readStats() {
      const minutes = traffic.minutes().map(({ at, latencyMs, ...counts }) => ({
        "at": isoMicros(at),
        ...counts,
        "latency-p50-ms": latencyMs === null ? null : Math.round(latencyMs.p50),
        "latency-p95-ms": latencyMs === null ? null : Math.round(latencyMs.p95),
      }));
      return Promise.resolve({ minutes });
    },
  } satisfies Partial<AdminHandlers>;
}
