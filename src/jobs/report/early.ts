/** Reports that came before the ids of their messages: applied once these are known, by any machine. */
import { levelOf } from "../../log/level.ts";
import type { EarlyReport, IdentifiedMessage } from "../../ports/mod.ts";
import type { ReportPorts } from "../shared/ports.ts";
import type { RecentSubmissions } from "../shared/recent_submissions.ts";
import { createApply } from "./apply.ts";

/** Time for which a report is stored, in milliseconds: a carrier responds by then, or never. */
export const EARLY_TTL_MS = 10 * 60_000;
/** Maximum number of ids of stored reports, by connector; the oldest go. */
export const EARLY_MAX = 100_000;
/** Reports that one look takes. */
const LOOK_MAX = 1000;

export interface EarlyReports {
  /** Applies the reports on a message whose id was stored a moment ago. Never rejects. */
  identified(message: IdentifiedMessage): Promise<void>;
  /** Applies what is left: on segments, and where the store was down or a process was killed. */
  takeDue(): Promise<void>;
}

export function createEarlyReports(ports: ReportPorts): EarlyReports {
  const { clock, log, store: { earlyReports } } = ports;
  const apply = createApply(ports);

  /** Applies reports in order. One may be applied twice, never not at all: it is removed last. */
  async function applyAll(reports: readonly EarlyReport[]): Promise<void> {
    const applied: string[] = [];
    for (const report of reports) {
      if (await apply(report)) applied.push(report.report);
    }
    if (applied.length > 0) await earlyReports.remove(applied);
  }

  return {
    async identified(message) {
      try {
        await applyAll(await earlyReports.of(message));
      } catch (error) {
        const { connector, carrierId } = message;
        log[levelOf(error)](
          { connector, "carrier-id": carrierId, err: String(error) },
          "reports that came early were not applied; the next look finds them",
        );
      }
    },

    async takeDue() {
      await applyAll(await earlyReports.matched(LOOK_MAX));
      await earlyReports.trim(clock.now() - EARLY_TTL_MS, EARLY_MAX);
    },
  };
}

/** Wraps recent submissions: what is committed is looked up among the early reports. */
export function identifying(
  submissions: RecentSubmissions,
  { identified }: Pick<EarlyReports, "identified">,
): RecentSubmissions {
  return {
    ...submissions,
    async commit(connector, carrierIds, message, commit) {
      const isMade = await submissions.commit(connector, carrierIds, message, commit);
      if (isMade) {
        const { to: recipient } = message;
        for (const carrierId of carrierIds) void identified({ connector, carrierId, recipient });
      }
      return isMade;
    },
  };
}
