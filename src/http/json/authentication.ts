/** Authentication of customers by their API keys, at both forms of the JSON door. */
import { Refusal } from "../../core/errors.ts";
import type { AccountAccess, AccountDirectory } from "../../ports/mod.ts";
import type { ClientAddress } from "../requests/client_address.ts";
import type { CredentialGuard } from "../requests/credential_guard.ts";
import { comesFromAllowed } from "../requests/key_limits.ts";
import { note, putHelpInBody } from "../requests/request_log.ts";

export interface KeyAuthenticationOptions {
  accounts: AccountDirectory;
  clientAddress: ClientAddress;
  guard: CredentialGuard;
}

/** A key as a request presents it. */
export interface PresentedKey {
  headers: Headers;
  /** Path of the door. */
  door: string;
  /** Null: the request has none. */
  key: string | null;
  /** Name of the header or field for the key. */
  name: string;
}

/**
 * Authenticates a request by its key (spec 5), and notes its account.
 *
 * @throws {Refusal} E104, or E103 for a disabled account.
 */
export async function authenticateKey(
  { accounts, clientAddress, guard }: KeyAuthenticationOptions,
  { door, headers, key, name }: PresentedKey,
): Promise<AccountAccess> {
  const access = await accounts.byCachedKey(key ?? "") ?? await guard.verify(
    { door, headers, credential: key },
    () => accounts.byApiKey(key!),
  );
  if (access === null) {
    throw new Refusal("apiKeyInvalid", `${name} is ${key === null ? "missing" : "not valid"}`);
  }
  if (access.account.errorHelp) putHelpInBody();
  if (access.account.disabled) throw new Refusal("accountBlocked");
  note({ account: access.account.id });
  if (!comesFromAllowed(access, headers, clientAddress)) {
    throw new Refusal("apiKeyLimited", `${name} may not be used from this address`);
  }
  return access;
}
