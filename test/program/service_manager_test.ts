/** `serve` tells systemd when it is ready and when it stops, under its own permissions. */
import assert from "node:assert/strict";
import { openServiceManager } from "../../src/adapters/system/service_manager.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { startServe } from "../support/program.ts";
import { newDirectory } from "../support/scratch.ts";

/** Prints each datagram that a Unix socket receives; a NUL begins an abstract name. */
const RECEIVER = `
import socket, sys
receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
name = sys.argv[1]
receiver.bind("\\0" + name[1:] if name[0] == "@" else name)
print("listening", flush=True)
while True: print(receiver.recv(4096).decode(), flush=True)
`;

/** Receives datagrams as a service manager does; `next` resolves with the next one. */
async function startManager(path: string) {
  const child = new Deno.Command("python3", { args: ["-c", RECEIVER, path], stdout: "piped" })
    .spawn();
  const lines = child.stdout.pipeThrough(new TextDecoderStream());
  const reader = lines.getReader();
  let read = "";
  async function next(): Promise<string> {
    while (!read.includes("\n")) read += (await reader.read()).value;
    const line = read.slice(0, read.indexOf("\n"));
    read = read.slice(line.length + 1);
    return line;
  }
  assert.equal(await next(), "listening");
  return {
    next,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await reader.cancel();
    },
  };
}

Deno.test("serve is ready once it listens, and says that it stops", async () => {
  const path = await newDirectory();
  await using manager = await startManager(`${path}/notify`);
  const { program, url } = await startServe({
    DATA_DIR: `${path}/data`,
    DATABASE_URL: await migratedDatabase(),
    NOTIFY_SOCKET: `${path}/notify`,
  });
  await using _ = program;
  assert.equal(await manager.next(), "READY=1");
  assert.equal((await fetch(`${url}/healthz`)).status, 200);
  program.kill("SIGTERM");
  assert.equal(await manager.next(), "STOPPING=1");
  assert.equal((await program.ending).code, 0);
});

Deno.test("a service manager is reached by an abstract name, and missed without harm", async () => {
  const name = `@slidepost-${crypto.randomUUID()}`;
  {
    await using manager = await startManager(name);
    openServiceManager({ NOTIFY_SOCKET: name })!.notify("READY=1");
    assert.equal(await manager.next(), "READY=1");
  }
  openServiceManager({ NOTIFY_SOCKET: name })!.notify("READY=1");
});

Deno.test("without the socket of a service manager there is none", () => {
  for (const path of ["", "vsock:2:1", `/${"x".repeat(200)}`, undefined]) {
    assert.equal(openServiceManager({ NOTIFY_SOCKET: path }), null);
  }
});

Deno.test("serve tells the watchdog that it lives, also while it stops", async () => {
  const path = await newDirectory();
  await using manager = await startManager(`${path}/notify`);
  const { program } = await startServe({
    DATA_DIR: `${path}/data`,
    DATABASE_URL: await migratedDatabase(),
    NOTIFY_SOCKET: `${path}/notify`,
    WATCHDOG_USEC: "20000",
    DRAIN_DELAY: "1s",
  });
  await using _ = program;
  assert.equal(await manager.next(), "READY=1");
  for (let n = 0; n < 3; n++) assert.equal(await manager.next(), "WATCHDOG=1");
  program.kill("SIGTERM");
  while (await manager.next() !== "STOPPING=1");
  assert.equal(await manager.next(), "WATCHDOG=1");
  assert.equal((await program.ending).code, 0);
});

Deno.test("a watchdog is ours by its process id, and off where its interval is none", () => {
  const NOTIFY_SOCKET = "@nobody";
  const intervalOf = (environment: Record<string, string>) =>
    openServiceManager({ NOTIFY_SOCKET, ...environment })!.watchdogMs;
  assert.equal(intervalOf({ WATCHDOG_USEC: "30000000" }), 30_000);
  assert.equal(intervalOf({ WATCHDOG_USEC: "30000000", WATCHDOG_PID: String(Deno.pid) }), 30_000);
  assert.equal(intervalOf({ WATCHDOG_USEC: "30000000", WATCHDOG_PID: "1" }), null);
  for (const none of ["", "0", "-5", "soon", "1e3"]) {
    assert.equal(intervalOf({ WATCHDOG_USEC: none }), null, none);
  }
});
