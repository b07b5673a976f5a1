/**
 * Loopback carrier: accepts MMS and SMS, stores them, and picks the outcome by the last four digits
 * of the recipient. Pending reports are in the store and survive a restart.
 */
import type { Config } from "../../config/mod.ts";
import { LOOPBACK_OPERATORS } from "../../core/routing/operators.ts";
import type { Outcome } from "../../core/message/message.ts";
import { ORDINARY_DETAILS } from "../../core/postback/status_details.ts";
import type {
  Connector,
  ConnectorHost,
  LoopbackHandset,
  LoopbackHandsets,
  LoopbackMessage,
  LoopbackOutcome,
  LoopbackStore,
  OperatorLookup,
  Submission,
  SubmissionResult,
} from "../../ports/mod.ts";
import { createLoopbackHandsets } from "./handsets.ts";
import { deadline } from "../../lib/deadline.ts";
import { IDLE_STATE } from "../carrier.ts";
import { delay } from "../../lib/delay.ts";

/** Name in the table of connectors, reserved for it. */
export const LOOPBACK = "loopback";

/** Behaviour towards recipients …NNNN. */
interface Behaviour {
  /** Returns the refusal of an attempt; null accepts it. Default: every attempt is accepted. */
  refuse?(attempt: number): SubmissionResult | null;
  /** Delay of the response, in milliseconds. Default none. */
  responseDelayMs?: number;
  /** Outcome reported later; null if none ever is. */
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
    refuse: (attempt) => attempt <= 2 ? { status: "throttled", reason: "slow down" } : null,
    report: DELIVERED,
  },
  "0110": { responseDelayMs: 5000, report: DELIVERED },
  "0112": { report: { outcome: "delivered", handset: "Apple iPhone14,2" } },
  "0113": { report: { outcome: "delivered", handset: "Google Pixel 7" } },
};

/** Behaviour towards every other number. */
const DEFAULT_BEHAVIOUR: Behaviour = { report: { outcome: "delivered" } };

/** Reports by chosen outcome. */
const REPORTS: Readonly<Record<LoopbackOutcome, Outcome | null>> = {
  delivered: { outcome: "delivered" },
  expired: { outcome: "expired" },
  failed: { outcome: "failed", details: ORDINARY_DETAILS.failed },
  rejected: { outcome: "rejected", details: ORDINARY_DETAILS.rejected },
  unrecognised: { outcome: "unrecognised", details: ORDINARY_DETAILS.unrecognised },
  silence: null,
};

/** Returns the behaviour towards a number: as chosen for its handset, else by its digits. */
function behaviourOf(number: string, chosen: LoopbackHandset | null): Behaviour {
  const byDigits = BEHAVIOURS[number.slice(-4)] ?? DEFAULT_BEHAVIOUR;
  if (chosen === null) return byDigits;
  const { handset, outcome } = chosen;
  const behaviour = outcome === null ? byDigits : { report: REPORTS[outcome] };
  if (handset === null || behaviour.report?.outcome !== "delivered") return behaviour;
  return { ...behaviour, report: { outcome: "delivered", handset } };
}

/** Delay of a report after acceptance, in milliseconds: our response is on its way by then. */
const REPORT_AFTER_MS = 100;
const POLL_MS = 50;
/** Polls per query of the store while no report is known to be due: one query a second. */
const IDLE_POLLS = 20;
const REPORT_BATCH_SIZE = 500;

/** Parts that a service may share with the loopback carrier. */
export interface LoopbackOptions {
  /** Simulated handsets. Default: those in the store. */
  handsets?: Pick<LoopbackHandsets, "of">;
  /** Called when a message has been stored. */
  onReceived?(): void;
}

export function createLoopback(
  host: ConnectorHost,
  store: LoopbackStore,
  newCarrierId: () => string,
  { handsets = createLoopbackHandsets(store, host.clock), onReceived = () => {} }: LoopbackOptions =
    {},
): Connector {
  /** False when reports are unlikely to be pending; then the store is queried rarely. */
  let mayBePending = true;
  let skippedPolls = 0;
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: Promise<void> = Promise.resolve();
  /** Reports in progress, by carrier id, until the store has them marked as reported. */
  const reporting = new Map<string, Promise<void>>();
  let unmarked: string[] = [];
  let inFlight = 0;

  async function poll(): Promise<void> {
    mayBePending = false;
    const pending = await store.dueReports(host.clock.now() + REPORT_AFTER_MS, REPORT_BATCH_SIZE);
    if (pending.length > 0) mayBePending = true;
    const due = pending.filter(({ carrierId, reportAt }) =>
      reportAt! <= host.clock.now() && !reporting.has(carrierId)
    );
    for (const message of due) reporting.set(message.carrierId, report(message));
    // A slow report, whose message is still being looked up, does not delay the others.
    const reports = Promise.all(due.map(({ carrierId }) => reporting.get(carrierId)));
    await deadline(reports, POLL_MS, () => {});
    await markReported();
  }

  async function report({ carrierId, report }: LoopbackMessage): Promise<void> {
    try {
      const at = host.clock.now();
      await host.report({ connector: LOOPBACK, carrierId, outcome: report!, at });
      unmarked.push(carrierId);
    } catch {
      // The store is down: the report stays pending.
      reporting.delete(carrierId);
    }
  }

  async function markReported(): Promise<void> {
    const carrierIds = unmarked;
    if (carrierIds.length === 0) return;
    unmarked = [];
    try {
      await store.reported(carrierIds);
      for (const carrierId of carrierIds) reporting.delete(carrierId);
    } catch (error) {
      unmarked.push(...carrierIds);
      throw error;
    }
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      // Queried now and then regardless: another process may add reports, and clocks may step back.
      if (!mayBePending && ++skippedPolls < IDLE_POLLS) return schedule();
      skippedPolls = 0;
      // After a failure (the store is down) reports are still pending.
      polling = poll().catch(() => void (mayBePending = true)).finally(schedule);
    }, POLL_MS);
  }

  async function submit(submission: Submission): Promise<SubmissionResult> {
    const chosen = await handsets.of(submission.to);
    const { report, refuse, responseDelayMs } = behaviourOf(submission.to, chosen);
    if (responseDelayMs !== undefined) {
      await delay(responseDelayMs);
    }
    const refusal = refuse?.(submission.attempt) ?? null;
    if (refusal !== null && refusal.status !== "permanent") return refusal;
    const now = host.clock.now();
    const carrierId = newCarrierId();
    const isReported = refusal === null && report !== null;
    await store.receive({
      carrierId,
      submission,
      receivedAt: now,
      reportAt: isReported ? now + REPORT_AFTER_MS : null,
      report: isReported ? report : null,
    });
    onReceived();
    if (isReported) mayBePending = true;
    return refusal ?? { status: "accepted", carrierId };
  }

  return {
    name: LOOPBACK,

    async submit(submission) {
      inFlight++;
      try {
        return await submit(submission);
      } finally {
        inFlight--;
      }
    },

    state: () => ({ ...IDLE_STATE, isUp: !stopped, inFlight }),

    start() {
      schedule();
      return Promise.resolve();
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      await polling;
      await Promise.all(reporting.values());
      // Unmarked reports are sent again after the next start, which has no effect.
      await markReported().catch(() => {});
    },
  };
}

/** Operators that loopback simulates, by the same four digits. */
export const loopbackLookup: Pick<OperatorLookup, "knownOperatorOf" | "operatorOf"> = {
  operatorOf: (number) => Promise.resolve(simulatedOperatorOf(number)),
  knownOperatorOf: (number) => Promise.resolve(simulatedOperatorOf(number)),
};

function simulatedOperatorOf(number: string): string | null {
  const id = `999${number.slice(-4)}`;
  return LOOPBACK_OPERATORS.some((operator) => operator.id === id) ? id : null;
}

function permanent(outcome: Outcome): SubmissionResult {
  return { status: "permanent", outcome };
}

/**
 * Looks numbers up among the simulated handsets and operators first, if loopback is the default
 * connector.
 */
export function withLoopback(
  { DEFAULT_CONNECTOR }: Pick<Config, "DEFAULT_CONNECTOR">,
  lookup: OperatorLookup,
  handsets: Pick<LoopbackHandsets, "of">,
): OperatorLookup {
  if (DEFAULT_CONNECTOR !== "loopback") return lookup;
  const simulated = async (number: string) =>
    (await handsets.of(number))?.operatorId ?? simulatedOperatorOf(number);
  return {
    ...lookup,
    operatorOf: async (number, account) =>
      await simulated(number) ?? await lookup.operatorOf(number, account),
    knownOperatorOf: async (number, account) =>
      await simulated(number) ?? await lookup.knownOperatorOf(number, account),
  };
}
