/** The JSON door (contract section 1): one endpoint, dispatched by the body's `action`. */
import { faultByCode, FAULTS, Refusal } from "../core/errors.ts";
import type { AccountAccess, AccountDirectory } from "../ports/mod.ts";
import { type Action, actionOf, type Handlers, validate } from "../generated/json.ts";
import type { Log } from "../log/mod.ts";
import type { ActionContext, ActionPorts } from "../actions/ports.ts";
import { type BodyReader, parseJsonObject } from "./body.ts";
import type { CredentialGuard } from "./credential_guard.ts";
import { type FailedRequest, failureResponse, placeOf, refusalOf } from "./failure.ts";
import { createIdempotency, readIdempotencyKey } from "./idempotency.ts";
import { responseOf, type Result, storedResponseOf } from "./json_response.ts";
import { note } from "./request_log.ts";

export interface JsonDoorOptions {
  ports: ActionPorts;
  accounts: AccountDirectory;
  guard: CredentialGuard;
  log: Log;
  /** Handlers of the enabled actions; any other action is refused as not permitted. */
  handlers: Partial<Handlers<ActionContext>>;
  bodies: BodyReader;
}

/** Creates the handler of `POST /api/v2`, which never rejects. */
export function createJsonDoor(
  { ports, accounts, guard, log, handlers, bodies }: JsonDoorOptions,
): (request: Request) => Promise<Response> {
  const idempotently = createIdempotency(ports, log);
  return async (request) => {
    const failed: FailedRequest = { action: null, to: null };
    try {
      const access = await authorise(request, accounts, guard);
      note({ account: access.account.id });
      using read = await bodies.read(request, { owner: access.account.id });
      const body = parseJsonObject(request.headers.get("content-type"), read.bytes);
      const action = readAction(body);
      failed.action = action;
      if (typeof body.to === "string" || typeof body.to === "number") failed.to = String(body.to);
      const handler = handlers[action] as Handlers<ActionContext>[Action] | undefined;
      if (handler === undefined) {
        throw new Refusal("actionUnknown", `action ${action} is not permitted`);
      }
      const operatorId = request.headers.get("x-service-carrier-id");
      const act = async (keep?: ActionContext["keep"]): Promise<Result> => {
        const signal = () => request.signal;
        const context: ActionContext = { ports, access, operatorId, keep, signal };
        ports[RATES[action]].check(access.account);
        const result: Result = await handler(validated(action, body) as never, context);
        if ("tracking-id" in result) note({ "tracking-id": result["tracking-id"] as string });
        return result;
      };
      const key = readIdempotencyKey(request.headers);
      if (key !== null) {
        return await idempotently(
          { account: access.account.id, key, body: { ...body, action } },
          act,
        );
      }
      const result = await act();
      return "bytes" in result ? responseOf(storedResponseOf(result)) : Response.json(result);
    } catch (error) {
      return failureResponse(refusalOf(error, log), failed);
    }
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
 * Authenticates a request by its `x-api-key` (spec 5).
 *
 * @throws {Refusal} E104, or E103 for a disabled account.
 */
async function authorise(
  { headers }: Request,
  accounts: AccountDirectory,
  guard: CredentialGuard,
): Promise<AccountAccess> {
  const credential = headers.get("x-api-key") || null;
  const access = await accounts.byCachedKey(credential ?? "") ?? await guard.verify(
    { door: "/api/v2", headers, credential },
    () => accounts.byApiKey(credential!),
  );
  if (access === null) {
    const reason = credential === null ? "missing" : "not valid";
    throw new Refusal("apiKeyInvalid", `x-api-key is ${reason}`);
  }
  if (access.account.disabled) throw new Refusal("accountBlocked");
  return access;
}

function readAction(body: Record<string, unknown>): Action {
  const { action } = body;
  if (action === undefined || action === null) {
    throw new Refusal("invalidRequest", "action is required");
  }
  if (typeof action !== "string") throw new Refusal("invalidRequest", "action must be a string");
  const canonical = actionOf(action);
  if (canonical === null) throw new Refusal("actionUnknown", "action is unknown");
  return canonical;
}

/**
 * Validates a request against its action's schema, and coerces its fields.
 *
 * @throws {Refusal} The first fault.
 */
function validated(action: Action, body: Record<string, unknown>): unknown {
  const { fault, request } = validate(action, body);
  if (fault === undefined) return request;
  const name = faultByCode(fault.code);
  const { source, text } = FAULTS[name];
  // The spec's own text for a missing value, where it has one (7.2, E1703).
  const isMissing = fault.keyword === "required" || fault.keyword === "minLength";
  const info = source === "spec" && isMissing ? `: ${text}` : ` ${fault.message}`;
  throw new Refusal(name, `${placeOf(fault.path)}${info}`);
}
