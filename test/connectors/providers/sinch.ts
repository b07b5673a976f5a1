/** Fake of Sinch's SMS API, made from its documents. */
import { createHmac } from "node:crypto";
import { INVALID_FORMAT } from "../../../src/connectors/sinch/codes.ts";
import type { SinchSettings } from "../../../src/connectors/sinch/protocol.ts";
import { SINCH } from "../../../src/connectors/sinch/provider.ts";
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

const PLAN = "plan4711";
const API_TOKEN = "api-token-of-the-plan";
const CALLBACK_TOKEN = "callback-token-0123456789";
const WEBHOOK_SECRET = "SMSWebhooksSecret";
const BATCHES = `/xms/v1/${PLAN}/batches`;

const SIGNATURE = "x-sinch-webhook-signature";

export const sinchCase: ProviderCase<"sinch"> = {
  kind: "sinch",
  provider: SINCH,
  least: {
    "service-plan-id": PLAN,
    "api-token": API_TOKEN,
    // Nothing listens there.
    "url": "http://127.0.0.1:1",
    "callback-token": CALLBACK_TOKEN,
  },
  secrets: {
    "api-token": "secret-api-token",
    "callback-token": "secret-callback-token",
    "webhook-secret": "secret-of-webhooks",
  },
  change: { "service-plan-id": "plan4712" },
  sourceOf: (code) => isNumeric(code) ? "callbacks" : "responses",
  document: "sinch.json",
  start: startSinch,
};

/** Batch that the fake took, in the form of the API. */
interface Batch {
  id: string;
  reference: string;
  createdAt: number;
  resource: Record<string, unknown>;
}

export interface FakeSinch extends FakeProvider<"sinch"> {
  /** Callback with a body of the provider's, signed now. */
  callback(path: string, event: Record<string, unknown>): FakeCallback;
}

export async function startSinch(): Promise<FakeSinch> {
  const received: (ReceivedMessage & { callbackUrl: string })[] = [];
  const batches: Batch[] = [];
  const media = new Map<string, { type: string; content: Uint8Array }>();
  const server = await startProviderServer(respond);
  const settings: SinchSettings = {
    kind: "sinch",
    ...COMMON_SETTINGS,
    servicePlanId: PLAN,
    apiToken: API_TOKEN,
    callbackToken: CALLBACK_TOKEN,
    webhookSecret: WEBHOOK_SECRET,
    url: server.url,
    window: 32,
    rate: null,
    timeoutSeconds: 120,
  };

  function respond(call: ApiCall): Reply {
    const { headers, method, path, query } = call;
    const file = media.get(path);
    if (file !== undefined) {
      const length = { "content-length": `${file.content.length}` };
      return { status: 200, headers: { "content-type": file.type, ...length }, body: file.content };
    }
    if (headers.get("authorization") !== `Bearer ${API_TOKEN}`) return { status: 401, body: "" };
    if (path !== BATCHES) return { status: 404, body: "" };
    return method === "POST" ? create(JSON.parse(call.text)) : list(query);
  }

  // deno-lint-ignore no-explicit-any -- JSON of a request, which the document validates
  function create(batch: any): Reply {
    const { body, callback_url: callbackUrl, client_reference: reference, from, to } = batch;
    if (!Array.isArray(to) || to.length === 0) return errorWith("syntax_constraint_violation");
    if (!/^\+?[1-9]\d{6,14}$/.test(to[0])) return errorWith(`${INVALID_FORMAT} (to)`);
    if (from === undefined) return errorWith("syntax_constraint_violation");
    const isMedia = batch.type === "mt_media";
    const text = isMedia ? body.message ?? "" : body;
    if (isMedia ? !body.url : text === "" || text.length > 1600) {
      return errorWith("syntax_constraint_violation");
    }
    if (batch.delivery_report !== undefined && callbackUrl === undefined) {
      return errorWith("missing_callback_url");
    }
    if (Date.parse(batch.expire_at) <= Date.now()) return errorWith("syntax_constraint_violation");
    const id = crypto.randomUUID().replaceAll("-", "").slice(0, 26).toUpperCase();
    const at = new Date().toISOString();
    batches.push({
      id,
      reference,
      createdAt: Date.parse(at),
      resource: {
        ...batch,
        id,
        to: to.map(bare),
        from: bare(from),
        canceled: false,
        created_at: at,
        modified_at: at,
      },
    });
    const sent = substituted(text, batch.parameters ?? {});
    // Taken, but never sent: reported with code 405.
    if (sent !== null) {
      received.push({
        id,
        reference,
        callbackUrl,
        text: sent,
        from: bare(from),
        to: bare(to[0]),
        subject: isMedia ? body.subject ?? null : null,
        media: isMedia ? [body.url] : [],
      });
    }
    return { status: 201, json: batches.at(-1)!.resource };
  }

  function list(query: URLSearchParams): Reply {
    const reference = query.get("client_reference");
    const since = Date.parse(query.get("start_date") ?? "") || Date.now() - 24 * 3_600_000;
    const found = batches.filter((batch) =>
      batch.createdAt >= since && (reference === null || batch.reference === reference)
    );
    const size = Number(query.get("page_size") ?? 30);
    return {
      status: 200,
      json: {
        count: found.length,
        page: 0,
        page_size: size,
        batches: found.slice(0, size).map(({ resource }) => resource),
      },
    };
  }

  function callback(path: string, event: Record<string, unknown>): FakeCallback {
    return sign({
      method: "POST",
      path,
      headers: { "content-type": "application/json" },
      body: JSON.stringify(event),
    }, WEBHOOK_SECRET);
  }

  return {
    server,
    settings,
    received,
    callback,
    errorWith,
    throttled: () => ({ status: 429, body: "" }),

    status({ id, reference, to, media }, status, code) {
      const sent = received.find((each) => each.id === id)!;
      return callback(callbackPath(sent.callbackUrl), {
        at: new Date().toISOString(),
        batch_id: id,
        client_reference: reference,
        code: code === null ? CODES_OF[status] ?? 0 : isNumeric(code) ? Number(code) : code,
        operator_status_at: new Date().toISOString(),
        recipient: to,
        status,
        type: `recipient_delivery_report_${media.length > 0 ? "mms" : "sms"}`,
      });
    },

    inbound({ id, from, to, text, subject, media: files = [] }: HandsetMessage) {
      const common = { id, from, to, received_at: new Date().toISOString() };
      const path = `/inbound?token=${CALLBACK_TOKEN}`;
      if (files.length === 0 && subject === undefined) {
        return callback(path, { type: "mo_text", ...common, body: text, operator_id: "311071" });
      }
      const items = files.map(({ type, name, content }) => {
        const path = `/inbounds/${name}`;
        media.set(path, { type, content });
        return { url: `${server.url}${path}`, code: 0, content_type: type, status: "Uploaded" };
      });
      const body = { ...subject === undefined ? {} : { subject }, message: text, media: items };
      return callback(path, { type: "mo_media", ...common, body });
    },

    forge(callback, forgery) {
      const { body, headers } = callback;
      switch (forgery) {
        case "unsigned": {
          const { [SIGNATURE]: _, ...others } = headers;
          return { ...callback, headers: others };
        }
        case "wrong key":
          return sign(callback, "another secret");
        case "other body":
          return { ...callback, body: `${body} ` };
        case "stale":
          // No tolerance is documented, and callbacks are repeated for a day.
          return null;
      }
    },

    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Codes that go with a status, where no other is meant. */
const CODES_OF: Readonly<Record<string, number>> = { Queued: 400, Dispatched: 401, Cancelled: 407 };

function errorWith(code: string): ApiReply {
  const [word, parameter] = code.split(/ \(|\)/);
  const value = parameter === "to" ? "to[0]" : parameter;
  const text = parameter === undefined
    ? `Words of ${code}`
    : `The format of parameter '${value}' is invalid; value '+1' is not a valid MSISDN.`;
  const isForbidden = FORBIDDEN.includes(code);
  return { status: isForbidden ? 403 : 400, json: { code: word, text } };
}

/** Codes of responses with HTTP status 403. */
const FORBIDDEN = [
  "blocked_account",
  "illegal_number_type",
  "missing_callback_url",
  "unknown_group",
];

/** Replaces the parameters, in one pass; null: one has no value. */
function substituted(text: string, parameters: Record<string, { default?: string }>) {
  let isMatched = true;
  const result = text.replaceAll(/\$\{([^}]*)\}/g, (_, key: string) => {
    const value = parameters[key]?.default;
    if (value === undefined) isMatched = false;
    return value ?? "";
  });
  return isMatched ? result : null;
}

function bare(address: string): string {
  return address.replace(/^\+/, "");
}

function isNumeric(code: string): boolean {
  return /^\d+$/.test(code);
}

/** Signs by the scheme of the SDK: body, nonce and timestamp, with dots between them. */
export function sign(callback: FakeCallback, secret: string): FakeCallback {
  const nonce = crypto.randomUUID();
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const data = `${callback.body}.${nonce}.${timestamp}`;
  return {
    ...callback,
    headers: {
      ...callback.headers,
      [SIGNATURE]: createHmac("sha256", secret).update(data).digest("base64"),
      [`${SIGNATURE}-algorithm`]: "HmacSHA256",
      [`${SIGNATURE}-nonce`]: nonce,
      [`${SIGNATURE}-timestamp`]: timestamp,
    },
  };
}
