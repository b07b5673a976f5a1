/** `GET /metrics`: who may read it, and what it counts, through the doors of a running service. */
import assert from "node:assert/strict";
import { METRICS } from "../../src/metrics/definitions.ts";
import { assertResponse } from "../contract/validate.ts";
import * as media from "../support/media.ts";
import { readMetrics, samplesIn, untilMetric } from "../support/metrics.ts";
import { adminBody, jsonOf, startService } from "../support/service.ts";
import { createVasp } from "../support/vasp.ts";

const BEGUN_AT = Date.now();
const TOKEN = "metrics-token-of-a-test";
const TEXT = "A text that no metric tells";

async function read(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const response = await fetch(`${url}/metrics`, { headers });
  await assertResponse("GET", "/metrics", response);
  return response;
}

Deno.test("metrics are read without a token by this machine", async () => {
  await using test = await startService();
  const response = await read(test.url);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  assert.equal(response.headers.get("cache-control"), "no-store");
  assert.match(await response.text(), /^slidepost_build_info\{version="/m);
});

Deno.test("metrics are not read without a token through a proxy on this machine", async () => {
  await using test = await startService();
  const fields = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"];
  for (const field of fields) {
    const response = await read(test.url, { [field]: "for=127.0.0.1" });
    assert.equal(response.status, 403, field);
    assert.match(await response.text(), /METRICS_TOKEN/);
  }
});

Deno.test("metrics are read with a token by who has it", async () => {
  await using test = await startService({ config: { METRICS_TOKEN: TOKEN } });
  const credentials = ["", "Bearer wrong", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`];
  for (const authorization of credentials) {
    const response = await read(test.url, authorization === "" ? {} : { authorization });
    assert.equal(response.status, 401, authorization);
    assert.equal(response.headers.get("www-authenticate"), "Bearer");
    await response.body?.cancel();
  }
  const proxied = { authorization: `Bearer ${TOKEN}`, "x-forwarded-for": "203.0.113.7" };
  const response = await read(test.url, proxied);
  assert.equal(response.status, 200);
  await response.body?.cancel();
});

Deno.test("metrics: who guesses tokens has to wait", async () => {
  const config = { METRICS_TOKEN: TOKEN, CREDENTIAL_FAILURE_BURST: "3" };
  await using test = await startService({ config });
  const statuses = [];
  for (let n = 0; n < 5; n++) {
    const response = await read(test.url, { authorization: `Bearer guess-${n}` });
    statuses.push(response.status);
    await response.body?.cancel();
  }
  assert.deepEqual(statuses, [401, 401, 401, 429, 429]);
});

Deno.test("metrics are read by nobody where they are off, and by nothing but GET", async () => {
  await using off = await startService({ config: { METRICS: "off" } });
  assert.equal(await statusOf(read(off.url)), 404);
  await using on = await startService();
  assert.equal(await statusOf(fetch(`${on.url}/metrics`, { method: "POST" })), 404);
});

async function statusOf(call: Promise<Response>): Promise<number> {
  const response = await call;
  await response.body?.cancel();
  return response.status;
}

Deno.test("OpenMetrics for readers that ask for it", async () => {
  await using test = await startService();
  const response = await read(test.url, {
    accept: "application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.5",
  });
  const type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
  assert.equal(response.headers.get("content-type"), type);
  assert.match(await response.text(), /\n# EOF\n$/);
});

Deno.test("what metrics count", async (t) => {
  await using test = await startService({ config: { RESCUE_INTERVAL: "1s" } });
  const before = await readMetrics(test.url);

  await t.step("nothing before the first request", () => {
    assert.equal(
      before.get('slidepost_requests_total{door="json",action="sendsms",code="ok"}'),
      undefined,
    );
    assert.equal(before.get('slidepost_connector_up{connector="loopback"}'), 1);
  });

  await t.step("requests at the JSON door, by action and code", async () => {
    const sms = { action: "sendsms", to: "16175550101", from: "111122", "message-text": TEXT };
    for (let n = 0; n < 3; n++) await jsonOf(await test.post(sms));
    await test.post({ ...sms, to: "no number" });
    await test.post({ action: "unknown" });
    await test.post(sms, { "x-api-key": "wrong" });
    const samples = await readMetrics(test.url);
    const requests = [...samples].filter(([name]) => name.startsWith("slidepost_requests_total"));
    assert.deepEqual(Object.fromEntries(requests), {
      'slidepost_requests_total{door="json",action="sendsms",code="ok"}': 3,
      'slidepost_requests_total{door="json",action="sendsms",code="E110"}': 1,
      'slidepost_requests_total{door="json",code="E107"}': 1,
      'slidepost_requests_total{door="json",code="E104"}': 1,
    });
    assert.equal(samples.get('slidepost_messages_accepted_total{kind="SMS"}'), 3);
    assert.equal(
      samples.get('slidepost_request_duration_seconds_count{door="json",action="sendsms"}'),
      4,
    );
    assert.ok(samples.get("slidepost_commit_duration_seconds_count")! >= 1);
    assert.equal(samples.get('slidepost_commit_items_sum{kind="accept"}'), 3);
  });

  await t.step("requests at the MM7 door, by status", async () => {
    const vasp = createVasp(test);
    await vasp.submit();
    await vasp.post({ password: "wrong" });
    await vasp.post({ raw: new TextEncoder().encode("no parts") });
    const samples = await readMetrics(test.url);
    for (const code of ["1000", "2568", "2007"]) {
      const name = `slidepost_requests_total{door="mm7",action="submit",code="${code}"}`;
      assert.equal(samples.get(name), 1, name);
    }
  });

  await t.step("submissions, reports, postbacks and their times", async () => {
    const name = 'slidepost_message_transitions_total{state="delivered"}';
    await untilMetric(test.url, name, 4);
    const samples = await untilMetric(
      test.url,
      'slidepost_postbacks_total{receiver="default",result="sent"}',
      8,
    );
    const expected = {
      'messaging_client_operation_duration_seconds_count{messaging_operation_name="send",messaging_destination_name="loopback"}':
        4,
      'slidepost_reports_total{connector="loopback",outcome="delivered"}': 4,
      'slidepost_accept_to_submit_seconds_count{kind="SMS"}': 3,
      'slidepost_submit_to_report_seconds_count{connector="loopback"}': 4,
      'slidepost_event_to_postback_seconds_count{receiver="default"}': samples.get(
        'slidepost_postbacks_total{receiver="default",result="sent"}',
      ),
    };
    for (const [sample, value] of Object.entries(expected)) {
      assert.equal(samples.get(sample), value, sample);
    }
  });

  await t.step("receivers that fail, their breakers, and the work that waits", async () => {
    test.receiver.respond = () => new Response(null, { status: 500 });
    for (let n = 0; n < 10; n++) {
      await test.post({
        action: "sendsms",
        to: "16175550101",
        from: "111122",
        "message-text": TEXT,
      });
    }
    await untilMetric(test.url, 'slidepost_postbacks_total{receiver="default",result="retry"}', 5);
    await untilMetric(test.url, "slidepost_receivers_breaker_open", 1);
    const samples = await untilMetric(test.url, 'slidepost_waiting{stage="postback"}', 1);
    for (const stage of ["delivery", "preparation", "template", "postback"]) {
      assert.ok(samples.has(`slidepost_waiting{stage="${stage}"}`), stage);
      assert.ok(samples.has(`slidepost_oldest_waiting_seconds{stage="${stage}"}`), stage);
    }
    test.receiver.respond = () => new Response(null, { status: 204 });
  });

  await t.step("templates, and files that are transcoded or refused", async () => {
    const image = await Deno.readFile(await media.image("photo.jpg"));
    const items = [{ name: "photo.jpg", content: image.toBase64() }, {
      name: "damaged.jpg",
      content: image.slice(0, 500).toBase64(),
    }];
    const { items: uploads } = await adminBody(test, 201, "POST", "/files", { file: items });
    for (const { url } of uploads) {
      await jsonOf(
        await test.post({
          action: "savemms",
          name: "a template",
          "mms-subject": "Subject",
          "disable-fallback-sms": true,
          slide: [{ image: { url } }],
        }),
      );
    }
    const samples = await untilMetric(test.url, 'slidepost_templates_total{code="N003"}', 1);
    assert.equal(
      samples.get('slidepost_transcode_duration_seconds_count{kind="image",result="ok"}'),
      1,
    );
    await untilMetric(test.url, 'slidepost_templates_total{code="E004"}', 1);
    assert.ok(samples.get("slidepost_blob_bytes_total")! > image.length);
  });

  await t.step("messages from handsets", async () => {
    await adminBody(test, 201, "POST", "/loopback/sms", {
      from: "16175550101",
      to: "111122",
      text: TEXT,
    });
    const samples = await readMetrics(test.url);
    const name =
      'messaging_client_consumed_messages_total{messaging_destination_name="loopback",kind="SMS"}';
    assert.equal(samples.get(name), 1);
  });

  await t.step("the process, its pool and its event loop", async () => {
    const samples = await readMetrics(test.url);
    const start = samples.get("process_start_time_seconds")!;
    assert.ok(BEGUN_AT / 1000 <= start && start <= Date.now() / 1000, `${start}`);
    assert.ok(samples.get("process_cpu_seconds_total")! > 0);
    assert.ok(samples.get("process_resident_memory_bytes")! > 10e6);
    assert.ok(samples.get("process_open_fds")! > 3);
    assert.ok(samples.get("process_max_fds")! > samples.get("process_open_fds")!);
    assert.ok(samples.get("slidepost_event_loop_delay_seconds_count")! > 0);
    assert.ok(samples.get("db_client_connection_wait_time_seconds_count")! > 0);
    const idle = samples.get('db_client_connections{db_client_connection_state="idle"}')!;
    const used = samples.get('db_client_connections{db_client_connection_state="used"}')!;
    assert.equal(idle + used, 4);
  });

  await t.step("requests by route pattern and method, whatever is sent", async () => {
    const random = crypto.randomUUID();
    await statusOf(fetch(`${test.url}/m/${random}`));
    await statusOf(fetch(`${test.url}/${random}`, { method: "BREW" }));
    const samples = await readMetrics(test.url);
    assert.ok(samples.has(
      'http_server_request_duration_seconds_count{http_request_method="GET",http_route="/m/:code",http_response_status_code="404"}',
    ));
    assert.ok(samples.has(
      'http_server_request_duration_seconds_count{http_request_method="_OTHER",http_response_status_code="404"}',
    ));
  });

  await t.step("no key, token, number, text or address of a page", async () => {
    const text = await (await read(test.url)).text();
    const secrets = [test.apiKey, test.webhookSecret, "16175550101", "111122", TEXT, test.account];
    for (const secret of secrets) assert.ok(!text.includes(secret), secret);
    // Every family is defined, and every defined one is written.
    const names = new Set([...samplesIn(text).keys()].map((sample) => sample.split("{")[0]!));
    const defined = Object.values(METRICS).map(({ name }) => name);
    for (const name of names) assert.ok(defined.some((each) => name.startsWith(each)), name);
  });
});
