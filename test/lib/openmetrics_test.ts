import assert from "node:assert/strict";
import { createRegistry, type MetricDefinition, SERIES_MAX } from "../../src/lib/openmetrics.ts";

const DEFINITIONS = {
  sent: { type: "counter", name: "sent", help: "Messages sent.", labels: ["kind", "code"] },
  cpu: { type: "counter", name: "cpu_seconds", unit: "seconds", help: "CPU time.", labels: [] },
  waiting: { type: "gauge", name: "waiting", help: "Messages that wait.", labels: ["stage"] },
  wait: {
    type: "histogram",
    name: "wait_seconds",
    unit: "seconds",
    help: "Waits.",
    labels: ["kind"],
    buckets: [0.05, 1, 10],
  },
  build: { type: "info", name: "build", help: "Versions.", labels: ["version"] },
} as const satisfies Record<string, MetricDefinition>;

const create = () => createRegistry(DEFINITIONS);

Deno.test("OpenMetrics: types, units, samples in the order of definitions, and the end", () => {
  const { instruments, render } = create();
  instruments.build.set({ version: "1.2.3" }, 1);
  for (const value of [0.05, 0.06, 10, 11]) instruments.wait.observe({ kind: "SMS" }, value);
  instruments.waiting.set({ stage: "delivery" }, 3);
  instruments.waiting.set({ stage: "delivery" }, 2);
  instruments.cpu.collect(() => [[{}, 1.5]]);
  instruments.sent.add({ kind: "SMS", code: "ok" });
  instruments.sent.add({ kind: "SMS", code: "ok" }, 2);
  instruments.sent.add({ kind: "MMS", code: "" });
  assert.equal(
    render("openmetrics"),
    `# HELP sent Messages sent.
# TYPE sent counter
sent_total{kind="SMS",code="ok"} 3
sent_total{kind="MMS"} 1
# HELP cpu_seconds CPU time.
# TYPE cpu_seconds counter
# UNIT cpu_seconds seconds
cpu_seconds_total 1.5
# HELP waiting Messages that wait.
# TYPE waiting gauge
waiting{stage="delivery"} 2
# HELP wait_seconds Waits.
# TYPE wait_seconds histogram
# UNIT wait_seconds seconds
wait_seconds_bucket{kind="SMS",le="0.05"} 1
wait_seconds_bucket{kind="SMS",le="1.0"} 2
wait_seconds_bucket{kind="SMS",le="10.0"} 3
wait_seconds_bucket{kind="SMS",le="+Inf"} 4
wait_seconds_sum{kind="SMS"} 21.11
wait_seconds_count{kind="SMS"} 4
# HELP build Versions.
# TYPE build info
build_info{version="1.2.3"} 1
# EOF
`,
  );
});

Deno.test("the text format: names of counters with their suffix, no units, info as a gauge", () => {
  const { instruments, render } = create();
  instruments.cpu.collect(() => [[{}, 2]]);
  instruments.build.set({ version: "1" }, 1);
  assert.equal(
    render("text"),
    `# HELP cpu_seconds_total CPU time.
# TYPE cpu_seconds_total counter
cpu_seconds_total 2
# HELP build_info Versions.
# TYPE build_info gauge
build_info{version="1"} 1
`,
  );
});

Deno.test("without samples there is no metadata", () => {
  assert.equal(create().render("openmetrics"), "# EOF\n");
  assert.equal(create().render("text"), "");
});

Deno.test("initial samples are there from the start, at zero", () => {
  const { instruments, render } = createRegistry({
    lines: {
      type: "counter",
      name: "lines",
      help: "Lines.",
      labels: ["level"],
      initial: [{ level: "error" }, { level: "warn" }],
    },
  });
  instruments.lines.add({ level: "warn" });
  assert.deepEqual(render("text").match(/^lines_total\{.*$/gm), [
    'lines_total{level="error"} 0',
    'lines_total{level="warn"} 1',
  ]);
});

Deno.test("label values and help texts are escaped", () => {
  const { instruments, render } = createRegistry({
    g: { type: "gauge", name: "g", help: 'a \\ b\n"c"', labels: ["x"] },
  });
  instruments.g.set({ x: 'a\\b"c\nd' }, 1);
  assert.match(render("text"), /^# HELP g a \\\\ b\\n\\"c\\"$/m);
  assert.match(render("text"), /^g\{x="a\\\\b\\"c\\nd"\} 1$/m);
});

Deno.test("collected values replace those before; what is gone has no sample", () => {
  const { instruments, render } = create();
  let stages = ["a", "b"];
  instruments.waiting.collect(() => stages.map((stage) => [{ stage }, 1] as const));
  assert.equal(render("text").match(/^waiting\{/gm)?.length, 2);
  stages = ["b"];
  assert.deepEqual(render("text").match(/^waiting\{.*$/gm), ['waiting{stage="b"} 1']);
});

Deno.test("beyond the maximum of a family, further labels are counted together", () => {
  const { instruments, render } = create();
  for (let n = 0; n < SERIES_MAX + 10; n++) instruments.sent.add({ kind: "SMS", code: String(n) });
  const samples = render("text").match(/^sent_total.*$/gm)!;
  assert.equal(samples.length, SERIES_MAX + 1);
  assert.equal(samples.at(-1), 'sent_total{kind="other",code="other"} 10');
});

Deno.test("values of different labels that look the same joined stay apart", () => {
  const { instruments, render } = create();
  instruments.sent.add({ kind: "a", code: "bc" });
  instruments.sent.add({ kind: "ab", code: "c" });
  assert.equal(render("text").match(/^sent_total.* 1$/gm)?.length, 2);
});

Deno.test("values beyond numbers", () => {
  const { instruments, render } = create();
  for (const value of [Infinity, -Infinity, NaN]) {
    instruments.waiting.set({ stage: `${value}` }, value);
  }
  assert.deepEqual(render("text").match(/(?<=\} ).*$/gm), ["+Inf", "-Inf", "NaN"]);
});
