/** Requests on the wire: serialised, sent, and their responses read. */
import { type Endpoint, FetchRefused } from "../../ports/mod.ts";
import type { ApiBody, ApiRequest, Protocol, ProviderResponse } from "./protocol.ts";

/** Maximum bytes read of a response: a hundred messages of a look-up. */
const RESPONSE_MAX_BYTES = 1 << 20;

/** Request as it is sent. */
export interface WireRequest {
  readonly method: "GET" | "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * Serialises a request.
 *
 * @param authorization Headers with the credentials.
 */
export function serialise(
  { api }: Pick<Protocol, "api">,
  request: ApiRequest,
  authorization: Readonly<Record<string, string>>,
): WireRequest {
  const { body, headers = {}, method = body === undefined ? "GET" : "POST", path } = request;
  const content = body === undefined ? null : serialiseBody(body);
  return {
    method,
    url: path.startsWith("/") ? `${api}${path}` : path,
    headers: {
      accept: "application/json",
      ...content === null ? {} : { "content-type": content.type },
      ...authorization,
      ...headers,
    },
    body: content?.text ?? (method === "POST" ? "" : null),
  };
}

function serialiseBody(body: ApiBody): { type: string; text: string } {
  if ("json" in body) return { type: "application/json", text: JSON.stringify(body.json) };
  if ("text" in body) return body;
  const text = new URLSearchParams(body.form.map(([name, value]) => [name, value])).toString();
  return { type: "application/x-www-form-urlencoded", text };
}

/** Sends a request; returns the refusal where no response came. */
export async function sendRequest(
  endpoint: Endpoint,
  { method, url, headers, body }: WireRequest,
  timeoutMs: number,
  onSent?: () => void,
): Promise<ProviderResponse | FetchRefused> {
  const limits = { timeoutMs, maxResponseBytes: RESPONSE_MAX_BYTES, onSent };
  try {
    const response = method === "GET"
      ? await endpoint.get(url, { headers: { ...headers }, ...limits })
      : await endpoint.post(url, { headers: { ...headers }, body: body ?? "", ...limits });
    const text = new TextDecoder().decode(response.body);
    return { status: response.status, headers: response.headers, text, json: readJson(text) };
  } catch (error) {
    if (error instanceof FetchRefused) return error;
    throw error;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
