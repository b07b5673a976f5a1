/** Texts end to end: accepted, carried by loopback, both postbacks accepted by a receiver. */
import { requestsPerSecond, type Server, startServer } from "./load.ts";
import { freePort } from "../support/free_port.ts";

/** Admin token of the services. */
export const ADMIN_TOKEN = "token-of-the-benchmarks";

export interface WholeWay extends AsyncDisposable {
  pid: number;
  /** Without a trailing slash. */
  url: string;
  /** Milliseconds from the start of the process to its first response. */
  readyMs: number;
  /** Measures texts a second end to end, of those that arrived within some seconds. */
  rate(connections: number, seconds: number): Promise<number>;
  /** Returns the delays of the service's event loop since the last call, in milliseconds. */
  loopDelays(): Promise<number[]>;
}

/** Starts a service, `serve` with these settings, with an account. */
export async function startWholeWay(env: Record<string, string>): Promise<WholeWay> {
  const receiver = await startServer("postback_receiver.ts");
  const port = freePort();
  const loopPort = freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", new URL("whole_service.ts", import.meta.url).pathname, "serve"],
    env: {
      EVENT_LOOP_PORT: String(loopPort),
      ...{ PORT: String(port), LOG_LEVEL: "warn", ADMIN_TOKEN, DEFAULT_CONNECTOR: "loopback" },
      OUTBOUND_ALLOW: "127.0.0.0/8",
      ...env,
    },
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  while (!await answers(url)) await pause(2);
  const readyMs = performance.now() - started;
  const apiKey = await newAccount(url, `http://127.0.0.1:${receiver.hello.port}/`);
  return {
    pid: child.pid,
    url,
    readyMs,
    async rate(connections, seconds) {
      const before = await receivedBy(receiver);
      const begun = performance.timeOrigin + performance.now();
      await requestsPerSecond(textOf(url, apiKey), connections, seconds);
      const after = await settled(receiver);
      return 1000 * (after.received - before.received) / 2 / (after.lastAt - begun);
    },
    loopDelays: async () => await (await fetch(`http://127.0.0.1:${loopPort}/`)).json(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await receiver[Symbol.asyncDispose]();
    },
  };
}

const textOf = (url: string, apiKey: string) => ({
  url: `${url}/api/v2`,
  headers: { "content-type": "application/json", "x-api-key": apiKey },
  body: JSON.stringify({
    ...{ action: "sendsms", from: "111122", to: "16175550100" },
    "message-text": "Hello",
  }),
});

async function receivedBy(receiver: Server): Promise<{ received: number; lastAt: number }> {
  return await (await fetch(`http://127.0.0.1:${receiver.hello.stats}/`)).json();
}

/** Resolves once nothing has arrived for two seconds. */
async function settled(receiver: Server): Promise<{ received: number; lastAt: number }> {
  for (let last = await receivedBy(receiver);;) {
    await pause(2000);
    const now = await receivedBy(receiver);
    if (now.received === last.received) return now;
    last = now;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`);
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

async function newAccount(url: string, postbackUrl: string): Promise<string> {
  const account = `bench-${crypto.randomUUID().slice(0, 8)}`;
  const admin = async (path: string, body: unknown) => {
    const response = await fetch(`${url}/admin/v1${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return await response.json();
  };
  const created = await admin("/accounts", { account, name: "Bench", "postback-url": postbackUrl });
  const sender = { address: "111122", kind: "short-code", country: "US", shared: true };
  await admin(`/accounts/${account}/senders`, sender);
  return created["api-key"];
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
