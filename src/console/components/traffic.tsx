/** Charts of the traffic of the last hour, and their table. */
import type { FC } from "hono/jsx";
import type { StatsMinute } from "../../generated/admin.ts";
import { Chart } from "./chart.tsx";
import { grouped, latencyOf, Time } from "./text.tsx";

type Numbers = Exclude<keyof StatsMinute, "at">;

const HOUR = { from: "60 min ago", to: "now" };

export const TrafficCharts: FC<{ of: readonly StatsMinute[] }> = ({ of: minutes }) => {
  const valuesOf = (name: Numbers) => minutes.map((minute) => minute[name]);
  return (
    <div class="charts">
      <Chart
        id="throughput"
        title="Messages a minute"
        format={grouped}
        series={[
          { name: "accepted", look: "main", values: valuesOf("accepted") },
          { name: "delivered", look: "good", values: valuesOf("delivered") },
          { name: "failed", look: "bad", values: valuesOf("failed") },
        ]}
        {...HOUR}
      />
      <Chart
        id="latency"
        title="Time to the carrier"
        format={latencyOf}
        series={[
          { name: "median", look: "main", values: valuesOf("latency-p50-ms") },
          { name: "95 %", look: "busy", values: valuesOf("latency-p95-ms") },
        ]}
        {...HOUR}
      />
      <Chart
        id="backlog"
        title="Waiting for a carrier"
        format={grouped}
        series={[{ name: "messages", look: "main", values: valuesOf("backlog") }]}
        {...HOUR}
      />
    </div>
  );
};

const COLUMNS: Readonly<Record<Numbers, string>> = {
  "accepted": "Accepted",
  "submitted": "To carriers",
  "delivered": "Delivered",
  "failed": "Failed",
  "latency-p50-ms": "Median time",
  "latency-p95-ms": "95 % within",
  "backlog": "Waiting",
};

/** The same values, the latest first. */
export const TrafficTable: FC<{ of: readonly StatsMinute[] }> = ({ of: minutes }) => {
  const names = Object.keys(COLUMNS) as Numbers[];
  return (
    <div class="table" tabindex={0} role="region" aria-label="Traffic by the minute">
      <table>
        <thead>
          <tr>
            <th scope="col">Minute</th>
            {names.map((name) => <th scope="col" class="number">{COLUMNS[name]}</th>)}
          </tr>
        </thead>
        <tbody>
          {minutes.toReversed().map((minute) => (
            <tr>
              <td>
                <Time at={minute.at} />
              </td>
              {names.map((name) => <td class="number">{cellOf(name, minute[name])}</td>)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

function cellOf(name: Numbers, value: number | null): string {
  if (value === null) return "–";
  return name.endsWith("-ms") ? latencyOf(value) : grouped(value);
}
