/** Problems of a running service, in sentences for its operator. */

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
  checks: Readonly<Record<"store" | "queue" | "ffmpeg" | "clock", string>>;
  connectors: readonly ConnectorFacts[];
  /** Receivers of postbacks whose circuit breaker is open. */
  receivers: readonly ReceiverFacts[];
  work: readonly WorkFacts[];
  /** Kinds of data whose deletion is behind their retention, the furthest first. */
  retention: readonly RetentionFacts[];
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
  state: "up" | "down" | "unknown";
  /** Sessions that are bound, and those that should be. */
  sessions: number;
  sessionsMax: number;
  lastError: string | null;
}

export interface ReceiverFacts {
  account: string;
  channel: string;
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

const LATE_MESSAGES = "slidepostmessageslate";
const LATE_POSTBACKS = "slidepostpostbackslate";

interface Lateness {
  afterMinutes: number;
  severity: Severity;
  what: string;
  see: string;
}

/** Work that is late: from when on, how bad that is, and what it is. */
const LATE: Readonly<Record<WorkFacts["stage"], Lateness>> = {
  delivery: lateAfter(5, "critical", "A message", LATE_MESSAGES),
  preparation: lateAfter(5, "critical", "The preparation of a message", LATE_MESSAGES),
  template: lateAfter(5, "critical", "A template", LATE_MESSAGES),
  postback: lateAfter(15, "warning", "A postback", LATE_POSTBACKS),
};

function lateAfter(afterMinutes: number, severity: Severity, what: string, see: string): Lateness {
  return { afterMinutes, severity, what, see };
}

const CHECKS: Readonly<
  Record<keyof StatusFacts["checks"], { what: string; effect: string; see: string }>
> = {
  store: {
    what: "The database is unavailable",
    effect: "Requests get 503 until it is back",
    see: "slidepostrequestsfail",
  },
  queue: {
    what: "The queue of postbacks is unavailable",
    effect: "Postbacks wait",
    see: LATE_POSTBACKS,
  },
  ffmpeg: {
    what: "Files cannot be transcoded",
    effect: "Templates and MMS with files wait",
    see: "slideposttranscodingfails",
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
    ...facts.work.flatMap(workProblems),
    ...retentionProblems(facts),
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

function checkProblems({ checks }: StatusFacts): Problem[] {
  const names = Object.keys(CHECKS) as (keyof typeof CHECKS)[];
  return names.filter((name) => checks[name] !== "ok").map((name) => {
    const { what, effect, see } = CHECKS[name];
    return problem("critical", `${what}: ${checks[name]}. ${effect}.`, see);
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

function workProblems({ stage, waiting, lateMs }: WorkFacts): Problem[] {
  const { afterMinutes, severity, what, see } = LATE[stage];
  if (lateMs <= afterMinutes * MINUTE_MS) return [];
  const since = `${what} has been due for ${durationText(lateMs)}`;
  return [problem(severity, `${since}; ${waiting} of its stage wait.`, see)];
}

/** Lag of retention that is worth a look, in milliseconds: it is caught up with in minutes. */
const RETENTION_LAG_MS = 60 * MINUTE_MS;

function retentionProblems({ retention }: StatusFacts): Problem[] {
  const behind = retention.filter(({ ms }) => ms > RETENTION_LAG_MS);
  const [furthest] = behind;
  if (furthest === undefined) return [];
  const kinds = behind.map(({ kind }) => kind).join(", ");
  const text =
    `Deletion is up to ${
      durationText(furthest.ms)
    } behind the retention of ${kinds}: a clock or a ` +
    "retention has jumped. It goes on by a day an hour; if all is right, lift that bound once with " +
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

function receiverProblem({ account, channel, lastError }: ReceiverFacts): Problem {
  const because = lastError === null ? "" : `: ${lastError}`;
  const text = `The ${channel} receiver of ${account} is down${because}. Its postbacks wait.`;
  return problem("warning", text, "slidepostreceiversdown");
}

function contestedProblem({ address, accounts }: ContestedSender): Problem {
  const text = `Sender ${address} belongs to ${accounts.join(" and ")} without being shared. ` +
    `Messages to it may go to either, and to ${accounts[0]} in doubt.`;
  return { severity: "warning", text, manual: "accounts.md#senders" };
}
