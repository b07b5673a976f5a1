/**
 * The embedded database over a server on the same disk; its start-up time, and its memory when
 * idle.
 */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { median } from "./load.ts";
import type { Row } from "./mod.ts";
import { startWholeWay } from "./whole_way.ts";

/** Rounds of a turn each: a rate differs by a tenth from one to the next. */
const ROUNDS = 10;
const CONNECTIONS = 64;
const SECONDS = 5;
const MIB = 1024 ** 2;

export async function benchEmbedded(): Promise<Row[]> {
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    const [first, rest] = await starts(`${directory}/s`);
    return [
      await beside(directory),
      row(
        "first start, database made",
        `${first.readyMs.toFixed(0)} ms`,
        "3 s",
        first.readyMs / 3000,
      ),
      row("next start", `${rest.readyMs.toFixed(0)} ms`, "1 s", rest.readyMs / 1000),
      row(
        "all processes at rest",
        `${(rest.bytes / MIB).toFixed(0)} MiB`,
        "300 MiB",
        rest.bytes / 300 / MIB,
      ),
    ];
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

const row = (name: string, value: string, ceiling: string, ratio: number): Row => {
  return { name: `embedded: ${name}`, value, ceiling, ratio, target: { atMost: 1 } };
};

/** Measures both services, which run all the time and work by turns; each goes first as often. */
async function beside(directory: string): Promise<Row> {
  await using server = await startPostgres();
  await using embedded = await startWholeWay({ DATA_DIR: `${directory}/e` });
  await using served = await startWholeWay({
    DATA_DIR: `${directory}/p`,
    DATABASE_URL: await createDatabase(server.url),
  });
  const turns = [{ service: embedded, rates: [] as number[] }, { service: served, rates: [] }];
  for (const { service } of turns) await service.rate(CONNECTIONS, 2); // warm-up
  for (let round = 0; round < ROUNDS; round++) {
    for (const { service, rates } of round % 2 === 0 ? turns : turns.toReversed()) {
      rates.push(await service.rate(CONNECTIONS, SECONDS));
    }
  }
  const [own, other] = turns.map(({ rates }) => median(rates)) as [number, number];
  return {
    name: "embedded: texts, both postbacks taken",
    value: `${own.toFixed(0)}/s`,
    ceiling: `${other.toFixed(0)}/s with a server`,
    ratio: own / other,
    target: { atLeast: 0.95 },
  };
}

async function starts(DATA_DIR: string) {
  const lives = [];
  for (let life = 0; life < 6; life++) {
    await using service = await startWholeWay({ DATA_DIR });
    await new Promise((resolve) => setTimeout(resolve, 3000)); // wait for start-up work to end
    lives.push({ readyMs: service.readyMs, bytes: await memoryOf(service.pid) });
  }
  const [first, ...next] = lives;
  return [first!, {
    readyMs: median(next.map(({ readyMs }) => readyMs)),
    bytes: median(next.map(({ bytes }) => bytes)),
  }] as const;
}

/** Measures the memory of a process tree, in bytes; shared pages count once. */
async function memoryOf(pid: number): Promise<number> {
  const [rollup, { stdout }] = await Promise.all([
    Deno.readTextFile(`/proc/${pid}/smaps_rollup`),
    new Deno.Command("pgrep", { args: ["-P", String(pid)] }).output(),
  ]);
  const own = Number(/^Pss: +(\d+) kB$/m.exec(rollup)![1]) * 1024;
  const children = new TextDecoder().decode(stdout).trim().split("\n").filter((line) =>
    line !== ""
  );
  const below = await Promise.all(children.map((child) => memoryOf(Number(child)).catch(() => 0)));
  return below.reduce((sum, bytes) => sum + bytes, own);
}
