/** Reports of carriers: applied to their messages, or stored until these are known. */
import { type CarrierReport, type ConnectorHost, SUBMITTED_LATELY_MS } from "../../ports/mod.ts";
import type { ReportPorts } from "../shared/ports.ts";
import { createApply, idsOf } from "./apply.ts";
import { EARLY_MAX, EARLY_TTL_MS } from "./early.ts";

/** Waits before a message is looked up again: a report may overtake the response with its id. */
const LOOK_AGAIN_MS = [50, 200, 1000];
/** Number of reports saved by this process after which older ones are removed. */
const TRIM_EVERY = 1000;

/**
 * Creates a function that resolves once a report's effect is durable; false: its message is unknown.
 * The report is saved then, as its carrier may have overtaken its own response.
 */
export function createReport(ports: ReportPorts): (report: CarrierReport) => Promise<boolean> {
  const { clock, store: { earlyReports }, unmatchedReports } = ports;
  const apply = createApply(ports);
  let count = 0;

  async function save(report: CarrierReport, recipient?: string): Promise<void> {
    await earlyReports.save(report, { carrierIds: idsOf(report), recipient });
    if (++count % TRIM_EVERY === 0) await earlyReports.trim(clock.now() - EARLY_TTL_MS, EARLY_MAX);
  }

  return async (report) => {
    if (await apply(report, LOOK_AGAIN_MS)) return true;
    const { connector, carrierId, at } = report;
    const { text = null, advice, recipient } = report.describe?.() ?? {};
    if (idsOf(report).length > 0) {
      await save(report, recipient);
      // Who stores an id looks for its reports afterwards: one of the two finds the other.
      if (await apply(report)) return true;
    }
    unmatchedReports.add({ connector, carrierId, text, advice, at });
    return false;
  };
}

/** Creates a function that tells whether any machine submits to a connector, or did a moment ago. */
export function createIsSubmitting(
  { clock, store }: ReportPorts,
): NonNullable<ConnectorHost["isSubmitting"]> {
  return async (connector) =>
    await store.earlyReports.isSubmitting(connector, clock.now() - SUBMITTED_LATELY_MS);
}
