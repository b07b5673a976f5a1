/** Requests to the XML form of the JSON door. Every response is checked against openapi.yaml. */
import assert from "node:assert/strict";
import { assertResponse } from "../contract/validate.ts";
import type { TestService } from "../support/service.ts";
import { requestXml, responseOf } from "../xml/requests.ts";

export interface XmlResponse {
  status: number;
  headers: Headers;
  /** Name of the root; null: the response is a file. */
  root: string | null;
  // deno-lint-ignore no-explicit-any -- tests look into fields by name
  fields: Record<string, any>;
  bytes: Uint8Array;
}

export interface XmlRequestOptions {
  /** Header fields that replace or extend the usual ones; null removes one. */
  headers?: Record<string, string | null>;
  method?: string;
}

/** Documents of all responses so far, for a foreign reader. */
export const written: string[] = [];

/** Sends a request with the account's key in a header. A body that is no text or bytes becomes XML. */
export async function askXml(
  { url, apiKey }: Pick<TestService, "url" | "apiKey">,
  body: object | string | Uint8Array | ReadableStream | undefined,
  { headers = {}, method = "POST" }: XmlRequestOptions = {},
): Promise<XmlResponse> {
  const sent = new Headers({ "content-type": "application/xml", "x-api-key": apiKey });
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) sent.delete(name);
    else sent.set(name, value);
  }
  const response = await fetch(`${url}/api/v2/xml`, {
    method,
    headers: sent,
    ...body === undefined ? {} : { body: bytesOf(body) },
  });
  // The document has the refusal of other methods among the responses to POST.
  const bytes = await assertResponse("POST", "/api/v2/xml", response) as Uint8Array;
  await response.body?.cancel();
  const { status } = response;
  const type = response.headers.get("content-type")!;
  if (!type.startsWith("application/xml")) {
    assert.equal(status, 200);
    return { status, headers: response.headers, root: null, fields: {}, bytes };
  }
  assert.equal(type, "application/xml; charset=utf-8");
  written.push(new TextDecoder().decode(bytes));
  return { status, headers: response.headers, ...responseOf(bytes), bytes };
}

/** As bytes, so that fetch adds no content type. */
function bytesOf(body: object | string | Uint8Array | ReadableStream): BodyInit {
  if (body instanceof ReadableStream || body instanceof Uint8Array) return body as BodyInit;
  return new TextEncoder().encode(typeof body === "string" ? body : requestXml(body));
}

/** Formats a failure: its code and its HTTP status. */
export function xmlFaultOf({ status, fields }: XmlResponse): string {
  return `${fields["error-code"] ?? fields.ERRORCODE} ${status}`;
}
