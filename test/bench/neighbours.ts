/**
 * A quiet account's waits while a loud one, or a stranger, does its worst, over its waits alone. One
 * request of it that is refused ends the bench.
 */
import { startFiles } from "../support/files.ts";
import { bytesOf, redAboveBlue } from "../support/jpegs.ts";
import { startNameServer } from "../support/name_server.ts";
import { tricklingFile } from "../support/neighbour.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { rawClient } from "../support/raw_client.ts";
import { startReceiver } from "../support/receiver.ts";
import { startServer } from "./load.ts";
import type { Row } from "./mod.ts";

/** Requests of the quiet account a row: the second slowest is their 99th percentile. */
const SAMPLES = 100;
/** Time that an attack has to come into force. */
const HEAD_START_MS = 2000;

/** Begins an attack; what it answers ends it. */
type Attack = (bench: Bench) => Promise<() => Promise<void>>;

interface Bench {
  url: string;
  keys: { loud: string; quiet: string };
  /** URLs of a picture, of one that trickles in, and of ones at names that never resolve. */
  picture: string;
  trickling: string;
  hanging(n: number): string;
  /** Resolves once the quiet account has a postback of this code about the id. */
  told(id: string, code: string): Promise<void>;
}

type Work = (bench: Bench, n: number) => Promise<void>;

export async function benchNeighbours(): Promise<Row[]> {
  await using parts = new AsyncDisposableStack();
  const server = parts.use(await startPostgres());
  const names = parts.use(await startNameServer());
  names.answer = (name, type) =>
    name.startsWith("never-") ? "silence" : type === "A" ? ["127.0.0.1"] : [];
  const files = parts.use(startFiles());
  const receiver = await startReceiver();
  parts.defer(() => receiver.stop());
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  parts.defer(() => Deno.remove(directory, { recursive: true }));
  const env = { DATABASE_URL: await createDatabase(server.url), DATA_DIR: directory };
  const jpeg = await bytesOf(redAboveBlue().jpeg());
  const noStore = { headers: { "content-type": "image/jpeg", "cache-control": "no-store" } };
  const picture = files.answer("picture.jpg", () => new Response(jpeg, noStore));
  const trickling = files.answer("trickling.jpg", () => tricklingFile(10, 1000));
  const service = parts.use(
    await startServer("neighbours_service.ts", [receiver.url, String(names.port)], env),
  );
  const bench: Bench = {
    ...service.hello,
    ...{ picture, trickling },
    hanging: (n) => picture.replace("127.0.0.1", `never-${n}.example`),
    async told(id, code) {
      await receiver.until(
        (all) =>
          all.some(({ body }) =>
            body.code === code && (body["tracking-id"] === id || body["mms-id"] === id)
          ),
        60_000,
      );
      receiver.received.length = 0;
    },
  };
  const rows: Row[] = [];
  for (const [name, work, attack] of ROWS) rows.push(await row(name, work, attack, bench));
  return rows;
}

async function row(name: string, work: Work, attack: Attack, bench: Bench): Promise<Row> {
  await p99(work, bench, 10); // to load
  const alone = await p99(work, bench, SAMPLES);
  const end = await attack(bench);
  await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
  const beside = await p99(work, bench, SAMPLES);
  await end();
  return {
    name,
    value: `${beside.toFixed(1)} ms`,
    ceiling: `${alone.toFixed(1)} ms alone, p99`,
    ratio: beside / alone,
    target: { atMost: 5 },
  };
}

async function p99(work: Work, bench: Bench, samples: number): Promise<number> {
  const spent: number[] = [];
  for (let n = 0; n < samples; n++) {
    const since = performance.now();
    await work(bench, n);
    spent.push(performance.now() - since);
  }
  return spent.sort((a, b) => a - b)[Math.ceil(0.99 * samples) - 1]!;
}

function post(
  { url, keys }: Bench,
  account: keyof Bench["keys"],
  body: unknown,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${url}/api/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": keys[account] },
    body: JSON.stringify(body),
    signal,
  });
}

/** The answer to a request of the quiet account. Throws where it is refused. */
async function answered(bench: Bench, body: unknown): Promise<Record<string, string>> {
  const response = await post(bench, "quiet", body);
  if (response.status !== 200) throw new Error(`refused: ${await response.text()}`);
  const isJson = response.headers.get("content-type")!.startsWith("application/json");
  return isJson ? await response.json() : (await response.bytes(), {});
}

function sms(to: string) {
  return { "action": "sendsms", "from": "111122", to, "message-text": "Hello" };
}

const text: Work = async (bench) => void await answered(bench, sms("16175550102"));

const delivered: Work = async (bench) => {
  const { "tracking-id": id } = await answered(bench, sms("16175550101"));
  await bench.told(id!, "N202");
};

const image: Work = async (bench, n) =>
  void await answered(bench, {
    "action": "createimage",
    "background-image-url": bench.picture.replace("127.0.0.1", "quiet.example"),
    "text-area": { "text-area-1": { text: `number ${n}`, "position-y": "10" } },
  });

function template(slide: Record<string, unknown>) {
  return { "action": "savemms", "name": "Bench", "fallback-sms-text": "See", "slide": [slide] };
}

const pictureTemplate: Work = async (bench) => {
  const { "mms-id": id } = await answered(bench, template({ image: { url: bench.picture } }));
  await bench.told(id!, "N003");
};

/** Keeps so many requests of the loud account in flight, each for so long at most. */
function flood(body: (bench: Bench, n: number) => unknown, inFlight: number, ms: number): Attack {
  return (bench) => {
    let isOver = false;
    let n = 0;
    const workers = Array.from({ length: inFlight }, async () => {
      while (!isOver) {
        const signal = AbortSignal.timeout(ms);
        const answer = await post(bench, "loud", body(bench, n++), signal).catch(() => null);
        await answer?.body?.cancel().catch(() => {});
        // Whoever is refused comes back soon, and not at once.
        if (answer !== null) await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    return Promise.resolve(async () => {
      isOver = true;
      await Promise.all(workers);
    });
  };
}

const mixed = "Tulpe チューリップ زنبق тюльпан 🌷 ".repeat(29);

const manyPictures = flood(
  (_, n) => ({
    "action": "createimage",
    "barcode": { id: `loud ${n}` },
    "text-area": Object.fromEntries(
      Array.from({ length: 8 }, (_, at) => [
        `text-area-${at + 1}`,
        { text: `${n} ${mixed}`, "position-y": String(130 * at), "width": "600" },
      ]),
    ),
  }),
  270,
  1000,
);

const hangingNames = flood(
  (bench, n) => ({ "action": "createimage", "background-image-url": bench.hanging(n) }),
  200,
  60_000,
);

const slowTexts: Attack = async (bench) => {
  await Promise.all(
    Array.from({ length: 2000 }, async () => {
      const response = await post(bench, "loud", sms("16175550110"));
      await response.body?.cancel();
    }),
  );
  return () => Promise.resolve();
};

const tricklingTemplates = flood(
  (bench) => template({ image: { url: bench.trickling } }),
  40,
  60_000,
);

const declaredBodies: Attack = async ({ url, keys }) => {
  const clients = new DisposableStack();
  const open = async (path: string, headers: string, length: number) => {
    const client = clients.use(await rawClient(url));
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${length}\r\n\r\n`;
    await client.say(`${head}{`);
  };
  for (let n = 0; n < 2100; n += 100) {
    await Promise.all(
      Array.from({ length: 100 }, () => open("/mm7/v1", "Content-Type: text/xml\r\n", 64 << 10)),
    );
  }
  const mine = `Content-Type: application/json\r\nX-Api-Key: ${keys.loud}\r\n`;
  await Promise.all(Array.from({ length: 128 }, () => open("/api/v2", mine, 1 << 20)));
  return () => Promise.resolve(clients[Symbol.dispose]());
};

const ROWS: readonly [name: string, work: Work, attack: Attack][] = [
  ["an image, beside names that never resolve", image, hangingNames],
  ["a template, beside files that trickle in", pictureTemplate, tricklingTemplates],
  ["a text delivered, beside 2,000 to a slow carrier", delivered, slowTexts],
  ["an image, beside 270 that nobody waits for", image, manyPictures],
  ["a text accepted, beside bodies that do not come", text, declaredBodies],
];
