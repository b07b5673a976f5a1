/** The actions that create files, through the door; and their effect on the doors. */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { median, requestsPerSecond, type Server, startServer } from "./load.ts";
import type { Row } from "./mod.ts";

const CONNECTIONS = 16;
const SECONDS = 3;
const ROUNDS = 3;

const CONTACT = {
  "action": "createcontact",
  "name": { "first-name": "Ana", "last-name": "Silva" },
  "organization": "Tulip Ltd",
  "title": "Florist",
  "note": "Back on Monday; until then, ask for José at the shop.",
  "phone": [{ number: "14085550111" }, { number: "14085550112", label: "Mobile" }],
  "email": [{ id: "ana@tulip.example.com", label: "Home" }],
  "physical-address": [{ address: "Main Street 1, San José, CA 95110" }],
  "website": [{ url: "https://tulip.example.com", label: "Shop" }],
};
const EVENT = {
  "action": "createcalendar",
  "event-title": "Opening",
  "event-description": "Doors at ten, music at noon – à bientôt!",
  "event-location": "Main Street 1, San José",
  "event-start-datetime": "2026-07-04T10:00:00",
  "event-end-datetime": "2026-07-04T12:00:00",
  "event-timezone": "America/New_York",
};
const SMS = {
  "action": "sendsms",
  "from": "111122",
  "to": "16175550101",
  "message-text": "Your order has left our house.",
};
const PICTURE = (n: number) => ({
  "action": "createimage",
  "barcode": { "id": `picture ${n}`, "width": "300", "height": "300" },
  "text-area": {
    "text-area-1": { "text": `For number ${n}`, "position-y": "320" },
    "text-area-2": { "text": "Two for one, all of this week", "position-y": "500", "width": "600" },
    "text-area-3": { "text": "Terms and conditions apply", "position-y": "1100", "width": "600" },
  },
});
const PICTURES_AT_ONCE = 32;
const DOOR_REQUESTS = 600;

export async function benchMade(): Promise<Row[]> {
  await using postgres = await startPostgres();
  const env = { DATABASE_URL: await createDatabase(postgres.url), DATA_DIR: "." };
  await using ours = await startServer("accept_server.ts", ["durable"], env);
  await using constant = await startServer("accept_server.ts", ["constant"], env);
  return [
    await doorRow("createcontact without photo", CONTACT, ours, constant),
    await doorRow("createcalendar", EVENT, ours, constant),
    ...await loopRows(ours),
  ];
}

async function doorRow(
  name: string,
  body: object,
  ours: Server,
  constant: Server,
): Promise<Row> {
  for (const server of [ours, constant]) await rate(server, body, 1);
  const [real, best]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    best.push(await rate(constant, body, SECONDS));
    real.push(await rate(ours, body, SECONDS));
  }
  const [value, limit] = [median(real), median(best)];
  return {
    name: `${name}, ${CONNECTIONS} connections`,
    value: `${Math.round(value)}/s`,
    ceiling: `${Math.round(limit)}/s a constant file`,
    ratio: value / limit,
    target: { atLeast: 0.7 },
  };
}

function rate(server: Server, body: object, seconds: number): Promise<number> {
  return requestsPerSecond(
    { ...requestTo(server), body: JSON.stringify(body) },
    CONNECTIONS,
    seconds,
  );
}

/** Sends one `sendsms` after another while a constant number of pictures is in progress. */
async function loopRows(server: Server): Promise<Row[]> {
  const alone = await doorTimes(server);
  await stoodStill(server);
  let over = false;
  let drawn = 0;
  const drawing = Array.from({ length: PICTURES_AT_ONCE }, async () => {
    while (!over) await post(server, PICTURE(++drawn));
  });
  while (drawn < 2 * PICTURES_AT_ONCE) await post(server, SMS); // the Workers are running
  await stoodStill(server);
  const busy = await doorTimes(server);
  const stood = await stoodStill(server);
  over = true;
  await Promise.all(drawing);
  return [
    {
      name: `sendsms p99, ${PICTURES_AT_ONCE} pictures in work`,
      value: `${p99(busy).toFixed(1)} ms`,
      ceiling: `${p99(alone).toFixed(1)} ms without pictures`,
      ratio: p99(busy) / p99(alone),
      target: null,
    },
    {
      name: "longest stop of the event loop ÷ 20 ms",
      value: `${stood.toFixed(1)} ms`,
      ceiling: `${PICTURES_AT_ONCE} pictures in work`,
      ratio: stood / 20,
      target: { atMost: 1 },
    },
  ];
}

async function doorTimes(server: Server): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < DOOR_REQUESTS; n++) {
    const started = performance.now();
    await post(server, SMS);
    times.push(performance.now() - started);
  }
  return times;
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(0.99 * times.length)]!;
}

async function post(server: Server, body: object): Promise<void> {
  const { url, headers } = requestTo(server);
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  await response.bytes();
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}

async function stoodStill({ hello }: Server): Promise<number> {
  return await (await fetch(`http://127.0.0.1:${hello.port}/loop`)).json();
}

function requestTo({ hello }: Server) {
  return {
    url: `http://127.0.0.1:${hello.port}/api/v2`,
    headers: { "content-type": "application/json", "x-api-key": hello.apiKey },
  };
}
