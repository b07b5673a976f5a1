/** Requests with an Idempotency-Key, and comparison of their responses. */
import assert from "node:assert/strict";
import { type Action, actionOf } from "../../src/generated/json.ts";
import { assertResponse } from "../contract/validate.ts";
import type { TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

export interface KeyedResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
  /** Whether this repeats an earlier response. */
  replayed: boolean;
  /** Parts that the response to a repeated request must share with it. */
  lasting: unknown;
}

/** Header fields that belong to one response alone. */
const PASSING = ["date", "idempotent-replayed", "x-request-id"];

let last = 0;

export function newKey(): string {
  return `key-${crypto.randomUUID()}.${++last}`;
}

/** Sends a `POST /api/v2` with a key; a body that is text is sent unchanged. */
export async function askKeyed(
  { url, apiKey }: Pick<TestService, "url" | "apiKey">,
  key: string,
  body: unknown,
): Promise<KeyedResponse> {
  const raw = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(`${url}/api/v2`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey, "idempotency-key": key },
    body: raw,
  });
  const { status, headers } = response;
  // Refused before its action is known: for its key, or without the store, which has the keys.
  const isEarly = status === 401 ||
    status === 503 && (await response.clone().json()).status === "failure";
  await assertResponse("post", "/api/v2", response, isEarly ? undefined : actionIn(raw));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const replayed = headers.get("idempotent-replayed");
  assert.ok(replayed === null || replayed === "true");
  return {
    status,
    headers,
    bytes,
    replayed: replayed !== null,
    lasting: [status, [...headers].filter(([name]) => !PASSING.includes(name)), bytes],
  };
}

function actionIn(raw: string): Action | undefined {
  return actionOf(/"action" ?: ?"(\w+)"/.exec(raw)?.[1] ?? "") ?? undefined;
}

// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
export function fieldsOf({ bytes }: KeyedResponse): any {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Fails unless the request was performed now, instead of an earlier response being repeated. */
export function assertDone(response: KeyedResponse): void {
  assert.deepEqual(
    [response.status, response.replayed],
    [200, false],
    new TextDecoder().decode(response.bytes),
  );
}

/** Fails unless `response` repeats the response `first`. */
export function assertReplayed(response: KeyedResponse, first: KeyedResponse): void {
  assert.deepEqual(response.lasting, first.lasting);
  assert.ok(response.replayed);
}

export function assertRefused(response: KeyedResponse, fault: string, info?: string): void {
  const { "error-code": code, "error-info": errorInfo } = fieldsOf(response);
  assert.equal(`${code} ${response.status}`, fault, errorInfo);
  if (info !== undefined) assert.equal(errorInfo, info);
}

export const USED = "Idempotency-Key was used with another body";
export const IN_PROGRESS = "a request with this Idempotency-Key is in progress";

/** Reports whether the request was refused because another one is in progress. */
export function isInProgress(response: KeyedResponse): boolean {
  if (response.status !== 409) return false;
  assertRefused(response, "E121 409", IN_PROGRESS);
  assert.equal(response.headers.get("retry-after"), "1");
  return true;
}

/**
 * Repeats a request while its response is 503 or in progress, as a customer does after a lost one.
 */
export function untilResponded(ask: () => Promise<KeyedResponse>): Promise<KeyedResponse> {
  return until(ask, (response) => response.status !== 503 && !isInProgress(response));
}
