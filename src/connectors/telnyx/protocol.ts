/** Protocol of Telnyx: the messages of its API, version 2. */
import type { SettingsOf } from "../../core/routing/connector.ts";
import { recordsAt, textAt } from "../http_carrier/json.ts";
import { plus } from "../http_carrier/outgoing.ts";
import type { Outgoing, Protocol } from "../http_carrier/protocol.ts";
import { createVerifier, readCallback, readPublicKey } from "./callbacks.ts";
import { checksOf } from "./checks.ts";
import { TELNYX } from "./provider.ts";

export type TelnyxSettings = SettingsOf<"telnyx">;

/**
 * Binds the protocol to settings.
 *
 * @throws {Refusal} E100 where the public key is none.
 */
export function telnyxProtocol(settings: TelnyxSettings): Protocol {
  const { apiKey, messagingProfileId, publicKey, url } = settings;
  const authorization = { authorization: `Bearer ${apiKey}` };
  return {
    provider: TELNYX,
    api: url,
    secrets: [apiKey],
    authorization: () => authorization,

    send(message) {
      const { files, from, statusUrl, subject, text, to } = message;
      return {
        path: "/messages",
        body: {
          json: {
            from: plus(from),
            to: plus(to),
            type: typeOf(message),
            ...messagingProfileId === null ? {} : { messaging_profile_id: messagingProfileId },
            ...text === "" ? {} : { text },
            ...subject === null ? {} : { subject },
            ...files.length === 0 ? {} : { media_urls: files.map(({ url }) => url) },
            webhook_url: statusUrl,
            // The profile's address, which is for messages of handsets, would get reports, too.
            use_profile_webhooks: false,
          },
        },
      };
    },

    idOf: ({ json }) => textAt(json, "data", "id"),

    faultOf({ json }) {
      const [error] = recordsAt(json, "errors");
      return error === undefined
        ? null
        : { code: textAt(error, "code"), text: textAt(error, "detail") ?? textAt(error, "title") };
    },

    callbacks: { verifies: createVerifier(readPublicKey(publicKey)), read: readCallback },

    // Documents disagree on whether media need the key; storage of others never gets it.
    mediaAuthorization: (media, credentials) =>
      media.origin === new URL(url).origin || isTelnyx(media)
        ? credentials.authorization ?? null
        : null,

    checks: checksOf(messagingProfileId),
  };
}

/** Finds the type of a message: an MMS needs media or a subject (error 40304). */
function typeOf({ files, kind, subject }: Outgoing): "SMS" | "MMS" {
  return kind === "MMS" && (files.length > 0 || subject !== null) ? "MMS" : "SMS";
}

function isTelnyx({ hostname, protocol }: URL): boolean {
  return protocol === "https:" && /(^|\.)telnyx\.com$/.test(hostname);
}
