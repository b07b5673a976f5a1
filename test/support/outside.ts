/** Users of a program from outside: its operator by the admin API, and a customer. */
import assert from "node:assert/strict";
import { ADMIN_TOKEN, SHORT_CODE } from "./service.ts";
import { until } from "./until.ts";

/**
 * Sends a request to the admin API, by GET or with a body by POST, and returns the response's body.
 */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
export type Operator = (path: string, body?: unknown) => Promise<any>;

export const operatorOf = (url: string): Operator => async (path, body) => {
  const response = await fetch(`${url}/admin/v1${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  assert.ok(response.ok, `${path}: ${response.status} ${text}`);
  return JSON.parse(text);
};

/** Creates the account `acme` with a short code, and returns its API key and webhook secret. */
export async function newAccount(
  url: string,
  fields: object = {},
): Promise<{ apiKey: string; webhookSecret: string }> {
  const operator = operatorOf(url);
  const created = await operator("/accounts", { account: "acme", name: "Acme", ...fields });
  await operator("/accounts/acme/senders", SHORT_CODE);
  return { apiKey: created["api-key"], webhookSecret: created["webhook-secret"] };
}

/** Builds a text from the account's short code. */
export const SMS = {
  action: "sendsms",
  from: SHORT_CODE.address,
  to: "16175550100",
  "message-text": "Hello",
};

/** Sends a request to the JSON door. */
export const postTo = (
  url: string,
  apiKey: string,
  body: object = SMS,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${url}/api/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey, ...headers },
    body: JSON.stringify(body),
  });

/** Sends a text, and returns its tracking-id once it is accepted. */
export async function sendSms(url: string, apiKey: string): Promise<string> {
  const response = await postTo(url, apiKey);
  const body = await response.json();
  assert.equal(response.status, 200, JSON.stringify(body));
  return body["tracking-id"];
}

/** Resolves once all these messages are delivered. */
export async function untilDelivered(url: string, trackingIds: Iterable<string>): Promise<void> {
  const operator = operatorOf(url);
  for (const id of trackingIds) {
    await until(() => operator(`/messages/${id}`), ({ state }) => state === "delivered");
  }
}
