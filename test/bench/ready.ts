/** Time from spawning the process to its first response, on a migrated Postgres. */
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { median } from "./load.ts";
import type { Row } from "./mod.ts";
import { freePort } from "../support/free_port.ts";

const ROUNDS = 9;

export async function benchReady(): Promise<Row[]> {
  await using postgres = await startPostgres();
  const dataDir = await Deno.makeTempDir();
  const env = { DATABASE_URL: await createDatabase(postgres.url), DATA_DIR: dataDir };
  const bare: number[] = [];
  const ready: number[] = [];
  try {
    await timeToAnswer("../../mod.ts", ["serve"], env);
    for (let round = 0; round < ROUNDS; round++) {
      bare.push(await timeToAnswer("bare_server.ts", [], {}));
      ready.push(await timeToAnswer("../../mod.ts", ["serve"], env));
    }
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
  const [limit, value] = [median(bare), median(ready)];
  return [{
    name: "ready (Postgres), process start to first answer",
    value: `${value.toFixed(0)} ms`,
    ceiling: `${limit.toFixed(0)} ms bare Deno.serve`,
    ratio: value / limit,
    target: { atMost: 6 },
  }];
}

/** Measures the milliseconds until the port responds. */
async function timeToAnswer(
  module: string,
  args: string[],
  env: Record<string, string>,
): Promise<number> {
  const port = freePort();
  const started = performance.now();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--unstable-kv", new URL(module, import.meta.url).pathname, ...args],
    env: { ...env, PORT: String(port), LOG_LEVEL: "error" },
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  try {
    for (;;) {
      try {
        const connection = await Deno.connect({ hostname: "127.0.0.1", port });
        connection.close();
        const response = await fetch(`http://127.0.0.1:${port}/healthz`);
        await response.body?.cancel();
        if (response.ok) return performance.now() - started;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}
