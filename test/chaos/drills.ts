/**
 * Drills: under load, one thing in the world is wrong at a time. The status of the machine must say so
 * in a sentence, in time, and stop saying so once it is right; the audit sees whether anything is lost.
 */
import { connect } from "node:net";
import { once } from "node:events";
import { readMetrics } from "../support/metrics.ts";
import type { Gateway } from "./gateway.ts";
import type { Ledger } from "./ledger.ts";
import { type Mischief, pause } from "./mischief.ts";
import type { Stage } from "./stage.ts";

/** A drill's participants. */
export interface Drilled {
  stage: Stage;
  /** The machine that it happens to. */
  gateway: Gateway;
  mischief: Mischief;
}

interface Drill {
  /** Sentence of the problem. */
  says: RegExp;
  /** Seconds within which the status has it. */
  within: number;
  /** Makes it wrong; resolves with what makes it right again. */
  begin(drilled: Drilled): Promise<() => Promise<void>>;
}

/** Seconds within which a problem without a threshold of minutes is reported. */
const SOON = 15;
/** Threshold of a connector that accepts nothing, in seconds. */
const NOTHING_ACCEPTED = 300;
/** Seconds within which the status is well again. */
const RECOVERY = 90;
const HOUR = 3600;
/** Interval between two looks at the status, in milliseconds. */
const LOOK_MS = 500;

export const DRILLS: Readonly<Record<string, Drill>> = {
  "a wrong clock": {
    says: /^This machine takes no work: the clock/,
    within: SOON,
    async begin({ gateway, stage: { clock, gateway: { all } } }) {
      const machine = all.indexOf(gateway);
      await clock.jump(machine, 120 * 24 * HOUR);
      return () => clock.jump(machine, 0);
    },
  },
  "a locked table": {
    says: /^The database takes no writes/,
    within: SOON,
    async begin({ stage: { database } }) {
      const sql = database.connect();
      const { promise: over, resolve: end } = Promise.withResolvers<void>();
      const { promise: locked, resolve: hold } = Promise.withResolvers<void>();
      const holding = sql.begin(async (transaction) => {
        await transaction`lock table message in access exclusive mode`;
        hold();
        await over;
      });
      await locked;
      return async () => {
        end();
        await holding;
        await sql.end();
      };
    },
  },
  "a full disk": {
    says: /^The database (takes no writes|is unavailable)/,
    within: SOON,
    async begin({ stage: { database } }) {
      await database.fillDisk();
      return () => database.freeDisk();
    },
  },
  "open files used up": {
    says: /open files are in use/,
    within: SOON,
    async begin({ gateway: { port, url } }) {
      const open = (await readMetrics(url)).get("process_open_fds")!;
      // At the limit itself the service closes idle connections.
      const idle = Math.round(0.9 * OPEN_FILES) - open;
      const sockets = Array.from({ length: idle }, () => connect(port, "127.0.0.1"));
      await Promise.all(sockets.map((socket) => once(socket, "connect").catch(() => {})));
      return () => Promise.resolve(sockets.forEach((socket) => socket.destroy()));
    },
  },
  "carriers that throttle all": {
    says: /^Connector \S+ has had nothing accepted/,
    within: NOTHING_ACCEPTED + SOON,
    begin({ mischief }) {
      mischief.forced = "throttled";
      return Promise.resolve(() => Promise.resolve(void (mischief.forced = null)));
    },
  },
};

/** Limit of a machine's open files. */
export const OPEN_FILES = 512;

/** Carries out all drills, one after another; breaches of theirs go to the ledger. */
export async function drill(
  drilled: Drilled,
  ledger: Ledger,
  onProgress: (line: string) => void,
): Promise<void> {
  for (const [name, { begin, says, within }] of Object.entries(DRILLS)) {
    onProgress(`drill: ${name}`);
    const end = await begin(drilled);
    const sentence = await untilReported(drilled.gateway, says, within);
    if (sentence === null) ledger.breaches.push(`the status does not say ${name} in ${within} s`);
    else onProgress(`drill: ${name}: ${sentence}`);
    await end();
    if (!await untilResolved(drilled.gateway, says)) {
      ledger.breaches.push(`the status still says ${name} after ${RECOVERY} s`);
    }
  }
  await stopBesideSilence(drilled, ledger, onProgress);
}

/** Time for which a stop may last, in seconds: SHUTDOWN_TIMEOUT of the machines, and some for a kill. */
export const SHUTDOWN = 3;
const STOP_MAX = SHUTDOWN + 7;

/** Stops the machine while carriers respond to nothing: that takes no longer than it may. */
async function stopBesideSilence(
  { gateway, mischief }: Drilled,
  ledger: Ledger,
  onProgress: (line: string) => void,
): Promise<void> {
  mischief.forced = "no response";
  await pause(2000);
  const { lives } = gateway;
  const begun = performance.now();
  gateway.end("SIGTERM");
  while (gateway.lives === lives) await pause(LOOK_MS / 10);
  const seconds = Math.round(performance.now() - begun) / 1000;
  mischief.forced = null;
  onProgress(`drill: a stop beside silent carriers took ${seconds} s`);
  if (seconds > STOP_MAX) ledger.breaches.push(`a stop beside silent carriers took ${seconds} s`);
}

async function problemsOf(gateway: Gateway): Promise<string[]> {
  const { problems } = await gateway.admin("GET", "/status");
  return problems.map(({ text }: { text: string }) => text);
}

/** Resolves with a sentence once the status has it; null: not in this many seconds. */
async function untilReported(
  gateway: Gateway,
  says: RegExp,
  within: number,
): Promise<string | null> {
  for (const end = performance.now() + 1000 * within; performance.now() < end;) {
    const sentence = (await problemsOf(gateway)).find((text) => says.test(text));
    if (sentence !== undefined) return sentence;
    await pause(LOOK_MS);
  }
  return null;
}

async function untilResolved(gateway: Gateway, says: RegExp): Promise<boolean> {
  for (const end = performance.now() + 1000 * RECOVERY; performance.now() < end;) {
    if (!(await problemsOf(gateway)).some((text) => says.test(text))) return true;
    await pause(LOOK_MS);
  }
  return false;
}
