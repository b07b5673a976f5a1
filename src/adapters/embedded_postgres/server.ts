/** The server of the embedded database: a child process that is kept running. */
import type { Log } from "../../log/mod.ts";
import { SOCKET } from "./cluster.ts";
import { type Cluster, DATA, run, start } from "./command.ts";
import { logLines } from "./log_lines.ts";

export interface Server {
  /** Shuts it down in good order: sessions are ended, all is written. */
  stop(): Promise<void>;
}

/** Longest wait for a former life's processes to let go of the directory, ms. */
const FORMER_LIFE_MS = 60_000;
const POLL_MS = 5;
/** Longest pause between tries to start it again, ms. */
const PAUSE_MAX_MS = 10_000;
/** Longest shutdown in good order, which writes all to disk first, ms. */
const SHUTDOWN_MS = 60_000;

/** Lines by which a server says that a former one still holds on to the directory. */
const STILL_IN_USE = /still in use|lock file ".*" already exists/;

/**
 * Starts the server once a former life's has ended, and again whenever it ends by itself.
 * @throws Error with the end of its log, where it does not start.
 */
export async function startServer(cluster: Cluster, log: Log): Promise<Server> {
  await endFormer(cluster);
  const stopping = new AbortController();
  let running = await launch(cluster, log);

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      const { code, signal } = await running.status;
      if (stopping.signal.aborted) return;
      log.error({ code, signal }, "the embedded database has ended; it is started again");
      await revive();
    }
  }

  async function revive(): Promise<void> {
    for (let pause = 250; !stopping.signal.aborted; pause = Math.min(2 * pause, PAUSE_MAX_MS)) {
      try {
        running = await launch(cluster, log);
        log.warn({}, "the embedded database is back");
        return;
      } catch (error) {
        log.error({ reason: (error as Error).message }, "the embedded database does not start");
        await sleep(pause, stopping.signal);
      }
    }
  }

  const kept = keep();
  return {
    async stop() {
      stopping.abort();
      await shutDown(running);
      await kept;
      await shutDown(running); // one that was just being started again
    },
  };
}

/**
 * Ends the server that a service left behind which was killed. One that takes connections here is
 * of this directory; a process id in a file alone may be anybody's by now.
 */
async function endFormer(cluster: Cluster): Promise<void> {
  if (!await takesConnections(cluster.directory)) return;
  const stop = (mode: string) =>
    run(cluster, "pg_ctl", ["stop", "-D", DATA, "-m", mode, "-t", "20", "-s"]);
  await stop("fast").catch(() => stop("immediate"));
}

/** Whether a server of this directory is there. */
export async function takesConnections(directory: string): Promise<boolean> {
  try {
    const connection = await Deno.connect({ transport: "unix", path: `${directory}/${SOCKET}` });
    connection.close();
    return true;
  } catch {
    return false;
  }
}

/** A former life's processes hold on to the directory for a moment; so it is tried again. */
async function launch(cluster: Cluster, log: Log): Promise<Deno.ChildProcess> {
  const deadline = performance.now() + FORMER_LIFE_MS;
  for (;;) {
    const child = start(cluster, "postgres", ["-D", DATA], {
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    });
    const lines = logLines(child.stderr, log);
    if (await isReady(child, cluster.directory)) return child;
    await lines.done;
    const said = lines.last().join("\n");
    if (!STILL_IN_USE.test(said) || performance.now() > deadline) {
      throw new Error(`the embedded database does not start; it says:\n\n${said}\n`);
    }
    await sleep(200);
  }
}

/** Answers once it says in its pid file that it takes connections; false where it ends. */
async function isReady(child: Deno.ChildProcess, directory: string): Promise<boolean> {
  let ended = false;
  child.status.then(() => ended = true);
  while (!ended) {
    const lines = (await Deno.readTextFile(`${directory}/postmaster.pid`).catch(() => ""))
      .split("\n");
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function shutDown(child: Deno.ChildProcess): Promise<void> {
  signal(child, "SIGINT"); // Postgres's fast shutdown
  const timer = setTimeout(() => signal(child, "SIGQUIT"), SHUTDOWN_MS); // its immediate one
  await child.status;
  clearTimeout(timer);
}

function signal(child: Deno.ChildProcess, name: Deno.Signal): void {
  try {
    child.kill(name);
  } catch {
    // It has ended.
  }
}

/** Ends early when the signal is aborted. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}
