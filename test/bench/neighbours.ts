/**
 * Response times of a quiet account while a loud one, or a stranger, attacks, over its response
 * times alone. A refused request of the quiet account ends the benchmark.
 */
import { startFiles, tricklingFile } from "../support/files.ts";
import { bytesOf, redAboveBlue } from "../support/jpegs.ts";
import { startNameServer } from "../support/name_server.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { startReceiver } from "../support/receiver.ts";
import { startServer } from "./load.ts";
import type { Row } from "./mod.ts";
import { beginAttack } from "./attack.ts";
import { type AttackName, post, sms, type Target, template } from "./neighbours_attacks.ts";

/** Minimum number of the quiet account's requests in a measurement. */
const SAMPLES = 100;
/** Minimum time of a measurement in milliseconds: ten waves of an attack with one wave a second. */
const MEASUREMENT_MS = 10_000;
/**
 * Pause between two requests in milliseconds, so that the quiet account does not load the service
 * itself.
 */
const PAUSE_MS = 20;
/** Time for an attack to reach its full load, in milliseconds. */
const HEAD_START_MS = 2000;

interface Bench extends Target {
  /** Resolves once the quiet account has a postback of this code about the id. */
  reported(id: string, code: string): Promise<void>;
}

type Work = (bench: Bench, n: number) => Promise<void>;

export async function benchNeighbours(): Promise<Row[]> {
  await using parts = new AsyncDisposableStack();
  const server = parts.use(await startPostgres());
  const names = parts.use(await startNameServer());
  names.respond = (name, type) =>
    name.startsWith("never-") ? "silence" : type === "A" ? ["127.0.0.1"] : [];
  const files = parts.use(startFiles());
  const receiver = await startReceiver();
  parts.defer(() => receiver.stop());
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  parts.defer(() => Deno.remove(directory, { recursive: true }));
  const env = { DATABASE_URL: await createDatabase(server.url), DATA_DIR: directory };
  const jpeg = await bytesOf(redAboveBlue().jpeg());
  const noStore = { headers: { "content-type": "image/jpeg", "cache-control": "no-store" } };
  const picture = files.respond("picture.jpg", () => new Response(jpeg, noStore));
  const trickling = files.respond("trickling.jpg", () => tricklingFile(10, 1000));
  const service = parts.use(
    await startServer("neighbours_service.ts", [receiver.url, String(names.port)], env),
  );
  const bench: Bench = {
    ...service.hello,
    ...{ picture, trickling },
    async reported(id, code) {
      await receiver.until(
        (all) =>
          all.some(({ body }) =>
            body.code === code && (body["tracking-id"] === id || body["mms-id"] === id)
          ),
      );
      receiver.received.length = 0;
    },
  };
  const rows: Row[] = [];
  for (const [name, work, attack] of ROWS) rows.push(await row(name, work, attack, bench));
  return rows;
}

async function row(name: string, work: Work, attack: AttackName, bench: Bench): Promise<Row> {
  await p99(work, bench, 1000); // warm-up
  const alone = await p99(work, bench);
  const { url, keys, picture, trickling } = bench;
  const end = await beginAttack(attack, { url, keys, picture, trickling });
  await new Promise((resolve) => setTimeout(resolve, HEAD_START_MS));
  const beside = await p99(work, bench);
  await end();
  return {
    name,
    value: `${beside.toFixed(1)} ms`,
    ceiling: `${alone.toFixed(1)} ms alone, p99`,
    ratio: beside / alone,
    // An endless flood takes its share of the event loop: a figure without a promise.
    target: attack === "everAgain" ? null : { atMost: 5 },
  };
}

async function p99(work: Work, bench: Bench, leastMs = MEASUREMENT_MS): Promise<number> {
  const spent: number[] = [];
  const begun = performance.now();
  while (spent.length < SAMPLES || performance.now() - begun < leastMs) {
    const since = performance.now();
    await work(bench, spent.length);
    spent.push(performance.now() - since);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return spent.sort((a, b) => a - b)[Math.ceil(0.99 * spent.length) - 1]!;
}

/** Sends a request of the quiet account, and returns the response. Throws if it is refused. */
async function answered(bench: Bench, body: unknown): Promise<Record<string, string>> {
  const response = await post(bench, "quiet", body);
  if (response.status !== 200) throw new Error(`refused: ${await response.text()}`);
  const isJson = response.headers.get("content-type")!.startsWith("application/json");
  return isJson ? await response.json() : (await response.bytes(), {});
}

const text: Work = async (bench) => void await answered(bench, sms("16175550102"));

const delivered: Work = async (bench) => {
  const { "tracking-id": id } = await answered(bench, sms("16175550101"));
  await bench.reported(id!, "N202");
};

const image: Work = async (bench, n) =>
  void await answered(bench, {
    "action": "createimage",
    "background-image-url": bench.picture.replace("127.0.0.1", "quiet.example"),
    "text-area": { "text-area-1": { text: `number ${n}`, "position-y": "10" } },
  });

const pictureTemplate: Work = async (bench) => {
  const { "mms-id": id } = await answered(bench, template({ image: { url: bench.picture } }));
  await bench.reported(id!, "N003");
};

const ROWS: readonly [name: string, work: Work, attack: AttackName][] = [
  ["an image, beside names that never resolve", image, "hangingNames"],
  ["a template, beside files that trickle in", pictureTemplate, "tricklingTemplates"],
  ["a text delivered, beside 2,000 to a slow carrier", delivered, "slowTexts"],
  ["an image, beside 270 that nobody waits for", image, "manyPictures"],
  ["a text accepted, beside bodies that do not come", text, "declaredBodies"],
  ["a text accepted, beside chunks of one byte", text, "tinyChunks"],
  ["a text accepted, beside forms of many names", text, "manyNames"],
  ["a text accepted, beside unfinished callbacks", text, "unfinishedCallbacks"],
  ["a text accepted, beside 64 that ask ever again", text, "everAgain"],
];
