/** Texts end to end: accepted, carried by loopback, both postbacks accepted by a receiver. */
import { requestsPerSecond, type Server, startServer } from "./load.ts";
import { createCustomer, pause, startProgram } from "./program.ts";

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
  const program = await startProgram({ DEFAULT_CONNECTOR: "loopback", ...env });
  const { pid, url, readyMs, loopDelays } = program;
  const { apiKey } = await createCustomer(program, `http://127.0.0.1:${receiver.hello.port}/`);
  return {
    ...{ pid, url, readyMs, loopDelays },
    async rate(connections, seconds) {
      const before = await receivedBy(receiver);
      const begun = performance.timeOrigin + performance.now();
      await requestsPerSecond(textOf(url, apiKey), connections, seconds);
      const after = await settled(receiver);
      return 1000 * (after.received - before.received) / 2 / (after.lastAt - begun);
    },
    async [Symbol.asyncDispose]() {
      await program[Symbol.asyncDispose]();
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
