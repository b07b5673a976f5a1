/** Fake of Telnyx's messages, made from its OpenAPI document. */
import { generateKeyPairSync, type KeyObject, sign as signBytes } from "node:crypto";
import type { TelnyxSettings } from "../../../src/connectors/telnyx/protocol.ts";
import { TELNYX } from "../../../src/connectors/telnyx/provider.ts";
import { BASE_URL, NAME } from "../carrier.ts";
import {
  callbackPath,
  type FakeCallback,
  type FakeProvider,
  type HandsetMessage,
  type ProviderCase,
  type ReceivedMessage,
} from "./fake.ts";
import { type ApiCall, type ApiReply, type Reply, startProviderServer } from "./server.ts";
import { COMMON_SETTINGS } from "../../support/connector_settings.ts";

const API_KEY = "KEY0123456789ABCDEF0123456789ABCDEF_abcdefghijklmnopqrstuv";
export const PROFILE_ID = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const KEYS = generateKeyPairSync("ed25519");
const PUBLIC_KEY = Uint8Array
  .fromBase64(KEYS.publicKey.export({ format: "jwk" }).x!, { alphabet: "base64url" })
  .toBase64();
const CARRIER = { carrier: "Example Mobile", line_type: "Wireless" };

/** HTTP statuses of codes that are no 400. */
const STATUSES: Readonly<Record<string, number>> = {
  "10005": 404,
  "10007": 500,
  "10008": 504,
  "10009": 401,
  "10010": 403,
  "10011": 429,
  "10037": 503,
  "20100": 402,
  "40300": 409,
  "40318": 429,
  "40333": 429,
};

export const telnyxCase: ProviderCase<"telnyx"> = {
  kind: "telnyx",
  provider: TELNYX,
  // Nothing listens there.
  least: { "api-key": API_KEY, "public-key": PUBLIC_KEY, "url": "http://127.0.0.1:1" },
  secrets: { "api-key": "secret-key" },
  change: { "messaging-profile-id": PROFILE_ID },
  document: "telnyx.json",
  start: startTelnyx,
};

export async function startTelnyx(): Promise<FakeProvider<"telnyx">> {
  const received: ReceivedMessage[] = [];
  const media = new Map<string, { type: string; content: Uint8Array }>();
  const server = await startProviderServer(respond);
  const settings: TelnyxSettings = {
    kind: "telnyx",
    ...COMMON_SETTINGS,
    apiKey: API_KEY,
    publicKey: PUBLIC_KEY,
    messagingProfileId: null,
    url: server.url,
    window: 32,
    rate: null,
    timeoutSeconds: 120,
    unconfirmed: "wait",
  };

  function respond(call: ApiCall): Reply {
    const { headers, method, path } = call;
    const file = media.get(path);
    if (headers.get("authorization") !== `Bearer ${API_KEY}`) return errorWith("10009");
    if (file !== undefined) {
      const length = { "content-length": `${file.content.length}` };
      return { status: 200, headers: { "content-type": file.type, ...length }, body: file.content };
    }
    if (method === "POST") return path === "/messages" ? create(call) : errorWith("10005");
    switch (path) {
      case "/balance":
        return { status: 200, json: { data: { record_type: "balance", ...BALANCE } } };
      case "/messaging_profiles":
        return { status: 200, json: { data: [profile()], meta: META } };
      case `/messaging_profiles/${PROFILE_ID}`:
        return { status: 200, json: { data: profile() } };
      case "/phone_numbers/messaging":
        return { status: 200, json: { data: [number()], meta: META } };
      default:
        return errorWith("10005");
    }
  }

  function create({ headers, text: body }: ApiCall): Reply {
    if (headers.get("content-type") !== "application/json") return errorWith("10029");
    const { from, to, type, text = "", subject = null, media_urls: urls = [], ...others } = JSON
      .parse(body);
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return errorWith("40310");
    if (!/^(\+[1-9]\d{6,14}|\d{3,6}|[A-Za-z0-9 ]{1,11})$/.test(from)) return errorWith("40305");
    if (type === "SMS" && (urls.length > 0 || subject !== null)) return errorWith("40304");
    if (type === "MMS" && urls.length === 0 && subject === null) return errorWith("40304");
    if (text === "" && urls.length === 0) return errorWith("40316");
    if (text.length > 1530) return errorWith("40302");
    if (urls.length > 10) return errorWith("40317");
    if (others.use_profile_webhooks !== false) throw new Error("the profile would get reports");
    const message = {
      id: crypto.randomUUID(),
      from: from.replace("+", ""),
      to: to.replace("+", ""),
      text,
      subject,
      media: urls,
      reference: others.webhook_url.split("/").at(-1),
    };
    received.push(message);
    return { status: 200, json: { data: payloadOf(message, "queued", null) } };
  }

  return {
    server,
    settings,
    received,
    errorWith,
    throttled: () => errorWith("10011"),

    status(message, status, code) {
      const isFinal = !["scheduled", "queued", "sending", "sent"].includes(status);
      const event_type = isFinal ? "message.finalized" : "message.sent";
      return event(`/status/${message.reference}`, event_type, payloadOf(message, status, code));
    },

    inbound({ id, from, to, text, subject, media: files = [] }: HandsetMessage) {
      return event("/inbound", "message.received", {
        ...COMMON,
        direction: "inbound",
        id,
        type: files.length > 0 ? "MMS" : "SMS",
        from: { phone_number: `+${from}`, ...CARRIER },
        to: [{ phone_number: `+${to}`, ...CARRIER, status: "webhook_delivered" }],
        text,
        subject: subject ?? null,
        media: files.map(({ content, name, type }) => {
          const path = `/media/${id}/${name}`;
          media.set(path, { type, content });
          return { url: `${server.url}${path}`, content_type: type, size: content.length };
        }),
      });
    },

    forge(callback, forgery) {
      const { body, headers } = callback;
      switch (forgery) {
        case "unsigned": {
          const { "telnyx-signature-ed25519": _, ...others } = headers;
          return { ...callback, headers: others };
        }
        case "wrong key":
          return sign(callback, generateKeyPairSync("ed25519").privateKey);
        case "other body":
          return { ...callback, body: `${body} ` };
        case "stale":
          return sign(callback, KEYS.privateKey, -301);
      }
    },

    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const BALANCE = { balance: "300.00", credit_limit: "100.00", available_credit: "400.00" };
const META = { total_pages: 1, total_results: 1, page_number: 1, page_size: 250 };

/** Fields that all messages have alike. */
const COMMON = {
  record_type: "message",
  organization_id: "47a530f8-4362-4526-829b-bcee17fd9f7a",
  messaging_profile_id: PROFILE_ID,
  cc: [],
  encoding: "GSM-7",
  parts: 1,
  tags: [],
  cost: { amount: "0.0051", currency: "USD" },
  received_at: "2026-10-01T21:32:13.552+00:00",
  sent_at: null,
  completed_at: null,
  errors: [],
};

function payloadOf(message: ReceivedMessage, status: string, code: string | null) {
  const { id, from, to, text, subject, media, reference } = message;
  return {
    ...COMMON,
    direction: "outbound",
    id,
    type: media.length > 0 ? "MMS" : "SMS",
    from: { phone_number: /^\d{7,}$/.test(from) ? `+${from}` : from, ...CARRIER },
    to: [{ phone_number: `+${to}`, status, ...CARRIER }],
    text,
    subject,
    media: media.map((url) => ({ url, content_type: null, sha256: null, size: null })),
    webhook_url: `${BASE_URL}/carriers/${NAME}/status/${reference}`,
    webhook_failover_url: null,
    valid_until: null,
    errors: code === null ? [] : [errorOf(code)],
  };
}

function profile() {
  return {
    record_type: "messaging_profile",
    id: PROFILE_ID,
    name: "Flowers",
    enabled: true,
    webhook_url: `${BASE_URL}/carriers/${NAME}/inbound`,
    webhook_api_version: "2",
    whitelisted_destinations: ["US"],
  };
}

function number() {
  const features = {
    domestic_two_way: true,
    international_inbound: true,
    international_outbound: false,
  };
  return {
    record_type: "messaging_settings",
    id: "1293384261075731499",
    phone_number: "+16175550100",
    messaging_profile_id: PROFILE_ID,
    type: "longcode",
    features: { sms: features, mms: features },
  };
}

function errorOf(code: string) {
  return { code, title: `Words of ${code}`, detail: `Detail of ${code}`, source: { pointer: "/" } };
}

function errorWith(code: string): ApiReply {
  return { status: STATUSES[code] ?? 400, json: { errors: [errorOf(code)] } };
}

/** Makes a webhook, signed now. */
export function event(path: string, event_type: string, payload: unknown): FakeCallback {
  const url = `${BASE_URL}/carriers/${NAME}${path}`;
  return sign({
    method: "POST",
    path: callbackPath(url),
    headers: { "content-type": "application/json", "user-agent": "telnyx-webhooks" },
    body: JSON.stringify({
      data: {
        event_type,
        id: crypto.randomUUID(),
        occurred_at: "2026-10-01T21:32:13.596+00:00",
        payload,
        record_type: "event",
      },
      meta: { attempt: 1, delivered_to: url },
    }),
  }, KEYS.privateKey);
}

/**
 * Signs by the text of Telnyx's documentation: the time, a bar and the body.
 *
 * @param skewSeconds Difference of the time from now.
 */
function sign(callback: FakeCallback, key: KeyObject, skewSeconds = 0): FakeCallback {
  const timestamp = `${Math.floor(Date.now() / 1000) + skewSeconds}`;
  const bytes = new TextEncoder().encode(`${timestamp}|${callback.body}`);
  const signature = signBytes(null, bytes, key).toString("base64");
  const headers = { "telnyx-signature-ed25519": signature, "telnyx-timestamp": timestamp };
  return { ...callback, headers: { ...callback.headers, ...headers } };
}
