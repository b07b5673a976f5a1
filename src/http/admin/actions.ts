/** Admin operation that performs an action for an account, as the JSON door does. */
import { Refusal } from "../../core/errors.ts";
import type { DraftOptions } from "../../actions/ports.ts";
import type { ActionRequest, AdminHandlers } from "../../generated/admin.ts";
import { actionOf } from "../../generated/json.ts";
import { note } from "../requests/request_log.ts";
import type { AccountDirectory } from "../../ports/mod.ts";
import type { PerformAction } from "../json/perform.ts";
import { missing } from "./refusals.ts";

export interface ActionPorts {
  accounts: AccountDirectory;
  performAction: PerformAction;
}

export function actionHandlers({ accounts, performAction }: ActionPorts) {
  return {
    async performAction({ params, body }) {
      const { request, "idempotency-key": key = null } = body;
      const draft = draftOf(body);
      const access = await accounts.byId(params.account);
      if (access === null) throw missing("account");
      if (access.account.disabled) throw new Refusal("accountBlocked");
      note({ account: access.account.id });
      return await performAction({
        access,
        body: request,
        draft,
        idempotencyKey: key,
        operatorId: null,
        // The operation goes on when its client disconnects, like every other.
        signal: () => new AbortController().signal,
      });
    },
  } satisfies Partial<AdminHandlers>;
}

/** Reads what a request says of drafts. @throws {Refusal} */
function draftOf(
  { request, "as-draft": isDraft = false, draft }: ActionRequest,
): DraftOptions | undefined {
  const earlier = draft ?? null;
  if (!isDraft && earlier === null) return undefined;
  const { action } = request;
  if (typeof action !== "string" || actionOf(action) !== "savemms") {
    const field = isDraft ? "as-draft" : "draft";
    throw new Refusal("invalidRequest", `${field} is for savemms only`);
  }
  return { isDraft, earlier };
}
