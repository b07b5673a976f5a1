/** Authentication of MM7 requests: Basic credentials of an account id and one of its API keys. */
import type { BasicCredentials } from "../../core/account/basic_credentials.ts";
import type { AccountAccess, AccountDirectory } from "../../ports/mod.ts";
import type { ClientAddress } from "../requests/client_address.ts";
import type { CredentialGuard } from "../requests/credential_guard.ts";
import { comesFromAllowed } from "../requests/key_limits.ts";

export interface Mm7AuthenticationOptions {
  accounts: AccountDirectory;
  clientAddress: ClientAddress;
  guard: CredentialGuard;
}

export interface Mm7Authentication {
  /** Null: the credentials are missing or wrong, or may not be used. */
  readonly access: AccountAccess | null;
  /** Reason why they may not be used. */
  readonly details?: string;
}

/** Creates the function that authenticates a request by its headers. */
export function createMm7Authentication(
  { accounts, clientAddress, guard }: Mm7AuthenticationOptions,
): (headers: Headers, credentials: BasicCredentials | null) => Promise<Mm7Authentication> {
  return async (headers, credentials) => {
    const { user = "", password = "" } = credentials ?? {};
    const ifOfUser = (access: AccountAccess | null | undefined) =>
      access?.account.id === user ? access : null;
    const credential = credentials && `${user}:${password}`;
    const access = ifOfUser(await accounts.byCachedKey(password)) ?? await guard.verify(
      { door: "/mm7/v1", headers, credential },
      async () => ifOfUser(await accounts.byApiKey(password)),
    );
    if (access !== null && !comesFromAllowed(access, headers, clientAddress)) {
      return { access: null, details: "the API key may not be used from this address" };
    }
    return { access };
  };
}
