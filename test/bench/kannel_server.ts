/** Kannel as Debian ships it: bearerbox and smsbox, in a directory of their own. */
import { isFile } from "../../src/program/setup/probe.ts";
import { freePort } from "../support/free_port.ts";
import type { Request, Server } from "./load.ts";
import { pause } from "./program.ts";
import { SESSIONS, WINDOW } from "./stage.ts";

/** How bearerbox stores what waits: a file a message, or a log in one file. */
export type KannelStore = "spool" | "file";

export interface Kannel extends AsyncDisposable {
  pids: readonly number[];
  /** Builds the request that sends a text, with callbacks to a receiver. */
  requestOf(text: { from: string; to: string; text: string }, receiver: Server): Request;
}

/** Callbacks that tell of delivery, failure, submission and refusal: as many as our postbacks. */
const DLR_MASK = 1 + 2 + 8 + 16;
/** Directory of its programs, which is on root's PATH only. */
const PROGRAMS = "/usr/sbin";
const PASSWORD = "bench-password";
const LOOK_MS = 50;

export const isInstalled = (): boolean =>
  ["bearerbox", "smsbox"].every((program) => isFile(`${PROGRAMS}/${program}`));

/** Starts both programs; resolves once they are bound to the SMSC. */
export async function startKannel(smsc: Server, store: KannelStore): Promise<Kannel> {
  await using parts = new AsyncDisposableStack();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  parts.defer(() => Deno.remove(directory, { recursive: true }));
  await Deno.mkdir(`${directory}/spool`);
  const [admin, boxes, http] = [freePort(), freePort(), freePort()];
  const config = `${directory}/kannel.conf`;
  await Deno.writeTextFile(
    config,
    [
      group("core", {
        ...{ "admin-port": admin, "admin-password": PASSWORD, "admin-interface": "127.0.0.1" },
        ...{ "smsbox-port": boxes, "smsbox-interface": "127.0.0.1", "log-level": 3 },
        ...{ "dlr-storage": "internal", "store-type": store },
        "store-location": `${directory}/${store === "spool" ? "spool" : "messages"}`,
      }),
      group("smsc", {
        ...{ smsc: "smpp", "smsc-id": "bench", host: smsc.hello.host, port: smsc.hello.port },
        ...{ "smsc-username": "bench", "smsc-password": "bench", "system-type": "" },
        ...{ "transceiver-mode": "true", "max-pending-submits": WINDOW, instances: SESSIONS },
      }),
      group("smsbox", {
        ...{ "bearerbox-host": "127.0.0.1", "bearerbox-port": boxes, "log-level": 3 },
        ...{ "sendsms-port": http, "sendsms-interface": "127.0.0.1" },
      }),
      group("sendsms-user", { username: "bench", password: PASSWORD }),
    ].join("\n"),
  );
  const bearerbox = parts.use(run("bearerbox", config));
  await until(`http://127.0.0.1:${admin}/status.txt?password=${PASSWORD}`, SESSIONS);
  const smsbox = parts.use(run("smsbox", config));
  await until(`http://127.0.0.1:${http}/`, 0);
  const running = parts.move();
  return {
    pids: [bearerbox.pid, smsbox.pid],
    requestOf(text, receiver) {
      const query = new URLSearchParams({
        ...{ username: "bench", password: PASSWORD, ...text, "dlr-mask": String(DLR_MASK) },
        "dlr-url": `http://127.0.0.1:${receiver.hello.port}/?status=%d&id=%F`,
      });
      return { method: "GET", url: `http://127.0.0.1:${http}/cgi-bin/sendsms?${query}`, body: "" };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function group(name: string, settings: Record<string, string | number>): string {
  const lines = Object.entries({ group: name, ...settings });
  return lines.map(([key, value]) => `${key} = ${value === "" ? '""' : value}\n`).join("");
}

function run(program: string, config: string): AsyncDisposable & { pid: number } {
  const child = new Deno.Command(`${PROGRAMS}/${program}`, {
    args: ["--verbosity", "4", config],
    ...{ stdin: "null", stdout: "null", stderr: "null" },
  }).spawn();
  return {
    pid: child.pid,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
    },
  };
}

/** Resolves once a page responds and says "online" this many times. */
async function until(url: string, sessions: number): Promise<void> {
  for (;; await pause(LOOK_MS)) {
    const page = await fetch(url).then((response) => response.text(), () => null);
    if (page !== null && page.split("(online").length > sessions) return;
  }
}
