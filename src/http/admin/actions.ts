/** Admin operation that performs an action for an account, as the JSON door does. */
import { Refusal } from "../../core/errors.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
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
    async performAction({ params, body: { request, "idempotency-key": key = null } }) {
      const access = await accounts.byId(params.account);
      if (access === null) throw missing("account");
      if (access.account.disabled) throw new Refusal("accountBlocked");
      note({ account: access.account.id });
      return await performAction({
        access,
        body: request,
        idempotencyKey: key,
        operatorId: null,
        // The operation goes on when its client disconnects, like every other.
        signal: () => new AbortController().signal,
      });
    },
  } satisfies Partial<AdminHandlers>;
}
