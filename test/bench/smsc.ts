/** A text from accept to an SMSC, its receipt, and both postbacks; over the durable accept alone. */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { median, requestsPerSecond, type Server, startServer } from "./load.ts";
import { sendsms } from "./mm7_accept.ts";
import type { Row } from "./mod.ts";
import { neighbour } from "./smsc_neighbour.ts";

const CONNECTIONS = 64;
const SECONDS = 5;
const ROUNDS = 3;
const QUEUED = 100_000;

interface Parts {
  smsc: Server;
  service: Server;
}

export async function benchSmsc(): Promise<Row[]> {
  await using postgres = await startPostgres();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    const env = { DATABASE_URL: await createDatabase(postgres.url), DATA_DIR: `${directory}/a` };
    await using alone = await startServer("accept_server.ts", ["durable"], env);
    await using smsc = await startServer("smsc_server.ts");
    const { host, port, receiver } = smsc.hello;
    const outside = [host, String(port), String(receiver)];
    await using service = await startServer("smsc_service.ts", outside, {
      DATABASE_URL: await createDatabase(postgres.url),
      DATA_DIR: `${directory}/b`,
      DELIVER_BACKLOG: "100000",
      RESCUE_INTERVAL: "1s",
      DELIVER_RETRY: "1s",
    });
    const parts = { smsc, service };
    const rate = await endToEnd(parts, alone);
    return [
      rate,
      await latency(parts, rate),
      ...await queued(parts),
      await neighbour(postgres.url),
    ];
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Measures messages a second until the last postback has arrived, over accepts alone. */
async function endToEnd(parts: Parts, alone: Server): Promise<Row> {
  const [whole, accepted]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    accepted.push(await requestsPerSecond(sendsms(alone), CONNECTIONS, SECONDS));
    const before = (await seen(parts)).received;
    const started = performance.timeOrigin + performance.now();
    const sent = await requestsPerSecond(sendsms(parts.service), CONNECTIONS, SECONDS) * SECONDS;
    const { received, lastAt } = await settled(parts);
    const messages = (received - before) / 2;
    if (messages < 0.98 * sent) throw new Error(`${messages} of ${sent} messages were told of`);
    whole.push(1000 * messages / (lastAt - started));
  }
  const [value, limit] = [median(whole), median(accepted)];
  return {
    name: "sendsms → SMSC → receipt → both postbacks",
    value: `${Math.round(value)}/s`,
    ceiling: `${Math.round(limit)}/s accept alone`,
    ratio: value / limit,
    target: { atLeast: 0.5 },
  };
}

/** Measures the time from accept to submission, at half of the throughput. */
async function latency(parts: Parts, { value }: Row): Promise<Row> {
  await ask(parts.smsc, "/forget");
  const rate = parseInt(value) / 2;
  const { url, headers, body } = sendsms(parts.service);
  const template = JSON.parse(body);
  const started = performance.now();
  const pending: Promise<unknown>[] = [];
  for (let sent = 0; performance.now() - started < SECONDS * 1000;) {
    const due = (performance.now() - started) / 1000 * rate;
    for (; sent < due; sent++) {
      const text = `${performance.timeOrigin + performance.now()} Hello`;
      const request = { ...template, "message-text": text };
      pending.push(
        fetch(url, { method: "POST", headers, body: JSON.stringify(request) })
          .then((response) => response.bytes()),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(pending);
  await settled(parts);
  const { delays } = await ask(parts.smsc, "/delays");
  const p99 = delays.toSorted((a: number, b: number) => a - b)[Math.floor(0.99 * delays.length)];
  return {
    name: `accept → submit, p99 at ${Math.round(rate)}/s`,
    value: `${p99.toFixed(0)} ms`,
    ceiling: "100 ms",
    ratio: p99 / 100,
    target: { atMost: 1 },
  };
}

/** Measures the memory of messages that wait for an SMSC, and their throughput once it is back. */
async function queued(parts: Parts): Promise<Row[]> {
  const idle = await memory(parts);
  await ask(parts.smsc, "/close");
  const { submissions } = await ask(parts.smsc, "/");
  let sent = 0;
  while (sent < QUEUED) sent += 2 * await requestsPerSecond(sendsms(parts.service), CONNECTIONS, 2);
  const full = await memory(parts);
  await ask(parts.smsc, "/open");
  const started = performance.timeOrigin + performance.now();
  const after = await settled(parts);
  const drained = after.submissions - submissions;
  const rate = 1000 * drained / (after.lastAt - started);
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return [{
    name: `memory at ${Math.round(sent / 1000)} thousand queued messages`,
    value: megabytes(full),
    ceiling: `${megabytes(idle)} before`,
    ratio: full / idle,
    target: null,
  }, {
    name: "and their draining",
    value: `${Math.round(rate)}/s`,
    ceiling: `${drained} messages`,
    ratio: drained / sent,
    target: null,
  }];
}

/** Waits until nothing has been reported for a while, and returns the counts. */
async function settled(parts: Parts): Promise<Seen> {
  const QUIET_MS = 5_000;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 250));
    const now = await seen(parts);
    const quiet = performance.timeOrigin + performance.now() - now.lastAt;
    if (now.lastAt > 0 && quiet > QUIET_MS) return now;
  }
}

interface Seen {
  /** Messages that the SMSC accepted. */
  submissions: number;
  /** Postbacks that the receiver got. */
  received: number;
  lastAt: number;
}

async function seen({ smsc }: Parts): Promise<Seen> {
  return await ask(smsc, "/");
}

async function memory({ service }: Parts): Promise<number> {
  return (await ask(service, "/")).rss;
}

async function ask({ hello }: Server, path: string) {
  return await (await fetch(`http://127.0.0.1:${hello.stats}${path}`)).json();
}
