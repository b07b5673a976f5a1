/** Admin operations on the traffic: that of this process by the minute, and that of all processes. */
import {
  overviewOf,
  startOf,
  TRAFFIC_SPANS,
  type TrafficFailure,
  type TrafficOverview,
} from "../../core/traffic/overview.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type * as wire from "../../generated/admin.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Traffic } from "../../jobs/traffic/mod.ts";
import type { Clock, Store } from "../../ports/mod.ts";

export interface StatsPorts {
  clock: Clock;
  store: Pick<Store, "traffic">;
  traffic: Pick<Traffic, "minutes">;
}

export function statsHandlers({ clock, store, traffic }: StatsPorts) {
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

    async readOverview({ query: { span } }) {
      const now = clock.now();
      const sums = await store.traffic.sums(TRAFFIC_SPANS[span].slotMs, startOf(span, now));
      return overviewView(span, now, overviewOf(span, now, sums));
    },
  } satisfies Partial<AdminHandlers>;
}

function overviewView(
  span: wire.Overview["span"],
  now: number,
  { accounts, failures, from, latencies, slots, totals }: TrafficOverview,
): wire.Overview {
  return {
    "span": span,
    "from": isoMicros(from),
    "to": isoMicros(now),
    "totals": totals,
    "slots": slots.map(({ at, ...counts }) => ({ at: isoMicros(at), ...counts })),
    "failures": failures.map(failureView),
    accounts,
    "accept-to-submit": latencyView(latencies.acceptToSubmit),
    "submit-to-report": latencyView(latencies.submitToReport),
  };
}

function failureView(
  { code, count, details, kind, state }: TrafficFailure,
): wire.OverviewFailure {
  return {
    "kind": kind === "MMS_MT" ? "MMS" : "SMS",
    state,
    "status-details": details,
    code,
    "messages": count,
  };
}

function latencyView(latency: TrafficOverview["latencies"]["acceptToSubmit"]) {
  if (latency === null) return null;
  return { "p50-ms": Math.round(latency.p50), "p95-ms": Math.round(latency.p95) };
}
