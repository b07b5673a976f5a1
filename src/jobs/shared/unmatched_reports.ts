/**
 * Reports that match no message: logged, counted, and the latest of each connector listed for
 * operators. They are in memory: they show how ids differ, and change nothing.
 */
import type { Log } from "../../log/mod.ts";
import type { Metrics } from "../../metrics/mod.ts";
import type { UnmatchedReport } from "../../ports/mod.ts";

export interface UnmatchedReports {
  /** Logs, counts and lists a report. */
  add(report: UnmatchedReport): void;
  /** Takes a report off the list, as its message has been found since. */
  remove(connector: string, carrierId: string): void;
  /** Lists the latest reports of a connector, the newest first. */
  of(connector: string): readonly UnmatchedReport[];
}

/** Reports that are listed by connector: enough to see in what their ids differ. */
const LISTED = 20;

const DEFAULT_ADVICE =
  "compare the id with those of messages; another installation may share the account";

export function createUnmatchedReports(
  { log, metrics }: { log: Log; metrics: Pick<Metrics, "reports"> },
): UnmatchedReports {
  const listed = new Map<string, readonly UnmatchedReport[]>();

  return {
    add(report) {
      const { connector, text, advice = DEFAULT_ADVICE } = report;
      const carrierId = report.carrierId || null;
      listed.set(
        connector,
        [{ ...report, carrierId }, ...listed.get(connector) ?? []].slice(0, LISTED),
      );
      metrics.reports.add({ connector, outcome: carrierId === null ? "unreadable" : "unknown" });
      log.warn(
        {
          connector,
          ...carrierId === null ? {} : { "carrier-id": carrierId },
          ...text === null ? {} : { text },
          do: advice,
        },
        carrierId === null ? "report without a readable id" : "report for an unknown message",
      );
    },

    remove(connector, carrierId) {
      const reports = listed.get(connector);
      if (reports === undefined) return;
      listed.set(connector, reports.filter((report) => report.carrierId !== carrierId));
    },

    of: (connector) => listed.get(connector) ?? [],
  };
}
