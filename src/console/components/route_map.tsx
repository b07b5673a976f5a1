/** Routes as drawings: which messages they are for, and their connectors in order. */
import type { Child, FC } from "hono/jsx";
import type { ConnectorState, Operator, Route } from "../../generated/admin.ts";
import { State } from "./state.tsx";
import { Code, Value } from "./text.tsx";

export interface RouteMapProps {
  route: Pick<Route, "kind" | "account" | "sender" | "operator" | "connectors">;
  operators: readonly Operator[];
  states: readonly ConnectorState[];
}

/** Draws a route from its messages to its connectors; it reads as a sentence without style. */
export const RouteMap: FC<RouteMapProps> = ({ route, operators, states }) => {
  const names = connectorsOf(route);
  return (
    <ol class="flow">
      <li class="stop from">
        <strong>{route.kind.toUpperCase()}</strong> {sendersOf(route)}
        <span class="unseen">,</span>
        <span>{operatorOf(route, operators)}</span>
      </li>
      {names.length === 0 && (
        <li class="stop end">
          <strong>refused</strong>
          <span class="hint">the route has no connectors</span>
        </li>
      )}
      {names.map((name, at) => (
        <li class="stop">
          <span class="hint">{at === 0 ? "1. first" : `${at + 1}. if that cannot`}</span>
          <Code text={name} />
          <Trouble of={states.find(({ connector }) => connector === name)} />
        </li>
      ))}
    </ol>
  );
};

/** Reason why a connector takes no messages now. */
const Trouble: FC<{ of: ConnectorState | undefined }> = ({ of: state }) => {
  if (state === undefined) return <State of="not set up" />;
  return state.state === "down" || state.state === "disabled" ? <State of={state.state} /> : null;
};

/** Lists the connectors of a route, in order. */
export function connectorsOf({ connectors }: Pick<Route, "connectors">): string[] {
  return connectors.split(",").filter((name) => name !== "");
}

function sendersOf({ account, sender }: RouteMapProps["route"]): Child {
  if (account === null) return <span>of any account</span>;
  if (sender === null) {
    return (
      <span>
        of <Value text={account} />
      </span>
    );
  }
  return (
    <span>
      from <Value text={sender} /> of <Value text={account} />
    </span>
  );
}

function operatorOf(
  { operator: id }: RouteMapProps["route"],
  operators: readonly Operator[],
): Child {
  if (id === null) return "to any operator";
  const name = operators.find(({ operator }) => operator === id)?.name;
  return (
    <>
      to {name === undefined ? null : <Value text={name} />} <Code text={id} />
    </>
  );
}
