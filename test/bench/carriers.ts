/**
 * Texts through a healthy SMSC while five others fail or misbehave, and while thousands wait for one
 * that is down, over those while the others are idle.
 */
import { freePort } from "../support/free_port.ts";
import { startPostgres } from "../support/postgres.ts";
import { startEvenLoad, timed } from "./even_load.ts";
import { median, percentile, type Request, startServer } from "./load.ts";
import type { Row } from "./mod.ts";
import { createCustomer, pause } from "./program.ts";
import { receivedBy, requestOf, SESSIONS, type Stage, startStage, WINDOW } from "./stage.ts";

/** Texts a second to the healthy SMSC, and to each of the others. */
const RATE = 200;
const RATE_OF_OTHERS = 50;
/** Duration of a turn; the others begin some seconds before. */
const TURN_MS = 20_000;
const AHEAD_MS = 5000;
const ROUNDS = 3;
/** Texts that wait for the SMSC that is down, and how many of them come a second. */
const BACKLOG = { texts: 5000, rate: 500 };
/** Interval at which the end of the postbacks is looked for, in milliseconds. */
const LOOK_MS = 10;
/** Postbacks of a text through the healthy SMSC: accepted and delivered. */
const POSTBACKS = 2;

interface Figures {
  /** Texts a second, from the first request to the last postback. */
  rate: number;
  /** 99th percentile of the time from request to submission, in milliseconds. */
  p99: number;
}

export async function benchCarriers(): Promise<Row[]> {
  await using postgres = await startPostgres();
  await using stage = await startStage(postgres);
  await using carriers = await startServer("carriers_server.ts");
  await using receiver = await startServer("postback_receiver.ts");
  const ports = { ...carriers.hello, down: freePort() };
  const others = await connectOthers(stage, ports, receiver.hello.port);
  await turn(stage); // warm-up
  const [alone, beside]: [Figures[], Figures[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await turn(stage));
    await using loads = new AsyncDisposableStack();
    for (const request of Object.values(others)) loads.use(startEvenLoad(request, RATE_OF_OTHERS));
    await pause(AHEAD_MS);
    beside.push(await turn(stage));
  }
  await sendBacklog(others.down!);
  const behind: Figures[] = [];
  for (let round = 0; round < ROUNDS; round++) behind.push(await turn(stage));
  return [
    ...rowsOf("while five other SMSCs fail or misbehave", beside, alone),
    ...rowsOf(`while ${BACKLOG.texts} wait for an SMSC that is down`, behind, alone),
  ];
}

function rowsOf(circumstances: string, figures: Figures[], alone: Figures[]): Row[] {
  const middle = (figures: Figures[], name: keyof Figures) =>
    median(figures.map((figure) => figure[name]));
  const [rate, limit] = [middle(figures, "rate"), middle(alone, "rate")];
  const [wait, least] = [middle(figures, "p99"), middle(alone, "p99")];
  return [{
    name: `texts ${circumstances}`,
    value: `${rate.toFixed(0)}/s`,
    ceiling: `${limit.toFixed(0)}/s while they are idle`,
    ratio: rate / limit,
    target: { atLeast: 0.9 },
  }, {
    name: "their request → submission, p99",
    value: `${wait.toFixed(1)} ms`,
    ceiling: `${least.toFixed(1)} ms`,
    ratio: wait / least,
    target: null,
  }];
}

async function sendBacklog(request: Request): Promise<void> {
  await using load = startEvenLoad(request, BACKLOG.rate);
  while (load.sent < BACKLOG.texts) await pause(LOOK_MS);
}

/** Connects SMSCs, and returns the requests that send through each, by its name. */
async function connectOthers(
  { programs }: Stage,
  portOf: Record<string, number>,
  receiver: number,
): Promise<Record<string, Request>> {
  const program = programs[0]!;
  const requests: Record<string, Request> = {};
  for (const [name, port] of Object.entries(portOf)) {
    await program.admin("/smscs", {
      ...{ name, host: "127.0.0.1", port, window: WINDOW, sessions: SESSIONS },
      ...{ "system-id": "bench", password: "bench" },
    });
    const from = String(222_200 + Object.keys(requests).length);
    const sender = { address: from, "sms-connector": name };
    const own = await createCustomer(program, `http://127.0.0.1:${receiver}/`, sender);
    const request = requestOf("sendsms", { customer: own }, Number(new URL(program.url).port));
    requests[name] = timed({
      ...request,
      body: JSON.stringify({ ...JSON.parse(request.body), from }),
    });
  }
  return requests;
}

/** Sends texts through the healthy SMSC, and waits for their last postback. */
async function turn(stage: Stage): Promise<Figures> {
  const smsc = `http://127.0.0.1:${stage.smsc.hello.stats}`;
  await (await fetch(`${smsc}/forget`)).body?.cancel();
  const before = await receivedBy(stage.receiver);
  const begunAt = performance.timeOrigin + performance.now();
  const request = requestOf("sendsms", stage, Number(new URL(stage.programs[0]!.url).port));
  await using load = startEvenLoad(timed(request), RATE);
  await pause(TURN_MS);
  await load.stopped();
  for (;;) {
    const { received, lastAt } = await receivedBy(stage.receiver);
    if (received - before.received >= POSTBACKS * load.sent) {
      const { delays } = await (await fetch(`${smsc}/delays`)).json();
      return { rate: 1000 * load.sent / (lastAt - begunAt), p99: percentile(delays, 0.99) };
    }
    await pause(LOOK_MS);
  }
}
