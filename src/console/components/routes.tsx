/** The routing table, with forms that change it. */
import type { FC } from "hono/jsx";
import type { Route } from "../../generated/admin.ts";
import { Button, Form } from "./form.tsx";
import { OperationFields } from "./operation_fields.tsx";
import { bodyFieldsOf } from "../model/operation_body.ts";
import type { Visit } from "../model/page.ts";
import { Code, Value } from "./text.tsx";

export interface RoutesProps {
  of: readonly Route[];
  mayChange: boolean;
  refused: Visit["refused"];
  /** Usual values by field. */
  suggestions: Readonly<Record<string, readonly string[]>>;
}

export const Routes: FC<RoutesProps> = ({ of: routes, mayChange, refused, suggestions }) => (
  <>
    {routes.length === 0
      ? (
        <p class="hint">
          There are none: messages go by their sender's connector, or by DEFAULT_CONNECTOR.
        </p>
      )
      : (
        <table class="cards">
          <thead>
            <tr>
              {["Route", "Kind", "Account", "Sender", "Operator", "Connectors"].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {routes.map((route) => (
              <tr>
                <td>{route.route}</td>
                <td>{route.kind.toUpperCase()}</td>
                <td>
                  <Scope name="account" value={route.account} />
                </td>
                <td>
                  <Scope name="sender" value={route.sender} />
                </td>
                <td>
                  <Scope name="operator" value={route.operator} />
                </td>
                <td class="wide">
                  <Connectors
                    route={route}
                    mayChange={mayChange}
                    refused={refused}
                    suggestions={suggestions}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    {mayChange && (
      <details open={refused?.form.get("do") === "add-route"}>
        <summary>Add a route</summary>
        <Form>
          <OperationFields
            of={bodyFieldsOf("addRoute")}
            prefix="add-route"
            refused={refused?.form.get("do") === "add-route" ? refused : null}
            suggestions={suggestions}
          />
          <Button do="add-route" look="primary">Add the route</Button>
        </Form>
      </details>
    )}
  </>
);

const Scope: FC<{ name: string; value: string | null }> = ({ name, value }) => (
  value === null ? <span class="none">any {name}</span> : <Value text={value} />
);

const Connectors: FC<{ route: Route } & Omit<RoutesProps, "of">> = (
  { route, mayChange, refused, suggestions },
) => {
  if (!mayChange) {
    return route.connectors === ""
      ? <span class="none">none: refused</span>
      : <Code text={route.connectors} />;
  }
  const isRefused = refused?.form.get("route") === String(route.route);
  const list = `connectors-${route.route}`;
  return (
    <Form class="row">
      <input type="hidden" name="route" value={String(route.route)} />
      <input
        name="connectors"
        class="grow"
        value={isRefused ? String(refused!.form.get("connectors")) : route.connectors}
        list={list}
        maxlength={1000}
        autocomplete="off"
        aria-label={`Connectors of route ${route.route}`}
        placeholder="none: refused"
      />
      <datalist id={list}>
        {suggestions.connectors?.map((name) => <option value={name}></option>)}
      </datalist>
      <Button do="change-route" label={`Save route ${route.route}`}>Save</Button>
      <Button do="remove-route" look="danger" label={`Remove route ${route.route}`}>Remove</Button>
    </Form>
  );
};
