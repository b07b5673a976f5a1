/** Fake of Vonage's Messages API, made from its OpenAPI document. */
import { createHash, generateKeyPairSync } from "node:crypto";
import { ATTACHMENT_KINDS } from "../../../src/connectors/vonage/content.ts";
import type { VonageSettings } from "../../../src/connectors/vonage/protocol.ts";
import { VONAGE } from "../../../src/connectors/vonage/provider.ts";
import type {
  FakeCallback,
  FakeProvider,
  HandsetMessage,
  ProviderCase,
  ReceivedMessage,
} from "./fake.ts";
import { decodeToken, signToken, verifiesRs256 } from "./jwt.ts";
import { type ApiCall, type ApiReply, type Reply, startProviderServer } from "./server.ts";
import { COMMON_SETTINGS } from "../../support/connector_settings.ts";

const APPLICATION = "aaaaaaaa-bbbb-4ccc-8ddd-0123456789ab";
const SIGNATURE_SECRET = "ZYvbo1Vn4gBvLzmmJkW0WkXsfSVOyZbM";

/** Keys of the application, in PEM; Vonage has the public one. */
export const KEYS = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

/** HTTP statuses of fragments that are no 422. */
const STATUSES: Readonly<Record<string, number>> = {
  "unauthorized": 401,
  "unathorized": 401,
  "unprovisioned": 401,
  "invalid-signature": 401,
  "invalid-api-key": 401,
  "jwt-expired": 401,
  "jwt-revoked": 401,
  "multiple-auth-methods": 401,
  "low-balance": 402,
  "forbidden": 403,
  "invalid-ip": 403,
  "account-suspended": 403,
  "application-suspended": 403,
  "not-found": 404,
  "wrong-verb": 405,
  "accept-header": 406,
  "content-type-header": 415,
  "throttled": 429,
};

export const vonageCase: ProviderCase<"vonage"> = {
  kind: "vonage",
  provider: VONAGE,
  // Nothing listens there.
  least: {
    "application-id": APPLICATION,
    "private-key": KEYS.privateKey,
    "signature-secret": SIGNATURE_SECRET,
    "url": "http://127.0.0.1:1",
  },
  secrets: { "private-key": KEYS.privateKey, "signature-secret": "secret-signature" },
  change: { "application-id": "01234567-89ab-4cde-8f01-23456789abcd" },
  sourceOf: (code) => /^\d/.test(code) ? "callbacks" : "responses",
  document: "vonage.json",
  start: startVonage,
};

export async function startVonage(): Promise<FakeProvider<"vonage">> {
  const received: ReceivedMessage[] = [];
  const media = new Map<string, { type: string; content: Uint8Array }>();
  const server = await startProviderServer(respond);
  const settings: VonageSettings = {
    kind: "vonage",
    ...COMMON_SETTINGS,
    applicationId: APPLICATION,
    privateKey: KEYS.privateKey,
    signatureSecret: SIGNATURE_SECRET,
    url: server.url,
    window: 32,
    rate: null,
    timeoutSeconds: 120,
    unconfirmed: "wait",
  };

  function respond(call: ApiCall): Reply {
    const token = /^Bearer (.+)$/.exec(call.headers.get("authorization") ?? "")?.[1] ?? "";
    if (!verifiesRs256(token, KEYS.publicKey)) return errorWith("unauthorized");
    const { claims } = decodeToken(token);
    if (claims.application_id !== APPLICATION) return errorWith("unauthorized");
    const file = media.get(call.path);
    if (file !== undefined) {
      const length = { "content-length": `${file.content.length}` };
      return { status: 200, headers: { "content-type": file.type, ...length }, body: file.content };
    }
    if (call.path !== "/v1/messages") return errorWith("not-found");
    return call.method === "POST" ? create(call) : errorWith("wrong-verb");
  }

  function create({ headers, text: body }: ApiCall): Reply {
    if (headers.get("content-type") !== "application/json") return errorWith("content-type-header");
    const request = JSON.parse(body);
    const { channel, client_ref, content, from, message_type: type, to } = request;
    if (channel !== "sms" && channel !== "mms") return errorWith("Unsupported channel");
    const types = ["text", ...channel === "mms" ? [...ATTACHMENT_KINDS, "content"] : []];
    if (!types.includes(type)) return errorWith("Invalid message type");
    if (!/^[1-9]\d{6,14}$/.test(to)) return errorWith("Invalid recipient");
    if (typeof from !== "string" || !/^(\d+|[\w ]{1,11})$/.test(from)) {
      return errorWith("Invalid sender");
    }
    if (client_ref?.length > 100) return errorWith("Invalid client reference");
    const [min, max] = channel === "sms" ? [20, 604_800] : [300, 259_200];
    if (!(request.ttl >= min! && request.ttl <= max!)) return errorWith("invalid ttl");
    if (type === "text" && !(request.text?.length > 0)) return errorWith("invalid text");
    const attachments: { url: string; caption?: string }[] = type === "text"
      ? []
      : type === "content"
      ? content
      : [request[type]];
    const captions = attachments.flatMap(({ caption }) => caption === undefined ? [] : [caption]);
    if (captions.some(({ length }) => length < 1 || length > 3000)) {
      return errorWith("Invalid params");
    }
    const message: ReceivedMessage = {
      id: crypto.randomUUID(),
      from,
      to,
      text: request.text ?? captions.join("|"),
      subject: null,
      media: attachments.map(({ url }) => url),
      reference: client_ref,
    };
    received.push(message);
    return { status: 202, json: { message_uuid: message.id } };
  }

  return {
    server,
    settings,
    received,
    errorWith,
    throttled: () => problem(429, "messages#1000", "Throttled"),

    status({ id, from, to, reference, media: files }, status, code) {
      const type = `https://developer.vonage.com/api-errors/messages#${code}`;
      const error = { type, title: code, detail: `Words of ${code}`, instance: "bf0ca0bf" };
      return signed(`/status/${reference}`, {
        message_uuid: id,
        to,
        from,
        timestamp: new Date().toISOString(),
        status,
        ...code === null ? {} : { error },
        usage: { currency: "EUR", price: "0.0333" },
        client_ref: reference,
        ...files.length > 0
          ? { channel: "mms" }
          : { channel: "sms", destination: { network_code: "12345" }, sms: { count_total: "2" } },
      });
    },

    inbound({ id, from, to, text, media: files = [] }: HandsetMessage) {
      const timestamp = new Date().toISOString();
      const common = { message_uuid: id, to, from, timestamp };
      if (files.length === 0) {
        return signed("/inbound", {
          channel: "sms",
          ...common,
          text,
          sms: { num_messages: "1", keyword: "HELLO" },
          usage: { currency: "EUR", price: "0.0333" },
          origin: { network_code: "12345" },
        });
      }
      const attachments = files.map(({ name, type, content }) => {
        const path = `/v3/media/${crypto.randomUUID()}`;
        media.set(path, { type, content });
        return { url: `${server.url}${path}`, name };
      });
      const [main, ...others] = attachments;
      return signed("/inbound", {
        channel: "mms",
        ...common,
        message_type: "image",
        image: { ...main, ...text === "" ? {} : { caption: text } },
        ...others.length === 0
          ? {}
          : { content: attachments.map(({ url }) => ({ type: "image", url })) },
      });
    },

    forge(callback, forgery) {
      const { authorization: _, ...headers } = callback.headers;
      switch (forgery) {
        case "unsigned":
          return { ...callback, headers };
        case "wrong key":
          return sign(callback, claimsOf(callback.body), "another secret");
        case "other body":
          return { ...callback, body: callback.body.replace("}", ',"x":1}') };
        case "stale": {
          const claims = claimsOf(callback.body);
          return sign(callback, { ...claims, iat: claims.iat - 301 });
        }
      }
    },

    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** @param code Fragment, title, or `invalid` and a parameter. */
function errorWith(code: string): ApiReply {
  const status = STATUSES[code] ?? 422;
  const parameter = /^invalid (\S+)$/.exec(code)?.[1];
  if (parameter !== undefined) {
    const invalid_parameters = [{ name: parameter, reason: "is invalid." }];
    return problem(422, "messages#1150", "Invalid params", { invalid_parameters });
  }
  return /^[a-z-]+$/.test(code)
    ? problem(status, `#${code}`, `Title of ${code}`)
    : problem(422, "messages#1170", code);
}

function problem(status: number, type: string, title: string, more: object = {}): ApiReply {
  return {
    status,
    json: {
      type: `https://developer.vonage.com/api-errors/${type}`,
      title,
      detail: "Words",
      instance: "bf0ca0bf927b3b52e3cb03217e1a1ddf",
      ...more,
    },
  };
}

/** Claims of a webhook, as the guide on signed webhooks has them. */
export function claimsOf(body: string) {
  return {
    iat: Math.floor(Date.now() / 1000),
    jti: crypto.randomUUID(),
    iss: "Vonage",
    payload_hash: createHash("sha256").update(body).digest("hex"),
    api_key: "a1b2c3d",
    application_id: APPLICATION,
  };
}

function signed(path: string, event: object): FakeCallback {
  const body = JSON.stringify(event);
  const callback = {
    method: "POST",
    path,
    body,
    headers: { "content-type": "application/json" },
  };
  return sign(callback, claimsOf(body));
}

export function sign(
  callback: FakeCallback,
  claims: object,
  secret = SIGNATURE_SECRET,
  algorithm: "HS256" | "HS512" | "none" = "HS256",
): FakeCallback {
  const token = signToken(claims, secret, algorithm);
  return { ...callback, headers: { ...callback.headers, authorization: `Bearer ${token}` } };
}
