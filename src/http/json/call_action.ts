/** Calls an action with a validated request, under the account's rate limit. */
import type { ActionContext, ActionPorts } from "../../actions/ports.ts";
import { faultByCode, FAULTS, Refusal } from "../../core/errors.ts";
import { type Action, type Handlers, type Responses, validate } from "../../generated/json.ts";
import { alsoMissing, fieldPath } from "../requests/failure.ts";

/**
 * Calls an action with a request that is not validated yet.
 *
 * @throws {Refusal}
 */
export type CallAction = <A extends Action>(
  action: A,
  body: unknown,
  context: Omit<ActionContext, "ports">,
) => Promise<Responses[A]>;

export function createCallAction(
  ports: ActionPorts,
  handlers: Handlers<ActionContext>,
): CallAction {
  return async <A extends Action>(
    action: A,
    body: unknown,
    context: Omit<ActionContext, "ports">,
  ) => {
    ports[RATES[action]].check(context.access.account);
    // The table's type pairs each action with its own request, which a generic call cannot express.
    const request = validated(action, body) as never;
    return await handlers[action](request, { ...context, ports }) as Responses[A];
  };
}

/** Rate limit of each action. */
const RATES: Readonly<Record<Action, "throughput" | "creationRate" | "readRate">> = {
  savemms: "throughput",
  sendsavedmms: "throughput",
  sendmms: "throughput",
  sendsms: "throughput",
  getmmstemplates: "readRate",
  deletemmsid: "readRate",
  getevents: "readRate",
  createimage: "creationRate",
  createcontact: "creationRate",
  createcalendar: "creationRate",
  getmessage: "readRate",
  getmessages: "readRate",
  getblocks: "readRate",
  block: "readRate",
  unblock: "readRate",
  getlinks: "readRate",
  subscribe: "throughput",
  unsubscribe: "throughput",
  cancelmessage: "readRate",
};

/** Tells whether an action makes neither a message nor a template nor a file. */
export function makesNothing(action: Action): boolean {
  return RATES[action] === "readRate";
}

/**
 * Validates a request against its action's schema, and coerces its fields.
 *
 * @throws {Refusal} The first fault, and all fields that are missing.
 */
function validated(action: Action, body: unknown): unknown {
  const { fault, missing, request } = validate(action, body);
  if (fault === undefined) return request;
  const name = faultByCode(fault.code);
  const { source, text } = FAULTS[name];
  // The spec's own text for a missing value, where it has one (7.2, E1703).
  const isMissing = fault.keyword === "required" || fault.keyword === "minLength";
  const info = source === "spec" && isMissing ? `: ${text}` : ` ${fault.message}`;
  throw new Refusal(name, `${fieldPath(fault.path)}${info}${alsoMissing(missing)}`);
}
