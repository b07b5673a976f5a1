/** Protocol of the template: requests, responses and callbacks as the settings describe them. */
import { isPrivateName } from "../../core/network.ts";
import type { SettingsOf } from "../../core/routing/connector.ts";
import { hasToken } from "../http_carrier/callback_token.ts";
import type { Check, Protocol } from "../http_carrier/protocol.ts";
import { createResponseReader } from "./responses.ts";
import { readCallbacks } from "./callbacks.ts";
import { readCodes, readStatuses } from "./codes.ts";
import { mmsLimitsOf } from "./mms.ts";
import { urlSecrets } from "./url_secrets.ts";
import { SECRET_MIN_LENGTH } from "./header_template.ts";
import { readRequests, type RequestTemplates } from "./requests.ts";

export type HttpSettings = SettingsOf<"http">;

/**
 * Binds the protocol to settings.
 *
 * @throws {Refusal} E100 that names the setting, its line and the fault.
 */
export function httpProtocol(settings: HttpSettings): Protocol {
  const { callbackResponse, callbackToken, idempotent, inboundFromPath, secret } = settings;
  const { statusIdPath, statusPath } = settings;
  const requests = readRequests(settings);
  const { api, headers } = requests;
  const codes = readCodes(settings.codes);
  const responses = createResponseReader(settings, codes);
  const isReaching = requests.mms !== null || (statusPath ?? inboundFromPath) !== null;
  const fixed = { accept: "*/*", ...headers.fixed({ secret, callbackToken }) };
  return {
    provider: {
      name: new URL(api).host,
      sources: [],
      codes,
      statuses: readStatuses(settings.statuses),
      textMaxLength: settings.textMaxLength,
      mms: mmsLimitsOf(settings, requests.mms),
      repeats: idempotent ? "idempotent" : "unprotected",
      // Without media and callbacks, it need not reach the service either.
      isLocal: isLocalHost(new URL(api).hostname) || !isReaching,
      credentials: "headers and secret",
    },
    api,
    secrets: [
      ...secret === null ? [] : [secret, formEncoded(secret)],
      ...callbackToken === null ? [] : [callbackToken],
      ...headers.secrets,
      ...[settings.url, settings.mmsUrl, settings.checkUrl].flatMap((url) => urlSecrets(url ?? ""))
        .filter(({ length }) => length >= SECRET_MIN_LENGTH),
    ],
    authorization: () => fixed,
    send: (message) => requests.render(message),

    idOf(response, { trackingId }) {
      const id = settings.idPath === null ? trackingId : responses.idOf(response);
      const isMessage = responses.isSuccess(response) || responses.faultOf(response) !== null;
      if (id === null || !isMessage) return null;
      // Callbacks that name no id of the provider's name ours.
      return statusIdPath === null ? trackingId : id;
    },

    faultOf: responses.faultOf,

    callbacks: {
      methods: ["GET", "POST"],
      admits: ({ url }) => callbackToken !== null && hasToken(url, callbackToken),
      read: readCallbacks(settings, requests.has("status-url")),
      ...callbackResponse === null
        ? {}
        : { response: { body: callbackResponse, type: "text/plain; charset=utf-8" } },
    },

    // Hosts of others never get the credentials.
    mediaAuthorization: ({ origin }, { authorization }) =>
      origin === api ? authorization ?? null : null,

    checks: checksOf(requests),
  };
}

/** Tells whether a host may be in the network of the service: a private name, or an address. */
function isLocalHost(host: string): boolean {
  return isPrivateName(host) || /^[\d.]+$|^\[/.test(host);
}

function checksOf({ checkPath }: RequestTemplates): Check[] {
  if (checkPath === null) return [];
  return [{
    request: { path: checkPath },
    read: () => [{ isOk: true, fact: "the credentials are right", advice: null }],
  }];
}

/** Encodes text as a value of a form, in which a space is a plus sign. */
function formEncoded(text: string): string {
  return new URLSearchParams([["", text]]).toString().slice(1);
}
