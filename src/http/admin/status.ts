/** Admin operation on the whole service: what it does, and what is wrong with it. */
import { problemsOf, worstOf } from "../../core/status/problems.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type { AdminHandlers, ConnectorState } from "../../generated/admin.ts";
import type { Backlog, Connectors, Stage, Store, WaitingMessages } from "../../ports/mod.ts";
import type { InterruptedItem, Interruptions } from "../../jobs/engine/interruptions.ts";
import type { Components } from "../../jobs/components.ts";
import type { RetentionControl } from "../../jobs/maintenance/boundaries.ts";
import type { PostbackJob } from "../../jobs/postbacks/mod.ts";
import type { Acceptances } from "../../jobs/shared/acceptances.ts";
import type { Health } from "../health.ts";
import { createBoundedReads } from "./bounded_reads.ts";
import { type ConnectorStatePorts, connectorStates } from "./connector_states.ts";
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

/** Facts of the running process. */
export interface Runtime {
  /** Versions of slidepost and its runtime, and the commit that it was built from. */
  version: { version: string; commit: string; deno: string; v8: string };
  /** Milliseconds since the epoch. */
  startedAt: number;
  /** Hosts of the database server, or `embedded`. */
  database: string;
  /** Directory or bucket of stored files. */
  files: string;
  /** Reads the free bytes on the file system of DATA_DIR; null: unknown. */
  freeBytes(): Promise<number | null>;
  /** Reads the open files of the process and their limit; null: unknown. */
  descriptors(): { open: number; max: number } | null;
  /** Returns the user of the embedded database, if other programs share it. */
  sharedDatabaseUser(): Promise<string | null>;
  /** Tells whether ffmpeg runs in a sandbox. */
  hasSandbox(): Promise<boolean>;
}

export interface StatusPorts extends ConnectorStatePorts {
  acceptances: Pick<Acceptances, "stallOf">;
  components: Pick<Components, "failingSince">;
  connectors: Pick<Connectors, "get" | "names">;
  health(): Promise<Health>;
  interruptions: Pick<Interruptions, "list">;
  postbacks: Pick<PostbackJob, "openReceivers" | "stateOf">;
  retention: Pick<RetentionControl, "lags">;
  runtime: Runtime;
  store: Pick<Store, "accounts" | "backlog" | "connectors" | "describe" | "segments">;
  /** Finds the messages that wait longest, and those that wait for a rate. */
  waitingMessages(): Promise<WaitingMessages>;
}

export function statusHandlers(ports: StatusPorts) {
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
function receiversDown({ postbacks }: StatusPorts) {
  return postbacks.openReceivers().map(({ account, receiver }) => {
    const { breaker, lastFailure } = postbacks.stateOf({ account, receiver });
    return {
      account,
      receiver,
      "open-until": isoOrNull(breaker.openUntil),
      "last-error": lastFailure?.reason ?? null,
      "last-error-at": isoOrNull(lastFailure?.at ?? null),
    };
  });
}

/** Returns the times since which components fail, by name. */
function failingSince({ components }: StatusPorts) {
  const times = COMPONENTS.map((name) => [name, components.failingSince(name)] as const);
  return Object.fromEntries(times.filter(([, since]) => since !== null));
}

/** Lists the connectors that accept no messages. */
function stalls({ acceptances, connectors }: StatusPorts) {
  return connectors.names().flatMap((connector) => {
    const stall = acceptances.stallOf(connector);
    return stall === null ? [] : [{ connector, ...stall }];
  });
}

/** Says when the last of the messages that wait for a rate goes, where their connector sends. */
function rateWaits({ acceptances, connectors }: StatusPorts, { forRate }: WaitingMessages) {
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
