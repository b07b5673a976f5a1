/** Protocol of Infobip: SMS API v3 and MMS API v2. */
import type { SettingsOf } from "../../core/routing/connector.ts";
import { hasToken, withToken } from "../http_carrier/callback_token.ts";
import { isRecord, recordsAt, textAt, valueAt } from "../http_carrier/json.ts";
import type {
  Outgoing,
  Protocol,
  ProviderFault,
  ProviderResponse,
} from "../http_carrier/protocol.ts";
import { readCallback } from "./callbacks.ts";
import { checksOf } from "./checks.ts";
import { contentOf } from "./content.ts";
import { earlierIds, messageIdOf } from "./message_ids.ts";
import { INFOBIP } from "./provider.ts";
import { isRefusal, isRejected, statusName } from "./statuses.ts";

export type InfobipSettings = SettingsOf<"infobip">;

/** Maximum of the validity, in seconds; Infobip cuts longer ones to it. */
const VALIDITY_MAX_SECONDS = 48 * 3600;

/** Paths of the operations. */
const PATHS = {
  SMS: { send: "/sms/3/messages", logs: "/sms/3/logs" },
  MMS: { send: "/mms/2/messages", logs: "/mms/2/logs" },
} as const;

/** Binds the protocol to settings. */
export function infobipProtocol(
  { apiKey, callbackToken, url }: InfobipSettings,
): Protocol {
  const authorization = { authorization: `App ${apiKey}` };
  return {
    provider: INFOBIP,
    api: url,
    secrets: [apiKey, callbackToken],
    authorization: () => authorization,

    send: (message) => ({
      path: PATHS[message.kind].send,
      body: { json: { messages: [messageOf(message, callbackToken)] } },
    }),

    idOf: ({ json }) => textAt(json, "messages", 0, "messageId"),
    faultOf,

    lookUp: {
      request: (message) => ({
        path: `${PATHS[message.kind].logs}?messageId=` +
          encodeURIComponent(earlierIds(message).join(",")),
      }),
      find: findMessage,
    },

    callbacks: {
      admits: ({ url }) => hasToken(url, callbackToken),
      read: readCallback,
    },

    // Whether media need credentials is not documented; other servers never get ours.
    mediaAuthorization: ({ origin }) =>
      origin === new URL(url).origin ? authorization.authorization : null,

    checks: checksOf((callbackUrl) => withToken(`${callbackUrl}/inbound`, callbackToken)),
  };
}

function messageOf(message: Outgoing, callbackToken: string): Record<string, unknown> {
  const { from, statusUrl, to, trackingId, validitySeconds } = message;
  return {
    sender: from,
    destinations: [{ to, messageId: messageIdOf(message) }],
    content: contentOf(message),
    options: {
      validityPeriod: {
        amount: Math.min(validitySeconds, VALIDITY_MAX_SECONDS),
        timeUnit: "SECONDS",
      },
    },
    webhooks: {
      delivery: { url: withToken(statusUrl, callbackToken), intermediateReport: true },
      contentType: "application/json",
      callbackData: trackingId,
    },
  };
}

/**
 * Reads the error: a status that refuses the message, in a response of success; or an error of the
 * present operations or of older ones.
 */
function faultOf({ json }: ProviderResponse): ProviderFault | null {
  const status = valueAt(json, "messages", 0, "status");
  if (isRecord(status)) {
    return isRefusal(status)
      ? { code: statusName(status), text: textAt(status, "description") }
      : null;
  }
  const code = textAt(json, "errorCode");
  if (code !== null) return { code, text: wordsOf(json) };
  const exception = valueAt(json, "requestError", "serviceException");
  return isRecord(exception)
    ? { code: textAt(exception, "messageId"), text: textAt(exception, "text") }
    : null;
}

/** Joins the description of an error and the first violation. */
function wordsOf(json: unknown): string | null {
  const [violation] = recordsAt(json, "violations");
  const words = [
    textAt(json, "description"),
    textAt(violation, "property"),
    textAt(violation, "violation"),
  ].filter((each) => each !== null);
  return words.length === 0 ? null : words.join(": ");
}

/** Finds a message that was not rejected in the log, by the ids that it may have. */
function findMessage(
  { json, status }: ProviderResponse,
  message: Outgoing,
): string | null | undefined {
  if (status !== 200 || !Array.isArray(valueAt(json, "results"))) return undefined;
  const ids: readonly string[] = earlierIds(message);
  const found = recordsAt(json, "results").filter((entry) => !isRejected(entry.status))
    .map((entry) => textAt(entry, "messageId"));
  return found.find((id) => id !== null && ids.includes(id)) ?? null;
}
