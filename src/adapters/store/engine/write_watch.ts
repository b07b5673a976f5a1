/**
 * Watch of the database's writes, apart from its reads: a server whose disk is full, whose tables are
 * locked or that has become read-only still reads.
 *
 * A write that fails or hangs raises a suspicion, and from then on probes decide: they end with the
 * first that succeeds, also where no request writes any more because of them.
 */
import { type MonotonicTime, PROCESS_TIME } from "../../../lib/monotonic_time.ts";
import type { StoreDown } from "../../../ports/mod.ts";
import { asStoreError } from "./database.ts";

export interface WriteWatchOptions {
  /** Writes as an acceptance does. */
  probe(): Promise<void>;
  /** Checks that the database reads. One that does not is down, which is no matter of this watch. */
  canRead(): Promise<boolean>;
  /** Called when writes have failed for FAILING_MS, after each later probe, and at the end. */
  onFault(fault: WriteFault): void;
  onRecovery(): void;
  /** Default: the process's. */
  time?: MonotonicTime;
}

export interface WriteFault {
  /** Why the last probe failed, in words that follow a colon. */
  reason: string;
  /** Time for which writes have failed, in milliseconds. */
  ms: number;
}

export interface WriteWatch {
  /**
   * Notes that a call starts.
   * @param statements Its statements; null: a transaction, which writes.
   * @returns A function to be called with its StoreDown, or null where it succeeded.
   */
  started(statements: readonly string[] | null): (down: StoreDown | null) => void;
  /** Returns why the database takes no writes; null: it does, or has not failed for long. */
  fault(): string | null;
  close(): void;
}

/** Time for which every write fails before that is a fault, in milliseconds. */
const FAILING_MS = 10_000;
/** Time from which on a write hangs, in milliseconds: ten times what a slow one takes. */
const HANGING_MS = 3000;
/** Interval of looks for a write that hangs, while any call is in flight, in milliseconds. */
const LOOK_MS = 1000;
/** Pause after a probe that failed, in milliseconds. */
const PAUSE_MS = 1000;

const WRITE = /\b(?:insert|update|delete)\b/i;
/** Statement that accepts a message: it writes wherever a probe does. */
const ACCEPTANCE = /\binsert into message\b/i;

/** Explanations of failed writes, by SQLSTATE. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  "53100": "its disk is full",
  "55P03": "another session has locked a table",
  "57014": "a write does not end in time",
  "25006": "it is read-only",
};

interface Call {
  statements: readonly string[] | null;
  /** Start, on the monotonic clock. */
  since: number;
}

export function createWriteWatch(
  { probe, canRead, onFault, onRecovery, time = PROCESS_TIME }: WriteWatchOptions,
): WriteWatch {
  /** Calls in flight, the oldest first, without those that a successful probe has outrun. */
  const calls = new Set<Call>();
  /** Time since which no write is known to have succeeded; null: nothing speaks against them. */
  let failingSince: number | null = null;
  let reason: string | null = null;
  let isClosed = false;
  let cancelLook: (() => void) | null = null;
  let endPause = () => {};

  function suspect(since: number): void {
    if (failingSince !== null || isClosed) return;
    failingSince = since;
    void probeUntilWritten();
  }

  async function probeUntilWritten(): Promise<void> {
    for (;;) {
      const failure = await probe().then(() => null, (error) => ({ error }));
      if (isClosed) return;
      if (failure === null) return succeed();
      if (await canRead()) judge(failure.error);
      else failingSince = time.now();
      if (isClosed) return;
      await pause();
      if (isClosed) return;
    }
  }

  function succeed(): void {
    failingSince = null;
    calls.clear();
    if (reason === null) return;
    reason = null;
    onRecovery();
  }

  function judge(error: unknown): void {
    const ms = time.now() - failingSince!;
    if (ms < FAILING_MS && reason === null) return;
    reason = reasonOf(error);
    onFault({ reason, ms });
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = time.after(PAUSE_MS, resolve);
      endPause = () => {
        cancel();
        resolve();
      };
    });
  }

  function look(): void {
    cancelLook = null;
    const now = time.now();
    for (const call of calls) {
      if (now - call.since < HANGING_MS) break;
      if (isWrite(call)) suspect(call.since);
    }
    lookLater();
  }

  function lookLater(): void {
    if (cancelLook === null && calls.size > 0 && !isClosed) cancelLook = time.after(LOOK_MS, look);
  }

  return {
    started(statements) {
      const call = { statements, since: time.now() };
      calls.add(call);
      lookLater();
      return (down) => {
        calls.delete(call);
        if (down === null) {
          if (failingSince !== null && isAcceptance(call)) failingSince = time.now();
        } else if (isWrite(call)) {
          // Others may have succeeded during a long one.
          suspect(Math.max(call.since, time.now() - HANGING_MS));
        }
      };
    },

    fault: () => reason,

    close() {
      isClosed = true;
      cancelLook?.();
      endPause();
    },
  };
}

const isWrite = ({ statements }: Call) =>
  statements === null || statements.some((sql) => WRITE.test(sql));

const isAcceptance = ({ statements }: Call) =>
  statements !== null && statements.some((sql) => ACCEPTANCE.test(sql));

function reasonOf(error: unknown): string {
  const { cause, message } = asStoreError(error) as Error;
  const explanation = EXPLANATIONS[String((cause as { code?: unknown } | undefined)?.code)];
  return explanation === undefined ? message : `${explanation} (${message})`;
}
