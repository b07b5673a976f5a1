/** Calls of actions: validated requests under the account's rate limit, whatever made them. */
import type { ActionContext, ActionPorts } from "../../actions/ports.ts";
import { faultByCode, FAULTS, Refusal } from "../../core/errors.ts";
import { type Action, type Handlers, type Responses, validate } from "../../generated/json.ts";
import { placeOf } from "../requests/failure.ts";

/** Facts of a call beside its request. */
export type Caller = Omit<ActionContext, "ports">;

/** Handles a request for an action. @throws {Refusal} */
export type ActionCall<A extends Action> = (body: unknown, caller: Caller) => Promise<Responses[A]>;

/** Returns the call of an action. @throws {Refusal} E107 for one that is not enabled */
export type ActionCalls = <A extends Action>(action: A) => ActionCall<A>;

/** @param handlers Handlers of the enabled actions; any other action is refused as not permitted. */
export function createActionCalls(
  ports: ActionPorts,
  handlers: Partial<Handlers<ActionContext>>,
): ActionCalls {
  return <A extends Action>(action: A): ActionCall<A> => {
    const handler = handlers[action];
    if (handler === undefined) {
      throw new Refusal("actionUnknown", `action ${action} is not permitted`);
    }
    return async (body, caller) => {
      ports[RATES[action]].check(caller.access.account);
      // The table's type pairs each action with its own request, which a generic call cannot express.
      const result = await handler(validated(action, body) as never, { ...caller, ports });
      return result as Responses[A];
    };
  };
}

/** Rate limit of each action. */
const RATES: Readonly<Record<Action, "throughput" | "creationRate">> = {
  savemms: "throughput",
  sendsavedmms: "throughput",
  sendsms: "throughput",
  createimage: "creationRate",
  createcontact: "creationRate",
  createcalendar: "creationRate",
};

/**
 * Validates a request against its action's schema, and coerces its fields.
 *
 * @throws {Refusal} The first fault.
 */
function validated(action: Action, body: unknown): unknown {
  const { fault, request } = validate(action, body);
  if (fault === undefined) return request;
  const name = faultByCode(fault.code);
  const { source, text } = FAULTS[name];
  // The spec's own text for a missing value, where it has one (7.2, E1703).
  const isMissing = fault.keyword === "required" || fault.keyword === "minLength";
  const info = source === "spec" && isMissing ? `: ${text}` : ` ${fault.message}`;
  throw new Refusal(name, `${placeOf(fault.path)}${info}`);
}
