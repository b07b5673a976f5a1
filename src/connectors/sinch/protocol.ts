/** Protocol of Sinch: batches of its SMS API ("XMS"), one message each. */
import { Refusal } from "../../core/errors.ts";
import type { SettingsOf } from "../../core/routing/connector.ts";
import { withToken } from "../http_carrier/callback_token.ts";
import { isRecord, textAt, valueAt } from "../http_carrier/json.ts";
import { plus } from "../http_carrier/outgoing.ts";
import type {
  Outgoing,
  Protocol,
  ProviderFault,
  ProviderResponse,
} from "../http_carrier/protocol.ts";
import { hasToken } from "../http_carrier/callback_token.ts";
import { readCallback, verifiesCallback } from "./callbacks.ts";
import { INVALID_FORMAT } from "./codes.ts";
import { contentOf } from "./content.ts";
import { SINCH } from "./provider.ts";

export type SinchSettings = SettingsOf<"sinch">;

/** Tolerated difference of the clocks, in milliseconds. */
const CLOCK_SKEW_MS = 300_000;

/**
 * Time before its acceptance from which a message is looked up, in milliseconds. Its reference is
 * unique; a clock of ours that is fast must not hide it.
 */
const LOOK_BACK_MS = 24 * 3_600_000;

/** Default and maximum of a batch's validity, in milliseconds. */
const VALIDITY_MAX_MS = 3 * 24 * 3_600_000;

/**
 * Binds the protocol to settings.
 *
 * @throws {Refusal} E100 where nothing protects callbacks.
 */
export function sinchProtocol(settings: SinchSettings): Protocol {
  const { apiToken, callbackToken, servicePlanId, url, webhookSecret } = settings;
  if (callbackToken === null && webhookSecret === null) {
    throw new Refusal(
      "invalidRequest",
      "callback-token or webhook-secret is required: it shows that Sinch sent a callback",
    );
  }
  const batches = `/xms/v1/${servicePlanId}/batches`;
  const authorization = { authorization: `Bearer ${apiToken}` };
  return {
    provider: SINCH,
    api: url,
    secrets: [apiToken, callbackToken, webhookSecret].filter((secret) => secret !== null),
    authorization: () => authorization,

    send(message) {
      const { from, statusUrl, to, trackingId } = message;
      return {
        path: batches,
        body: {
          json: {
            from: plus(from),
            to: [plus(to)],
            ...contentOf(message),
            ...expiryOf(message),
            delivery_report: "per_recipient",
            callback_url: callbackToken === null ? statusUrl : withToken(statusUrl, callbackToken),
            client_reference: trackingId,
          },
        },
      };
    },

    idOf: ({ json }) => textAt(json, "id"),
    faultOf,

    lookUp: {
      request: ({ acceptedAt, trackingId }) => ({
        path: `${batches}?client_reference=${encodeURIComponent(trackingId)}` +
          // Without it, the last day counts.
          `&start_date=${new Date(acceptedAt - LOOK_BACK_MS).toISOString()}`,
      }),
      find: findBatch,
    },

    callbacks: {
      admits: callbackToken === null ? undefined : ({ url }) => hasToken(url, callbackToken),
      verifies: (request) => verifiesCallback(request, { callbackToken, webhookSecret }),
      read: readCallback,
    },

    checks: [
      {
        request: { path: `${batches}?page_size=1` },
        read: (_, callbackUrl) => [{
          isOk: true,
          fact: "the credentials are right",
          advice: "for messages of handsets, see that the service plan's callback URL in the " +
            `dashboard is ${callbackUrl}/inbound${callbackToken === null ? "" : "?token=…"}; the ` +
            "API does not show it",
        }],
      },
    ],
  };
}

/** Returns the end of the validity; without one, the maximum of three days applies. */
function expiryOf({ expiresAt, validitySeconds }: Outgoing): { expire_at?: string } {
  const isBelowMax = validitySeconds * 1000 < VALIDITY_MAX_MS - CLOCK_SKEW_MS;
  return isBelowMax ? { expire_at: new Date(expiresAt).toISOString() } : {};
}

/**
 * Reads the error. A code says that a parameter has a wrong form, and its text which; the form with
 * `error` is of another copy of the documents, and its code is the HTTP status.
 */
function faultOf({ json }: ProviderResponse): ProviderFault | null {
  const code = valueAt(json, "code");
  if (typeof code === "string") {
    const text = textAt(json, "text");
    const [, parameter] = /parameter '(to|from)\b/.exec(text ?? "") ?? [];
    const isOfAddress = code === INVALID_FORMAT && parameter !== undefined;
    return { code: isOfAddress ? `${code} (${parameter})` : code, text };
  }
  const message = textAt(json, "error", "message");
  return message === null ? null : { code: null, text: message };
}

/** Finds the batch by our reference: there is one of each message. */
function findBatch(
  { json, status }: ProviderResponse,
  { trackingId }: Outgoing,
): string | null | undefined {
  const batches = valueAt(json, "batches");
  if (status !== 200 || !Array.isArray(batches)) return undefined;
  const found = batches.filter(isRecord).find((each) => each.client_reference === trackingId);
  return found === undefined ? null : textAt(found, "id") ?? undefined;
}
