/** Admin operation that sends a message again. */
import type { Resend } from "../../actions/resend.ts";
import { Refusal } from "../../core/errors.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { AccountDirectory, Store } from "../../ports/mod.ts";
import { note } from "../requests/request_log.ts";
import { missing } from "./refusals.ts";
import { messageView } from "./views.ts";

export interface ResendPorts {
  accounts: AccountDirectory;
  resend: Resend;
  store: Pick<Store, "messages">;
}

export function resendHandlers({ accounts, resend, store: { messages } }: ResendPorts) {
  return {
    async resendMessage({ params, body }) {
      const message = await messages.byTrackingId(params["tracking-id"]);
      if (message === null) throw missing("tracking-id");
      note({ account: message.account });
      const access = await accounts.byId(message.account);
      if (access === null || access.account.disabled) throw new Refusal("accountBlocked");
      const context = { access, operatorId: null, signal: () => new AbortController().signal };
      const id = await resend(message, context, body?.["idempotency-key"] ?? null);
      const resent = await messages.byTrackingId(id);
      if (resent === null) throw new Refusal("conflict", "the message of this key has been erased");
      return messageView(resent);
    },
  } satisfies Partial<AdminHandlers>;
}
