/**
 * Loopback carrier: accepts MMS and SMS, stores them, and picks the outcome by the last four digits
 * of the recipient. Pending reports are in the store and survive a restart.
 */
import type { Config } from "../../config/mod.ts";
import { LOOPBACK_OPERATORS } from "../../core/routing/operators.ts";
import type {
  Connector,
  ConnectorHost,
  LoopbackHandsets,
  LoopbackStore,
  OperatorLookup,
  Submission,
  SubmissionResult,
} from "../../ports/mod.ts";
import { delay } from "../../lib/delay.ts";
import { IDLE_STATE } from "../carrier.ts";
import { behaviourOf } from "./behaviours.ts";
import { createLoopbackHandsets } from "./handsets.ts";
import { createReports, REPORT_AFTER_MS } from "./reports.ts";

/** Name in the table of connectors, reserved for it. */
export const LOOPBACK = "loopback";

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
  const reports = createReports(LOOPBACK, host, store);
  let stopped = false;
  let inFlight = 0;

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
    if (isReported) reports.expect();
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
      reports.start();
      return Promise.resolve();
    },

    async stop() {
      stopped = true;
      await reports.stop();
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
