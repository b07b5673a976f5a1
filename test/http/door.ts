/** Requests to a service's doors. Every response is validated against openapi.yaml. */
import assert from "node:assert/strict";
import { actionOf } from "../../src/generated/json.ts";
import { assertResponse } from "../contract/validate.ts";
import type { TestService } from "../support/service.ts";

export interface DoorResponse {
  status: number;
  headers: Headers;
  // deno-lint-ignore no-explicit-any -- tests look into bodies field by field
  body: any;
}

export interface RequestOptions {
  path?: string;
  method?: string;
  /** Header fields that replace or extend the usual ones; null removes one. */
  headers?: Record<string, string | null>;
  /** Key of another account. */
  key?: string;
  /** Whether the request fails before its action is known. */
  early?: boolean;
}

/**
 * Sends a request, `POST /api/v2` by default. Bodies other than text, bytes and streams become
 * JSON.
 */
export async function ask(
  { url, apiKey }: Pick<TestService, "url" | "apiKey">,
  body: unknown,
  { path = "/api/v2", method = "POST", headers = {}, key = apiKey, early = false }: RequestOptions =
    {},
): Promise<DoorResponse> {
  const sent = new Headers({ "content-type": "application/json", "x-api-key": key });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const isRaw = typeof body === "string" || body instanceof Uint8Array ||
    body instanceof ReadableStream;
  const response = await fetch(url + path, {
    method,
    headers: sent,
    ...(body === undefined ? {} : { body: isRaw ? body as BodyInit : JSON.stringify(body) }),
  });
  const named = (body as { action?: unknown } | null | undefined)?.action;
  const action = early || typeof named !== "string" ? undefined : actionOf(named) ?? undefined;
  const content = await assertResponse(method, path, response, action);
  await response.body?.cancel();
  return { status: response.status, headers: response.headers, body: content };
}

/** Formats a failure as in the contract's table: its code and its HTTP status. */
export function faultOf({ status, body }: DoorResponse): string {
  return `${body["error-code"]} ${status}`;
}

/** Returns the body of a success. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
export function bodyOfSuccess({ status, body }: DoorResponse): any {
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

/** Saves a template, waits until it is ready or has failed, and returns its `mms-id`. */
export async function settledTemplate(
  test: TestService,
  fields: Record<string, unknown>,
  options?: RequestOptions,
): Promise<string> {
  const reference = crypto.randomUUID();
  const body = { action: "savemms", name: "a template", "client-reference": reference, ...fields };
  const { "mms-id": mmsId } = bodyOfSuccess(await ask(test, body, options));
  await test.receiver.until((received) =>
    received.some((postback) => postback.body["client-reference"] === body["client-reference"])
  );
  return mmsId;
}
