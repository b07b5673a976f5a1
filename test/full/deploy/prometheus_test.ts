/** Prometheus scrapes a service; its alerts tell one that works from one in trouble. */
import assert from "node:assert/strict";
import { findProgram } from "../../../tools/setup/probe.ts";
import { freePort } from "../../support/free_port.ts";
import { adminBody, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { readAlerts, startPrometheus, untilValue } from "./prometheus.ts";

const DASHBOARD = new URL("../../../tools/deploy/grafana/slidepost.json", import.meta.url);

Deno.test({
  name: "promtool finds nothing to complain about in the metrics",
  ignore: findProgram("promtool") === undefined,
  async fn() {
    await using service = await startService();
    const response = await fetch(`${service.url}/metrics`);
    const child = new Deno.Command("promtool", {
      args: ["check", "metrics"],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    await response.body!.pipeTo(child.stdin);
    const { code, stderr, stdout } = await child.output();
    const output = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
    assert.deepEqual([code, output], [0, ""]);
  },
});

/** Reads the expressions of the dashboard's panels, for the job and times of this test. */
async function dashboardExpressions(): Promise<string[]> {
  const { panels } = JSON.parse(await Deno.readTextFile(DASHBOARD));
  return panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
    targets.map(({ expr }) =>
      expr.replaceAll("$job", "slidepost").replaceAll("$__rate_interval", "1m")
    )
  );
}

Deno.test({
  name: "Prometheus reads the metrics, and alerts fire by faults only",
  ignore: findProgram("prometheus") === undefined,
  async fn() {
    const token = "a-token-for-prometheus";
    const config = { METRICS_TOKEN: token, RESCUE_INTERVAL: "1s", POSTBACK_SCHEDULE: "1s" };
    await using service = await startService({ config });
    await using prometheus = await startPrometheus(service.url, token);
    const alerts = await readAlerts();
    assert.equal(alerts.size, 29);
    const firing = async () => {
      const found = [];
      for (const [name, expression] of alerts) {
        // How long things take here is the machine's doing.
        if (expression.includes("histogram_quantile")) continue;
        if ((await prometheus.query(expression)).length > 0) found.push(name);
      }
      return found;
    };
    const send = () =>
      service.post({
        "action": "sendsms",
        "to": "16175550101",
        "from": "111122",
        "message-text": "Hello",
      });

    const [build] = await untilValue(prometheus, "slidepost_build_info");
    assert.equal(build!.deno, Deno.version.deno);
    for (let n = 0; n < 5; n++) await send();
    await untilValue(prometheus, 'slidepost_requests_total{code="ok"} >= 5');
    await untilValue(prometheus, 'slidepost_postbacks_total{result="sent"} >= 10');
    // Two samples, so that rates have a value.
    await untilValue(prometheus, "count_over_time(slidepost_build_info[1m]) > 8");
    // A scrape that takes too long fires for a moment.
    await until(firing, ({ length }) => length === 0);
    const expressions = await dashboardExpressions();
    assert.ok(expressions.length > 30);
    const empty = [];
    for (const expression of expressions) {
      if ((await prometheus.query(expression)).length === 0) empty.push(expression);
    }
    // What a service of texts has none of: templates, look-ups, windows.
    const absent = /_(templates|operator_lookup|window)/;
    assert.deepEqual(empty.filter((expression) => !absent.test(expression)), []);

    // A receiver that fails, and a connector whose carrier is not there.
    service.receiver.respond = () => new Response(null, { status: 500 });
    await adminBody(service, 201, "POST", "/connectors", {
      "name": "away",
      "kind": "smsc_smpp",
      "host": "127.0.0.1",
      "port": freePort(),
      "system-id": "nobody",
    });
    for (let n = 0; n < 10; n++) await send();
    const expected = [
      "SlidepostConnectorDown",
      "SlidepostConnectorSessions",
      "SlidepostPostbacksDead",
      "SlidepostReceiversDown",
    ];
    for (const name of expected) await untilValue(prometheus, alerts.get(name)!);
    const [down] = await prometheus.query(alerts.get("SlidepostConnectorDown")!);
    assert.equal(down!.connector, "away");
    await until(firing, (names) => names.join() === expected.join());
    await service.stop();
    await untilValue(prometheus, alerts.get("SlidepostDown")!);
  },
});
