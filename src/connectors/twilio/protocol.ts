/** Protocol of Twilio: the Messages resource of its REST API, 2010-04-01. */
import { writeBasic } from "../../core/account/basic_credentials.ts";
import { Refusal } from "../../core/errors.ts";
import type { SettingsOf } from "../../core/routing/connector.ts";
import { plus } from "../http_carrier/outgoing.ts";
import { isRecord, textAt } from "../http_carrier/json.ts";
import type { Outgoing, Protocol, ProviderResponse } from "../http_carrier/protocol.ts";
import { readCallback, verifiesCallback } from "./callbacks.ts";
import { TWILIO } from "./provider.ts";

export type TwilioSettings = SettingsOf<"twilio">;

/** Bounds of `ValidityPeriod`, in seconds. */
const VALIDITY_SECONDS_MAX = 36_000;

/** Messages read by a look-up. */
const LOOK_UP_MAX = 100;

/** Tolerance of the times in a look-up, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/**
 * Binds the protocol to settings.
 *
 * @throws {Refusal} E100 for half of an API key.
 */
export function twilioProtocol(settings: TwilioSettings): Protocol {
  const { accountSid, apiKeySecret, apiKeySid, authToken, messagingServiceSid, url } = settings;
  if ((apiKeySid === null) !== (apiKeySecret === null)) {
    throw new Refusal("invalidRequest", "api-key-sid and api-key-secret go together");
  }
  const account = `/2010-04-01/Accounts/${accountSid}`;
  const authorization = {
    authorization: writeBasic({
      user: apiKeySid ?? accountSid,
      password: apiKeySecret ?? authToken,
    }),
  };
  return {
    provider: TWILIO,
    api: url,
    secrets: [authToken, apiKeySecret ?? ""].filter((secret) => secret !== ""),
    authorization: () => authorization,

    send({ from, to, text, files, kind, statusUrl, validitySeconds }) {
      return {
        path: `${account}/Messages.json`,
        body: {
          form: [
            ["To", plus(to)],
            ["From", plus(from)],
            ...pair("MessagingServiceSid", messagingServiceSid),
            ...pair("Body", text === "" ? null : text),
            ...files.map(({ url }) => ["MediaUrl", url] as const),
            // A text of slides without files is an MMS all the same.
            ...pair("SendAsMms", kind === "MMS" && files.length === 0 ? "true" : null),
            ["StatusCallback", statusUrl],
            ["ValidityPeriod", `${Math.min(validitySeconds, VALIDITY_SECONDS_MAX)}`],
          ],
        },
      };
    },

    idOf: ({ json }) => textAt(json, "sid"),

    faultOf({ json }) {
      const code = isRecord(json) ? json.code : undefined;
      return typeof code !== "number" ? null : { code: `${code}`, text: textAt(json, "message") };
    },

    lookUp: {
      request: ({ to }) => ({
        path: `${account}/Messages.json?To=${encodeURIComponent(plus(to))}&PageSize=${LOOK_UP_MAX}`,
      }),
      find: findMessage,
    },

    callbacks: {
      verifies: (request) => verifiesCallback(request, authToken),
      read: readCallback,
      // TwiML without a verb: no reply.
      response: { body: "<Response/>", type: "text/xml" },
    },

    // Accounts may require credentials for media; those of others are never asked with ours.
    mediaAuthorization: ({ origin }) =>
      origin === new URL(url).origin ? authorization.authorization : null,

    checks: [
      {
        request: { path: `${account}/IncomingPhoneNumbers.json?PageSize=1` },
        read: ({ json }) => [{
          isOk: true,
          fact: "the credentials are right",
          advice: isRecord(json) && Array.isArray(json.incoming_phone_numbers) &&
              json.incoming_phone_numbers.length === 0
            ? "buy a number, or send from an alphanumeric name"
            : null,
        }],
      },
    ],
  };
}

/**
 * Finds a message by recipient, content and time: Twilio keeps no reference of ours. Of several, the
 * earliest is meant.
 */
function findMessage(response: ProviderResponse, message: Outgoing): string | null | undefined {
  const { json, status } = response;
  const messages = isRecord(json) ? json.messages : undefined;
  if (status !== 200 || !Array.isArray(messages)) return undefined;
  const earliest = acceptanceTime(response, message) - CLOCK_SKEW_MS;
  const found = messages.filter(isRecord).filter((candidate) =>
    candidate.direction === "outbound-api" && candidate.body === message.text &&
    candidate.num_media === `${message.files.length}` &&
    Date.parse(`${candidate.date_created}`) >= earliest
  );
  return textAt(found.at(-1), "sid");
}

/**
 * Returns the time of a message's acceptance here by Twilio's clock, in milliseconds since the epoch:
 * ours may be wrong, and a message that is not found is sent again.
 */
function acceptanceTime({ headers }: ProviderResponse, { acceptedAt, ageMs }: Outgoing): number {
  const now = Date.parse(headers.date ?? "");
  return Number.isNaN(now) ? acceptedAt : now - ageMs;
}

function pair(name: string, value: string | null): (readonly [string, string])[] {
  return value === null ? [] : [[name, value]];
}
