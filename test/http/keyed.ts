/** Requests with an Idempotency-Key, and comparison of their responses. */
import assert from "node:assert/strict";
import { type Action, actionOf } from "../../src/generated/json.ts";
import { assertResponse } from "../contract/validate.ts";
import type { TestService } from "../support/service.ts";

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
  await assertResponse("post", "/api/v2", response, status === 401 ? undefined : actionIn(raw));
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

// deno-lint-ignore no-explicit-any -- tests look into answers field by field
export function fieldsOf({ bytes }: KeyedResponse): any {
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Fails unless the request was performed now, instead of an earlier response being repeated. */
export function assertDone(answer: KeyedResponse): void {
  assert.deepEqual(
    [answer.status, answer.replayed],
    [200, false],
    new TextDecoder().decode(answer.bytes),
  );
}

/** Fails unless `answer` repeats the response `first`. */
export function assertReplayed(answer: KeyedResponse, first: KeyedResponse): void {
  assert.deepEqual(answer.lasting, first.lasting);
  assert.ok(answer.replayed);
}

export function assertRefused(answer: KeyedResponse, fault: string, info?: string): void {
  const { "error-code": code, "error-info": said } = fieldsOf(answer);
  assert.equal(`${code} ${answer.status}`, fault, said);
  if (info !== undefined) assert.equal(said, info);
}

export const USED = "Idempotency-Key was used with another body";
export const IN_PROGRESS = "a request with this Idempotency-Key is in progress";

/** Reports whether the request was refused because another one is in progress. */
export function isInProgress(answer: KeyedResponse): boolean {
  if (answer.status !== 409) return false;
  assertRefused(answer, "E121 409", IN_PROGRESS);
  assert.equal(answer.headers.get("retry-after"), "1");
  return true;
}

/**
 * Repeats a request while its response is 503 or in progress, as a customer does after a lost one.
 */
export async function untilAnswered(ask: () => Promise<KeyedResponse>): Promise<KeyedResponse> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503 && !isInProgress(answer)) return answer;
  }
}
