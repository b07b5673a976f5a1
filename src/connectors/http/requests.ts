/** Requests for texts and for MMS, read from the settings as a whole. */
import type { SettingsOf } from "../../core/routing/connector.ts";
import type { ApiRequest, Outgoing } from "../http_carrier/protocol.ts";
import { readBody } from "./body_template.ts";
import { type HeaderTemplates, readHeaders } from "./header_template.ts";
import { settingFault } from "./setting.ts";
import { type BodyTemplate, type Filling, NO_MESSAGE, type TemplateLocation } from "./template.ts";
import { readUrl, type UrlTemplate } from "./url_template.ts";

export type RequestSettings = Pick<
  SettingsOf<"http">,
  | "body"
  | "bodyType"
  | "callbackToken"
  | "checkUrl"
  | "headers"
  | "idempotent"
  | "method"
  | "mmsBody"
  | "mmsUrl"
  | "secret"
  | "url"
>;

/** Request for one kind of message. */
export interface RequestTemplate {
  /** Setting with most of it, for errors. */
  readonly setting: string;
  readonly url: UrlTemplate;
  readonly body: BodyTemplate | null;
  /** Names of the placeholders, those of headers included. */
  readonly used: ReadonlySet<string>;
}

export interface RequestTemplates {
  /** Scheme, host and port of all requests. */
  readonly api: string;
  readonly headers: HeaderTemplates;
  /** Null: the provider takes no MMS. */
  readonly mms: RequestTemplate | null;
  /** Tells whether a placeholder is in some request, or in every request. */
  has(placeholder: string): { readonly some: boolean; readonly every: boolean };
  /** Path and query of the request that checks the credentials; null: there is none. */
  readonly checkPath: string | null;
  render(message: Outgoing): ApiRequest;
}

/** @throws {Refusal} E100 */
export function readRequests(settings: RequestSettings): RequestTemplates {
  const { callbackToken, checkUrl, method, mmsBody, mmsUrl, secret } = settings;
  const headers = readHeaders(settings.headers);
  const sms = readRequest(settings, headers, false);
  const mms = mmsBody === null && mmsUrl === null ? null : readRequest(settings, headers, true);
  const api = sms.url.origin;
  requireOrigin("mms-url", mms?.url ?? null, api);
  const check = checkUrl === null ? null : readCheckUrl(checkUrl);
  requireOrigin("check-url", check, api);
  const all = mms === null ? [sms] : [sms, mms];
  const has = (name: string) => ({
    some: all.some(({ used }) => used.has(name)),
    every: all.every(({ used }) => used.has(name)),
  });
  if (method === "POST" && all.some(({ body }) => body === null)) {
    throw settingFault(settings.body === null ? "body" : "mms-body", "is required for POST");
  }
  for (const each of all) requirePlaceholders(each);
  const isSecretUsed = has("secret").some || check !== null && check.placeholders.length > 0;
  if (isSecretUsed && secret === null) {
    throw settingFault("secret", "is required where a request has {secret}");
  }
  if (settings.idempotent && !has("id").every) {
    throw settingFault("idempotent", "requires {id} in every request");
  }
  const secrets = { secret, callbackToken };
  return {
    api,
    has,
    headers,
    mms,
    checkPath: check?.render({ message: NO_MESSAGE, secrets }) ?? null,

    render(message) {
      const filling: Filling = { message, secrets };
      const { url, body } = message.kind === "MMS" && mms !== null ? mms : sms;
      return {
        method,
        path: url.render(filling),
        headers: headers.varying(filling),
        ...body === null ? {} : { body: body.render(filling) },
      };
    },
  };
}

function readRequest(
  { body, bodyType, method, mmsBody, mmsUrl, url }: RequestSettings,
  headers: HeaderTemplates,
  isMms: boolean,
): RequestTemplate {
  const locationOf = (setting: string): TemplateLocation => ({ setting, line: null, isMms });
  const ofUrl = isMms && mmsUrl !== null
    ? readUrl(mmsUrl, locationOf("mms-url"))
    : readUrl(url, locationOf("url"));
  const [setting, text] = isMms ? ["mms-body", mmsBody] as const : ["body", body] as const;
  if (method === "GET" && text !== null) {
    throw settingFault(setting, "a GET has no body: use the query of the URL");
  }
  const ofBody = text === null ? null : readBody(bodyType, text, locationOf(setting));
  const placeholders = [
    ...ofUrl.placeholders,
    ...headers.placeholders,
    ...ofBody?.placeholders ?? [],
  ];
  return {
    setting: text !== null ? setting : isMms && mmsUrl !== null ? "mms-url" : "url",
    url: ofUrl,
    body: ofBody,
    used: new Set(placeholders.map(({ name }) => name)),
  };
}

/** @throws {Refusal} E100 */
function requirePlaceholders({ setting, used }: RequestTemplate): void {
  for (const name of ["to", "text"]) {
    if (!used.has(name)) throw settingFault(setting, `{${name}} is missing in the request`);
  }
}

function readCheckUrl(text: string): UrlTemplate {
  const url = readUrl(text, { setting: "check-url", line: null, isMms: false });
  for (const { name } of url.placeholders) {
    if (name === "secret") continue;
    throw settingFault("check-url", `{${name}} is of a message; the check has {secret} only`);
  }
  return url;
}

/** Refuses another server: connections and credentials are those of one. */
function requireOrigin(setting: string, url: UrlTemplate | null, origin: string): void {
  if (url === null || url.origin === origin) return;
  throw settingFault(setting, `is on another server than url, ${origin}`);
}
