/** The actions, as the JSON door and the admin API perform them for an account. */
import type { ActionContext, ActionPorts } from "../../actions/ports.ts";
import { Refusal } from "../../core/errors.ts";
import { mayPerform } from "../../core/account/key_limits.ts";
import { ACTIONS } from "../../generated/actions.ts";
import { type Action, actionOf } from "../../generated/json.ts";
import { didYouMean } from "../../lib/similar_name.ts";
import type { Log } from "../../log/mod.ts";
import { type CallAction, makesNothing } from "./call_action.ts";
import {
  disconnectedResponse,
  type FailedRequest,
  failureResponse,
  refusalOf,
} from "../requests/failure.ts";
import { createIdempotency, readIdempotencyKey } from "./idempotency.ts";
import { responseOf, type Result, storedResponseOf } from "./response.ts";
import { note, noteOutcome, putHelpInBody } from "../requests/request_log.ts";

/** An authenticated request. */
export interface ActionRequest
  extends Pick<ActionContext, "access" | "draft" | "operatorId" | "signal"> {
  /** Body with `action`, not yet validated. */
  body: Record<string, unknown>;
  /** Value of `Idempotency-Key`, not yet validated; null: none. */
  idempotencyKey: string | null;
  /** Called when the action has made a message or template; not for a repeated response. */
  onAccepted?(accepted: Accepted): void;
}

/** Message or template that an action has made. */
export interface Accepted {
  trackingId: string;
  action: Action;
  result: Result;
}

/** Performs the action that a body names; never rejects. */
export type PerformAction = (request: ActionRequest) => Promise<Response>;

export interface PerformOptions {
  callAction: CallAction;
  ports: ActionPorts;
  log: Log;
}

export function createPerformAction({ callAction, ports, log }: PerformOptions): PerformAction {
  const idempotently = createIdempotency(ports, log);

  async function respond(request: ActionRequest, failed: FailedRequest): Promise<Response> {
    const { access, body, draft, operatorId, signal } = request;
    // The admin API performs actions, too, and authenticates no account.
    if (access.account.errorHelp) putHelpInBody();
    const action = readAction(body);
    failed.action = action;
    noteOutcome({ action });
    if (access.limits !== undefined && !mayPerform(access.limits, action)) {
      throw new Refusal("apiKeyLimited", `x-api-key may not perform ${action}`);
    }
    if (typeof body.to === "string" || typeof body.to === "number") failed.to = String(body.to);
    const act = async (recordOf?: ActionContext["recordOf"]): Promise<Result> => {
      const result: Result = await callAction(action, body, {
        access,
        draft,
        operatorId,
        recordOf,
        signal,
      });
      if ("tracking-id" in result) {
        const trackingId = result["tracking-id"] as string;
        note({ "tracking-id": trackingId });
        if (!makesNothing(action)) request.onAccepted?.({ trackingId, action, result });
      }
      return result;
    };
    const key = readIdempotencyKey(request.idempotencyKey);
    if (key !== null) {
      return await idempotently(
        { account: access.account.id, key, body: { ...body, action } },
        act,
      );
    }
    const result = await act();
    return "bytes" in result ? responseOf(storedResponseOf(result)) : Response.json(result);
  }

  return async (request) => {
    const failed: FailedRequest = { action: null, to: null };
    try {
      return await respond(request, failed);
    } catch (error) {
      return disconnectedResponse(error, request.signal) ??
        failureResponse(refusalOf(error, log), failed);
    }
  };
}

function readAction(body: Record<string, unknown>): Action {
  const { action } = body;
  if (action === undefined || action === null) {
    throw new Refusal("invalidRequest", `action is required: one of ${ACTIONS.join(", ")}`);
  }
  if (typeof action !== "string") throw new Refusal("invalidRequest", "action must be a string");
  const canonical = actionOf(action);
  if (canonical === null) {
    const near = didYouMean(action, ACTIONS);
    throw new Refusal("actionUnknown", `action is unknown: one of ${ACTIONS.join(", ")}${near}`);
  }
  return canonical;
}
