/** Fake of Infobip's SMS API v3 and MMS API v2, made from its OpenAPI document. */
import type { InfobipSettings } from "../../../src/connectors/infobip/protocol.ts";
import { INFOBIP } from "../../../src/connectors/infobip/provider.ts";
import { REFUSALS, STATUSES } from "../../../src/connectors/infobip/statuses.ts";
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

const API_KEY = "003026bbc133714df1834b8638bb496e-8f4b3d9a-e931-478d-a994-28a725159ab9";
const TOKEN = "callback-token-0123456789";

export const infobipCase: ProviderCase<"infobip"> = {
  kind: "infobip",
  provider: INFOBIP,
  // Nothing listens there.
  least: { "url": "http://127.0.0.1:1", "api-key": API_KEY, "callback-token": TOKEN },
  secrets: { "api-key": "secret-api-key", "callback-token": "secret-callback-token" },
  change: { url: "http://127.0.0.1:2" },
  sourceOf: (code) => code.startsWith("EC_") ? "callbacks" : "responses",
  document: "infobip.json",
  start: startInfobip,
};

interface Sent extends ReceivedMessage {
  kind: "SMS" | "MMS";
  callbackUrl: string;
}

interface LogEntry {
  id: string;
  kind: "SMS" | "MMS";
  status: Record<string, unknown>;
}

export interface FakeInfobip extends FakeProvider<"infobip"> {
  /** Status of the next message; default PENDING_ACCEPTED. */
  nextStatus: string;
  /** Inbound configurations by channel; null: the API key may not read them. */
  forwarding: Record<string, unknown[]> | null;
  callback(path: string, results: unknown[]): FakeCallback;
}

export async function startInfobip(): Promise<FakeInfobip> {
  const received: Sent[] = [];
  const log: LogEntry[] = [];
  const media = new Map<string, { type: string; content: Uint8Array }>();
  const server = await startProviderServer(respond);
  const settings: InfobipSettings = {
    kind: "infobip",
    ...COMMON_SETTINGS,
    url: server.url,
    apiKey: API_KEY,
    callbackToken: TOKEN,
    window: 32,
    rate: null,
    timeoutSeconds: 120,
  };

  function respond(call: ApiCall): Reply {
    const { headers, method, path, query, text } = call;
    if (headers.get("authorization") !== `App ${API_KEY}`) return errorWith("E401");
    const file = media.get(path);
    if (file !== undefined) {
      const length = { "content-length": `${file.content.length}` };
      return { status: 200, headers: { "content-type": file.type, ...length }, body: file.content };
    }
    switch (`${method} ${path}`) {
      case "POST /sms/3/messages":
        return send("SMS", JSON.parse(text));
      case "POST /mms/2/messages":
        return send("MMS", JSON.parse(text));
      case "GET /sms/3/logs":
        return logs("SMS", query);
      case "GET /mms/2/logs":
        return logs("MMS", query);
      case "GET /resource-management/1/inbound-message-configurations":
        return fake.forwarding === null
          ? errorWith("FORBIDDEN")
          : { status: 200, json: fake.forwarding[query.get("channel") ?? ""] ?? [] };
      default:
        return { status: 404, body: "" };
    }
  }

  // deno-lint-ignore no-explicit-any -- JSON of a request, which the document validates
  function send(kind: "SMS" | "MMS", { messages: [message] }: any): Reply {
    const { content, destinations: [{ messageId, to }], sender, webhooks } = message;
    const status = statusFor(kind, message);
    log.push({ id: messageId, kind, status });
    if (status.groupName === "PENDING") {
      const segments: Record<string, string>[] = content.messageSegments ?? [];
      received.push({
        kind,
        id: messageId,
        from: sender,
        to,
        text: content.text ?? segments.find(({ type }) => type === "TEXT")?.text ?? "",
        subject: content.title ?? null,
        media: segments.flatMap(({ type, contentUrl }) => type === "LINK" ? [contentUrl!] : []),
        reference: webhooks.callbackData,
        callbackUrl: webhooks.delivery.url,
      });
    }
    return accepted({ messageId, status, destination: to });
  }

  // deno-lint-ignore no-explicit-any -- JSON of a request, which the document validates
  function statusFor(kind: "SMS" | "MMS", { content, destinations: [{ messageId, to }] }: any) {
    const [length] = [content.text?.length ?? 0];
    if (log.some(({ id }) => id === messageId)) return statusOf("REJECTED_DUPLICATE_MESSAGE_ID");
    if (!/^[1-9]\d{6,14}$/.test(to)) return statusOf("REJECTED_DESTINATION");
    if (kind === "SMS" && length > 25 * 153) return statusOf("REJECTED_MESSAGE_TOO_LONG");
    const status = fake.nextStatus;
    fake.nextStatus = "PENDING_ACCEPTED";
    return statusOf(status);
  }

  function logs(kind: "SMS" | "MMS", query: URLSearchParams): Reply {
    const ids = query.get("messageId")?.split(",");
    const found = log.filter((each) => each.kind === kind && (ids?.includes(each.id) ?? true));
    const results = found.map(({ id, status }) => ({
      messageId: id,
      status,
      sentAt: "2026-11-23T10:00:00.000+0000",
    }));
    return { status: 200, json: { results: results.slice(0, Number(query.get("limit") ?? 50)) } };
  }

  function callback(path: string, results: unknown[]): FakeCallback {
    return {
      method: "POST",
      path,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ results }),
    };
  }

  const fake: FakeInfobip = {
    server,
    settings,
    received,
    nextStatus: "PENDING_ACCEPTED",
    forwarding: {
      SMS: [forwardingTo(`?token=${TOKEN}`, "MO_JSON_2")],
      MMS: [forwardingTo(`?token=${TOKEN}`, "MO_MMS_2")],
    },
    callback,
    errorWith,
    throttled: () => errorWith("E429"),

    status({ id, from, reference, to }, status, code) {
      const sent = received.find((each) => each.id === id)!;
      return callback(callbackPath(sent.callbackUrl), [{
        bulkId: "2034072219640523072",
        price: { pricePerMessage: 0.01, currency: "EUR" },
        status: statusOf(status),
        error: { ...NO_ERROR, ...code === null ? {} : { id: 4711, name: code } },
        messageId: id,
        to,
        sender: from,
        sentAt: "2026-11-23T10:00:00.000+0000",
        doneAt: "2026-11-23T10:00:01.000+0000",
        messageCount: 1,
        callbackData: reference,
      }]);
    },

    inbound({ id, from, to, text, media: files = [] }: HandsetMessage) {
      const path = `/inbound?token=${TOKEN}`;
      const common = { messageId: id, from, to, receivedAt: "2026-11-23T10:00:00.000+0000" };
      if (files.length === 0) {
        const fields = { text, cleanText: text, keyword: "", smsCount: 1 };
        return callback(path, [{ ...common, ...fields }]);
      }
      const message = files.map(({ content, name, type }) => {
        const path = `/mms/media/${name}`;
        media.set(path, { type, content });
        return { contentType: type, url: `${server.url}${path}` };
      });
      const texts = [{ contentType: "text/plain", value: text }];
      return callback(path, [{ ...common, userAgent: "iPhone", message: [...message, ...texts] }]);
    },

    // The scheme is a token in the URL: the body is not signed.
    forge: (callback, forgery) => {
      const { path } = callback;
      switch (forgery) {
        case "unsigned":
          return { ...callback, path: path.split("?", 1)[0]! };
        case "wrong key":
          return { ...callback, path: path.replace(TOKEN, "another-token-9876543210") };
        case "other body":
        case "stale":
          return null;
      }
    },

    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return fake;
}

const NO_ERROR = {
  groupId: 0,
  groupName: "OK",
  id: 0,
  name: "NO_ERROR",
  description: "No Error",
  permanent: false,
};

const GROUP_IDS = ["ACCEPTED", "PENDING", "UNDELIVERABLE", "DELIVERED", "EXPIRED", "REJECTED"];

/** Status with a name in the table; one of a group alone is undocumented. */
export function statusOf(name: string): Record<string, unknown> {
  const { group, id, status } = STATUSES.find((each) => each.status === name)!;
  return {
    groupId: GROUP_IDS.indexOf(group),
    groupName: group,
    id: id ?? 999,
    name: id === null ? "STATUS_OF_TOMORROW" : status,
    description: `Words of ${status}`,
  };
}

/** Inbound configuration of a number that forwards to the connector. */
export function forwardingTo(query: string, format: string): Record<string, unknown> {
  return {
    configurationKey: "E9FCDCA496035F08EEA5933702EDF745",
    forwarding: {
      type: "HTTP_FORWARD",
      url: `${BASE_URL}/carriers/${NAME}/inbound${query}`,
      format,
    },
  };
}

function accepted(message: Record<string, unknown>): ApiReply {
  return { status: 200, json: { bulkId: "2034072219640523072", messages: [message] } };
}

/** HTTP statuses of errors of older operations. */
const OLDER: Readonly<Record<string, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  TOO_MANY_REQUESTS: 429,
};

function errorWith(code: string): ApiReply {
  if (REFUSALS.some((each) => each.code === code)) {
    const status = statusOf(code);
    return accepted({ messageId: crypto.randomUUID(), status, destination: "16175550101" });
  }
  const older = OLDER[code];
  if (older !== undefined) {
    const serviceException = { messageId: code, text: `Words of ${code}` };
    return { status: older, json: { requestError: { serviceException } } };
  }
  return {
    status: Number(code.slice(1)),
    json: {
      errorCode: code,
      description: `Words of ${code}`,
      action: "Contact the support.",
      violations: [],
      resources: [],
    },
  };
}
