/** Fake of SMS Gateway's server, made from its OpenAPI document and the source of app and server. */
import { createHmac } from "node:crypto";
import { writeBasic } from "../../../src/core/account/basic_credentials.ts";
import { SAME_ID } from "../../../src/connectors/smsgate/codes.ts";
import { WEBHOOKS } from "../../../src/connectors/smsgate/checks.ts";
import type { SmsgateSettings } from "../../../src/connectors/smsgate/protocol.ts";
import { SMSGATE } from "../../../src/connectors/smsgate/provider.ts";
import { BASE_URL, NAME } from "../carrier.ts";
import type {
  FakeCallback,
  FakeProvider,
  HandsetMessage,
  ProviderCase,
  ReceivedMessage,
} from "./fake.ts";
import { type ApiCall, type ApiReply, type Reply, startProviderServer } from "./server.ts";
import { COMMON_SETTINGS } from "../../support/connector_settings.ts";

const USERNAME = "sms";
const PASSWORD = "gateway password";
const SIGNING_KEY = "k9dG-2x_";

/** Id of the phone on the server. */
const PHONE = "PyDmBQZZXYmyxMwED8Fzy";

/** Own number of the SIM, which the fake puts in place of the sender that the request cannot have. */
const SIM_NUMBER = "16175550100";

/** HTTP statuses of errors that are no 400. */
const STATUSES: Readonly<Record<string, number>> = {
  [SAME_ID]: 409,
  "unauthorized": 401,
  "insufficient permissions": 403,
  "scope required": 403,
  "too many pending messages": 503,
  "too old pending message": 503,
  "too many failed messages": 503,
  "failed to handle request": 500,
};

/** Further words of errors, around those of the table. */
const WORDS: Readonly<Record<string, string>> = {
  "unauthorized": "Unauthorized",
  "scope required": "scope required: messages:send",
  "failed to select device": "failed to select device: record not found",
  "too many pending messages":
    "failed to enqueue message: queue limits exceeded: too many pending messages: 10 / 5",
  "invalid phone number": "Invalid phone number",
};

/** Words of the reasons of failed messages. */
const REASONS: ReadonlySet<string> = new Set([
  "ttl expired",
  "no sims found",
  "sim selection requires read_phone_state permission",
]);

export const smsgateCase: ProviderCase<"smsgate"> = {
  kind: "smsgate",
  provider: SMSGATE,
  // Nothing listens there.
  least: {
    "url": "http://127.0.0.1:1",
    "username": USERNAME,
    "password": "secret-password",
    "signing-key": "secret-key",
  },
  secrets: { "password": "secret-password", "signing-key": "secret-key" },
  change: { "sim-number": 2, "number": SIM_NUMBER },
  sourceOf: (code) =>
    REASONS.has(code) ? "callbacks" : code === "invalid phone number" ? undefined : "responses",
  document: "smsgate.json",
  fixedSender: SIM_NUMBER,
  start: () => startSmsgate(),
};

/** @param isServer Whether it is a server that phones fetch messages from, else the app itself. */
export async function startSmsgate(
  isServer = true,
): Promise<FakeProvider<"smsgate"> & { webhooks: Record<string, unknown>[] }> {
  const received: ReceivedMessage[] = [];
  const webhooks: Record<string, unknown>[] = Object.entries(WEBHOOKS).map(([event, path]) => ({
    id: `webhook-${event}`,
    event,
    url: `${BASE_URL}/carriers/${NAME}/${path}`,
    ...isServer ? { deviceId: PHONE } : {},
  }));
  const server = await startProviderServer(respond);
  const prefix = isServer ? "/3rdparty/v1" : "";
  const settings: SmsgateSettings = {
    kind: "smsgate",
    ...COMMON_SETTINGS,
    url: `${server.url}${prefix}`,
    username: USERNAME,
    password: PASSWORD,
    signingKey: SIGNING_KEY,
    deviceId: isServer ? PHONE : null,
    simNumber: null,
    number: null,
    window: 32,
    rate: null,
    timeoutSeconds: 120,
  };

  function respond(call: ApiCall): Reply {
    const expected = writeBasic({ user: USERNAME, password: PASSWORD });
    if (call.headers.get("authorization") !== expected) {
      // The app's own 401 has no body.
      return isServer ? errorWith("unauthorized") : { status: 401, body: "" };
    }
    switch (`${call.method} ${call.path}`) {
      case `POST ${prefix}/messages`:
        return create(call);
      case `GET ${prefix}/${isServer ? "devices" : "device"}`:
        return { status: 200, json: [{ id: PHONE, name: "Google/panther" }] };
      case `GET ${prefix}/webhooks`:
        return { status: 200, json: webhooks };
      default:
        return { status: 404, body: "" };
    }
  }

  function create({ headers, query, text }: ApiCall): Reply {
    if (headers.get("content-type") !== "application/json") return { status: 500, body: "" };
    const { deviceId, id, phoneNumbers: [to], textMessage, ttl } = JSON.parse(text);
    const isUnchecked = query.get("skipPhoneValidation") === "true";
    if (!isUnchecked && !/^\+[1-9]\d{6,14}$/.test(to)) return errorWith("invalid phone number");
    if (isServer && deviceId !== PHONE) return errorWith("failed to select device");
    if (textMessage.text === "") return errorWith("text message is empty");
    if (ttl < 5) return { status: 400, json: { message: "failed to validate: ttl" } };
    if (received.some((message) => message.id === id)) return errorWith(SAME_ID);
    received.push({
      id,
      from: SIM_NUMBER,
      to: to.replace("+", ""),
      text: textMessage.text,
      subject: null,
      media: [],
      reference: id,
    });
    return {
      status: 202,
      json: {
        deviceId: PHONE,
        id,
        isEncrypted: false,
        isHashed: false,
        state: "Pending",
        recipients: [{ phoneNumber: to, state: "Pending" }],
        states: { Pending: "2026-03-13T14:25:16.954+01:00" },
      },
    };
  }

  return {
    server,
    settings,
    received,
    webhooks,
    errorWith,
    throttled: () => errorWith("too many pending messages"),

    status: ({ id, to }, status, code) =>
      webhook(status, {
        messageId: id,
        sender: `+${SIM_NUMBER}`,
        recipient: `+${to}`,
        phoneNumber: `+${to}`,
        simNumber: 1,
        ...status === "sms:failed" ? { reason: code === null ? "Unknown" : wordsOf(code) } : {},
      }),

    inbound: ({ id, from, to, text, subject, media }: HandsetMessage) =>
      webhook(media === undefined ? "sms:received" : "mms:downloaded", {
        messageId: id,
        sender: `+${from}`,
        recipient: `+${to}`,
        phoneNumber: `+${from}`,
        simNumber: 1,
        receivedAt: "2026-06-22T15:46:11.000+07:00",
        ...media === undefined ? { message: text } : {
          body: text === "" ? null : text,
          subject: subject ?? null,
          attachments: media.map(({ content, name, type }, index) => ({
            partId: index + 1,
            contentType: type,
            name,
            size: content.length,
            data: content.toBase64(),
          })),
        },
      }),

    forge(callback, forgery) {
      switch (forgery) {
        case "unsigned": {
          const { "x-signature": _, ...headers } = callback.headers;
          return { ...callback, headers };
        }
        case "wrong key":
          return sign(callback, "another key");
        case "other body":
          return { ...callback, body: callback.body.replace('"deviceId"', ' "deviceId"') };
        case "stale":
          return sign(callback, SIGNING_KEY, 301);
      }
    },

    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function wordsOf(code: string): string {
  return WORDS[code] ?? `words before: ${code}, and after`;
}

function errorWith(code: string): ApiReply {
  return { status: STATUSES[code] ?? 400, json: { message: wordsOf(code) } };
}

/** Makes a webhook of the phone, as the app's WebHookEventDTO has it. */
export function webhook(event: string, payload: object, deviceId = PHONE): FakeCallback {
  const path = `/${WEBHOOKS[event] ?? "status"}`;
  const id = crypto.randomUUID();
  const body = JSON.stringify({ id, webhookId: "LreFUt-Z3sSq0JufY9uWB", event, deviceId, payload });
  return sign({
    method: "POST",
    path,
    headers: {
      "content-type": "application/json",
      "user-agent": "me.capcom.smsgateway/1.68.0",
    },
    body,
  }, SIGNING_KEY);
}

/** Signs by the documentation: the body, then the digits of the time. */
function sign(callback: FakeCallback, key: string, ageSeconds = 0): FakeCallback {
  const timestamp = `${Math.floor(Date.now() / 1000) - ageSeconds}`;
  const signature = createHmac("sha256", key).update(callback.body + timestamp).digest("hex");
  return {
    ...callback,
    headers: { ...callback.headers, "x-signature": signature, "x-timestamp": timestamp },
  };
}
