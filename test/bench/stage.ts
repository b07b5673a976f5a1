/**
 * Service, database, carriers and receiver of postbacks of a benchmark, each in processes of its
 * own; and the load that goes the whole way, from request to last postback.
 */
import type postgres from "postgres";
import { createDatabase, onDatabase, type PostgresServer } from "../support/postgres.ts";
import { bytesOf, redAboveBlue } from "../support/jpegs.ts";
import { startFiles } from "../support/files.ts";
import { type Request, type Server, startServer, wrk } from "./load.ts";
import { sendsms, submission } from "./mm7_accept.ts";
import { endedProcessesMs, processorMs } from "./processes.ts";
import { createCustomer, type Customer, pause, type Program, startProgram } from "./program.ts";

/** Window and sessions of the connectors: enough that they are not the limit. */
export const WINDOW = 100;
export const SESSIONS = 2;
/** Load after which V8 has compiled what runs for every message. */
export const WARM_UP = { connections: 64, seconds: 20 };
/** Fields of a sender at both carriers. */
export const CONNECTORS = { "sms-connector": "smsc", "mms-connector": "mmsc" };
/** Postbacks of a message: accepted and delivered. */
const POSTBACKS = 2;
/** Text beside the picture. */
export const SLIDE_TEXT = "Your order has left our house.";
/** Maximum wait for the last postback after the last one, in milliseconds. */
const SILENCE_MS = 10_000;
/** Interval at which the end of the postbacks is looked for, in milliseconds. */
const LOOK_MS = 100;

export interface Stage extends AsyncDisposable {
  postgres: PostgresServer;
  /** URL of the service's database. */
  databaseUrl: string;
  programs: readonly Program[];
  smsc: Server;
  mmsc: Server;
  receiver: Server;
  customer: Customer;
  /** Template with a picture. */
  mmsId: string;
  /** Starts the first process of the service anew, the program with these settings. */
  restart(env: Record<string, string>): Promise<void>;
}

export interface StageOptions {
  /** Number of processes of the service. Default 1. */
  count?: number;
  /** Settings of the service. */
  env?: Record<string, string>;
  /** Module of the service. Default: the program. */
  service?: string;
}

/** Starts all parts. */
export async function startStage(
  postgres: PostgresServer,
  { count = 1, env = {}, service }: StageOptions = {},
): Promise<Stage> {
  const parts = new AsyncDisposableStack();
  try {
    const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
    parts.defer(() => Deno.remove(directory, { recursive: true }));
    const [smsc, mmsc, receiver] = await Promise.all([
      startServer("smsc_server.ts"),
      startServer("mmsc_server.ts"),
      startServer("postback_receiver.ts"),
    ]);
    for (const server of [smsc, mmsc, receiver]) parts.use(server);
    const databaseUrl = await createDatabase(postgres.url);
    const programs: Program[] = [];
    const own = (n: number) => ({ DATABASE_URL: databaseUrl, DATA_DIR: `${directory}/${n}` });
    const stop = (program: Program) => program[Symbol.asyncDispose]();
    parts.defer(async () => void await Promise.all(programs.map(stop)));
    while (programs.length < count) {
      programs.push(await startProgram({ ...own(programs.length), ...env }, service));
    }
    const [program] = programs;
    await connectCarriers(program!, smsc, mmsc);
    const customer = await createCustomer(program!, `http://127.0.0.1:${receiver.hello.port}/`, {
      address: "111122",
      ...CONNECTORS,
    });
    const mmsId = await saveTemplate(program!, customer);
    const started = parts.move();
    return {
      ...{ postgres, databaseUrl, programs, smsc, mmsc, receiver, customer, mmsId },
      async restart(env) {
        for (const program of programs.splice(0, 1)) await stop(program);
        programs.unshift(await startProgram({ ...own(0), ...env }));
      },
      [Symbol.asyncDispose]: () => started.disposeAsync(),
    };
  } finally {
    await parts.disposeAsync();
  }
}

async function connectCarriers(program: Program, smsc: Server, mmsc: Server): Promise<void> {
  await program.admin("/smscs", {
    ...{ name: "smsc", host: smsc.hello.host, port: smsc.hello.port },
    ...{ window: WINDOW, sessions: SESSIONS, "system-id": "bench", password: "bench" },
  });
  const [user, password] = ["relay", "relay-password"];
  await program.admin("/connectors", {
    ...{ name: "mmsc", kind: "mmsc_mm7", url: `http://127.0.0.1:${mmsc.hello.port}/` },
    ...{ vaspid: "bench", window: WINDOW, "relay-username": user, "relay-password": password },
  });
  await reportTo(mmsc, `${program.url}/mm7/relay/mmsc`, `Basic ${btoa(`${user}:${password}`)}`);
}

/** Sets the address that an MMSC reports to. */
export async function reportTo(mmsc: Server, url: string, authorization: string): Promise<void> {
  const body = JSON.stringify({ url, authorization });
  const set = await fetch(`http://127.0.0.1:${mmsc.hello.stats}/reports`, { method: "POST", body });
  await set.body?.cancel();
}

/** Saves a template of a picture and a text; resolves once it is ready. */
async function saveTemplate({ url }: Program, { apiKey }: Customer): Promise<string> {
  await using files = startFiles();
  const jpeg = await bytesOf(redAboveBlue().jpeg());
  const picture = files.respond(
    "picture.jpg",
    () => new Response(jpeg, { headers: { "content-type": "image/jpeg" } }),
  );
  const post = async (body: object) => {
    const headers = { "content-type": "application/json", "x-api-key": apiKey };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    return await (await fetch(`${url}/api/v2`, request)).json();
  };
  const { "mms-id": mmsId } = await post({
    ...{ action: "savemms", name: "Bench", "fallback-sms-text": "See it" },
    slide: [{ image: { url: picture }, "message-text": SLIDE_TEXT }],
  });
  for (;;) {
    const sent = await post({
      ...{ action: "sendsavedmms", from: "111122", to: "16175550101", "mms-id": mmsId },
    });
    if (sent["error-code"] === undefined) return mmsId;
    if (sent["error-code"] !== "E626") throw new Error(JSON.stringify(sent)); // in preparation
    await pause(50);
  }
}

/** Kind of message that goes the whole way. */
export type Way = "sendsms" | "sendsavedmms" | "mm7";

/** Builds the request that sends a message. */
export function requestOf(
  way: Way,
  { customer, mmsId }: Pick<Stage, "customer"> & Partial<Stage>,
  port: number,
): Request {
  const hello = { ...customer, port };
  if (way === "mm7") return submission({ hello });
  const request = sendsms({ hello });
  if (way === "sendsms") return request;
  const body = { action: "sendsavedmms", from: "111122", to: "16175550101", "mms-id": mmsId };
  return { ...request, body: JSON.stringify(body) };
}

/** Figures of a load from the first request to the last postback. */
export interface Run {
  messages: number;
  /** Messages a second. */
  rate: number;
  /** Processor time of a message by process, in milliseconds. */
  cpu: Record<Process, number>;
}

export type Process = "service" | "postgres" | "carrier" | "receiver" | "generator";

/** Processes whose time is measured. */
export type Pids = Record<Exclude<Process, "generator">, readonly number[]>;

export interface Load {
  connections: number;
  seconds: number;
  /** Postbacks of a message. Default 2. */
  postbacks?: number;
}

/**
 * Loads some servers, and waits for the last postback.
 * @throws Error where postbacks are missing.
 */
export async function runLoad(
  requests: readonly Request[],
  receiver: Server,
  pids: Pids,
  { connections, seconds, postbacks = POSTBACKS }: Load,
): Promise<Run> {
  const before = await cpuOf(pids);
  const first = await receivedBy(receiver);
  const begunAt = performance.timeOrigin + performance.now();
  const reports = await Promise.all(
    requests.map((request, i) => wrk(request, share(connections, i, requests.length), seconds)),
  );
  const sent = reports.reduce((sum, report) => sum + report.requests, 0);
  let last = await receivedBy(receiver);
  let after = await cpuOf(pids);
  // Requests that wrk no longer waited for are not among its own.
  const isComplete = () => last.received - first.received >= postbacks * sent;
  for (let since = performance.now();;) {
    await pause(isComplete() ? 5 * LOOK_MS : LOOK_MS);
    const now = await receivedBy(receiver);
    if (now.received === last.received) {
      if (isComplete()) break;
      if (performance.now() - since > SILENCE_MS) {
        throw new Error(`${now.received - first.received} postbacks of ${sent} messages`);
      }
      continue;
    }
    [last, after, since] = [now, await cpuOf(pids), performance.now()];
  }
  const messages = (last.received - first.received) / postbacks;
  const cpu = Object.fromEntries(
    Object.entries(after).map(([name, ms]) => [name, (ms - before[name as Process]) / messages]),
  ) as Record<Process, number>;
  return { messages, rate: 1000 * messages / (last.lastAt - begunAt), cpu };
}

/** Splits connections evenly. */
function share(connections: number, place: number, count: number): number {
  return Math.floor(connections / count) + (place < connections % count ? 1 : 0);
}

async function cpuOf(pids: Pids): Promise<Record<Process, number>> {
  const sums = await Promise.all(
    Object.entries(pids).map(async ([name, ids]) => {
      const each = await Promise.all(ids.map(processorMs));
      return [name, each.reduce((sum, ms) => sum + ms, 0)];
    }),
  );
  return { ...Object.fromEntries(sums), generator: await endedProcessesMs() };
}

export async function receivedBy(
  receiver: Server,
): Promise<{ received: number; lastAt: number }> {
  return await (await fetch(`http://127.0.0.1:${receiver.hello.stats}/`)).json();
}

/** Returns the processes of a stage. */
export function pidsOf({ programs, postgres, smsc, mmsc, receiver }: Stage): Pids {
  return {
    service: programs.map(({ pid }) => pid),
    postgres: [postgres.pid],
    carrier: [smsc.pid, mmsc.pid],
    receiver: [receiver.pid],
  };
}

/** Runs work in a session of its own in the service's database. */
export const inDatabase = <T>(stage: Stage, work: (sql: postgres.Sql) => Promise<T>) =>
  onDatabase(stage.databaseUrl, work);
