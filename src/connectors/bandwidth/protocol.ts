/** Protocol of Bandwidth: the Messaging API, version 2. */
import type { SettingsOf } from "../../core/routing/connector.ts";
import { recordsAt, textAt } from "../http_carrier/json.ts";
import { plus } from "../http_carrier/outgoing.ts";
import type { Protocol, ProviderFault, ProviderResponse } from "../http_carrier/protocol.ts";
import { admitsCallback, readCallback } from "./callbacks.ts";
import { BANDWIDTH } from "./provider.ts";

export type BandwidthSettings = SettingsOf<"bandwidth">;

/** Binds the protocol to settings. */
export function bandwidthProtocol(settings: BandwidthSettings): Protocol {
  const { accountId, applicationId, callbackPassword, clientId, clientSecret } = settings;
  const { tokenUrl, url: api } = settings;
  const account = `/users/${accountId}`;
  return {
    provider: BANDWIDTH,
    api,
    secrets: [clientSecret, callbackPassword],
    oauth: { url: tokenUrl, clientId, clientSecret },

    send: ({ from, to, text, files, trackingId, expiresAt }) => ({
      path: `${account}/messages`,
      body: {
        json: {
          applicationId,
          // Several recipients would make a group.
          to: [plus(to)],
          from: plus(from),
          ...text === "" ? {} : { text },
          ...files.length === 0 ? {} : { media: files.map(({ url }) => url) },
          tag: trackingId,
          expiration: new Date(expiresAt).toISOString(),
        },
      },
    }),

    idOf: ({ json }) => textAt(json, "id"),
    faultOf,

    callbacks: {
      admits: (head) => admitsCallback(head, settings),
      read: readCallback,
      // Bandwidth may send the credentials only where they are asked for (RFC 7235).
      challenge: 'Basic realm="slidepost"',
    },

    mediaAuthorization: ({ origin }, { authorization }) =>
      origin === new URL(api).origin ? authorization ?? null : null,

    checks: [
      {
        request: { path: `${account}/media` },
        read: (_, callbackUrl) => [
          {
            isOk: true,
            fact: `the credentials are right for account ${accountId}`,
            advice: null,
          },
          {
            isOk: true,
            fact: `callbacks are expected at ${callbackUrl}/status and ${callbackUrl}/inbound; ` +
              "only the console shows whether the application has these URLs",
            advice: null,
          },
        ],
      },
    ],
  };
}

/** Reads a fault; that of an unknown path has another form than all others. */
function faultOf({ json, status }: ProviderResponse): ProviderFault | null {
  const type = textAt(json, "type");
  const description = textAt(json, "description");
  if (type !== null && description !== null) {
    const [field] = recordsAt(json, "fieldErrors");
    const name = textAt(field, "fieldName");
    return name === null
      ? { code: type, text: description }
      : { code: `${type}/${name}`, text: textAt(field, "description") ?? description };
  }
  const isNotFound = status === 404 && textAt(json, "status") === "404";
  return isNotFound ? { code: null, text: textAt(json, "message") } : null;
}
