/** Server of the embedded database: a child process that is restarted when it exits. */
import { backoff } from "../../lib/backoff.ts";
import { delay } from "../../lib/delay.ts";
import type { Log } from "../../log/mod.ts";
import { handOver, ownerOf } from "./account.ts";
import { SOCKET } from "./cluster.ts";
import { type Cluster, DATA, run, start } from "./command.ts";
import { logLines } from "./log_lines.ts";

export interface Server {
  /**
   * Shuts the server down cleanly: ends its sessions and writes all data.
   *
   * @param over Ends it at once when it aborts: its next start recovers the data from its log.
   */
  stop(over?: AbortSignal): Promise<void>;
}

/** Maximum wait for processes of a previous server to release the directory, in milliseconds. */
const RELEASE_WAIT_MS = 60_000;
/** Interval of checks of the pid file during a start, in milliseconds. */
const POLL_MS = 5;
/** Backoff between attempts to restart. */
const BACKOFF = { minMs: 250, maxMs: 10_000, jitter: 0 };
/** Timeout of a fast shutdown, which first writes all data to disk, in milliseconds. */
const SHUTDOWN_MS = 60_000;

/** Time for an immediate shutdown; a server that takes longer hangs, and is killed, in milliseconds. */
const IMMEDIATE_MS = 1000;

/** Matches log lines of a server that finds the directory still in use by a previous one. */
const STILL_IN_USE = /still in use|lock file ".*" already exists/;

/**
 * Starts the server after shutting down an orphaned one, whose data are handed over if it ran as
 * another user. Restarts it whenever it exits.
 * @throws Error with the end of the server's log, where it does not start.
 */
export async function startServer(cluster: Cluster, log: Log): Promise<Server> {
  await stopOrphan(cluster);
  if (cluster.account !== null) await handOver(cluster.directory, cluster.account);
  const stopping = new AbortController();
  let running!: Deno.ChildProcess;
  const started = (child: Deno.ChildProcess) => void (running = child);
  await launch(cluster, log, started);

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { code, signal } = await running.status;
      if (stopping.signal.aborted) return;
      log.error({ code, signal }, "the embedded database exited; restarting it");
      await restart();
    }
  }

  /** Tells the first failure only: further ones would say the same until the last. */
  async function restart(): Promise<void> {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const attempt = failures === 0 ? null : mutedLog(log);
      try {
        await launch(cluster, attempt?.log ?? log, started);
        attempt?.unmute();
        log.warn({}, "the embedded database is running again");
        return;
      } catch (error) {
        const reason = (error as Error).message;
        if (failures === 0) log.error({ reason }, "the embedded database does not start");
        await delay(backoff(failures + 1, BACKOFF), stopping.signal);
      }
    }
  }

  const supervision = supervise();
  // A process that exits without a stop leaves no server behind, unless it is killed.
  const onExit = () => signal(running, "SIGINT");
  globalThis.addEventListener("unload", onExit);
  return {
    async stop(over) {
      globalThis.removeEventListener("unload", onExit);
      stopping.abort();
      let killing: ReturnType<typeof setTimeout> | undefined;
      const end = () => {
        signal(running, "SIGQUIT"); // immediate shutdown
        killing = setTimeout(() => signal(running, "SIGKILL"), IMMEDIATE_MS);
      };
      over?.addEventListener("abort", end);
      if (over?.aborted) end();
      await shutDown(running);
      await supervision;
      await shutDown(running); // a restart may have been in progress
      over?.removeEventListener("abort", end);
      clearTimeout(killing);
    },
  };
}

/** Creates a log that writes nothing until it is unmuted. */
function mutedLog(log: Log): { log: Log; unmute(): void } {
  let isMuted = true;
  const at = (level: keyof Log): Log[keyof Log] => (facts, message) => {
    if (!isMuted) log[level](facts, message);
  };
  return {
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
    unmute: () => void (isMuted = false),
  };
}

/**
 * Stops the server that a killed service left behind. A server that accepts connections on the
 * socket is this directory's; the process id in its pid file may belong to any process by now.
 */
async function stopOrphan(cluster: Cluster): Promise<void> {
  if (!await acceptsConnections(cluster.directory)) return;
  const orphan = { ...cluster, account: await ownerOf(cluster.directory) };
  const stop = (mode: string) =>
    run(orphan, "pg_ctl", ["stop", "-D", DATA, "-m", mode, "-t", "20", "-s"]);
  await stop("fast").catch(() => stop("immediate"));
}

/** Checks for a running server of a directory. */
export async function acceptsConnections(directory: string): Promise<boolean> {
  try {
    const connection = await Deno.connect({ transport: "unix", path: `${directory}/${SOCKET}` });
    connection.close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the server; retries while processes of a previous one still use the directory.
 *
 * @param started Called with each process that it starts.
 */
async function launch(
  cluster: Cluster,
  log: Log,
  started: (child: Deno.ChildProcess) => void,
): Promise<void> {
  const deadline = performance.now() + RELEASE_WAIT_MS;
  for (;;) {
    const child = start(cluster, "postgres", ["-D", DATA], {
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    });
    started(child);
    const lines = logLines(child.stderr, log);
    if (await isReady(child, cluster.directory)) return;
    await lines.done;
    const output = lines.last().join("\n");
    if (!STILL_IN_USE.test(output) || performance.now() > deadline) {
      throw new Error(`the embedded database does not start; its log ends with:\n\n${output}\n`);
    }
    await delay(200);
  }
}

/** Resolves with true once the pid file says that the server is ready; with false if it exits. */
async function isReady(child: Deno.ChildProcess, directory: string): Promise<boolean> {
  let ended = false;
  child.status.then(() => ended = true);
  while (!ended) {
    const lines = (await Deno.readTextFile(`${directory}/postmaster.pid`).catch(() => ""))
      .split("\n");
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") return true;
    await delay(POLL_MS);
  }
  return false;
}

async function shutDown(child: Deno.ChildProcess): Promise<void> {
  signal(child, "SIGINT"); // fast shutdown
  const timer = setTimeout(() => signal(child, "SIGQUIT"), SHUTDOWN_MS); // immediate shutdown
  await child.status;
  clearTimeout(timer);
}

function signal(child: Deno.ChildProcess, name: Deno.Signal): void {
  try {
    child.kill(name);
  } catch {
    // It has exited.
  }
}
