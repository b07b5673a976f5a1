/** Faults of the world fire their alerts in a real Prometheus, which are silent without. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { findProgram } from "../../../tools/setup/probe.ts";
import { readMetrics } from "../../support/metrics.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { startServe } from "../../support/program.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { type Prometheus, readAlerts, startPrometheus, untilValue } from "./prometheus.ts";

const TOKEN = "a-token-for-prometheus";
const ignore = findProgram("prometheus") === undefined;
const CONFIG = { METRICS_TOKEN: TOKEN, RESCUE_INTERVAL: "1s", DATABASE_CONNECTIONS: "16" };
const SMS = { "action": "sendsms", "to": "16175550101", "from": "111122", "message-text": "Hi" };

/** Waits for these of the alerts, and no others. */
async function untilFiring({ query }: Prometheus, ...names: string[]): Promise<void> {
  const alerts = await readAlerts();
  const firing = async () => {
    const found = [];
    for (const name of ["ClockWrong", "DatabaseWritesFail", "OpenFiles"]) {
      if ((await query(alerts.get(`Slidepost${name}`)!)).length > 0) found.push(name);
    }
    return found.join();
  };
  await until(firing, (found) => found === names.join());
}

Deno.test({
  name: "a wrong clock and a locked table fire their alerts",
  ignore,
  async fn() {
    let ahead = 0;
    const machine = { wall: () => Date.now() + ahead, uptime: () => 0 };
    const DATABASE_URL = await migratedDatabase();
    await using test = await startService({ config: { ...CONFIG, DATABASE_URL }, machine });
    await using prometheus = await startPrometheus(test.url, TOKEN);
    await untilValue(prometheus, "slidepost_clock_skew_seconds");
    await untilFiring(prometheus);
    ahead = -120 * 86_400_000;
    await untilFiring(prometheus, "ClockWrong");
    ahead = 0;
    await untilFiring(prometheus);

    const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    await sql.unsafe("begin; lock table message in access exclusive mode");
    const response = test.post(SMS);
    await untilFiring(prometheus, "DatabaseWritesFail");
    await sql.unsafe("rollback");
    await sql.end();
    await untilFiring(prometheus);
    assert.equal((await response).status, 200);
  },
});

Deno.test({
  name: "open files that are used up fire their alert",
  ignore,
  async fn() {
    const limit = 256;
    const env = {
      ...CONFIG,
      ADMIN_TOKEN,
      DATA_DIR: await newDirectory(),
      DATABASE_URL: await migratedDatabase(),
      DEFAULT_CONNECTOR: "loopback",
    };
    const under = ["/bin/sh", "-c", `ulimit -n ${limit}; exec "$@"`, "sh"];
    const { program, url } = await startServe(env, { under });
    await using _ = program;
    await using prometheus = await startPrometheus(url, TOKEN);
    await untilValue(prometheus, "process_max_fds");
    await untilFiring(prometheus);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const open = (await readMetrics(url, headers)).get("process_open_fds")!;
    const { hostname, port } = new URL(url);
    const idle = await Promise.all(
      Array.from(
        { length: Math.floor(0.9 * limit) - open },
        () => Deno.connect({ hostname, port: Number(port) }),
      ),
    );
    await untilFiring(prometheus, "OpenFiles");
    for (const connection of idle) connection.close();
    await untilFiring(prometheus);
  },
});
