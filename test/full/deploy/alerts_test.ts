/** The alerts for Prometheus: each fires by its fault, is silent without, and has a manual section. */
import assert from "node:assert/strict";
import { METRICS } from "../../../src/metrics/definitions.ts";
import { findProgram } from "../../../tools/setup/probe.ts";
import { newDirectory } from "../../support/scratch.ts";

const DEPLOY = new URL("../../../tools/deploy/", import.meta.url);
const RULES = new URL("prometheus/slidepost.rules.yml", DEPLOY);
const hasPromtool = findProgram("promtool") !== undefined;

/** Series of a fault and without it: values a minute, in the notation of promtool. */
interface Case {
  /** Minute by which the alert fires. */
  by: number;
  firing: Record<string, string>;
  silent: Record<string, string>;
}

const ME = 'job="slidepost",instance="a"';
const request = (code: string) => `slidepost_requests_total{${ME},door="json",code="${code}"}`;
const duration = (le: string) =>
  `slidepost_request_duration_seconds_bucket{${ME},action="sendsms",le="${le}"}`;
const submission = (type: string) =>
  `messaging_client_operation_duration_seconds_count{${ME},messaging_destination_name="c"${
    type && `,error_type="${type}"`
  }}`;
const report = (outcome: string) =>
  `slidepost_reports_total{${ME},connector="c",outcome="${outcome}"}`;
const oldestDue = (stage: string) => `slidepost_oldest_waiting_seconds{${ME},stage="${stage}"}`;
const oldest = (stage: string) => `slidepost_oldest_message_seconds{${ME},stage="${stage}"}`;
const stall = `slidepost_connector_nothing_accepted_seconds{${ME},connector="c"}`;
const interrupted = `slidepost_interrupted_items{${ME},kind="message"}`;
const component = (name: string) => `slidepost_component_up{${ME},component="${name}"}`;
const bucket = (name: string, le: string) => `${name}_bucket{${ME},le="${le}"}`;
const dead = `slidepost_postbacks_total{${ME},receiver="default",result="dead"}`;
const transcoding = (result: string) =>
  `slidepost_transcode_duration_seconds_count{${ME},kind="image",result="${result}"}`;
const lookup = (result: string) =>
  `slidepost_operator_lookup_duration_seconds_count{${ME},result="${result}"}`;
const files = (result: string) =>
  `slidepost_blob_operation_duration_seconds_count{${ME},operation="put",result="${result}"}`;
const lines = (level: string) => `slidepost_log_lines_total{${ME},level="${level}"}`;

/** A counter that grows by so much a minute. */
const grows = (by: number) => `0+${by}x180`;
const stays = (value: number) => `${value}x180`;

const CASES: Record<string, Case> = {
  SlidepostDown: {
    by: 2,
    firing: { [`up{${ME}}`]: stays(0) },
    silent: { [`up{${ME}}`]: stays(1) },
  },
  SlidepostRestarts: {
    by: 60,
    firing: { [`process_start_time_seconds{${ME}}`]: grows(1) },
    silent: { [`process_start_time_seconds{${ME}}`]: "1x30 2x150" },
  },
  SlidepostClockWrong: {
    by: 1,
    firing: { [`slidepost_clock_skew_seconds{${ME}}`]: stays(-31) },
    silent: { [`slidepost_clock_skew_seconds{${ME}}`]: stays(29) },
  },
  SlidepostRequestsFail: {
    by: 12,
    firing: { [request("E504")]: grows(2), [request("ok")]: grows(98) },
    // A customer's faults are none of ours.
    silent: { [request("E110")]: grows(50), [request("ok")]: grows(50) },
  },
  SlidepostRequestsSlow: {
    by: 17,
    firing: {
      [duration("1.0")]: grows(80),
      [duration("2.5")]: grows(100),
      [duration("+Inf")]: grows(100),
    },
    silent: { [duration("1.0")]: grows(99), [duration("+Inf")]: grows(100) },
  },
  SlidepostConnectorDown: {
    by: 4,
    firing: { [`slidepost_connector_up{${ME},connector="c"}`]: stays(0) },
    silent: { [`slidepost_connector_up{${ME},connector="c"}`]: "1x20 0 1x150" },
  },
  SlidepostConnectorSessions: {
    by: 12,
    firing: {
      [`slidepost_connector_sessions{${ME},connector="c"}`]: stays(1),
      [`slidepost_connector_sessions_max{${ME},connector="c"}`]: stays(2),
    },
    silent: {
      [`slidepost_connector_sessions{${ME},connector="c"}`]: stays(2),
      [`slidepost_connector_sessions_max{${ME},connector="c"}`]: stays(2),
      [`slidepost_connector_sessions{${ME},connector="loopback"}`]: stays(0),
      [`slidepost_connector_sessions_max{${ME},connector="loopback"}`]: stays(0),
    },
  },
  SlidepostSubmissionsFail: {
    by: 12,
    firing: { [submission("temporary")]: grows(20), [submission("")]: grows(80) },
    silent: { [submission("permanent")]: grows(20), [submission("")]: grows(80) },
  },
  SlidepostSubmissionsThrottled: {
    by: 17,
    firing: { [submission("throttled")]: grows(30), [submission("")]: grows(70) },
    silent: { [submission("throttled")]: grows(10), [submission("")]: grows(90) },
  },
  SlidepostReportsMissing: {
    by: 150,
    firing: { [submission("")]: grows(10), [report("delivered")]: stays(5) },
    silent: { [submission("")]: grows(10), [report("delivered")]: grows(1) },
  },
  SlidepostReportsUnknown: {
    by: 32,
    firing: { [report("unknown")]: grows(10), [report("delivered")]: grows(90) },
    silent: { [report("unknown")]: grows(1), [report("delivered")]: grows(99) },
  },
  SlidepostNothingAccepted: {
    by: 2,
    firing: { [stall]: stays(301) },
    silent: { [stall]: stays(300) },
  },
  SlidepostMessagesDelayed: {
    by: 3,
    firing: { [oldest("delivery")]: stays(301) },
    // Retries keep postbacks waiting for hours.
    silent: { [oldest("delivery")]: stays(300), [oldestDue("postback")]: stays(800) },
  },
  SlidepostMessagesLate: {
    by: 3,
    firing: { [oldest("preparation")]: stays(901) },
    silent: { [oldest("preparation")]: stays(900), [oldestDue("postback")]: stays(800) },
  },
  SlidepostWorkInterrupted: {
    by: 2,
    firing: { [interrupted]: stays(1) },
    silent: { [interrupted]: stays(0) },
  },
  SlidepostPostbacksLate: {
    by: 7,
    firing: { [oldestDue("postback")]: stays(901) },
    silent: { [oldestDue("postback")]: stays(800) },
  },
  SlidepostPostbacksDead: {
    by: 10,
    firing: { [dead]: grows(1) },
    silent: { [dead]: stays(7) },
  },
  SlidepostReceiversDown: {
    by: 17,
    firing: { [`slidepost_receivers_breaker_open{${ME}}`]: stays(1) },
    silent: { [`slidepost_receivers_breaker_open{${ME}}`]: stays(0) },
  },
  SlidepostTranscodingFails: {
    by: 10,
    firing: { [transcoding("failed")]: grows(1) },
    silent: { [transcoding("failed")]: stays(1), [transcoding("refused")]: grows(9) },
  },
  SlidepostLookupsFail: {
    by: 17,
    firing: { [lookup("failed")]: grows(20), [lookup("ok")]: grows(80) },
    silent: { [lookup("failed")]: grows(1), [lookup("ok")]: grows(99) },
  },
  SlidepostDatabaseSlow: {
    by: 17,
    firing: {
      [bucket("slidepost_commit_duration_seconds", "0.25")]: grows(50),
      [bucket("slidepost_commit_duration_seconds", "0.5")]: grows(100),
      [bucket("slidepost_commit_duration_seconds", "+Inf")]: grows(100),
    },
    silent: {
      [bucket("slidepost_commit_duration_seconds", "0.25")]: grows(100),
      [bucket("slidepost_commit_duration_seconds", "+Inf")]: grows(100),
    },
  },
  SlidepostDatabaseWritesFail: {
    by: 3,
    firing: { [`slidepost_database_writable{${ME}}`]: stays(0) },
    silent: { [`slidepost_database_writable{${ME}}`]: "1x20 0 1x150" },
  },
  SlidepostDatabasePool: {
    by: 17,
    firing: {
      [bucket("db_client_connection_wait_time_seconds", "0.5")]: grows(50),
      [bucket("db_client_connection_wait_time_seconds", "1.0")]: grows(100),
      [bucket("db_client_connection_wait_time_seconds", "+Inf")]: grows(100),
    },
    silent: {
      [bucket("db_client_connection_wait_time_seconds", "0.5")]: grows(100),
      [bucket("db_client_connection_wait_time_seconds", "+Inf")]: grows(100),
    },
  },
  SlidepostFfmpegGone: {
    by: 2,
    firing: { [component("ffmpeg")]: stays(0) },
    silent: { [component("ffmpeg")]: stays(1), [component("files")]: stays(0) },
  },
  SlidepostFilesDown: {
    by: 2,
    firing: { [component("files")]: stays(0) },
    silent: { [component("files")]: stays(1), [component("ffmpeg")]: stays(0) },
  },
  SlidepostFilesFail: {
    by: 10,
    firing: { [files("failed")]: grows(1) },
    // A file that is not there.
    silent: { [files("refused")]: grows(5), [files("ok")]: grows(5) },
  },
  SlidepostOpenFiles: {
    by: 3,
    firing: {
      [`process_open_fds{${ME}}`]: stays(900),
      [`process_max_fds{${ME}}`]: stays(1024),
    },
    silent: {
      [`process_open_fds{${ME}}`]: stays(700),
      [`process_max_fds{${ME}}`]: stays(1024),
    },
  },
  SlidepostEventLoopBlocked: {
    by: 17,
    firing: {
      [bucket("slidepost_event_loop_delay_seconds", "0.5")]: grows(90),
      [bucket("slidepost_event_loop_delay_seconds", "1.0")]: grows(100),
      [bucket("slidepost_event_loop_delay_seconds", "+Inf")]: grows(100),
    },
    silent: {
      [bucket("slidepost_event_loop_delay_seconds", "0.5")]: grows(100),
      [bucket("slidepost_event_loop_delay_seconds", "+Inf")]: grows(100),
    },
  },
  SlidepostErrorsLogged: {
    by: 10,
    firing: { [lines("error")]: grows(1) },
    silent: { [lines("error")]: stays(3), [lines("warn")]: grows(5) },
  },
};

async function ruleNames(): Promise<string[]> {
  return (await Deno.readTextFile(RULES)).match(/(?<=- alert: )\w+/g) ?? [];
}

Deno.test("each alert has a case, a section of the manual, and names it", async () => {
  const names = await ruleNames();
  assert.deepEqual(Object.keys(CASES).sort(), names.toSorted());
  const rules = await Deno.readTextFile(RULES);
  const manual = await Deno.readTextFile(
    new URL("../../../src/web/manual/alerts.md", import.meta.url),
  );
  assert.deepEqual(manual.match(/(?<=^## )\w+/gm), names);
  assert.deepEqual(
    rules.match(/(?<=manual: alerts\.md#)\w+/g),
    names.map((name) => name.toLowerCase()),
  );
});

Deno.test("alerts and the dashboard use metrics that exist", async () => {
  const samples = new Set(
    Object.values(METRICS).flatMap(({ name }) =>
      ["", "_total", "_info", "_bucket", "_sum", "_count"].map((suffix) => name + suffix)
    ),
  );
  const ours = /\b(?:slidepost|messaging_client|db_client|http_server|process)_[a-z_]+\b/g;
  for (const file of ["prometheus/slidepost.rules.yml", "grafana/slidepost.json"]) {
    const text = await Deno.readTextFile(new URL(file, DEPLOY));
    const labels = Object.values(METRICS).flatMap(({ labels }) => [...labels] as string[]);
    const used = new Set(text.match(ours)?.filter((name) => !labels.includes(name)));
    assert.ok(used.size > 10, file);
    for (const name of used) assert.ok(samples.has(name), `${file}: ${name}`);
  }
});

Deno.test({
  name: "Prometheus takes the rules and the configuration",
  ignore: !hasPromtool,
  async fn() {
    await promtool("check", "rules", "--lint=all", "--lint-fatal", RULES.pathname);
    await promtool("check", "config", new URL("prometheus/prometheus.yml", DEPLOY).pathname);
  },
});

Deno.test({
  name: "each alert fires by its fault, and is silent without it",
  ignore: !hasPromtool,
  async fn() {
    const directory = await newDirectory();
    const tests = Object.entries(CASES).flatMap(([alert, { by, firing, silent }]) => {
      const expectation = (fires: boolean) => ({
        interval: "1m",
        input_series: seriesOf(fires ? firing : silent),
        promql_expr_test: [{
          expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
          eval_time: `${by}m`,
          exp_samples: [{ labels: "{}", value: fires ? 1 : 0 }],
        }],
      });
      return [expectation(true), expectation(false)];
    });
    const file = `${directory}/tests.yml`;
    const content = { rule_files: [RULES.pathname], evaluation_interval: "1m", tests };
    await Deno.writeTextFile(file, JSON.stringify(content));
    await promtool("test", "rules", file);
  },
});

function seriesOf(values: Record<string, string>): { series: string; values: string }[] {
  return Object.entries(values).map(([series, values]) => ({ series, values }));
}

async function promtool(...args: string[]): Promise<void> {
  const { code, stderr, stdout } = await new Deno.Command("promtool", { args }).output();
  const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assert.equal(code, 0, output);
}
