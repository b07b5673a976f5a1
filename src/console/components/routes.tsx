/** The routing table, drawn, with forms that change it by lists. */
import type { FC } from "hono/jsx";
import type { ConnectorState, Operator, Route } from "../../generated/admin.ts";
import type { SenderChoices } from "../model/sender_choices.ts";
import type { Visit } from "../model/page.ts";
import { Button, Form } from "./form.tsx";
import { connectorsOf, RouteMap } from "./route_map.tsx";
import { SenderSelect } from "./sender_select.tsx";

/** Maximum connectors of a route. */
const CONNECTORS_MAX = 8;

export interface RoutesProps {
  of: readonly Route[];
  operators: readonly Operator[];
  states: readonly ConnectorState[];
  mayChange: boolean;
  refused: Visit["refused"];
}

/** Routes in the order in which they decide: those of a kind together, the most specific first. */
export const Routes: FC<RoutesProps> = ({ of: routes, operators, states, mayChange, refused }) => {
  if (routes.length === 0) {
    return (
      <p class="hint">
        There are none: messages go by their sender's connector, or by DEFAULT_CONNECTOR.
      </p>
    );
  }
  return (
    <>
      <p class="hint">
        The first of its kind that matches a message decides alone. Messages that match none go by
        their sender's connector, or by DEFAULT_CONNECTOR.
      </p>
      <ul class="routes">
        {routes.toSorted(byPrecedence).map((route) => (
          <li id={`route-${route.route}`}>
            <h3>Route {route.route}</h3>
            <RouteMap route={route} operators={operators} states={states} />
            {mayChange && <ChangeForm route={route} states={states} refused={refused} />}
          </li>
        ))}
      </ul>
    </>
  );
};

function byPrecedence(a: Route, b: Route): number {
  return a.kind.localeCompare(b.kind) || rankOf(a) - rankOf(b) || a.route - b.route;
}

/** Ranks a route by what it names: the sender counts more than the account, and both than the operator. */
function rankOf({ account, operator, sender }: Route): number {
  const senders = sender !== null ? 0 : account !== null ? 1 : 2;
  return 2 * senders + (operator === null ? 1 : 0);
}

const ChangeForm: FC<{ route: Route } & Pick<RoutesProps, "states" | "refused">> = (
  { route, states, refused },
) => {
  const isRefused = refused?.form.get("route") === String(route.route);
  const names = isRefused ? refused!.form.getAll("connector").map(String) : connectorsOf(route);
  return (
    <details open={isRefused}>
      <summary aria-label={`Change route ${route.route}`}>Change</summary>
      <Form class="change">
        <input type="hidden" name="route" value={String(route.route)} />
        <ConnectorSelects id={`route-${route.route}`} names={names} states={states} />
        <p class="row">
          <Button do="change-route" label={`Save route ${route.route}`}>Save</Button>
          <Button do="remove-route" look="danger" label={`Remove route ${route.route}`}>
            Remove
          </Button>
        </p>
      </Form>
    </details>
  );
};

const ConnectorSelects: FC<{
  id: string;
  names: readonly string[];
  states: readonly ConnectorState[];
}> = ({ id, names, states }) => {
  const count = Math.min(CONNECTORS_MAX, Math.max(3, names.length + 1));
  const existing = states.map(({ connector }) => connector);
  return (
    <div class="fields">
      {Array.from({ length: count }, (_, at) => {
        const chosen = names[at] ?? "";
        const options = existing.includes(chosen) || chosen === ""
          ? existing
          : [chosen, ...existing];
        return (
          <div class="field">
            <label for={`${id}-connector-${at}`}>
              {at === 0 ? "1. First" : `${at + 1}. If that cannot`}
            </label>
            <select id={`${id}-connector-${at}`} name="connector">
              <option value="">{at === 0 ? "none: refused" : "–"}</option>
              {options.map((name) => (
                <option value={name} selected={name === chosen}>{name}</option>
              ))}
            </select>
          </div>
        );
      })}
    </div>
  );
};

export interface AddRouteProps {
  choices: SenderChoices;
  operators: readonly Operator[];
  states: readonly ConnectorState[];
  /** Form that was refused; null: none was. */
  refused: Visit["refused"];
  /** Connector to begin with; null: none. */
  connector: string | null;
}

export const AddRoute: FC<AddRouteProps> = (
  { choices, operators, states, refused, connector },
) => {
  const sent = (name: string) => String(refused?.form.get(name) ?? "");
  const names = refused?.form.getAll("connector").map(String) ??
    (connector === null ? [] : [connector]);
  return (
    <Form>
      <div class="fields">
        <div class="field">
          <label for="add-kind">Form</label>
          <select id="add-kind" name="kind">
            <option value="sms" selected={sent("kind") !== "mms"}>Texts (SMS)</option>
            <option value="mms" selected={sent("kind") === "mms"}>MMS</option>
          </select>
        </div>
        <div class="field">
          <label for="add-sender">From</label>
          <SenderSelect
            id="add-sender"
            choices={choices}
            value={sent("sender")}
            none="any account"
            takesAccounts
          />
        </div>
        <div class="field">
          <label for="add-operator">To</label>
          <OperatorSelect
            id="add-operator"
            operators={operators}
            value={sent("operator")}
            none="any operator"
          />
        </div>
      </div>
      <ConnectorSelects id="add" names={names} states={states} />
      <p class="submit">
        <Button do="add-route" look="primary">Add the route</Button>
      </p>
    </Form>
  );
};

export const OperatorSelect: FC<{
  id: string;
  operators: readonly Operator[];
  value: string;
  /** Name of the choice of none. */
  none: string;
}> = ({ id, operators, value, none }) => (
  <select id={id} name="operator">
    <option value="">{none}</option>
    {operators.map(({ country, name, operator }) => (
      <option value={operator} selected={operator === value}>
        {`${name} (${country}, ${operator})`}
      </option>
    ))}
  </select>
);
