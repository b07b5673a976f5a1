/** Overview: what happened to messages, what is wrong, and what to do next. The console's entry. */
import type { FC } from "hono/jsx";
import type { AdminOperationId, FoundMessage, Overview, Status } from "../../generated/admin.ts";
import type { AdminApi } from "../model/admin_api.ts";
import { Live } from "../components/live.tsx";
import {
  AccountsTable,
  Failures,
  Figures,
  LastFailures,
  OverviewChart,
  OverviewTable,
  SPANS,
} from "../components/overview.tsx";
import { Problems } from "../components/problems.tsx";
import { Section } from "../components/section.tsx";
import { SendLinks } from "../components/send_links.tsx";
import { State } from "../components/state.tsx";
import { consoleUrl, type Page, type Visit } from "../model/page.ts";

const PATH = "/overview";

/** Failed messages that are listed. */
const LAST_FAILURES = 5;

type Span = Overview["span"];
const SPAN_NAMES = Object.keys(SPANS) as Span[];

export const overviewPage: Page = {
  path: PATH,

  async open(visit) {
    const { api, hasManual, isSandbox, may, url: { searchParams } } = visit;
    const span = SPAN_NAMES.find((name) => name === searchParams.get("span")) ?? "day";
    const [overview, status, failed] = await Promise.all([
      api.call("readOverview", { query: { span } }),
      api.call("readStatus"),
      api.call("searchMessages", { query: { state: "any-failed", limit: LAST_FAILURES } }),
    ]);
    const isEmpty = Object.values(overview.totals).every((count) => count === 0);
    const steps = isEmpty ? await stepsOf(api, status, isSandbox) : [];
    const live = {
      state: <State of={status.status} />,
      problems: <ProblemList of={status} hasManual={hasManual} />,
      figures: isEmpty
        ? <Empty span={span} steps={steps} may={may} />
        : <Figures of={overview} work={status.work} />,
      chart: isEmpty ? null : <Charts of={overview} />,
      failures: <FailureList of={overview} last={failed.items} hasManual={hasManual} />,
    };
    return {
      title: "Overview",
      live,
      main: (
        <>
          <div class="head">
            <h1>Overview</h1>
            <Live id="state">{live.state}</Live>
            <span class="live">Live</span>
          </div>
          <QuickActions visit={visit} />
          <Live id="problems">{live.problems}</Live>
          <section class="card" aria-labelledby="span-title">
            <div class="head">
              <h2 id="span-title">{SPANS[span].title}</h2>
              <SpanLinks of={span} />
            </div>
            <Live id="figures">{live.figures}</Live>
            <Live id="chart">{live.chart}</Live>
            {!isEmpty && <Tables of={overview} />}
          </section>
          <Live id="failures">{live.failures}</Live>
        </>
      ),
    };
  },
};

/** Pages that are opened most often, with the operation that each is for. */
const QUICK: readonly (readonly [path: string, name: string, AdminOperationId])[] = [
  ["/messages", "Find a message", "searchMessages"],
  ["/carriers", "Connect a carrier", "listConnectorStates"],
  ["/accounts", "Add an account", "createAccount"],
];

/** Links to what is done most often; those who may not do a thing get no link to it. */
const QuickActions: FC<{ visit: Visit }> = ({ visit }) => (
  <nav class="row actions" aria-label="Quick actions">
    <SendLinks visit={visit} />
    {QUICK.filter(([, , operation]) =>
      visit.may(operation)
    ).map(([path, name]) => <a class="button" href={consoleUrl(path)}>{name}</a>)}
  </nav>
);

const SpanLinks: FC<{ of: Span }> = ({ of }) => (
  <nav class="row spans" aria-label="Span of time">
    {SPAN_NAMES.map((span) => (
      <a
        class="button"
        href={consoleUrl(PATH, { span })}
        aria-current={span === of ? "true" : undefined}
      >
        {span[0]!.toUpperCase() + span.slice(1)}
      </a>
    ))}
  </nav>
);

const ProblemList: FC<{ of: Status; hasManual: boolean }> = ({ of: { problems }, hasManual }) => (
  problems.length === 0 ? null : (
    <Section title="Problems">
      <Problems of={problems} hasManual={hasManual} />
      <p>
        <a href={consoleUrl("/status")}>All of the status</a>
      </p>
    </Section>
  )
);

const Charts: FC<{ of: Overview }> = ({ of }) => (
  <div class="charts">
    <OverviewChart of={of} />
  </div>
);

/** Tables that stay as they are while the page is open, so that an open one stays open. */
const Tables: FC<{ of: Overview }> = ({ of }) => (
  <>
    <details>
      <summary>The same as a table</summary>
      <OverviewTable of={of} />
    </details>
    <details>
      <summary>By account</summary>
      <AccountsTable of={of} />
    </details>
  </>
);

const FailureList: FC<{ of: Overview; last: readonly FoundMessage[]; hasManual: boolean }> = (
  { of, last, hasManual },
) => (
  of.failures.length === 0 && last.length === 0 ? null : (
    <div class="columns">
      <Section title="Failed, by reason">
        {of.failures.length === 0
          ? <p>None in this time.</p>
          : <Failures of={of} hasManual={hasManual} />}
      </Section>
      <Section title="The last failures">
        {last.length === 0 ? <p>There are none.</p> : <LastFailures of={last} />}
        <p>
          <a href={consoleUrl("/messages", { state: "any-failed" })}>All failed messages</a>
        </p>
      </Section>
    </div>
  )
);

/** Something to do before messages can flow, with the page for it. */
interface Step {
  path: string;
  name: string;
  why: string;
}

/** Lists what is missing for a message, and then its sending. */
async function stepsOf(api: AdminApi, status: Status, isSandbox: boolean): Promise<Step[]> {
  const { items: [account] } = await api.call("listAccounts", { query: { limit: 1 } });
  const lacksCarrier = !isSandbox && status.connectors.length === 0;
  return [
    ...lacksCarrier
      ? [{ path: "/carriers", name: "Connect a carrier", why: "It takes the messages." }]
      : [],
    ...account === undefined
      ? [{ path: "/accounts", name: "Add an account", why: "Its key and sender send them." }]
      : [],
    {
      path: "/try",
      name: "Send a message",
      why: isSandbox
        ? "It arrives on the simulated phone."
        : "Send it from here, or with the account's key from a program.",
    },
  ];
}

const Empty: FC<{ span: Span; steps: readonly Step[] } & Pick<Visit, "may">> = (
  { span, steps, may },
) => (
  <div class="empty">
    <h3>Nothing happened in this {span}</h3>
    {may("performAction")
      ? (
        <ol class="first-steps">
          {steps.map(({ path, name, why }) => (
            <li>
              <a href={consoleUrl(path)}>{name}</a>. {why}
            </li>
          ))}
        </ol>
      )
      : <p>Messages show here as soon as an account sends one.</p>}
  </div>
);
