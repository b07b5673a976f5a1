/** Service whose admin API is tested, and requests to it. */
import assert from "node:assert/strict";
import { ADMIN_TOKEN, SHORT_CODE, startService, type TestService } from "../../support/service.ts";
import { ask, type DoorResponse } from "../door.ts";

export const SMS = {
  action: "sendsms",
  from: "111122",
  to: "16175550101",
  "message-text": "Hello",
};
export const SAVE = {
  action: "savemms",
  name: "Sale",
  "fallback-sms-text": "See it",
  slide: [{ "message-text": "Hello" }],
};

export let test: TestService;

export async function start(): Promise<void> {
  test = await startService({
    config: { OUTBOUND_ALLOW: "127.0.0.1" },
    senders: [{ ...SHORT_CODE, shared: true }],
  });
}

export const AUTHORISED = { authorization: `Bearer ${ADMIN_TOKEN}`, "x-api-key": null };

export function admin(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string | null> = AUTHORISED,
): Promise<DoorResponse> {
  return ask(test, body, { method, path: `/admin/v1${path}`, headers });
}

/** Returns the body of a response, which must have this status. */
export async function expectStatus(status: number, response: Promise<DoorResponse>) {
  const { status: actual, body } = await response;
  assert.equal(actual, status, JSON.stringify(body));
  return body;
}

/** Creates an account and a function that sends as it. */
export async function newAccount(fields: Record<string, unknown> = {}) {
  const created = await expectStatus(201, admin("POST", "/accounts", { name: "New", ...fields }));
  const id: string = created.account;
  const key: string = created["api-key"];
  return { id, key, send: () => ask(test, SMS, { key, early: true }) };
}

/** Sender that all accounts share. */
export const aSender = { address: "111122", kind: "short-code", country: "US", shared: true };

/** Sends a request for an operation that openapi.yaml does not have. */
export async function rawAdmin(method: string, path: string): Promise<DoorResponse> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const response = await fetch(`${test.url}/admin/v1${path}`, { method, headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
