/** Figures, charts and tables of an overview of the traffic. */
import type { FC } from "hono/jsx";
import { failureSentence } from "../../core/message/failure_sentences.ts";
import type {
  DueWork,
  FoundMessage,
  Overview,
  OverviewFailure,
  OverviewTotals,
} from "../../generated/admin.ts";
import { consoleUrl } from "../model/page.ts";
import { Chart } from "./chart.tsx";
import { CodeLink } from "./code_explanation.tsx";
import { State } from "./state.tsx";
import { grouped, latencyOf, Time, Value } from "./text.tsx";

type Span = Overview["span"];

/** Words of the spans: the title, the duration of a slot, and the start of the axis. */
export const SPANS: Readonly<Record<Span, { title: string; slot: string; from: string }>> = {
  hour: { title: "The last hour", slot: "five minutes", from: "an hour ago" },
  day: { title: "The last day", slot: "an hour", from: "24 hours ago" },
  month: { title: "The last month", slot: "a day (UTC)", from: "30 days ago" },
};

const COLUMNS: Readonly<Record<keyof OverviewTotals, string>> = {
  accepted: "Accepted",
  submitted: "To carriers",
  delivered: "Delivered",
  failed: "Failed",
  unreported: "Never reported",
  received: "From handsets",
};
const NAMES = Object.keys(COLUMNS) as (keyof OverviewTotals)[];

export const Figures: FC<{ of: Overview; work: readonly DueWork[] }> = ({ of, work }) => {
  const { totals } = of;
  const backlog = work.find(({ stage }) => stage === "delivery")?.waiting ?? null;
  return (
    <dl class="figures">
      {NAMES.map((name) => <Figure name={COLUMNS[name]} value={grouped(totals[name])} />)}
      <Figure name="Waiting now" value={backlog === null ? "unknown" : grouped(backlog)} />
      <Latency name="To the carrier" of={of["accept-to-submit"]} />
      <Latency name="To the report" of={of["submit-to-report"]} />
    </dl>
  );
};

const Figure: FC<{ name: string; value: string; more?: string }> = ({ name, value, more }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      {value}
      {more !== undefined && <span class="hint">{more}</span>}
    </dd>
  </div>
);

const Latency: FC<{ name: string; of: Overview["accept-to-submit"] }> = ({ name, of }) => (
  of === null ? <Figure name={name} value="–" /> : (
    <Figure
      name={name}
      value={latencyOf(of["p50-ms"])}
      more={`median; 95 % within ${latencyOf(of["p95-ms"])}`}
    />
  )
);

export const OverviewChart: FC<{ of: Overview }> = ({ of: { slots, span } }) => (
  <Chart
    id="overview"
    title={`Messages in ${SPANS[span].slot}`}
    format={grouped}
    series={[
      { name: "accepted", look: "main", values: slots.map(({ accepted }) => accepted) },
      { name: "delivered", look: "good", values: slots.map(({ delivered }) => delivered) },
      { name: "failed", look: "bad", values: slots.map(({ failed }) => failed) },
    ]}
    from={SPANS[span].from}
    to="now"
  />
);

/** The values of the chart and more, the latest first. */
export const OverviewTable: FC<{ of: Overview }> = ({ of: { slots } }) => (
  <div class="table" tabindex={0} role="region" aria-label="Messages by time">
    <table>
      <CountsHead first="From" />
      <tbody>
        {slots.toReversed().map(({ at, ...counts }) => (
          <tr>
            <td>
              <Time at={at} />
            </td>
            <Counts of={counts} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

export const AccountsTable: FC<{ of: Overview }> = ({ of: { accounts } }) => (
  <div class="table" tabindex={0} role="region" aria-label="Messages by account">
    <table>
      <CountsHead first="Account" />
      <tbody>
        {accounts.map(({ account, ...counts }) => (
          <tr data-row="">
            <td>
              <a href={consoleUrl("/messages", { account })}>
                <Value text={account} />
              </a>
            </td>
            <Counts of={counts} />
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

const CountsHead: FC<{ first: string }> = ({ first }) => (
  <thead>
    <tr>
      <th scope="col">{first}</th>
      {NAMES.map((name) => <th scope="col" class="number">{COLUMNS[name]}</th>)}
    </tr>
  </thead>
);

const Counts: FC<{ of: OverviewTotals }> = ({ of }) => (
  <>
    {NAMES.map((name) => <td class="number">{grouped(of[name])}</td>)}
  </>
);

/** Failures by reason, each with a link to its messages. */
export const Failures: FC<{ of: Overview; hasManual: boolean }> = (
  { of: { failures, from }, hasManual },
) => (
  <ul class="reasons">
    {failures.map((failure) => (
      <li>
        <p>
          <a href={messagesOf(failure, from)}>
            {grouped(failure.messages)} {failure.kind} {failure.state}
          </a>{" "}
          <CodeLink code={failure.code} hasManual={hasManual} />
        </p>
        <p>
          <Value text={failure["status-details"]} />
        </p>
        <p class="hint">{failureSentence(failure["status-details"])}</p>
      </li>
    ))}
  </ul>
);

/** Returns the address of the search for the messages of a failure that were accepted since. */
function messagesOf({ kind, state }: OverviewFailure, from: string): string {
  return consoleUrl("/messages", { kind, state, from });
}

export const LastFailures: FC<{ of: readonly FoundMessage[] }> = ({ of }) => (
  <ul class="reasons">
    {of.map((message) => (
      <li data-key={message["tracking-id"]} data-row="">
        <p>
          <State of={message.state} />{" "}
          <a href={consoleUrl(`/messages/${message["tracking-id"]}`)}>
            {message.kind} to <Value text={message.to} />
          </a>{" "}
          <Time at={message["updated-at"]} isAge />
        </p>
        <p class="hint">
          <Value text={message["status-details"] ?? message.excerpt} />
        </p>
      </li>
    ))}
  </ul>
);
