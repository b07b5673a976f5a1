/** The JSON door (contract section 1): one endpoint, dispatched by the body's `action`. */
import { Refusal } from "../../core/errors.ts";
import type { AccountAccess, AccountDirectory, Clock, Exchanges } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import type { BodyReader } from "../requests/body.ts";
import { parseJsonObject } from "../requests/json_body.ts";
import type { ClientAddress } from "../requests/client_address.ts";
import type { CredentialGuard } from "../requests/credential_guard.ts";
import { jsonExchange } from "./exchange.ts";
import { failureResponse, refusalOf } from "../requests/failure.ts";
import { comesFromAllowed } from "../requests/key_limits.ts";
import type { PerformAction } from "./perform.ts";
import { note } from "../requests/request_log.ts";

export interface JsonDoorOptions {
  accounts: AccountDirectory;
  clientAddress: ClientAddress;
  clock: Clock;
  guard: CredentialGuard;
  log: Log;
  performAction: PerformAction;
  bodies: BodyReader;
  exchanges: Exchanges;
}

/** Creates the handler of `POST /api/v2`, which never rejects. */
export function createJsonDoor(
  { accounts, clientAddress, clock, exchanges, guard, log, performAction, bodies }: JsonDoorOptions,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const access = await authorise(request, accounts, guard);
      note({ account: access.account.id });
      if (!comesFromAllowed(access, request.headers, clientAddress)) {
        throw new Refusal("apiKeyLimited", "x-api-key may not be used from this address");
      }
      using read = await bodies.read(request, { owner: access.account.id });
      const { headers } = request;
      const at = clock.now();
      return await performAction({
        access,
        body: parseJsonObject(headers.get("content-type"), read.bytes),
        idempotencyKey: headers.get("idempotency-key"),
        operatorId: headers.get("x-service-carrier-id"),
        signal: () => request.signal,
        onAccepted: (accepted) =>
          exchanges.record(() => jsonExchange({ ...accepted, at, request, read })),
      });
    } catch (error) {
      return failureResponse(refusalOf(error, log));
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
