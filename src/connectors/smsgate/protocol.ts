/** Protocol of SMS Gateway for Android: the app's local server, and servers that phones fetch from. */
import { writeBasic } from "../../core/account/basic_credentials.ts";
import { Refusal } from "../../core/errors.ts";
import type { SettingsOf } from "../../core/routing/connector.ts";
import { textAt } from "../http_carrier/json.ts";
import { plus } from "../http_carrier/outgoing.ts";
import type { Protocol } from "../http_carrier/protocol.ts";
import { readCallback, verifiesCallback } from "./callbacks.ts";
import { checksOf } from "./checks.ts";
import { codeIn, SAME_ID } from "./codes.ts";
import { SMSGATE } from "./provider.ts";

export type SmsgateSettings = SettingsOf<"smsgate">;

/** Minimum of `ttl` on the server, in seconds. */
const TTL_SECONDS_MIN = 5;

/** End of the URL of a server that phones fetch messages from; the app itself has no such path. */
const SERVER_PATH = /\/3rdparty\/v1$/;

/**
 * Binds the protocol to settings.
 *
 * @throws {Refusal} E100 for a server without a device.
 */
export function smsgateProtocol(settings: SmsgateSettings): Protocol {
  const { deviceId, password, signingKey, simNumber, url, username } = settings;
  const isServer = SERVER_PATH.test(url);
  if (isServer && deviceId === null) {
    throw new Refusal(
      "invalidRequest",
      "device-id: is required with a server, whose ids of messages are those of one phone: " +
        "without it, a repeated message may go out by another phone, too. " +
        `GET ${url}/devices lists the phones`,
    );
  }
  const authorization = { authorization: writeBasic({ user: username, password }) };
  return {
    provider: SMSGATE,
    api: url,
    secrets: [password, signingKey],
    authorization: () => authorization,

    send: ({ text, to, trackingId, validitySeconds }) => ({
      // The recipient was checked here; the phone's own check has no short codes and landlines.
      path: "/messages?skipPhoneValidation=true",
      body: {
        json: {
          id: trackingId,
          textMessage: { text },
          phoneNumbers: [plus(to)],
          ttl: Math.max(validitySeconds, TTL_SECONDS_MIN),
          withDeliveryReport: true,
          ...deviceId === null ? {} : { deviceId },
          ...simNumber === null ? {} : { simNumber },
        },
      },
    }),

    idOf: ({ json }) => textAt(json, "id"),

    faultOf({ json, status }) {
      const text = textAt(json, "message");
      if (status === 409) return { code: SAME_ID, text };
      return status < 400 || text === null ? null : { code: codeIn(text), text };
    },

    callbacks: {
      verifies: (request, now) => verifiesCallback(request, signingKey, now),
      read: (request) => readCallback(request, settings),
    },

    checks: checksOf(settings, isServer),
  };
}
