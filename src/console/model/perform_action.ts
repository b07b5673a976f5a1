/** Actions as the console performs them: the same form sent twice, as by two clicks, acts once. */
import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { canonicalJson } from "../../lib/canonical_json.ts";
import type { ActionRequest } from "../../generated/admin.ts";
import type { AdminApi } from "./admin_api.ts";

/** Creates the value by which a form is known when it is sent again. */
export function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}

/**
 * Performs an action for an account.
 *
 * @param nonce Value of the form; null: the same request may act again.
 * @param options Draft that it makes or saves. Default: none.
 * @throws {ApiRefusal}
 */
export async function performAction(
  api: AdminApi,
  account: string | null,
  request: Record<string, unknown>,
  nonce: string | null,
  options: Partial<Pick<ActionRequest, "as-draft" | "draft">> = {},
): Promise<Response> {
  const key = nonce === null ? {} : {
    "idempotency-key": createHash("sha256").update(`${nonce}\0${canonicalJson(request)}`)
      .digest("base64url"),
  };
  return await api.call("performAction", {
    params: { account: account ?? "" },
    body: { request, ...key, ...options },
  });
}
