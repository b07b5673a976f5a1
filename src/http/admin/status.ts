/** Admin operation on the whole service: what it does, and what is wrong with it. */
import { problemsOf, worstOf } from "../../core/status/problems.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, ConnectorState } from "../../generated/admin.ts";
import type { Backlog, Stage, WaitingMessages } from "../../ports/mod.ts";
import type { InterruptedItem } from "../../jobs/engine/interruptions.ts";
import { createBoundedReads } from "./bounded_reads.ts";
import { connectorStates } from "./connector_states.ts";
import type { AdminPorts } from "./ports.ts";
import { isoOrNull } from "./views.ts";

/** Maximum work of a stage that is counted. */
const COUNTED_MAX = 10_000;

/** Maximum interrupted items that are listed. */
const INTERRUPTED_MAX = 20;

/** Components of which it is known since when they fail. */
const COMPONENTS = ["files", "ffmpeg"] as const;

/** Maximum time of a read from the store, in milliseconds: that of a health check. */
const READ_MS = 3000;

/** Maximum senders of several accounts that are named. */
const CONTESTED_MAX = 10;

export function statusHandlers(ports: AdminPorts) {
  const { clock, health, interruptions, retention, runtime, store, waitingMessages } = ports;
  const { unlessDown } = createBoundedReads(READ_MS);

  return {
    async readStatus() {
      const now = clock.now();
      const [
        { checks },
        connectors,
        backlog,
        messages,
        contested,
        lags,
        database,
        freeBytes,
        sharedDatabaseUser,
      ] = await Promise.all([
        health(),
        unlessDown("connectors", () => connectorStates(ports)),
        unlessDown("backlog", () => store.backlog(now, COUNTED_MAX)),
        unlessDown("messages", waitingMessages),
        unlessDown("contested", () => store.accounts.contested(CONTESTED_MAX)),
        unlessDown("lags", () => retention.lags()),
        unlessDown("database", () => store.describe()),
        runtime.freeBytes(),
        runtime.sharedDatabaseUser(),
      ]);
      const receivers = receiversDown(ports);
      const interrupted = interruptions.list();
      const problems = problemsOf({
        checks,
        failingSince: failingSince(ports),
        oldest: oldestFacts(messages, now),
        stalls: stalls(ports),
        interrupted,
        connectors: (connectors ?? []).map(connectorFacts),
        receivers: receivers.map((receiver) => ({
          ...receiver,
          lastError: receiver["last-error"],
        })),
        work: backlog === null ? [] : workFacts(backlog, now),
        contested: contested ?? [],
        retention: lags ?? [],
        freeBytes,
        sharedDatabaseUser,
        descriptors: runtime.descriptors(),
      });
      return {
        "status": worstOf(problems),
        "problems": problems,
        ...runtime.version,
        "started-at": isoMicros(runtime.startedAt),
        checks,
        "transcoding": { sandboxed: await runtime.hasSandbox() },
        "work": backlog === null ? [] : workView(backlog),
        "waiting-for-rate": messages === null ? [] : rateWaits(ports, messages),
        "interrupted": interrupted.slice(0, INTERRUPTED_MAX).map(interruptedView),
        "connectors": connectors ?? [],
        "receivers-down": receivers,
        "database": { "server": runtime.database, ...database ?? { version: null, bytes: null } },
        "files": { "place": runtime.files, "free-bytes": freeBytes },
      };
    },
  } satisfies Partial<AdminHandlers>;
}

/** Lists the receivers that get no postbacks for now. */
function receiversDown({ postbacks }: AdminPorts) {
  return postbacks.openReceivers().map(({ account, channel }) => {
    const { breaker, lastFailure } = postbacks.stateOf({ account, channel });
    return {
      ...{ account, channel },
      "open-until": isoOrNull(breaker.openUntil),
      "last-error": lastFailure?.reason ?? null,
      "last-error-at": isoOrNull(lastFailure?.at ?? null),
    };
  });
}

/** Returns the times since which components fail, by name. */
function failingSince({ components }: AdminPorts) {
  const times = COMPONENTS.map((name) => [name, components.failingSince(name)] as const);
  return Object.fromEntries(times.filter(([, since]) => since !== null));
}

/** Lists the connectors that accept no messages. */
function stalls({ acceptances, connectors }: AdminPorts) {
  return connectors.names().flatMap((connector) => {
    const stall = acceptances.stallOf(connector);
    return stall === null ? [] : [{ connector, ...stall }];
  });
}

/** Says when the last of the messages that wait for a rate goes, where their connector sends. */
function rateWaits({ acceptances, connectors }: AdminPorts, { forRate }: WaitingMessages) {
  return forRate.map(({ connector, waiting }) => {
    const rate = connectors.get(connector)?.state().rate ?? null;
    const goes = rate !== null && acceptances.stallOf(connector) === null;
    return {
      connector,
      waiting,
      rate,
      "last-in-seconds": goes ? Math.ceil(waiting / rate) : null,
    };
  });
}

function connectorFacts(connector: ConnectorState) {
  return {
    name: connector.connector,
    state: connector.state,
    sessions: connector.sessions.length,
    sessionsMax: connector["sessions-max"],
    lastError: connector["last-error"],
  };
}

function oldestFacts(messages: WaitingMessages | null, now: number) {
  return (messages?.oldest ?? []).map((work) => ({ ...work, ageMs: now - work.since }));
}

function interruptedView({ kind, id, times, since, lastAt, reason, trackingId }: InterruptedItem) {
  return {
    kind,
    id,
    "tracking-id": trackingId,
    times,
    "since": isoMicros(since),
    "last-at": isoMicros(lastAt),
    reason,
  };
}

const stagesOf = (backlog: Backlog) => Object.keys(backlog) as Stage[];

function workFacts(backlog: Backlog, now: number) {
  return stagesOf(backlog).map((stage) => {
    const { count, oldestDueAt } = backlog[stage];
    return { stage, waiting: count, lateMs: oldestDueAt === null ? 0 : now - oldestDueAt };
  });
}

function workView(backlog: Backlog) {
  return stagesOf(backlog).map((stage) => ({
    stage,
    "waiting": backlog[stage].count,
    "oldest-due-at": isoOrNull(backlog[stage].oldestDueAt),
  }));
}
