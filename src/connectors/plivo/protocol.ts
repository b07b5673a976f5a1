/** Protocol of Plivo: the Message resource of its REST API, version 1. */
import { writeBasic } from "../../core/account/basic_credentials.ts";
import type { SettingsOf } from "../../core/routing/connector.ts";
import { isRecord, textAt, valueAt } from "../http_carrier/json.ts";
import { plus } from "../http_carrier/outgoing.ts";
import type { Protocol, ProviderFault, ProviderResponse } from "../http_carrier/protocol.ts";
import { readCallback, verifiesCallback } from "./callbacks.ts";
import { checksOf } from "./checks.ts";
import { ERROR_TEXTS } from "./codes.ts";
import { PLIVO } from "./provider.ts";

export type PlivoSettings = SettingsOf<"plivo">;

/** Bounds of `message_expiry`, in seconds. */
const [EXPIRY_SECONDS_MIN, EXPIRY_SECONDS_MAX] = [5, 10_799];

/** Binds the protocol to settings. */
export function plivoProtocol(settings: PlivoSettings): Protocol {
  const { authId, authToken, url } = settings;
  const account = `/v1/Account/${authId}`;
  const authorization = { authorization: writeBasic({ user: authId, password: authToken }) };
  return {
    provider: PLIVO,
    api: url,
    secrets: [authToken],
    authorization: () => authorization,

    send({ files, from, statusUrl, text, to, validitySeconds }) {
      const expiry = Math.max(EXPIRY_SECONDS_MIN, Math.min(validitySeconds, EXPIRY_SECONDS_MAX));
      return {
        path: `${account}/Message/`,
        body: {
          json: {
            src: plus(from),
            dst: plus(to),
            // The texts of slides without files are no MMS: it consists of media.
            type: files.length === 0 ? "sms" : "mms",
            ...text === "" ? {} : { text },
            ...files.length === 0 ? {} : { media_urls: files.map(({ url }) => url) },
            url: statusUrl,
            method: "POST",
            message_expiry: expiry,
          },
        },
      };
    },

    idOf: ({ json }) => textAt(json, "message_uuid", 0),
    faultOf: readFault,

    callbacks: {
      verifies: (request) => verifiesCallback(request, settings),
      read: readCallback,
      // Message XML without an element: no reply.
      response: { body: "<Response/>", type: "application/xml" },
    },

    // Files of others are public, and never asked for with ours.
    mediaAuthorization: ({ origin }, credentials) =>
      origin === new URL(url).origin ? credentials.authorization ?? null : null,

    checks: checksOf(account),
  };
}

/** Reads the error, a text without a code; an invalid recipient may come beside success. */
function readFault({ json }: ProviderResponse): ProviderFault | null {
  if (!isRecord(json) || textAt(json, "message_uuid", 0) !== null) return null;
  if (valueAt(json, "invalid_number", 0) !== undefined) {
    return { code: "50", text: "the recipient is an invalid_number" };
  }
  const text = textAt(json, "error");
  if (text === null) return null;
  return { code: ERROR_TEXTS.find((row) => row.text.test(text))?.code ?? null, text };
}
