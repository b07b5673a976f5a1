/** Carriers: what the connectors are doing, the traffic, and which way messages go. */
import type { FC } from "hono/jsx";
import type { Account, RouteExplanation } from "../../generated/admin.ts";
import { type AdminApi, ApiRefusal } from "../model/admin_api.ts";
import { ConnectorStates } from "../components/connector_states.tsx";
import { Explanation } from "../components/explanation.tsx";
import { Button } from "../components/form.tsx";
import { Live } from "../components/live.tsx";
import { QueryFields, queryOf } from "../components/query_fields.tsx";
import { Routes } from "../components/routes.tsx";
import { TrafficCharts, TrafficTable } from "../components/traffic.tsx";
import { Value } from "../components/text.tsx";
import { bodyFieldsOf, bodyOf } from "../model/operation_body.ts";
import { CONSOLE_PATH, type Page } from "../model/page.ts";

const PATH = "/carriers";

/** Maximum accounts that the form suggests. */
const SUGGESTED_ACCOUNTS = 50;

/** Data lists of suggestions, by field. */
const LISTS = { account: "accounts" };

export const carriersPage: Page = {
  path: PATH,

  // size: the markup of the page
  async open({ api, may, refused, url: { searchParams } }) {
    const [states, stats, routes, accounts, explanations] = await Promise.all([
      api.call("listConnectorStates"),
      api.call("readStats"),
      api.call("listRoutes"),
      api.call("listAccounts", { query: { limit: SUGGESTED_ACCOUNTS } }),
      explanationsOf(api, searchParams),
    ]);
    const live = {
      connectors: <ConnectorStates of={states.items} />,
      traffic: <TrafficCharts of={stats.minutes} />,
      minutes: <TrafficTable of={stats.minutes} />,
    };
    return {
      title: "Carriers",
      live,
      main: (
        <>
          <div class="head">
            <h1>Carriers</h1>
            <span class="live">Live</span>
          </div>
          <p class="hint process">
            What this process is doing since its start. Each of several processes on one database
            has its own sessions, circuit breakers and counts.
          </p>
          <section aria-labelledby="connectors-title">
            <h2 class="unseen" id="connectors-title">Connectors</h2>
            <Live id="connectors">{live.connectors}</Live>
          </section>
          <section class="card">
            <h2>The last hour</h2>
            <Live id="traffic">{live.traffic}</Live>
            <details>
              <summary>The same as a table</summary>
              <Live id="minutes">{live.minutes}</Live>
            </details>
          </section>
          <section class="card" id="route">
            <h2>Which way would a message go?</h2>
            <RouteForm query={searchParams} accounts={accounts.items} />
            <Explanations of={explanations} />
          </section>
          <section class="card">
            <h2>Routes</h2>
            <Routes
              of={routes.items}
              mayChange={may("changeRoute")}
              refused={refused}
              suggestions={{
                account: accounts.items.map(({ account }) => account),
                connectors: states.items.map(({ connector }) => connector),
              }}
            />
          </section>
          <datalist id={LISTS.account}>
            {accounts.items.map(({ account, name }) => <option value={account}>{name}</option>)}
          </datalist>
        </>
      ),
    };
  },

  actions: {
    async "add-route"(form, { api }) {
      const { route } = await api.call("addRoute", {
        // An empty list is a route that refuses its messages.
        body: { connectors: "", ...bodyOf(bodyFieldsOf("addRoute"), form) },
      });
      return { path: PATH, notice: `Route ${route} is added.` };
    },

    async "change-route"(form, { api }) {
      const route = Number(form.get("route"));
      await api.call("changeRoute", {
        params: { route },
        body: { connectors: String(form.get("connectors") ?? "") },
      });
      return { path: PATH, notice: `Route ${route} is changed.` };
    },

    async "remove-route"(form, { api }) {
      const route = Number(form.get("route"));
      await api.call("removeRoute", { params: { route } });
      return { path: PATH, notice: `Route ${route} is removed.` };
    },
  },
};

/** Explained routes of an MMS and of its fallback SMS; or the reason why there are none. */
type Explanations =
  | { mms: RouteExplanation | null; sms: RouteExplanation }
  | { problem: string }
  | null;

/** Explains the routes of the message in the address; null: it has none. */
async function explanationsOf(api: AdminApi, query: URLSearchParams): Promise<Explanations> {
  const fields = queryOf("explainRoute", query);
  if (!("to" in fields)) return null;
  const explain = (kind: "mms" | "sms") => api.call("explainRoute", { query: { ...fields, kind } });
  try {
    const [mms, sms] = await Promise.all([
      fields.kind === "mms" ? explain("mms") : null,
      explain("sms"),
    ]);
    return { mms, sms };
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    return { problem: error.message };
  }
}

const RouteForm: FC<{ query: URLSearchParams; accounts: readonly Account[] }> = (
  { query, accounts },
) => {
  const [first, second] = accounts;
  const values = queryOf("explainRoute", query);
  // Where there is one account alone, it is that.
  if (first !== undefined && second === undefined) values.account ??= first.account;
  return (
    <form method="get" action={`${CONSOLE_PATH}${PATH}#route`}>
      <QueryFields operation="explainRoute" id="route" values={values} lists={LISTS} />
      <Button>Explain</Button>
    </form>
  );
};

const Explanations: FC<{ of: Explanations }> = ({ of: explanations }) => {
  if (explanations === null) return null;
  if ("problem" in explanations) {
    return (
      <p class="problem" role="alert">
        <Value text={explanations.problem} />
      </p>
    );
  }
  const { mms, sms } = explanations;
  return (
    <div class="explanations">
      {mms !== null && <Explanation of={mms} kind="mms" title="As an MMS" />}
      <Explanation of={sms} kind="sms" title={mms === null ? "As an SMS" : "As its fallback SMS"} />
    </div>
  );
};
