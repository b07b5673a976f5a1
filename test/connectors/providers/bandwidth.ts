/** Fake of Bandwidth's Messaging API and of its token endpoint, made from its documents. */
import { writeBasic } from "../../../src/core/account/basic_credentials.ts";
import type { BandwidthSettings } from "../../../src/connectors/bandwidth/protocol.ts";
import { BANDWIDTH } from "../../../src/connectors/bandwidth/provider.ts";
import type {
  FakeCallback,
  FakeProvider,
  HandsetMessage,
  ProviderCase,
  ReceivedMessage,
} from "./fake.ts";
import {
  type ApiCall,
  type ApiReply,
  type ProviderServer,
  type Reply,
  startProviderServer,
} from "./server.ts";
import { COMMON_SETTINGS } from "../../support/connector_settings.ts";

const ACCOUNT = "9900000";
const APPLICATION = "93de2206-9669-4e07-948d-329f4b722ee2";
const CLIENT = { user: "CLI-4711", password: "client-secret-4711" };
const CALLBACKS = { user: "slidepost", password: "callback pass:word" };
const PATH = `/api/v2/users/${ACCOUNT}`;

/** HTTP statuses of types that are no 400. */
const STATUSES: Readonly<Record<string, number>> = {
  "unauthorized": 401,
  "forbidden": 403,
  "unsupported-content-type": 415,
  "max-message-queue-size-exceeded": 429,
  "rate_limit_exceeded": 429,
};

export const bandwidthCase: ProviderCase<"bandwidth"> = {
  kind: "bandwidth",
  provider: BANDWIDTH,
  // Nothing listens there.
  least: {
    "account-id": ACCOUNT,
    "application-id": APPLICATION,
    "client-id": CLIENT.user,
    "client-secret": CLIENT.password,
    "callback-username": CALLBACKS.user,
    "callback-password": CALLBACKS.password,
    "url": "http://127.0.0.1:1",
    "token-url": "http://127.0.0.1:1/token",
  },
  secrets: { "client-secret": "secret-client", "callback-password": "secret-callback" },
  change: { "application-id": "4711" },
  sourceOf: (code) => /^\d/.test(code) ? "callbacks" : "responses",
  document: "bandwidth.json",
  start: startBandwidth,
};

export interface FakeBandwidth extends FakeProvider<"bandwidth"> {
  /** Server of the token endpoint, which is another than that of messages. */
  tokens: ProviderServer;
  /** Value of `expires_in`. Default: an hour. */
  lifetimeSeconds: number;
  /** Refuses all tokens so far. */
  revoke(): void;
}

export async function startBandwidth(): Promise<FakeBandwidth> {
  const received: ReceivedMessage[] = [];
  const media = new Map<string, Uint8Array>();
  const valid = new Set<string>();
  const server = await startProviderServer(respond);
  const tokens = await startProviderServer(grant);
  const settings: BandwidthSettings = {
    kind: "bandwidth",
    ...COMMON_SETTINGS,
    accountId: ACCOUNT,
    applicationId: APPLICATION,
    clientId: CLIENT.user,
    clientSecret: CLIENT.password,
    callbackUsername: CALLBACKS.user,
    callbackPassword: CALLBACKS.password,
    url: `${server.url}/api/v2`,
    tokenUrl: `${tokens.url}/api/v1/oauth2/token`,
    window: 32,
    rate: null,
    timeoutSeconds: 120,
    unconfirmed: "wait",
  };

  function grant({ headers, method, path, text }: ApiCall): Reply {
    if (method !== "POST" || path !== "/api/v1/oauth2/token") return { status: 404 };
    if (headers.get("content-type") !== "application/x-www-form-urlencoded") return { status: 415 };
    if (text !== "grant_type=client_credentials") return { status: 400 };
    if (headers.get("authorization") !== writeBasic(CLIENT)) return { status: 401 };
    const access_token = `e30.${crypto.randomUUID()}.sig_-`;
    valid.add(access_token);
    return {
      status: 200,
      json: { access_token, expires_in: fake.lifetimeSeconds, token_type: "Bearer" },
    };
  }

  function respond(call: ApiCall): Reply {
    const { headers, method, path } = call;
    const token = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "";
    if (!valid.has(token)) return errorWith("unauthorized");
    const file = media.get(path);
    if (file !== undefined) {
      const length = { "content-length": `${file.length}` };
      const type = { "content-type": "application/octet-stream" };
      return { status: 200, headers: { ...type, ...length }, body: file };
    }
    if (method === "GET" && path === `${PATH}/media`) return { status: 200, json: [] };
    if (method === "POST" && path === `${PATH}/messages`) return create(call);
    const timestamp = new Date().toISOString();
    const message = "No message available";
    return { status: 404, json: { timestamp, status: 404, error: "Not Found", message, path } };
  }

  function create({ headers, text }: ApiCall): Reply {
    if (!headers.get("content-type")?.startsWith("application/json")) {
      return errorWith("unsupported-content-type");
    }
    const request = JSON.parse(text) as Record<string, string> & { to: string[]; media?: string[] };
    const { applicationId, expiration, from, media = [], tag, to } = request;
    const invalid = (field: string) => errorWith(`request-validation/${field}`);
    if (applicationId !== APPLICATION) return invalid("applicationId");
    if (to.length !== 1 || !/^\+[1-9]\d{6,14}$/.test(to[0]!)) return invalid("to");
    const isName = /^[\w +&-]{1,11}$/.test(from!) && /[A-Za-z]/.test(from!);
    if (!/^\+[1-9]\d{6,14}$|^\d{3,6}$/.test(from!) && !isName) return invalid("from");
    if (!request.text && media.length === 0) return invalid("text");
    if ((request.text ?? "").length > 2048) return invalid("text");
    if (media.length > 10) return invalid("media");
    if (!(Date.parse(expiration!) > Date.now())) return invalid("expiration");
    const message: ReceivedMessage = {
      id: `${Date.now()}${crypto.randomUUID().replaceAll("-", "").slice(0, 16)}`,
      from: from!.replace(/^\+/, ""),
      to: to[0]!.slice(1),
      text: request.text ?? "",
      subject: null,
      media,
      reference: tag!,
    };
    received.push(message);
    return {
      status: 202,
      json: {
        ...request,
        id: message.id,
        owner: from,
        time: new Date().toISOString(),
        segmentCount: 1,
        direction: "out",
      },
    };
  }

  const fake: FakeBandwidth = {
    server,
    tokens,
    settings,
    received,
    lifetimeSeconds: 3600,
    revoke: () => valid.clear(),
    errorWith,
    throttled: () => errorWith("max-message-queue-size-exceeded"),

    status({ id, from, to, reference, media }, type, code) {
      const time = new Date().toISOString();
      return callback("/status", {
        time,
        type,
        to: `+${to}`,
        description: `Words of ${type}`,
        ...code === null ? {} : { errorCode: Number(code) },
        message: {
          id,
          time,
          to: [`+${to}`],
          from: `+${from}`,
          text: "",
          applicationId: APPLICATION,
          owner: `+${from}`,
          direction: "out",
          segmentCount: 1,
          tag: reference,
          ...media.length === 0 ? {} : { media },
        },
      });
    },

    inbound({ id, from, to, text, media: files = [] }: HandsetMessage) {
      const urls = files.map(({ name, content }, index) => {
        const path = `${PATH}/media/${id}/${index}/${name}`;
        media.set(path, content);
        return `${server.url}${path}`;
      });
      const time = new Date().toISOString();
      return callback("/inbound", {
        time,
        type: "message-received",
        to: `+${to}`,
        description: "Incoming message received",
        message: {
          id,
          owner: `+${to}`,
          applicationId: APPLICATION,
          time,
          segmentCount: 1,
          direction: "in",
          to: [`+${to}`],
          from: `+${from}`,
          text,
          ...urls.length === 0 ? {} : { media: urls },
        },
      });
    },

    forge(spoilt, forgery) {
      const { authorization: _, ...headers } = spoilt.headers;
      switch (forgery) {
        case "unsigned":
          return { ...spoilt, headers };
        case "wrong key": {
          const authorization = writeBasic({ ...CALLBACKS, password: "guess" });
          return { ...spoilt, headers: { ...headers, authorization } };
        }
        // Nothing is signed, and nothing has a time.
        case "other body":
        case "stale":
          return null;
      }
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([server[Symbol.asyncDispose](), tokens[Symbol.asyncDispose]()]);
    },
  };
  return fake;
}

/** @param code Type, and after a slash the field of an invalid request. */
function errorWith(code: string): ApiReply {
  const [type, fieldName] = code.split("/");
  const description = `Words of ${type}`;
  const fieldErrors = [{ fieldName, description: `Words on ${fieldName}` }];
  return {
    status: STATUSES[type!] ?? 400,
    json: { type, description, ...fieldName === undefined ? {} : { fieldErrors } },
  };
}

/** Makes a callback as the guide has it: a list of one event. */
function callback(path: string, event: object): FakeCallback {
  return {
    method: "POST",
    path,
    headers: {
      "authorization": writeBasic(CALLBACKS),
      "content-type": "application/json; charset=utf-8",
      "user-agent": "BandwidthAPI/v2",
    },
    body: JSON.stringify([event]),
  };
}
