/** The routing table, with forms that change it. */
import type { FC } from "hono/jsx";
import type { Route } from "../../generated/admin.ts";
import { Button, Form } from "./form.tsx";
import { OperationFields } from "./operation_fields.tsx";
import { Code, Value } from "./text.tsx";

export interface RoutesProps {
  of: readonly Route[];
  mayChange: boolean;
  /** Form of a refused action; null: none was refused. */
  refused: FormData | null;
  /** Suggestions: ids of data lists, by field. */
  lists: Readonly<Record<string, string>>;
}

export const Routes: FC<RoutesProps> = ({ of: routes, mayChange, refused, lists }) => (
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
                  <Connectors route={route} mayChange={mayChange} refused={refused} lists={lists} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    {mayChange && (
      <details open={refused?.get("do") === "add-route"}>
        <summary>Add a route</summary>
        <Form>
          <OperationFields
            operation="addRoute"
            id="add-route"
            lists={lists}
            values={refused?.get("do") === "add-route" ? textsOf(refused) : {}}
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
  { route, mayChange, refused, lists },
) => {
  if (!mayChange) {
    return route.connectors === ""
      ? <span class="none">none: refused</span>
      : <Code text={route.connectors} />;
  }
  const isRefused = refused?.get("route") === String(route.route);
  return (
    <Form class="row">
      <input type="hidden" name="route" value={String(route.route)} />
      <input
        name="connectors"
        class="grow"
        value={isRefused ? textsOf(refused!).connectors ?? "" : route.connectors}
        list={lists.connectors}
        maxlength={1000}
        autocomplete="off"
        aria-label={`Connectors of route ${route.route}`}
        placeholder="none: refused"
      />
      <Button do="change-route" label={`Save route ${route.route}`}>Save</Button>
      <Button do="remove-route" look="danger" label={`Remove route ${route.route}`}>Remove</Button>
    </Form>
  );
};

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
}
