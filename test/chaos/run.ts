/** Chaos run: load and faults, then calm, then the audit. */
import { missingFiles } from "./audit/files.ts";
import type { Finding } from "./audit/finding.ts";
import { audit } from "./audit/mod.ts";
import { createAtlas, type World } from "./audit/world.ts";
import { drill } from "./drills.ts";
import { carryOut, type Done, planFaults } from "./faults.ts";
import { Ledger } from "./ledger.ts";
import { load } from "./load.ts";
import { Mischief, pause } from "./mischief.ts";
import { setStage, type Stage } from "./stage.ts";

export interface RunOptions {
  seed: number;
  durationMs: number;
  kills: number;
  /** Approximate number of requests a second. */
  rate: number;
  /** Time for the service to settle, in milliseconds. */
  settleMs: number;
  /** Machines of the service. Default 1. */
  machines?: number;
  /** Storage of files. Default: files. */
  blobs?: "files" | "s3";
  /** Additional configuration of the program. */
  config?: Record<string, string>;
  /** The service's own database, instead of a server. Default: false. */
  isEmbedded?: boolean;
  /** Whether drills follow the random faults. Default: false. */
  isDrilled?: boolean;
  /** Whether all peers behave from the beginning. Default: false. */
  isCalm?: boolean;
  /** Directory of the logs. */
  directory: string;
  onProgress(line: string): void;
}

export interface RunResult {
  ledger: Ledger;
  findings: Finding[];
  world: World;
  done: Done;
  /** Number of processes of the program. */
  lives: number;
  settledMs: number;
  /** Whether the program's clock could be moved. */
  isClockMoved: boolean;
}

const PROGRESS_MS = 5000;
/** Interval between two checks whether all has settled, in milliseconds. */
const LOOK_MS = 1000;

export async function run(options: RunOptions): Promise<RunResult> {
  const { config = {}, directory, onProgress, seed } = options;
  const { machines = 1, blobs = "files", isEmbedded = false, isDrilled = false } = options;
  const ledger = new Ledger();
  const mischief = new Mischief(seed);
  mischief.isOver = options.isCalm ?? false;
  const done: Done = new Map();
  const ours = { machines, blobs, isEmbedded, isDrilled };
  await using stage = await setStage({ ledger, mischief, ...ours, directory, config });
  const telling = setInterval(() => onProgress(progressOf(ledger, done, stage)), PROGRESS_MS);
  try {
    await attack(stage, options, { ledger, mischief, done });
    const settled = await settle(stage, options, ledger);
    for (const hash of await missingFiles(stage.files)) {
      ledger.breaches.push(`the file ${hash} is referred to, and gone`);
    }
    const { gateway, clock } = stage;
    return { ledger, done, lives: gateway.lives, isClockMoved: clock.isMovable, ...settled };
  } finally {
    clearInterval(telling);
  }
}

/** Resolves when all faults are over and every customer has a response, or has given up. */
async function attack(
  stage: Stage,
  { durationMs, isDrilled = false, kills, onProgress, rate, seed }: RunOptions,
  { ledger, mischief, done }: { ledger: Ledger; mischief: Mischief; done: Done },
): Promise<void> {
  const breakOff = () => {
    for (const carrier of stage.carriers) carrier.breakOff();
  };
  const ending = new AbortController();
  const plan = planFaults({ seed, durationMs, kills });
  async function trouble(): Promise<void> {
    await Promise.all([carryOut(plan, { ...stage, breakOff }, done), pause(durationMs)]);
    if (isDrilled) {
      await stage.gateway.ready();
      await drill({ stage, mischief, gateway: stage.gateway.victim }, ledger, onProgress);
    }
    mischief.isOver = true;
    ending.abort();
    await stage.clock.setRight();
  }
  await Promise.all([trouble(), load({ ...stage, ledger, mischief, rate }, ending.signal)]);
}

/**
 * Audits until nothing is missing any more, or until the time limit; then audits the whole state
 * again.
 */
async function settle(
  { gateway }: Stage,
  { onProgress, settleMs }: RunOptions,
  ledger: Ledger,
): Promise<Pick<RunResult, "findings" | "world" | "settledMs">> {
  const atlas = createAtlas(gateway);
  const begun = performance.now();
  let findings: Finding[];
  do {
    await pause(LOOK_MS);
    findings = audit(ledger, await atlas.look());
    onProgress(`settling: ${findings.length} findings`);
  } while (findings.some(mayPass) && performance.now() - begun < settleMs);
  const settledMs = performance.now() - begun;
  const world = await atlas.lookAgain();
  return { findings: audit(ledger, world), world, settledMs };
}

/** Reports whether a fault may pass: a missing item may still arrive, a surplus one stays. */
const mayPass = ({ fault }: Finding): boolean => fault === "lost" || fault === "stuck";

function progressOf(
  { requests, submitted, received }: Ledger,
  done: Done,
  { gateway }: Stage,
): string {
  const faults = [...done].map(([name, count]) => `${name} ${count}`).join(", ");
  return `${requests.length} requests, ${submitted.length} at carriers, ${received.length} postbacks; ` +
    `life ${gateway.lives}; ${faults}`;
}
