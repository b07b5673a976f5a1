/** Behaviour of the loopback carrier, by the recipient's last four digits or its handset. */
import type { Outcome } from "../../core/message/message.ts";
import { ORDINARY_DETAILS } from "../../core/message/status_details.ts";
import type { LoopbackHandset, LoopbackOutcome, SubmissionResult } from "../../ports/mod.ts";
import { permanent } from "../submissions.ts";

/** Behaviour towards recipients …NNNN. */
export interface Behaviour {
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
export function behaviourOf(number: string, chosen: LoopbackHandset | null): Behaviour {
  const byDigits = BEHAVIOURS[number.slice(-4)] ?? DEFAULT_BEHAVIOUR;
  if (chosen === null) return byDigits;
  const { handset, outcome } = chosen;
  const behaviour = outcome === null ? byDigits : { report: REPORTS[outcome] };
  if (handset === null || behaviour.report?.outcome !== "delivered") return behaviour;
  return { ...behaviour, report: { outcome: "delivered", handset } };
}
