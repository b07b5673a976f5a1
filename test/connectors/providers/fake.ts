/** Fake provider of a hosted API, as the shared tests need it: made from the provider's documents. */
import type { ConnectorKind, SettingsOf } from "../../../src/core/routing/connector.ts";
import type { CodeRow, Provider } from "../../../src/connectors/http_carrier/provider.ts";
import type { CallbackRequest } from "../../../src/ports/mod.ts";
import type { ApiReply, ProviderServer } from "./server.ts";
import { BASE_URL, NAME } from "../carrier.ts";

/** Message that the fake took. Numbers are digits. */
export interface ReceivedMessage {
  id: string;
  from: string;
  to: string;
  text: string;
  subject: string | null;
  /** URLs of the media. */
  media: string[];
  /** Tracking-id that its callbacks return, in the URL or the body. */
  reference: string;
}

/** Message of a handset. Numbers are digits. */
export interface HandsetMessage {
  id: string;
  from: string;
  to: string;
  text: string;
  subject?: string;
  /** Files; the fake serves them, or sends them in the callback. */
  media?: { type: string; name: string; content: Uint8Array<ArrayBuffer> }[];
}

/** Request of the provider, before it is sent. */
export interface FakeCallback {
  method: string;
  /** Path and query below the connector's callback URL, such as `/status/4711`. */
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Ways of spoiling a callback. */
export const FORGERIES = ["unsigned", "wrong key", "other body", "stale"] as const;
export type Forgery = typeof FORGERIES[number];

export interface FakeProvider<K extends ConnectorKind = ConnectorKind> extends AsyncDisposable {
  server: ProviderServer;
  settings: SettingsOf<K>;
  /** Messages that it took, in order. */
  received: ReceivedMessage[];
  /** Makes the error response with a code of responses, in the provider's form. */
  errorWith(code: string): ApiReply;
  /** Makes the response to too many requests. */
  throttled(): ApiReply;
  /** Callback on a message, signed now. */
  status(message: ReceivedMessage, status: string, code: string | null): FakeCallback;
  /** Callbacks with a message of a handset, signed now. Null: it has no MMS of handsets. */
  inbound(message: HandsetMessage): FakeCallback | null;
  /** Spoils a callback. Null: the scheme does not have what the forgery spoils. */
  forge(callback: FakeCallback, forgery: Forgery): FakeCallback | null;
}

/** Everything that the shared tests know about a provider. */
export interface ProviderCase<K extends ConnectorKind = ConnectorKind> {
  kind: K;
  provider: Provider;
  /** Required settings in the form of the admin API. */
  least: Record<string, unknown>;
  /** All secrets, with the settings that they require. */
  secrets: Record<string, unknown>;
  /** Valid change of a setting of its own. */
  change: Record<string, unknown>;
  /** Tells where a code of the table occurs; undefined: in both. Default: all occur in both. */
  sourceOf?(code: string): "responses" | "callbacks" | undefined;
  /** Whether operators describe the provider by settings, so that no document has the facts. */
  isTemplate?: true;
  /** Sender of all messages, digits; absent: each request names its own. */
  fixedSender?: string;
  /** File name of its OpenAPI document in test/fixtures/providers; null: there is none. */
  document: string | null;
  start(): Promise<FakeProvider<K>>;
}

/** Lists the codes of a provider that occur in responses, or in callbacks. */
export function codesIn(
  source: "responses" | "callbacks",
  { provider, sourceOf }: Pick<ProviderCase, "provider" | "sourceOf">,
): readonly CodeRow[] {
  return provider.codes.filter(({ code }) => (sourceOf?.(code) ?? source) === source);
}

/** Returns the request as the connector gets it. */
export function callbackRequest(
  { method, path, headers, body }: FakeCallback,
): CallbackRequest {
  const url = new URL(`${BASE_URL}/carriers/${NAME}${path}`);
  return {
    method,
    url,
    path: path.slice(1).split("?", 1)[0]!,
    headers: new Headers(headers),
    body: new TextEncoder().encode(body),
  };
}

/** Returns the path of a callback on a message, from the URL that the connector gave for it. */
export function callbackPath(statusUrl: string): string {
  const base = `${BASE_URL}/carriers/${NAME}`;
  if (!statusUrl.startsWith(`${base}/`)) throw new Error(`${statusUrl} is no callback URL`);
  return statusUrl.slice(base.length);
}
