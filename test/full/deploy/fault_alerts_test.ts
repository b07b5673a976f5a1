/** Faults of carriers, receivers, files and databases fire their alerts in a real Prometheus. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { findProgram } from "../../../tools/setup/probe.ts";
import { startFiles } from "../../support/files.ts";
import { freePort } from "../../support/free_port.ts";
import { connectHosted, startHostedCarrier } from "../../support/hosted_carrier.ts";
import { video } from "../../support/media.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { newAccount, postTo } from "../../support/outside.ts";
import { createDatabase, startPostgres } from "../../support/postgres.ts";
import { startServe } from "../../support/program.ts";
import { startLookupServer } from "../../support/provider.ts";
import { startS3 } from "../../support/s3.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN, adminBody, jsonOf, startService } from "../../support/service.ts";
import { startSmsc } from "../../support/smsc.ts";
import { pause, until } from "../../support/until.ts";
import { type Prometheus, readAlerts, startPrometheus, untilValue } from "./prometheus.ts";

const TOKEN = "a-token-for-prometheus";
const ignore = findProgram("prometheus") === undefined;
const SMS = { "action": "sendsms", "to": "16175550101", "from": "111122", "message-text": "Hi" };
const MINUTE = 60_000;

/** Alerts of one Prometheus, by their names without `Slidepost`. */
async function alertsIn({ query }: Prometheus) {
  const alerts = await readAlerts();
  const isFiring = async (name: string) =>
    (await query(alerts.get(`Slidepost${name}`)!)).length > 0;
  return {
    /** Asserts that none of them fires. */
    async areSilent(...names: string[]): Promise<void> {
      for (const name of names) assert.equal(await isFiring(name), false, name);
    },
    /** Repeats a fault until an alert fires. */
    async fires(name: string, fault: () => Promise<unknown> = () => Promise.resolve()) {
      await until(async () => {
        await fault();
        return await isFiring(name);
      }, (isFiring) => isFiring);
    },
  };
}

Deno.test({
  name: "carriers that fail or do not report, look-ups and stored files fire their alerts",
  ignore,
  async fn() {
    await using s3 = await startS3();
    await using carrier = startHostedCarrier();
    await using provider = startLookupServer();
    await using smsc = await startSmsc();
    let ahead = 0;
    await using test = await startService({
      environment: s3.environment,
      machine: { wall: () => Date.now() + ahead, uptime: () => 0 },
      config: {
        METRICS_TOKEN: TOKEN,
        BLOBS_URL: s3.url(),
        RESCUE_INTERVAL: "1s",
        DELIVER_RETRY: "0.2s",
        CONNECTOR_COOLDOWN: "1s",
        OPERATOR_LOOKUP: "http",
        OPERATOR_LOOKUP_URL: provider.url,
      },
    });
    await connectHosted(test, carrier);
    await adminBody(test, 201, "POST", "/smscs", {
      name: "smsc",
      host: "127.0.0.1",
      port: smsc.port,
      "system-id": "us",
    });
    await adminBody(test, 201, "POST", "/routes", {
      kind: "sms",
      operator: "0001890",
      connectors: "smsc",
    });
    await using prometheus = await startPrometheus(test.url, TOKEN);
    const alerts = await alertsIn(prometheus);
    await untilValue(prometheus, "count_over_time(slidepost_build_info[1m]) > 4");
    const all = ["SubmissionsFail", "SubmissionsThrottled", "ReportsMissing", "ReportsUnknown"];
    await alerts.areSilent(...all, "LookupsFail", "FilesFail", "ErrorsLogged");
    let number = 16_175_550_200;
    const send = async () => await jsonOf(await test.post({ ...SMS, to: String(++number) }));

    await alerts.fires("ReportsMissing", send);
    carrier.status = 500;
    await alerts.fires("SubmissionsFail", send);
    carrier.status = 429;
    await alerts.fires("SubmissionsThrottled", send);
    carrier.status = 200;
    await until(() => smsc.sessions.length, (count) => count > 0);
    await alerts.fires("ReportsUnknown", () =>
      smsc.deliver({
        esm_class: 4,
        source_addr: "16175550101",
        destination_addr: "111122",
        short_message: "id:nobody sub:001 dlvrd:001 stat:DELIVRD err:000 text:",
      }));
    provider.respond = () => new Response("down", { status: 503 });
    await alerts.fires("LookupsFail", async () => {
      await jsonOf(await test.post({ ...SMS, to: String(++number) }), 503);
    });
    s3.options.fate = () => ({ status: 403, code: "AccessDenied" });
    const content = () => crypto.getRandomValues(new Uint8Array(16)).toBase64();
    await alerts.fires(
      "FilesFail",
      () => test.admin("POST", "/files", { file: [{ name: "a.txt", content: content() }] }),
    );
    s3.options.fate = () => undefined;
    ahead = 120 * 24 * 60 * MINUTE;
    await alerts.fires("ErrorsLogged");
    ahead = 0;
  },
});

Deno.test({
  name: "a database that is slow, a blocked event loop and requests that fail fire their alerts",
  ignore,
  async fn() {
    await using server = await startPostgres({ durable: false });
    const DATABASE_URL = await createDatabase(server.url);
    const config = { METRICS_TOKEN: TOKEN, DATABASE_URL, DATABASE_CONNECTIONS: "2" };
    await using test = await startService({ config });
    await using prometheus = await startPrometheus(test.url, TOKEN);
    const alerts = await alertsIn(prometheus);
    await untilValue(prometheus, "count_over_time(slidepost_build_info[1m]) > 4");
    await alerts.areSilent("DatabaseSlow", "DatabasePool", "RequestsSlow", "RequestsFail");

    /** Freezes the server while requests wait for it. */
    const freeze = async () => {
      await server.freeze();
      const responses = Array.from({ length: 10 }, () => test.post(SMS));
      const reads = Array.from({ length: 10 }, () => test.admin("GET", "/messages"));
      await pause(1500);
      await server.thaw();
      for (const response of await Promise.all(responses)) await jsonOf(response);
      await Promise.all(reads);
    };
    await alerts.fires("RequestsSlow", freeze);
    await alerts.fires("DatabaseSlow", freeze);
    await alerts.fires("DatabasePool", freeze);

    await alerts.fires("EventLoopBlocked", async () => {
      for (let turns = 0; turns < 4; turns++) {
        // The service runs in this process.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500);
        await pause(300);
      }
    });
  },
});

Deno.test({
  name: "requests that fail, and postbacks that nobody takes for long, fire their alerts",
  ignore,
  async fn() {
    const clock = movableClock();
    const DATABASE_URL = await migratedDatabase();
    await using test = await startService({
      clock,
      config: {
        METRICS_TOKEN: TOKEN,
        DATABASE_URL,
        DATABASE_STATEMENT_TIMEOUT: "1s",
        RESCUE_INTERVAL: "1s",
        POSTBACK_COOLDOWN: "10m",
        POSTBACK_FAILURE_THRESHOLD: "1",
      },
    });
    await using prometheus = await startPrometheus(test.url, TOKEN);
    const alerts = await alertsIn(prometheus);
    await untilValue(prometheus, "count_over_time(slidepost_build_info[1m]) > 4");
    await alerts.areSilent("RequestsFail", "PostbacksLate");
    test.receiver.respond = () => new Response(null, { status: 500 });
    await jsonOf(await test.post(SMS));
    await alerts.fires("PostbacksLate", () => Promise.resolve(clock.advance(MINUTE)));

    const sql = postgres(DATABASE_URL, { max: 1, onnotice: () => {} });
    await sql.unsafe("begin; lock table message in access exclusive mode");
    await alerts.fires("RequestsFail", async () => {
      await (await postTo(test.url, test.apiKey, SMS)).body?.cancel();
    });
    await sql.unsafe("rollback");
    await sql.end();
  },
});

Deno.test({
  name: "a service that starts again and again, and one without ffmpeg, fire their alerts",
  ignore,
  async fn() {
    await using files = startFiles();
    const url = await files.add("film.mp4", "video/mp4", await video({ seconds: 1 }));
    const path = await newDirectory();
    for (const program of ["ffmpeg", "ffprobe"]) {
      await Deno.symlink(findProgram(program)!, `${path}/${program}`);
    }
    const env = {
      METRICS_TOKEN: TOKEN,
      ADMIN_TOKEN,
      DEFAULT_CONNECTOR: "loopback",
      PATH: path,
      DATABASE_URL: await migratedDatabase(),
      DATA_DIR: await newDirectory(),
      PORT: String(freePort()),
      OUTBOUND_ALLOW: "127.0.0.0/8",
    };
    let { program, url: service } = await startServe(env);
    const { apiKey } = await newAccount(service);
    await using prometheus = await startPrometheus(service, TOKEN);
    const alerts = await alertsIn(prometheus);
    await untilValue(prometheus, "count_over_time(slidepost_build_info[1m]) > 4");
    await alerts.areSilent("Restarts", "TranscodingFails");
    await alerts.fires("Restarts", async () => {
      const start = "max_over_time(process_start_time_seconds[1m]) == process_start_time_seconds";
      program.kill("SIGKILL");
      await program.ending;
      ({ program, url: service } = await startServe(env));
      await untilValue(prometheus, start);
      await pause(500);
    });
    await using _ = program;
    await Deno.remove(`${path}/ffmpeg`);
    await jsonOf(
      await postTo(service, apiKey, {
        action: "savemms",
        name: "a film",
        "fallback-sms-text": "See it at example.com",
        slide: [{ video: { url } }],
      }),
    );
    await alerts.fires("TranscodingFails");
  },
});
