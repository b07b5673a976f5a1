/** Waits of texts that are sent one after another, to a service with nothing else to do. */
import { percentile } from "./load.ts";
import type { Row } from "./mod.ts";
import { createCustomer, pause } from "./program.ts";
import { CONNECTORS, requestOf, type Stage } from "./stage.ts";

const MESSAGES = 300;
/** Sender of its own. */
const FROM = "222244";
/** Pause between two texts, in milliseconds: everything about the last one is written by then. */
const PAUSE_MS = 20;
/** Maximum waits at p99, in milliseconds. */
const GOALS = { submit: 10, delivered: 40 };

export async function loneMessages(stage: Stage): Promise<Row[]> {
  const arrivals = new Map<string, number>();
  await using receiver = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const now = performance.timeOrigin + performance.now();
      const { code, "tracking-id": trackingId } = await request.json();
      arrivals.set(`${code} ${trackingId}`, now);
      return new Response(null, { status: 204 });
    },
  );
  const [program] = stage.programs;
  const url = `http://127.0.0.1:${receiver.addr.port}/`;
  const customer = await createCustomer(program!, url, { address: FROM, ...CONNECTORS });
  const port = Number(new URL(program!.url).port);
  const { url: address, headers, body } = requestOf("sendsms", { ...stage, customer }, port);
  const template = JSON.parse(body);
  const smsc = `http://127.0.0.1:${stage.smsc.hello.stats}`;

  /** Returns the milliseconds from the response to the postback about delivery. */
  async function send(): Promise<number> {
    const text = `${performance.timeOrigin + performance.now()} Hello`;
    const request = JSON.stringify({ ...template, from: FROM, "message-text": text });
    const response = await fetch(address, { method: "POST", headers, body: request });
    const { "tracking-id": trackingId } = await response.json();
    const acceptedAt = performance.timeOrigin + performance.now();
    while (!arrivals.has(`N202 ${trackingId}`)) await pause(1);
    return arrivals.get(`N202 ${trackingId}`)! - acceptedAt;
  }

  for (let sent = 0; sent < MESSAGES / 10; sent++) await send();
  await (await fetch(`${smsc}/forget`)).body?.cancel();
  const delivered: number[] = [];
  while (delivered.length < MESSAGES) {
    delivered.push(await send());
    await pause(PAUSE_MS);
  }
  const { delays } = await (await fetch(`${smsc}/delays`)).json();
  return [
    row("request → submission", delays, GOALS.submit),
    row("response → N202 at the receiver", delivered, GOALS.delivered),
  ];
}

function row(name: string, waits: readonly number[], goal: number): Row {
  const value = percentile(waits, 0.99);
  return {
    name: `sendsms alone: ${name}, p99`,
    value: `${value.toFixed(1)} ms`,
    ceiling: `${goal} ms; p50 ${percentile(waits, 0.5).toFixed(1)} ms`,
    ratio: value / goal,
    target: { atMost: 1 },
  };
}
