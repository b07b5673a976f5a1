/** Problems that the status names: each by its fault, and none without it. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { startFiles } from "../../support/files.ts";
import { connectHosted, startHostedCarrier } from "../../support/hosted_carrier.ts";
import { bytesOf, redAboveBlue } from "../../support/jpegs.ts";
import { readMetrics, untilMetric } from "../../support/metrics.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { startS3 } from "../../support/s3.ts";
import { adminBody, jsonOf, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const MINUTE = 60_000;
const SMS = { "action": "sendsms", "to": "16175550101", "from": "111122", "message-text": "Hi" };
/** Configuration by which messages are tried again with the next round. */
const EAGER = { DELIVER_RETRY: "1s", RESCUE_INTERVAL: "1s" };

interface Problem {
  severity: string;
  text: string;
  manual: string;
}

interface Status {
  status: string;
  problems: Problem[];
  checks: Record<string, string>;
  "waiting-for-rate": { connector: string; waiting: number; rate: number }[];
  interrupted: { kind: string; id: string; times: number; reason: string }[];
}

const statusOf = (test: TestService): Promise<Status> => adminBody(test, 200, "GET", "/status");

/** Reads the status until it is as wanted. */
const untilStatus = (test: TestService, isWanted: (status: Status) => boolean) =>
  until(() => statusOf(test), isWanted);

const alertsOf = ({ problems }: Status) => problems.map(({ manual }) => manual.split("#")[1]);

async function send(test: TestService): Promise<string> {
  return (await jsonOf(await test.post(SMS)))["tracking-id"];
}

Deno.test("a carrier that throttles everything for minutes is a problem, and so is the oldest message", async () => {
  const clock = movableClock();
  await using carrier = startHostedCarrier();
  await using test = await startService({ clock, config: EAGER });
  await connectHosted(test, carrier);
  carrier.status = 429;
  const id = await send(test);
  await send(test);
  await carrier.untilMore(3);
  clock.advance(2 * MINUTE);
  await carrier.untilMore(3);
  assert.deepEqual(alertsOf(await statusOf(test)), []);

  // In steps: a carrier that is not tried for five minutes is a new case.
  for (const minutes of [3, 2]) {
    clock.advance(minutes * MINUTE);
    await carrier.untilMore(3);
  }
  // Of two that are tried again and again, one may be missing from a look.
  const { problems: [stalled, oldest] } = await untilStatus(
    test,
    ({ problems }) => problems.length === 2 && problems[1]!.text.includes("; 2 of its"),
  );
  assert.equal(stalled!.severity, "critical");
  assert.match(
    stalled!.text,
    /^Connector hosted has had nothing accepted for \d+ min, since [\d-]+ [\d:]+ UTC; the last submission: throttled \(HTTP 429\b.*\)\. /,
  );
  assert.equal(stalled!.manual, "alerts.md#slidepostnothingaccepted");
  assert.equal(oldest!.severity, "warning");
  assert.match(
    oldest!.text,
    new RegExp(
      `^Message ${id} has waited for a carrier \\(hosted\\) for \\d+ min, since .*; 2 of its`,
    ),
  );
  assert.equal(oldest!.manual, "alerts.md#slidepostmessagesdelayed");
  const oldestMetric = 'slidepost_oldest_message_seconds{stage="delivery"}';
  const stallMetric = 'slidepost_connector_nothing_accepted_seconds{connector="hosted"}';
  await untilMetric(test.url, oldestMetric, 7 * 60);
  await untilMetric(test.url, stallMetric, 7 * 60);

  for (let n = 0; n < 3; n++) {
    clock.advance(3 * MINUTE);
    await carrier.untilMore(3);
  }
  const { problems } = await untilStatus(
    test,
    ({ problems }) => problems.every(({ severity }) => severity === "critical"),
  );
  assert.deepEqual(
    problems.map(({ manual }) => manual).sort(),
    ["alerts.md#slidepostmessageslate", "alerts.md#slidepostnothingaccepted"],
  );

  carrier.status = 200;
  await untilStatus(test, ({ status }) => status === "ok");
  await until(() => readMetrics(test.url), (samples) => samples.get(oldestMetric) === 0);
  assert.equal((await readMetrics(test.url)).get(stallMetric), 0);
});

Deno.test("a carrier that takes everything is no problem however old its messages are", async () => {
  const clock = movableClock();
  await using carrier = startHostedCarrier();
  await using test = await startService({ clock, config: EAGER });
  await connectHosted(test, carrier);
  for (let n = 0; n < 5; n++) {
    await send(test);
    await until(() => carrier.requests, (requests) => requests > n);
    clock.advance(10 * MINUTE);
  }
  assert.deepEqual(alertsOf(await untilStatus(test, ({ status }) => status === "ok")), []);
});

Deno.test("a carrier that refuses everything is a problem from the third message on", async () => {
  const clock = movableClock();
  await using test = await startService({ clock, config: EAGER });
  const refused = { ...SMS, "to": "16175550104" };
  for (let n = 1; n <= 3; n++) {
    const { "tracking-id": id } = await jsonOf(await test.post(refused));
    await test.receiver.untilCodes(id, ["N201", "E201"]);
    const problems = alertsOf(await statusOf(test));
    assert.deepEqual(problems, n < 3 ? [] : ["slidepostnothingaccepted"], String(n));
    clock.advance(3 * MINUTE);
  }
  const { problems: [problem] } = await statusOf(test);
  assert.match(
    problem!.text,
    /^Connector loopback .* the last submission: refused \(No way to send/,
  );
  await jsonOf(await test.post(SMS));
  await untilStatus(test, ({ status }) => status === "ok");
});

Deno.test("what waits for the rate of its connector is named as such, and is no problem", async () => {
  const clock = movableClock();
  await using carrier = startHostedCarrier();
  await using test = await startService({ clock, config: EAGER });
  await connectHosted(test, carrier, { rate: 1 });
  await Promise.all(Array.from({ length: 200 }, () => send(test)));
  const isWaiting = (status: Status) => (status["waiting-for-rate"][0]?.waiting ?? 0) > 5;
  const { "waiting-for-rate": [wait] } = await untilStatus(test, isWaiting);
  assert.deepEqual([wait!.connector, wait!.rate], ["hosted", 1]);
  assert.deepEqual({ ...wait, "last-in-seconds": wait!.waiting }, wait);

  clock.advance(20 * MINUTE);
  // Their turn has passed with the clock: they get another.
  const later = await untilStatus(test, (status) => isWaiting(status) && status.status === "ok");
  assert.deepEqual(alertsOf(later), []);
  const samples = await untilMetric(test.url, 'slidepost_waiting_for_rate{connector="hosted"}', 1);
  const throttled =
    'messaging_client_operation_duration_seconds_count{messaging_operation_name="send",' +
    'messaging_destination_name="hosted",error_type="throttled"}';
  assert.equal(samples.get(throttled), undefined);
});

Deno.test("files that cannot be stored three times in a row are a problem until they can be", async () => {
  await using s3 = await startS3();
  await using test = await startService({
    config: { BLOBS_URL: s3.url(), RESCUE_INTERVAL: "1s" },
    environment: s3.environment,
  });
  const upload = () => {
    const content = crypto.getRandomValues(new Uint8Array(16)).toBase64();
    return test.admin("POST", "/files", { file: [{ name: "a.txt", content }] });
  };
  const ready = async () => {
    const response = await fetch(`${test.url}/readyz`);
    const { checks } = await response.json();
    return { status: response.status, files: checks.files as string };
  };
  s3.options.fate = () => ({ status: 403, code: "AccessDenied" });
  for (let n = 0; n < 2; n++) assert.equal((await upload()).status, 503);
  s3.options.fate = () => undefined;
  assert.equal((await upload()).status, 201);
  s3.options.fate = () => ({ status: 403, code: "AccessDenied" });
  for (let n = 0; n < 2; n++) assert.equal((await upload()).status, 503);
  assert.equal((await ready()).files, "ok");

  assert.equal((await upload()).status, 503);
  const { files, status } = await ready();
  assert.equal(status, 503);
  assert.match(files, /^access to the bucket slidepost-test is denied /);
  const { problems: [problem], ...rest } = await statusOf(test);
  assert.equal(rest.status, "critical");
  assert.match(
    problem!.text,
    /^Stored files cannot be written or read since [\d-]+ [\d:]+ UTC: access /,
  );
  assert.equal(problem!.manual, "alerts.md#slidepostfilesdown");
  const metric = 'slidepost_component_up{component="files"}';
  assert.equal((await readMetrics(test.url)).get(metric), 0);

  s3.options.fate = () => undefined;
  await untilMetric(test.url, metric, 1);
  assert.deepEqual(alertsOf(await statusOf(test)), []);
  assert.equal((await ready()).files, "ok");
});

Deno.test("work on a template that fails three times is named, with its last reason on its page", async () => {
  const clock = movableClock();
  await using files = startFiles();
  const { promise: damaged, resolve: proceed } = Promise.withResolvers<void>();
  const picture = await bytesOf(redAboveBlue().jpeg());
  const url = files.respond("held.jpg", async () => {
    await damaged;
    return new Response(picture, { headers: { "content-type": "image/jpeg" } });
  });
  const DATABASE_URL = await migratedDatabase();
  await using test = await startService({
    clock,
    config: { ...EAGER, ACCOUNT_CACHE_TTL: "0s", DATABASE_URL },
  });
  const sql = postgres(DATABASE_URL);
  const [account] = await sql`select webhook_secrets::text as secrets from receiver`;
  const { "mms-id": id } = await jsonOf(
    await test.post({
      action: "savemms",
      name: "a template",
      "fallback-sms-text": "See it at example.com",
      slide: [{ image: { url } }],
    }),
  );
  // An account that somebody has damaged.
  await sql`update receiver set webhook_secrets = '5'`;
  proceed();
  const detail = () => adminBody(test, 200, "GET", `/templates/${id}`);
  for (let times = 1; times <= 3; times++) {
    await until(detail, ({ interruptions }) => interruptions >= times);
    if (times === 1) assert.deepEqual((await statusOf(test)).interrupted, []);
    // Its lease expires.
    if (times < 3) clock.advance(3 * MINUTE);
  }
  const { "interruption-reason": reason, history } = await detail();
  assert.match(reason, /TypeError/);
  assert.equal(history.at(-1).event, "transcoding interrupted");
  const { interrupted: [item], problems } = await statusOf(test);
  assert.deepEqual([item!.kind, item!.id, item!.reason], ["template", id, reason]);
  const problem = problems.find(({ manual }) => manual === "alerts.md#slidepostworkinterrupted")!;
  assert.match(
    problem.text,
    new RegExp(`^Work on template ${id} was interrupted \\d+ times since `),
  );
  const metric = 'slidepost_interrupted_items{kind="template"}';
  assert.equal((await readMetrics(test.url)).get(metric), 1);

  await sql`update receiver set webhook_secrets = ${account!.secrets}::text::json`;
  clock.advance(3 * MINUTE);
  await until(detail, ({ state }) => state === "ready");
  await untilStatus(test, ({ status }) => status === "ok");
  assert.equal((await readMetrics(test.url)).get(metric), 0);
  await sql.end();
});

Deno.test("work on a message that fails three times is named", async () => {
  const clock = movableClock();
  const DATABASE_URL = await migratedDatabase();
  await using carrier = startHostedCarrier();
  await using test = await startService({
    clock,
    config: { ...EAGER, DELIVER_RETRY: "10s", ACCOUNT_CACHE_TTL: "0s", DATABASE_URL },
  });
  await connectHosted(test, carrier);
  carrier.status = 429;
  const id = await send(test);
  await until(() => carrier.requests, (requests) => requests > 0);
  const detail = () => adminBody(test, 200, "GET", `/messages/${id}`);
  await until(detail, ({ history }) => history.at(-1).event === "retry");
  const sql = postgres(DATABASE_URL);
  // A route that somebody has damaged.
  await sql`insert into route (kind, connectors, created_at, changed_at)
    values ('sms', '5', now(), now())`;
  for (let times = 1; times <= 3; times++) {
    clock.advance(3 * MINUTE);
    await until(detail, ({ interruptions }) => interruptions >= times);
  }
  assert.match((await detail())["interruption-reason"], /TypeError/);
  const { interrupted } = await statusOf(test);
  assert.deepEqual(interrupted.map(({ kind, id }) => [kind, id]), [["message", id]]);

  await sql`delete from route`;
  carrier.status = 200;
  clock.advance(3 * MINUTE);
  await untilStatus(test, ({ status }) => status === "ok");
  assert.equal((await detail()).state, "submitted");
  await sql.end();
});

Deno.test("work on a postback that fails three times is named", async () => {
  const clock = movableClock();
  const DATABASE_URL = await migratedDatabase();
  const config = { RESCUE_INTERVAL: "1s", ACCOUNT_CACHE_TTL: "0s", DATABASE_URL };
  await using test = await startService({ clock, config });
  const sql = postgres(DATABASE_URL);
  // An address that somebody has damaged.
  await sql`update receiver set url = 'nonsense'`;
  const id = await send(test);
  const detail = () => adminBody(test, 200, "GET", `/messages/${id}`);
  for (let times = 1; times <= 3; times++) {
    await until(detail, ({ interruptions }) => interruptions >= times);
    if (times < 3) clock.advance(4 * MINUTE);
  }
  const { interrupted: [item], problems } = await statusOf(test);
  assert.equal(item!.kind, "postback");
  assert.match(item!.reason, /TypeError/);
  assert.equal(problems[0]!.manual, "alerts.md#slidepostworkinterrupted");

  await sql`update receiver set url = ${test.receiver.url}`;
  clock.advance(4 * MINUTE);
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  await untilStatus(test, ({ status }) => status === "ok");
  await sql.end();
});
