/** Problems of a running service, in sentences for its operator. */
import { isoMicros } from "../timestamp.ts";

import { durationText } from "./duration.ts";

/** `critical`: customers notice it; `warning`: an operator should look within the day. */
export type Severity = "critical" | "warning";

export interface Problem {
  severity: Severity;
  /** A sentence. */
  text: string;
  /** Section of the manual that says what to do. */
  manual: string;
}

/** Facts of a service that problems follow from. */
export interface StatusFacts {
  /** `ok`, or the reason why the component is unavailable. */
  checks: Readonly<Record<"store" | "writes" | "queue" | "files" | "ffmpeg" | "clock", string>>;
  /** Times since which components fail, in milliseconds since the epoch; absent: unknown. */
  failingSince: Readonly<Partial<Record<keyof StatusFacts["checks"], number>>>;
  connectors: readonly ConnectorFacts[];
  /** Receivers of postbacks whose circuit breaker is open. */
  receivers: readonly ReceiverFacts[];
  work: readonly WorkFacts[];
  /** Kinds of data whose deletion is behind their retention, the furthest first. */
  retention: readonly RetentionFacts[];
  /** Messages and templates that wait longest, of each stage. */
  oldest: readonly OldestFacts[];
  /** Connectors that were asked to submit, and had nothing accepted. */
  stalls: readonly StallFacts[];
  /** Work that was interrupted again and again, the last one first. */
  interrupted: readonly InterruptedFacts[];
  /** Senders of several accounts that do not all share them. */
  contested: readonly ContestedSender[];
  /** Free bytes on the file system of DATA_DIR; null: unknown. */
  freeBytes: number | null;
  /** User of the embedded database that other programs share; null: it has one of its own. */
  sharedDatabaseUser: string | null;
  /** Open files of the process and their limit; null: unknown. */
  descriptors: { open: number; max: number } | null;
}

export interface ConnectorFacts {
  name: string;
  state: "up" | "down" | "unknown" | "disabled";
  /** Sessions that are bound, and those that should be. */
  sessions: number;
  sessionsMax: number;
  lastError: string | null;
}

export interface OldestFacts {
  stage: "delivery" | "preparation" | "template";
  /** Tracking-id of a message, mms-id of a template. */
  id: string;
  /** Connector of its last attempt; null: there was none. */
  connector: string | null;
  /** Time from which it could go, in milliseconds since the epoch. */
  since: number;
  ageMs: number;
  /** Number of its stage that could go. */
  waiting: number;
}

export interface StallFacts {
  connector: string;
  /** Time of the first submission that was not accepted, in milliseconds since the epoch. */
  since: number;
  /** Time from then to the last one, in milliseconds. */
  forMs: number;
  /** Result of the last. */
  last: string;
}

export interface InterruptedFacts {
  kind: "message" | "template" | "postback";
  id: string;
  times: number;
  since: number;
  reason: string;
}

export interface ReceiverFacts {
  account: string;
  receiver: string;
  lastError: string | null;
}

export interface ContestedSender {
  address: string;
  /** Oldest first. */
  accounts: readonly string[];
}

export interface WorkFacts {
  stage: "delivery" | "preparation" | "template" | "postback";
  waiting: number;
  /** Time for which the oldest has been due, in milliseconds. */
  lateMs: number;
}

export interface RetentionFacts {
  kind: string;
  /** Time for which it stays beyond its retention, in milliseconds. */
  ms: number;
}

const MINUTE_MS = 60_000;

const LATE_POSTBACKS = "slidepostpostbackslate";

/** Time for which a postback is due from which on it is late, in milliseconds. */
const POSTBACK_LATE_MS = 15 * MINUTE_MS;

/** Age of the oldest message from which on it is a problem, in milliseconds. */
export const OLDEST_MESSAGE_MS: Readonly<Record<Severity, number>> = {
  warning: 5 * MINUTE_MS,
  critical: 15 * MINUTE_MS,
};

/** Time without an accepted submission from which on it is a problem, in milliseconds. */
export const NOTHING_ACCEPTED_MS = 5 * MINUTE_MS;

const CHECKS: Readonly<
  Record<keyof StatusFacts["checks"], { what: string; effect: string; see: string }>
> = {
  store: {
    what: "The database is unavailable",
    effect: "Requests get 503 until it is back",
    see: "slidepostrequestsfail",
  },
  writes: {
    what: "The database takes no writes",
    effect: "Requests get 503 until it does",
    see: "slidepostdatabasewritesfail",
  },
  queue: {
    what: "The queue of postbacks is unavailable",
    effect: "Postbacks wait",
    see: LATE_POSTBACKS,
  },
  files: {
    what: "Stored files cannot be written or read",
    effect: "Requests with files get 503, and templates and MMS with files wait",
    see: "slidepostfilesdown",
  },
  ffmpeg: {
    what: "Files cannot be transcoded",
    effect: "Templates and MMS with files wait",
    see: "slidepostffmpeggone",
  },
  clock: {
    what: "This machine takes no work",
    effect: "Until then requests get 503, and nothing expires or is removed",
    see: "slidepostclockwrong",
  },
};

/** Free space from which on the disk is a problem, in bytes: a source video, and twenty. */
const DISK = { critical: 50e6, warning: 1e9 };

/** Share of the open files that are permitted from which on they are a problem. */
const DESCRIPTORS_SHARE = 0.8;

/** Lists the problems, the worst first. */
export function problemsOf(facts: StatusFacts): Problem[] {
  const problems = [
    ...checkProblems(facts),
    ...facts.connectors.flatMap(connectorProblems),
    ...facts.stalls.flatMap(stallProblems),
    ...facts.oldest.flatMap(oldestProblems),
    ...facts.work.flatMap(workProblems),
    ...retentionProblems(facts),
    ...interruptedProblems(facts),
    ...diskProblems(facts),
    ...descriptorProblems(facts),
    ...databaseProblems(facts),
    ...facts.receivers.map(receiverProblem),
    ...facts.contested.map(contestedProblem),
  ];
  const order: readonly Severity[] = ["critical", "warning"];
  return problems.toSorted((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity));
}

/** Returns the state of a service with these problems. */
export function worstOf(problems: readonly Problem[]): Severity | "ok" {
  return problems[0]?.severity ?? "ok";
}

function problem(severity: Severity, text: string, alert: string): Problem {
  return { severity, text, manual: `alerts.md#${alert}` };
}

function checkProblems({ checks, failingSince }: StatusFacts): Problem[] {
  const names = Object.keys(CHECKS) as (keyof typeof CHECKS)[];
  return names.filter((name) => checks[name] !== "ok").map((name) => {
    const { what, effect, see } = CHECKS[name];
    const since = failingSince[name];
    const from = since === undefined ? "" : ` since ${timeText(since)}`;
    return problem("critical", `${what}${from}: ${checks[name]}. ${effect}.`, see);
  });
}

function connectorProblems(
  { name, state, sessions, sessionsMax, lastError }: ConnectorFacts,
): Problem[] {
  const because = lastError === null ? "" : `: ${lastError}`;
  if (state === "down") {
    return [
      problem("critical", `Connector ${name} cannot submit${because}.`, "slidepostconnectordown"),
    ];
  }
  if (sessions >= sessionsMax) return [];
  const text = `Connector ${name} has ${sessions} of ${sessionsMax} sessions${because}.`;
  return [problem("warning", text, "slidepostconnectorsessions")];
}

function stallProblems({ connector, forMs, last, since }: StallFacts): Problem[] {
  if (forMs <= NOTHING_ACCEPTED_MS) return [];
  const time = `${durationText(forMs)}, since ${timeText(since)}`;
  const text =
    `Connector ${connector} has had nothing accepted for ${time}; the last submission: ` +
    `${last}. Its messages wait, fail, or go by the next connector of their route. Ask the carrier.`;
  return [problem("critical", text, "slidepostnothingaccepted")];
}

/** Words for the oldest work of a stage. */
const OLDEST: Readonly<Record<OldestFacts["stage"], { what: string; waits: string }>> = {
  delivery: { what: "Message", waits: "for a carrier" },
  preparation: { what: "Message", waits: "for its files" },
  template: { what: "Template", waits: "to be transcoded" },
};

function oldestProblems(
  { ageMs, connector, id, since, stage, waiting }: OldestFacts,
): Problem[] {
  const severity = (["critical", "warning"] as const).find((each) =>
    ageMs > OLDEST_MESSAGE_MS[each]
  );
  if (severity === undefined) return [];
  const { what, waits } = OLDEST[stage];
  const by = connector === null ? "" : ` (${connector})`;
  const text = `${what} ${id} has waited ${waits}${by} for ${durationText(ageMs)}, since ` +
    `${timeText(since)}; ${waiting} of its stage wait. They are late, and messages expire in the ` +
    "end. Its page says why it waits.";
  const alert = severity === "critical" ? "slidepostmessageslate" : "slidepostmessagesdelayed";
  return [problem(severity, text, alert)];
}

function workProblems({ stage, waiting, lateMs }: WorkFacts): Problem[] {
  if (stage !== "postback" || lateMs <= POSTBACK_LATE_MS) return [];
  const since = `A postback has been due for ${durationText(lateMs)}`;
  return [problem("warning", `${since}; ${waiting} of its stage wait.`, LATE_POSTBACKS)];
}

function interruptedProblems({ interrupted }: StatusFacts): Problem[] {
  const [last, ...others] = interrupted;
  if (last === undefined) return [];
  const { id, kind, reason, since, times } = last;
  const more = others.length === 0 ? "" : `, and so was that on ${others.length} more`;
  const text = `Work on ${kind} ${id} was interrupted ${times} times since ${timeText(since)}` +
    `${more}: ${reason}. It waits, and is tried again after each lease. Remove the cause: its page ` +
    "has all that happened.";
  return [problem("warning", text, "slidepostworkinterrupted")];
}

/** Lag of retention that is worth a look, in milliseconds: it is caught up with in minutes. */
const RETENTION_LAG_MS = 60 * MINUTE_MS;

function retentionProblems({ retention }: StatusFacts): Problem[] {
  const behind = retention.filter(({ ms }) => ms > RETENTION_LAG_MS);
  const [furthest] = behind;
  if (furthest === undefined) return [];
  const kinds = behind.map(({ kind }) => kind).join(", ");
  const most = durationText(furthest.ms);
  const text =
    `Deletion is up to ${most} behind the retention of ${kinds}: a clock or a retention ` +
    "has jumped. It goes on by a day an hour; if all is right, lift that bound once with " +
    "`retention catch-up`.";
  return [{ severity: "warning", text, manual: "retention.md#boundaries" }];
}

function diskProblems({ freeBytes }: StatusFacts): Problem[] {
  if (freeBytes === null || freeBytes >= DISK.warning) return [];
  const severity = freeBytes < DISK.critical ? "critical" : "warning";
  const text = `The disk of DATA_DIR has ${Math.floor(freeBytes / 1e6)} MB left.`;
  return [problem(severity, text, "slidepostfilesfail")];
}

function descriptorProblems({ descriptors }: StatusFacts): Problem[] {
  if (descriptors === null) return [];
  const { open, max } = descriptors;
  if (open < max * DESCRIPTORS_SHARE) return [];
  const text = `${open} of ${max} open files are in use. ` +
    "At the limit, connections are refused and work on files waits.";
  return [problem("critical", text, "slidepostopenfiles")];
}

function databaseProblems({ sharedDatabaseUser: user }: StatusFacts): Problem[] {
  if (user === null) return [];
  const text = `The embedded database runs as ${user}: other programs of that user can read it. ` +
    "Create the user slidepost, and restart the service.";
  return [{ severity: "warning", text, manual: "storage.md#embedded-postgres" }];
}

function receiverProblem({ account, lastError, receiver }: ReceiverFacts): Problem {
  const because = lastError === null ? "" : `: ${lastError}`;
  const text = `The receiver ${receiver} of ${account} is down${because}. Its postbacks wait.`;
  return problem("warning", text, "slidepostreceiversdown");
}

function contestedProblem({ address, accounts }: ContestedSender): Problem {
  const text = `Sender ${address} belongs to ${accounts.join(" and ")} without being shared. ` +
    `Messages to it may go to either, and to ${accounts[0]} in doubt.`;
  return { severity: "warning", text, manual: "accounts.md#senders" };
}

/** Writes a time to the minute. */
function timeText(at: number): string {
  return `${isoMicros(at).slice(0, 16).replace("T", " ")} UTC`;
}
