/** Protocol of Vonage: the Messages API, version 1. */
import type { SettingsOf } from "../../core/routing/connector.ts";
import { recordsAt, textAt, valueAt } from "../http_carrier/json.ts";
import type {
  Outgoing,
  Protocol,
  ProviderFault,
  ProviderResponse,
} from "../http_carrier/protocol.ts";
import { digestOf, readCallback, verifiesCallback } from "./callbacks.ts";
import { contentOf } from "./content.ts";
import { readPrivateKey, signJwt } from "./jwt.ts";
import { VONAGE } from "./provider.ts";

export type VonageSettings = SettingsOf<"vonage">;

const PATH = "/v1/messages";

/** Lifetime of the token of a request, in seconds: that of the SDK. */
const TOKEN_SECONDS = 900;

/** Bounds of `ttl`, in seconds. */
const TTL_SECONDS = {
  SMS: { min: 20, max: 604_800 },
  MMS: { min: 300, max: 259_200 },
} as const;

/** Servers of media beside that of the API: the SDK sends the credentials to no others. */
const MEDIA_HOST = /(^|\.)(nexmo|vonage)\.com$/;

/**
 * Binds the protocol to settings.
 *
 * @throws {Refusal} E100 for a private key that cannot sign.
 */
export function vonageProtocol(settings: VonageSettings): Protocol {
  const { applicationId, privateKey, signatureSecret, url: api } = settings;
  const key = readPrivateKey(privateKey);

  function authorization(now: number): Record<string, string> {
    const iat = Math.floor(now / 1000);
    const jti = crypto.randomUUID();
    const claims = { application_id: applicationId, iat, exp: iat + TOKEN_SECONDS, jti };
    return { authorization: `Bearer ${signJwt(claims, key)}` };
  }

  return {
    provider: VONAGE,
    api,
    secrets: [privateKey, signatureSecret],
    authorization,

    send: (message) => ({
      path: PATH,
      body: {
        json: {
          ...contentOf(message),
          to: message.to,
          from: message.from,
          client_ref: message.trackingId,
          ttl: ttlOf(message),
          webhook_url: message.statusUrl,
          webhook_version: "v1",
        },
      },
    }),

    idOf: ({ json }) => textAt(json, "message_uuid"),
    faultOf,

    callbacks: {
      admits: (head, now) => digestOf(head, signatureSecret, now) !== null,
      verifies: (request, now) => verifiesCallback(request, signatureSecret, now),
      read: readCallback,
    },

    mediaAuthorization: ({ hostname, origin, protocol }, credentials) =>
      origin === new URL(api).origin || (protocol === "https:" && MEDIA_HOST.test(hostname))
        ? credentials.authorization ?? null
        : null,

    checks: [
      {
        // No request with such a token reads anything. An empty message is refused, as invalid or
        // for its credentials.
        request: { path: PATH, body: { json: {} } },
        faultStatus: 422,
        read: (_, callbackUrl) => [
          {
            isOk: true,
            fact: `Vonage does not refuse requests of application ${applicationId}`,
            advice: null,
          },
          {
            isOk: true,
            fact:
              `messages of handsets are expected at ${callbackUrl}/inbound; only the dashboard ` +
              "shows whether the application has this Inbound URL",
            advice: null,
          },
        ],
      },
    ],
  };
}

function ttlOf({ kind, validitySeconds }: Outgoing): number {
  const { max, min } = TTL_SECONDS[kind];
  return Math.min(Math.max(validitySeconds, min), max);
}

/**
 * Reads a problem (RFC 7807). Its code is the fragment of its type where that is a word; the numbers
 * there follow two lists that contradict each other. Of an invalid request, it is the parameter, or
 * the title.
 */
function faultOf({ json, status }: ProviderResponse): ProviderFault | null {
  const [type, title] = [textAt(json, "type"), textAt(json, "title")];
  if (type === null || title === null) return null;
  const parameter = recordsAt(json, "invalid_parameters")[0] ?? valueAt(json, "invalid_parameters");
  const name = textAt(parameter, "name");
  const words = [title, textAt(json, "detail"), name, textAt(parameter, "reason")];
  const text = words.filter((each) => each !== null).join(": ");
  if (status === 422 && name !== null) return { code: `invalid ${name}`, text };
  const fragment = /#([a-z-]+)$/.exec(type)?.[1];
  return { code: fragment ?? (status === 422 ? title : null), text };
}
