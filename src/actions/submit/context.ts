/** Context of a submission. */
import type { Account } from "../../core/account/account.ts";
import type { Echo } from "../../mm7/status.ts";
import type { AccountAccess } from "../../ports/mod.ts";
import type { ActionContext } from "../ports.ts";

export interface SubmitContext extends ActionContext {
  /** Finds the account of an API key; null: unknown key. */
  accountOf(apiKey: string): Promise<AccountAccess | null>;
  /** Stores the version and namespace that an account submits with. */
  saveDialect(account: Account, echo: Echo): Promise<void>;
}
