/** Fake of Plivo's messages, made from its documentation and the mock of its SDK. */
import { createHmac } from "node:crypto";
import { writeBasic } from "../../../src/core/account/basic_credentials.ts";
import type { PlivoSettings } from "../../../src/connectors/plivo/protocol.ts";
import { PLIVO } from "../../../src/connectors/plivo/provider.ts";
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

export const AUTH_ID = "MA0123456789ABCDEFGH";
const TOKEN = "0123456789abcdefghijklmnopqrstuvwxyzABCD";
const PATH = `/v1/Account/${AUTH_ID}`;
const API_ID = "97ceeb52-58b6-11e1-86da-77300b68f8bb";

/** Codes that errors of responses mean, by their texts. */
const TEXTS: Readonly<Record<string, string>> = {
  "50": "'1111111' is not a valid phone number.",
  "900": "Insufficient Credit",
};

export const plivoCase: ProviderCase<"plivo"> = {
  kind: "plivo",
  provider: PLIVO,
  // Nothing listens there.
  least: { "auth-id": AUTH_ID, "auth-token": TOKEN, "url": "http://127.0.0.1:1" },
  secrets: { "auth-token": "secret-token" },
  change: { "auth-id": `SA${"0".repeat(18)}` },
  sourceOf: (code) => code in TEXTS ? undefined : "callbacks",
  document: null,
  start: startPlivo,
};

export async function startPlivo(): Promise<FakeProvider<"plivo">> {
  const received: ReceivedMessage[] = [];
  const media = new Map<string, { type: string; content: Uint8Array }>();
  const server = await startProviderServer(respond);
  const settings: PlivoSettings = {
    kind: "plivo",
    ...COMMON_SETTINGS,
    authId: AUTH_ID,
    authToken: TOKEN,
    acceptV2Signatures: false,
    url: server.url,
    window: 32,
    rate: null,
    timeoutSeconds: 120,
    unconfirmed: "wait",
  };

  function respond(call: ApiCall): Reply {
    const { headers, method, path } = call;
    const file = media.get(path);
    const expected = writeBasic({ user: AUTH_ID, password: TOKEN });
    if (headers.get("authorization") !== expected) return { status: 401, body: "Unauthorized" };
    if (file !== undefined) {
      const length = { "content-length": `${file.content.length}` };
      return { status: 200, headers: { "content-type": file.type, ...length }, body: file.content };
    }
    if (method === "POST") {
      return path === `${PATH}/Message/` ? create(call) : failure(404, "not found");
    }
    switch (path) {
      case `${PATH}/`:
        return { status: 200, json: ACCOUNT };
      case `${PATH}/Application/`:
        return { status: 200, json: page([APPLICATION]) };
      case `${PATH}/Number/`:
        return { status: 200, json: page([NUMBER]) };
      default:
        return failure(404, "not found");
    }
  }

  function create({ headers, text: body }: ApiCall): Reply {
    if (headers.get("content-type") !== "application/json") return failure(400, "not JSON");
    const { src, dst, text = "", type, url, method, message_expiry, media_urls = [], ...others } =
      JSON.parse(body);
    if (Object.keys(others).length > 0) return failure(400, `unknown ${Object.keys(others)}`);
    if (!/^\+[1-9]\d{6,14}$/.test(dst)) return errorWith("50");
    if (!/^(\+[1-9]\d{6,14}|\d{3,6}|[A-Za-z0-9 ]{1,11})$/.test(src)) {
      return failure(400, "src is invalid");
    }
    if (!["sms", "mms"].includes(type) || (type === "mms") !== (media_urls.length > 0)) {
      return failure(400, "type is invalid");
    }
    if (text === "" && media_urls.length === 0) return failure(400, "text is missing");
    if (text.length > 1600) return failure(400, "text is too long");
    if (!Array.isArray(media_urls) || media_urls.length > 10) return failure(400, "media_urls");
    if (method !== "POST") return failure(400, "method is invalid");
    if (!(Number.isInteger(message_expiry) && message_expiry >= 5 && message_expiry <= 10_799)) {
      return failure(400, "message_expiry is invalid");
    }
    const message = {
      id: crypto.randomUUID(),
      from: src.replace("+", ""),
      to: dst.replace("+", ""),
      text,
      subject: null,
      media: media_urls,
      reference: url.split("/").at(-1),
    };
    received.push(message);
    const json = { message: "message(s) queued", message_uuid: [message.id], api_id: API_ID };
    return { status: 202, json };
  }

  return {
    server,
    settings,
    received,
    errorWith,
    throttled: () => failure(429, "too many requests"),

    status({ id, from, to, reference }, status, code) {
      return signed(`/status/${reference}`, {
        From: from,
        To: to,
        MessageUUID: id,
        Status: status,
        Units: "1",
        TotalRate: "0.00350",
        TotalAmount: "0.00350",
        MCC: "310",
        MNC: "004",
        ErrorCode: code ?? "000",
      });
    },

    inbound({ id, from, to, text, media: files = [] }: HandsetMessage) {
      const urls = files.map(({ name, type, content }) => {
        const path = `${PATH}/Message/${id}/Media/${name}`;
        media.set(path, { type, content });
        return `${server.url}${path}`;
      });
      return signed("/inbound", {
        From: `+${from}`,
        To: to,
        Text: text,
        Type: files.length > 0 ? "mms" : "sms",
        MessageUUID: id,
        MessageIntent: "",
        ...Object.fromEntries(urls.map((url, index) => [`Media${index}`, url])),
      });
    },

    forge(callback, forgery) {
      const { body, headers } = callback;
      switch (forgery) {
        case "unsigned": {
          const others = Object.entries(headers).filter(([name]) =>
            !/signature-(ma-)?v3$/.test(name)
          );
          return { ...callback, headers: Object.fromEntries(others) };
        }
        case "wrong key":
          return sign(callback, "another token");
        case "other body":
          return { ...callback, body: `${body}&Extra=1` };
        case "stale":
          return null;
      }
    },

    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const ACCOUNT = {
  account_type: "standard",
  api_id: API_ID,
  auth_id: AUTH_ID,
  auto_recharge: false,
  billing_mode: "prepaid",
  cash_credits: "23.79822",
};

const APPLICATION = {
  app_id: "20372631212782780",
  app_name: "Flowers",
  enabled: true,
  message_method: "POST",
  message_url: `${BASE_URL}/carriers/${NAME}/inbound`,
  sub_account: null,
};

const NUMBER = {
  number: "16175550100",
  number_type: "local",
  application: `${PATH}/Application/20372631212782780/`,
  sms_enabled: true,
  sub_account: null,
};

function page(objects: unknown[]) {
  const meta = { limit: 20, next: null, offset: 0, previous: null, total_count: objects.length };
  return { api_id: API_ID, meta, objects };
}

function failure(status: number, error: string): ApiReply {
  return { status, json: { api_id: API_ID, error } };
}

function errorWith(code: string): ApiReply {
  const text = TEXTS[code];
  if (text === undefined) throw new Error(`no response means ${code}`);
  return failure(400, text);
}

/** Makes a callback, signed by version 3. */
export function signed(path: string, fields: Record<string, string>): FakeCallback {
  return sign({
    method: "POST",
    path: callbackPath(`${BASE_URL}/carriers/${NAME}${path}`),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  }, TOKEN);
}

/**
 * Signs by Plivo's documentation of version 3: the address, a question mark, names and values in
 * order, a dot and the nonce.
 */
function sign(callback: FakeCallback, token: string): FakeCallback {
  const fields = [...new URLSearchParams(callback.body)].sort(([a], [b]) => a < b ? -1 : 1);
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const url = `${BASE_URL}/carriers/${NAME}${callback.path}`;
  const signature = hmac(token, `${url}?${fields.flat().join("")}.${nonce}`);
  const headers = {
    "x-plivo-signature-v3": signature,
    "x-plivo-signature-ma-v3": signature,
    "x-plivo-signature-v3-nonce": nonce,
  };
  return { ...callback, headers: { ...callback.headers, ...headers } };
}

/** Replaces the signature by one of version 2: of the address without its query, and the nonce. */
export function signedV2({ headers, ...callback }: FakeCallback, token = TOKEN): FakeCallback {
  const others = Object.entries(headers).filter(([name]) => !name.startsWith("x-plivo-"));
  const nonce = crypto.randomUUID().replaceAll("-", "");
  const url = `${BASE_URL}/carriers/${NAME}${callback.path.split("?", 1)[0]}`;
  return {
    ...callback,
    headers: {
      ...Object.fromEntries(others),
      "x-plivo-signature-v2": hmac(token, `${url}${nonce}`),
      "x-plivo-signature-v2-nonce": nonce,
    },
  };
}

/**
 * Forms with empty, repeated and foreign fields, signed by version 3 as the SDK does: all values of
 * a name in their order, and no question mark without fields.
 */
export function signedForms(token: string): FakeCallback[] {
  const forms: Record<string, string[]>[] = [
    {},
    { "": [""] },
    { a: [""], A: ["2"], Ab: ["1"] },
    { b: ["2", "1", "1"], a: ["=&+%"] },
    { "ключ": ["значение"], "\u{1F337}": ["\u{1F337}", "ä"], "~": ["\r\n\t"] },
  ];
  return forms.map((form) => {
    const names = Object.keys(form).sort();
    const fields = names.map((name) =>
      form[name]!.toSorted().map((value) => name + value).join("")
    );
    const nonce = "12345";
    const url = `${BASE_URL}/carriers/${NAME}/inbound`;
    const text = `${url}${names.length === 0 ? "" : "?"}${fields.join("")}.${nonce}`;
    return {
      method: "POST",
      path: "/inbound",
      headers: { "x-plivo-signature-v3": hmac(token, text), "x-plivo-signature-v3-nonce": nonce },
      body: new URLSearchParams(
        names.flatMap((name) => form[name]!.map((value) => [name, value])),
      ).toString(),
    };
  });
}

function hmac(token: string, text: string): string {
  return createHmac("sha256", token).update(text).digest("base64");
}
