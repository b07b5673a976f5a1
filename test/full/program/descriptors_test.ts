/** A service without a free descriptor: idle connections take all that the system permits. */
import assert from "node:assert/strict";
import { migratedDatabase } from "../../support/migrated.ts";
import { readMetrics } from "../../support/metrics.ts";
import { newAccount, operatorOf, postTo, sendSms, untilDelivered } from "../../support/outside.ts";
import { startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN } from "../../support/service.ts";
import { until } from "../../support/until.ts";

/** Runs a command with a limit on its open files: both the soft and the hard one, or `-S`. */
const limited = (limit: string) => ["/bin/sh", "-c", `ulimit ${limit}; exec "$@"`, "sh"];

async function environment(): Promise<Record<string, string>> {
  return {
    DATA_DIR: `${await newDirectory()}/data`,
    DATABASE_URL: await migratedDatabase(),
    DEFAULT_CONNECTOR: "loopback",
    ADMIN_TOKEN,
  };
}

/** Connections that never send anything. */
function idleConnections(url: string) {
  const { hostname, port } = new URL(url);
  const open: Deno.Conn[] = [];
  return {
    async add(count: number) {
      for (let n = 0; n < count; n++) {
        const options = { hostname, port: Number(port) };
        // Refused while nobody listens.
        const connection = await Deno.connect(options).catch(() => null);
        if (connection !== null) open.push(connection);
      }
    },
    [Symbol.dispose]: () => open.forEach((connection) => connection.close()),
  };
}

Deno.test("idle connections up to the open files are a critical problem, and beyond them cost no message", async () => {
  const limit = 256;
  const { program, url } = await startServe(await environment(), { under: limited(`-n ${limit}`) });
  await using _ = program;
  const { apiKey } = await newAccount(url);
  const operator = operatorOf(url);
  const problems = async () => (await operator("/status")).problems;
  await until(problems, ({ length }) => length === 0);
  const accepted = [await sendSms(url, apiKey)];
  using idle = idleConnections(url);

  const open = (await readMetrics(url)).get("process_open_fds")!;
  await idle.add(Math.floor(limit * 0.9) - open);
  const [files] = await until(problems, ({ length }) => length > 0);
  assert.match(files.text, new RegExp(`^\\d+ of ${limit} open files are in use\\.`));
  assert.deepEqual([files.severity, files.manual], ["critical", "alerts.md#slidepostopenfiles"]);

  // Three times as many as there is room for. Texts are sent between them; some are accepted.
  for (let n = 0; n < 30; n++) {
    await idle.add(25);
    const response = await postTo(url, apiKey).catch(() => null);
    const body = await response?.json().catch(() => null);
    if (response?.status === 200 && body !== null) accepted.push(body["tracking-id"]);
  }
  await program.until(/"message":"connections are not accepted/);

  // The idle connections are still open at this end.
  const last = await until(() => sendSms(url, apiKey).catch(() => null), (id) => id !== null);
  await untilDelivered(url, [...accepted, last!]);
  program.kill("SIGTERM");
  const { code, stderr } = await program.ending;
  assert.equal(code, 0, stderr);
  assert.equal(stderr.match(/"connections are not accepted/g)?.length, 1, stderr);
});

Deno.test("a service takes as many open files as the hard limit permits", async () => {
  const { program, url } = await startServe(await environment(), { under: limited("-Sn 128") });
  await using _ = program;
  const { stdout } = await new Deno.Command("/bin/sh", { args: ["-c", "ulimit -Hn"] }).output();
  const hard = Number(new TextDecoder().decode(stdout));
  const samples = await readMetrics(url);
  assert.equal(samples.get("process_max_fds"), hard);
});
