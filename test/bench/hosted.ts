/** A file of a hosted message through the app, over bare `Deno.serve` sending the same bytes. */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { median, type Server, startServer } from "./load.ts";
import type { Row } from "./mod.ts";

/** Sizes of a picture and of a film of an MMS. */
const SIZES: Record<string, number> = { "300 KB": 300_000, "2 MB": 2_000_000 };
const CONNECTIONS = 16;
const SECONDS = 3;
const ROUNDS = 3;

export async function benchHosted(): Promise<Row[]> {
  await using postgres = await startPostgres();
  const rows: Row[] = [];
  for (const [name, bytes] of Object.entries(SIZES)) {
    const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
    try {
      const env = { DATABASE_URL: await createDatabase(postgres.url), DATA_DIR: directory };
      const start = (mode: string) => startServer("hosted_server.ts", [mode, String(bytes)], env);
      await using page = await start("page");
      await using memory = await start("memory");
      await using file = await start("file");
      rows.push(...await compare(name, bytes, { page, memory, file }));
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  }
  return rows;
}

async function compare(
  name: string,
  bytes: number,
  servers: Record<"page" | "memory" | "file", Server>,
): Promise<Row[]> {
  const rates = { page: [] as number[], memory: [] as number[], file: [] as number[] };
  const modes = ["page", "memory", "file"] as const;
  for (const mode of modes) await filesPerSecond(servers[mode], bytes, 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const mode of modes) rates[mode].push(await filesPerSecond(servers[mode], bytes, SECONDS));
  }
  const value = median(rates.page);
  return (["memory", "file"] as const).map((mode) => {
    const limit = median(rates[mode]);
    return {
      name: `hosted file of ${name}, bare one from ${mode}`,
      value: `${Math.round(value)}/s`,
      ceiling: `${Math.round(limit)}/s bare Deno.serve`,
      ratio: value / limit,
      target: { atLeast: 0.5 },
    };
  });
}

/** Measures files a second. Throws if any request was refused or its file incomplete. */
async function filesPerSecond(
  { hello }: Server,
  bytes: number,
  seconds: number,
): Promise<number> {
  const url = `http://127.0.0.1:${hello.port}${hello.path}`;
  const first = await (await fetch(url)).bytes();
  if (first.length !== bytes) throw new Error(`${first.length} bytes instead of ${bytes}`);
  const { stdout } = await new Deno.Command("wrk", {
    args: ["-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "--timeout", "10s", url],
  }).output();
  const report = new TextDecoder().decode(stdout);
  const rate = /Requests\/sec:\s*([\d.]+)/.exec(report);
  if (rate === null || /Non-2xx|Socket errors/.test(report)) {
    throw new Error(`load failed:\n${report}`);
  }
  return Number(rate[1]);
}
