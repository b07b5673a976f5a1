/** Accepted messages survive the end of the process, by a kill or a stop. */
import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { migratedDatabase } from "../../support/migrated.ts";
import { newAccount, sendSms, SMS } from "../../support/outside.ts";
import { type Program, startServe } from "../../support/program.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";

const MESSAGES = 60;

/** Service in a process of its own, which can be killed and restarted on the same data. */
class RestartableService implements AsyncDisposable {
  program!: Program;
  url!: string;
  apiKey!: string;

  private constructor(
    readonly dataDir: string,
    readonly receiver: Receiver,
    private readonly env: Record<string, string>,
  ) {}

  static async begin(queue = "kv"): Promise<RestartableService> {
    const dataDir = await newDirectory();
    const service = new RestartableService(dataDir, await startReceiver(), {
      DATA_DIR: dataDir,
      ADMIN_TOKEN,
      DEFAULT_CONNECTOR: "loopback",
      OUTBOUND_ALLOW: "127.0.0.0/8",
      LOG_LEVEL: "info",
      QUEUE: queue,
      DATABASE_URL: await migratedDatabase(),
    });
    await service.start();
    const account = { "postback-url": service.receiver.url };
    service.apiKey = (await newAccount(service.url, account)).apiKey;
    return service;
  }

  async start(): Promise<void> {
    ({ program: this.program, url: this.url } = await startServe(this.env));
  }

  async end(signal: Deno.Signal): Promise<number> {
    this.program.kill(signal);
    return (await this.program.ending).code;
  }

  /** Sends a text, and returns its tracking-id once it is accepted. */
  send(): Promise<string> {
    return sendSms(this.url, this.apiKey);
  }

  /** Resolves once each message has all its postbacks, in order, under stable ids. */
  async untilDelivered(sent: readonly string[]): Promise<void> {
    await this.receiver.until((received) => received.length >= 2 * sent.length);
    await this.receiver.until(
      () => sent.every((id) => this.receiver.codes(id).includes("N202")),
    );
    for (const id of sent) {
      const codes = this.receiver.codes(id);
      assert.equal(codes[0], "N201");
      assert.deepEqual([...new Set(codes)], ["N201", "N202"]);
    }
    // At-least-once delivery: a repeated postback has the same id.
    const ids = new Set(this.receiver.received.map(({ headers }) => headers.get("webhook-id")));
    assert.equal(ids.size, 2 * sent.length);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.program[Symbol.asyncDispose]();
    await this.receiver.stop();
  }
}

for (const queue of ["kv", "postgres"]) {
  Deno.test(`accepted messages survive SIGKILL (queue ${queue})`, async () => {
    await using service = await RestartableService.begin(queue);
    const sent = await Promise.all(Array.from({ length: MESSAGES }, () => service.send()));
    await service.end("SIGKILL");
    await service.start();
    await service.untilDelivered(sent);
    assert.equal(await service.end("SIGTERM"), 0);
  });
}

Deno.test("SIGTERM finishes requests in progress and exits 0; the rest goes on after a restart", async () => {
  await using service = await RestartableService.begin();
  const sent = await Promise.all(Array.from({ length: MESSAGES }, () => service.send()));
  const half = await halfARequest(service);
  const burst = Array.from({ length: MESSAGES }, () => service.send());
  await burst[0];
  service.program.kill("SIGTERM");
  // Late requests find no server; the others get a response, which is binding.
  for (const result of await Promise.allSettled(burst)) {
    if (result.status === "fulfilled") sent.push(result.value);
    else assert.ok(result.reason instanceof TypeError, String(result.reason));
  }
  await untilRefused(service.url);
  assert.match(await half.finish(), /^HTTP\/1\.1 503 [^]*retry-after: 1\r\n/);
  const { code, stderr } = await service.program.ending;
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /"level":"ERROR"|Uncaught|error:/);
  await service.start();
  await service.untilDelivered(sent);
});

Deno.test("no message is lost with the queue's file", async () => {
  await using service = await RestartableService.begin();
  const sent = await Promise.all(Array.from({ length: MESSAGES }, () => service.send()));
  await service.end("SIGKILL");
  for await (const { name } of Deno.readDir(service.dataDir)) {
    if (name.startsWith("queue.sqlite")) await Deno.remove(`${service.dataDir}/${name}`);
  }
  await service.start();
  await service.untilDelivered(sent);
});

/** Resolves once the server takes no more connections. */
async function untilRefused(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  while (true) {
    try {
      (await Deno.connect({ hostname, port: Number(port) })).close();
    } catch (error) {
      if (error instanceof Deno.errors.ConnectionRefused) return;
      // The port was closed while the connection waited to be accepted.
      if (!(error instanceof Deno.errors.ConnectionReset)) throw error;
    }
    await delay(5);
  }
}

/** Sends the first half of a request; `finish` sends the rest and returns the response. */
async function halfARequest(
  { url, apiKey }: RestartableService,
): Promise<{ finish(): Promise<string> }> {
  const { hostname, port, host } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const body = JSON.stringify(SMS);
  const head = Object.entries({
    "content-type": "application/json",
    "x-api-key": apiKey,
    host,
    connection: "close",
    "content-length": body.length,
    expect: "100-continue",
  }).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const write = (text: string) => connection.write(new TextEncoder().encode(text));
  await write(`POST /api/v2 HTTP/1.1\r\n${head}\r\n`);
  // The server sends 100 once it reads the body: the request is in progress.
  const buffer = new Uint8Array(1024);
  const read = await connection.read(buffer);
  assert.match(new TextDecoder().decode(buffer.subarray(0, read!)), /^HTTP\/1\.1 100 /);
  await write(body.slice(0, 10));
  return {
    async finish() {
      await write(body.slice(10));
      return await new Response(connection.readable).text();
    },
  };
}
