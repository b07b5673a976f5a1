/** Problems that the status names fire their alerts in a real Prometheus, and no others of these. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { findProgram } from "../../../tools/setup/probe.ts";
import { connectHosted, startHostedCarrier } from "../../support/hosted_carrier.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { startServe } from "../../support/program.ts";
import { startS3 } from "../../support/s3.ts";
import { newDirectory } from "../../support/scratch.ts";
import { ADMIN_TOKEN, jsonOf, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { readAlerts, startPrometheus, untilValue } from "./prometheus.ts";

const MINUTE = 60_000;
const TOKEN = "a-token-for-prometheus";
const NAMES = [
  "SlidepostFfmpegGone",
  "SlidepostFilesDown",
  "SlidepostMessagesDelayed",
  "SlidepostMessagesLate",
  "SlidepostNothingAccepted",
  "SlidepostWorkInterrupted",
];
const ignore = findProgram("prometheus") === undefined;
const SMS = { "action": "sendsms", "to": "16175550101", "from": "111122", "message-text": "Hi" };

Deno.test({
  name: "a carrier that throttles, files that fail and work that is interrupted fire their alerts",
  ignore,
  async fn() {
    const clock = movableClock();
    const DATABASE_URL = await migratedDatabase();
    await using s3 = await startS3();
    await using carrier = startHostedCarrier();
    await using test = await startService({
      clock,
      environment: s3.environment,
      config: {
        METRICS_TOKEN: TOKEN,
        BLOBS_URL: s3.url(),
        DATABASE_URL,
        RESCUE_INTERVAL: "1s",
        DELIVER_RETRY: "1s",
        ACCOUNT_CACHE_TTL: "0s",
      },
    });
    await connectHosted(test, carrier);
    await using prometheus = await startPrometheus(test.url, TOKEN);
    const alerts = await readAlerts();
    const firing = async () => {
      const found = [];
      for (const name of NAMES) {
        if ((await prometheus.query(alerts.get(name)!)).length > 0) found.push(name);
      }
      return found;
    };
    const untilFiring = (...names: string[]) =>
      until(firing, (found) => found.join() === names.toSorted().join());
    await untilValue(prometheus, "slidepost_build_info");

    await jsonOf(await test.post(SMS));
    await carrier.untilMore(1);
    clock.advance(10 * MINUTE);
    await untilValue(prometheus, 'slidepost_component_up{component="files"} == 1');
    assert.deepEqual(await firing(), []);

    carrier.status = 429;
    await jsonOf(await test.post(SMS));
    for (let n = 0; n < 2; n++) {
      await carrier.untilMore(2);
      clock.advance(4 * MINUTE);
    }
    await untilFiring("SlidepostMessagesDelayed", "SlidepostNothingAccepted");
    for (let n = 0; n < 2; n++) {
      await carrier.untilMore(2);
      clock.advance(4 * MINUTE);
    }
    const late = ["SlidepostMessagesDelayed", "SlidepostMessagesLate"];
    await untilFiring(...late, "SlidepostNothingAccepted");

    s3.options.fate = () => ({ status: 403, code: "AccessDenied" });
    for (let n = 0; n < 3; n++) {
      const content = crypto.getRandomValues(new Uint8Array(16)).toBase64();
      const { status } = await test.admin("POST", "/files", { file: [{ name: "a.txt", content }] });
      assert.equal(status, 503);
    }
    await untilFiring(...late, "SlidepostNothingAccepted", "SlidepostFilesDown");
    s3.options.fate = () => undefined;
    carrier.status = 200;
    await untilFiring();

    const sql = postgres(DATABASE_URL);
    // An address that somebody has damaged.
    await sql`update receiver set url = 'nonsense'`;
    await jsonOf(await test.post(SMS));
    await until(async () => {
      // The next lease expires.
      clock.advance(4 * MINUTE);
      return await firing();
    }, (found) => found.join() === "SlidepostWorkInterrupted");
    await sql`update receiver set url = ${test.receiver.url}`;
    await sql.end();
    clock.advance(4 * MINUTE);
    await untilFiring();
  },
});

Deno.test({
  name: "ffmpeg that goes away while the service runs fires its alert within two minutes",
  ignore,
  async fn() {
    const path = await newDirectory();
    for (const program of ["ffmpeg", "ffprobe"]) {
      await Deno.symlink(findProgram(program)!, `${path}/${program}`);
    }
    const { program, url } = await startServe({
      DATABASE_URL: await migratedDatabase(),
      DATA_DIR: await newDirectory(),
      PATH: path,
      RESCUE_INTERVAL: "1s",
      METRICS_TOKEN: TOKEN,
      ADMIN_TOKEN,
      DEFAULT_CONNECTOR: "loopback",
    });
    await using _ = program;
    await using prometheus = await startPrometheus(url, TOKEN);
    const alert = (await readAlerts()).get("SlidepostFfmpegGone")!;
    const ffmpeg = async () => (await (await fetch(`${url}/readyz`)).json()).checks.ffmpeg;
    assert.equal(await until(ffmpeg, (state) => !state.startsWith("no response")), "ok");
    await untilValue(prometheus, 'slidepost_component_up{component="ffmpeg"} == 1');
    assert.deepEqual(await prometheus.query(alert), []);

    await Deno.remove(`${path}/ffmpeg`);
    assert.equal(await ffmpeg(), "ok", "it is checked each minute");
    await untilValue(prometheus, alert);
    assert.match(await ffmpeg(), /^ffmpeg and ffprobe are not installed\. Install them: /);
    await Deno.symlink(findProgram("ffmpeg")!, `${path}/ffmpeg`);
    await untilValue(prometheus, 'slidepost_component_up{component="ffmpeg"} == 1');
  },
});
