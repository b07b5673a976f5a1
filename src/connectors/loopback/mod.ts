/**
 * The loopback carrier: takes MMS and SMS, keeps what it was given, and decides by the last four
 * digits of the recipient. What it owes a report for is in the store, so a restart forgets nothing.
 */
import type { Config } from "../../config/mod.ts";
import { LOOPBACK_OPERATORS } from "../../core/routing/operators.ts";
import type { Outcome } from "../../core/message/message.ts";
import type {
  Connector,
  ConnectorHost,
  LoopbackMessage,
  LoopbackStore,
  OperatorLookup,
  Submission,
  SubmissionResult,
} from "../../ports/mod.ts";

/** Its name in the table of connectors; no operator can take it. */
export const LOOPBACK = "loopback";

/** What happens to a recipient …NNNN. */
interface Behaviour {
  /** Answer to the submission, by attempt; taken unless said otherwise. */
  refuse?(attempt: number): SubmissionResult | null;
  answerAfterMs?: number;
  /** What is reported later; null: nothing, ever. */
  report: Outcome | null;
}

const DELIVERED: Outcome = { outcome: "delivered", handset: "Loopback/1.0" };

const BEHAVIOURS: Record<string, Behaviour> = {
  "0101": { report: DELIVERED },
  "0102": { report: null },
  "0103": { report: { outcome: "expired" } },
  "0104": {
    refuse: () => permanent({ outcome: "failed", details: "No way to send MMS or SMS" }),
    report: null,
  },
  "0105": { report: { outcome: "rejected", details: "Message Rejected" } },
  "0106": { report: { outcome: "unrecognised", details: "5000:Exception" } },
  "0109": {
    refuse: (attempt) => attempt <= 2 ? { answer: "throttled", reason: "slow down" } : null,
    report: DELIVERED,
  },
  "0110": { answerAfterMs: 5000, report: DELIVERED },
  "0112": { report: { outcome: "delivered", handset: "Apple iPhone14,2" } },
  "0113": { report: { outcome: "delivered", handset: "Google Pixel 7" } },
};

/** Every other number. */
const ORDINARY: Behaviour = { report: { outcome: "delivered" } };

/** Between taking a message and reporting on it: long enough for our answer to be on its way. */
const REPORT_AFTER_MS = 100;
const POLL_MS = 50;
/** While nothing is known to be owed, every so many looks ask the store: once a second. */
const IDLE_LOOKS = 20;
const REPORTS_AT_ONCE = 500;

export function createLoopback(
  host: ConnectorHost,
  store: LoopbackStore,
  newCarrierId: () => string,
): Connector {
  /** Reports may be owed; false: most likely none, to be asked for now and then. */
  let owed = true;
  /** Looks that were left out since the last one. */
  let leftOut = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: Promise<void> = Promise.resolve();
  /** Reports under way, by carrier-id; kept until the store knows that they are done. */
  const reporting = new Map<string, Promise<void>>();
  let done: string[] = [];

  async function poll(): Promise<void> {
    owed = false;
    const due = await store.dueReports(host.clock.now() + REPORT_AFTER_MS, REPORTS_AT_ONCE);
    if (due.length > 0) owed = true;
    const now = due.filter(({ carrierId, reportAt }) =>
      reportAt! <= host.clock.now() && !reporting.has(carrierId)
    );
    for (const one of now) reporting.set(one.carrierId, report(one));
    // One that takes long (its message is looked for, see jobs/report.ts) holds up no other.
    await within(POLL_MS, Promise.all(now.map(({ carrierId }) => reporting.get(carrierId))));
    await tick();
  }

  async function report({ carrierId, report }: LoopbackMessage): Promise<void> {
    try {
      const at = host.clock.now();
      await host.report({ connector: LOOPBACK, carrierId, outcome: report!, at });
      done.push(carrierId);
    } catch {
      // The store is down: it is still owed.
      reporting.delete(carrierId);
    }
  }

  /** Ticks off what was reported. */
  async function tick(): Promise<void> {
    const carrierIds = done;
    if (carrierIds.length === 0) return;
    done = [];
    try {
      await store.reported(carrierIds);
      for (const carrierId of carrierIds) reporting.delete(carrierId);
    } catch (error) {
      done.push(...carrierIds);
      throw error;
    }
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      // Another process may owe reports too, and clocks that are set go backwards.
      if (!owed && ++leftOut < IDLE_LOOKS) return schedule();
      leftOut = 0;
      // What could not be reported now (the store is down) is still owed.
      polling = poll().catch(() => void (owed = true)).finally(schedule);
    }, POLL_MS);
  }

  return {
    name: LOOPBACK,

    async submit(submission: Submission): Promise<SubmissionResult> {
      const { report, refuse, answerAfterMs } = BEHAVIOURS[submission.to.slice(-4)] ?? ORDINARY;
      if (answerAfterMs !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, answerAfterMs));
      }
      const refusal = refuse?.(submission.attempt) ?? null;
      if (refusal !== null && refusal.answer !== "permanent") return refusal;
      const now = host.clock.now();
      const carrierId = newCarrierId();
      const reports = refusal === null && report !== null;
      await store.receive({
        carrierId,
        submission,
        receivedAt: now,
        reportAt: reports ? now + REPORT_AFTER_MS : null,
        report: reports ? report : null,
      });
      if (reports) owed = true;
      return refusal ?? { answer: "accepted", carrierId };
    },

    start() {
      schedule();
      return Promise.resolve();
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      await polling;
      await Promise.all(reporting.values());
      // What cannot be ticked off is reported again after the next start, and changes nothing.
      await tick().catch(() => {});
    },
  };
}

/** Waits for work, but no longer than this. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise((resolve) => timer = setTimeout(resolve, ms))]);
  clearTimeout(timer);
}

/** The operators that loopback plays, by the same four digits. */
export const loopbackLookup: Pick<OperatorLookup, "operatorOf"> = {
  operatorOf(number) {
    const id = `999${number.slice(-4)}`;
    return Promise.resolve(LOOPBACK_OPERATORS.some((one) => one.id === id) ? id : null);
  },
};

function permanent(outcome: Outcome): SubmissionResult {
  return { answer: "permanent", outcome };
}

/** Puts the operators that loopback plays first, where it is the carrier. */
export function withLoopback(
  { DEFAULT_CONNECTOR }: Pick<Config, "DEFAULT_CONNECTOR">,
  lookup: OperatorLookup,
): OperatorLookup {
  if (DEFAULT_CONNECTOR !== "loopback") return lookup;
  return {
    ...lookup,
    operatorOf: async (...asked) =>
      await loopbackLookup.operatorOf(...asked) ?? await lookup.operatorOf(...asked),
  };
}
