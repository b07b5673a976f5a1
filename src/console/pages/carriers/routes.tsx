/** Routes: drawn, changed, and explained for a message. */
import type { FC } from "hono/jsx";
import type { Operator, RouteExplanation } from "../../../generated/admin.ts";
import { Explanation } from "../../components/explanation.tsx";
import { FieldControl } from "../../components/field_control.tsx";
import { Button } from "../../components/form.tsx";
import { queryOf } from "../../components/query_fields.tsx";
import { AddRoute, OperatorSelect, Routes } from "../../components/routes.tsx";
import { SenderSelect } from "../../components/sender_select.tsx";
import { Section } from "../../components/section.tsx";
import { Value } from "../../components/text.tsx";
import { type AdminApi, ApiRefusal } from "../../model/admin_api.ts";
import { consoleUrl, type Page } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import {
  chosenSender,
  type SenderChoices,
  senderChoices,
  valueOfSender,
} from "../../model/sender_choices.ts";
import { CarriersHead } from "./frame.tsx";
import { ROUTES_PATH } from "./paths.ts";
import { OtherAccount } from "./test_message.tsx";

export const routesPage: Page = {
  path: ROUTES_PATH,

  async open(visit) {
    const { api, may, refused, url: { searchParams } } = visit;
    const query = explainedQuery(searchParams);
    const [routes, states, operators, choices, explanations] = await Promise.all([
      api.call("listRoutes"),
      api.call("listConnectorStates"),
      api.call("listOperators"),
      senderChoices(api, searchParams.get("account")),
      explanationsOf(api, query),
    ]);
    const shared = { operators: operators.items, states: states.items };
    return {
      title: "Routes",
      main: (
        <>
          <CarriersHead at={ROUTES_PATH} mayCreate={may("createConnector")} />
          <Section title="Routes">
            <Routes
              of={routes.items}
              mayChange={may("changeRoute")}
              refused={refused}
              {...shared}
            />
          </Section>
          {may("addRoute") && (
            <Section title="Add a route">
              <AddRoute
                choices={choices}
                refused={refusalOfForm(visit, "add-route")}
                connector={searchParams.get("connector")}
                {...shared}
              />
            </Section>
          )}
          <section class="card" id="explain">
            <h2>Which way would a message go?</h2>
            <ExplainForm query={query} choices={choices} operators={operators.items} />
            <Explanations of={explanations} />
          </section>
          {choices.hasMore && <OtherAccount visit={visit} />}
        </>
      ),
    };
  },

  actions: {
    async "add-route"(form, { api }) {
      const { account = "", sender = null } = chosenSender(String(form.get("sender") ?? "")) ?? {};
      const operator = String(form.get("operator") ?? "");
      const { route } = await api.call("addRoute", {
        body: {
          kind: String(form.get("kind") ?? ""),
          ...account !== "" && { account },
          ...sender !== null && { sender },
          ...operator !== "" && { operator },
          connectors: connectorsIn(form),
        },
      });
      return { path: ROUTES_PATH, notice: `Route ${route} is added.` };
    },

    async "change-route"(form, { api }) {
      const route = Number(form.get("route"));
      await api.call("changeRoute", {
        params: { route },
        body: { connectors: connectorsIn(form) },
      });
      return { path: ROUTES_PATH, notice: `Route ${route} is changed.` };
    },

    async "remove-route"(form, { api }) {
      const route = Number(form.get("route"));
      await api.call("removeRoute", { params: { route } });
      return { path: ROUTES_PATH, notice: `Route ${route} is removed.` };
    },
  },
};

/** Reads the connectors of a form, in order; those that are left out in between do not count. */
function connectorsIn(form: FormData): string {
  return form.getAll("connector").map(String).filter((name) => name !== "").join(",");
}

/** Reads the message of an address; its sender may be one value of a list. */
function explainedQuery(search: URLSearchParams): Record<string, string> {
  const { account, sender } = chosenSender(search.get("sender") ?? "") ?? {};
  const query = queryOf("explainRoute", search);
  return {
    ...query,
    ...account !== undefined && { account },
    ...sender != null && { from: sender },
  };
}

/** Explained routes of an MMS and of its fallback SMS; or the reason why there are none. */
type Explanations =
  | { mms: RouteExplanation | null; sms: RouteExplanation }
  | { problem: string }
  | null;

/** Explains the routes of a message; null: the address has none. */
async function explanationsOf(
  api: AdminApi,
  fields: Record<string, string>,
): Promise<Explanations> {
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

const ExplainForm: FC<{
  query: Readonly<Record<string, string>>;
  choices: SenderChoices;
  operators: readonly Operator[];
}> = ({ query, choices, operators }) => {
  const { account, from, kind = "mms", operator = "", to = "" } = query;
  const sender = account === undefined ? "" : valueOfSender({ account, sender: from ?? null });
  return (
    <form method="get" action={`${consoleUrl(ROUTES_PATH)}#explain`}>
      <div class="fields">
        <div class="field">
          <label for="explain-sender">Sender</label>
          <SenderSelect id="explain-sender" choices={choices} value={sender} />
        </div>
        <FieldControl
          id="explain-to"
          name="to"
          label="Number"
          value={to}
          hint="With country code. Nothing is sent, and no lookup is billed."
          attributes={{ required: true, maxlength: 40 }}
          input={{ autocomplete: "off", inputmode: "tel" }}
        />
        <div class="field">
          <label for="explain-kind">Form</label>
          <select id="explain-kind" name="kind">
            <option value="mms" selected={kind === "mms"}>MMS, and its fallback SMS</option>
            <option value="sms" selected={kind === "sms"}>Text (SMS)</option>
          </select>
        </div>
        <div class="field">
          <label for="explain-operator">Operator</label>
          <OperatorSelect
            id="explain-operator"
            operators={operators}
            value={operator}
            none="the one that is known"
          />
        </div>
      </div>
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
