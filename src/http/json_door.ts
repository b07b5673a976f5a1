/** The JSON door (contract section 1): one endpoint, dispatched by the body's `action`. */
import { Refusal } from "../core/errors.ts";
import type { AccountAccess, AccountDirectory } from "../ports/mod.ts";
import { type Action, actionOf, type Handlers } from "../generated/json.ts";
import type { Log } from "../log/mod.ts";
import type { ActionContext, ActionPorts } from "../actions/ports.ts";
import { createActionCalls } from "./action_calls.ts";
import { type BodyReader, parseJsonObject } from "./body.ts";
import type { CredentialGuard } from "./credential_guard.ts";
import { type FailedRequest, failureResponse, refusalOf } from "./failure.ts";
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
  const calls = createActionCalls(ports, handlers);
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
      const call = calls(action);
      const operatorId = request.headers.get("x-service-carrier-id");
      const act = async (keep?: ActionContext["keep"]): Promise<Result> => {
        const signal = () => request.signal;
        const result: Result = await call(body, { access, operatorId, keep, signal });
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
