/** Fake of a made-up provider, as an operator describes it by the settings of the template. */
import type { HttpSettings } from "../../../src/connectors/http/protocol.ts";
import { httpProtocol } from "../../../src/connectors/http/protocol.ts";
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

const CREDENTIAL = "made-up-credential";
const SECRET = "key+of the=account";
const TOKEN = "token-of-callbacks_1";

/** Settings without those that every connector has. */
export const LEAST: Omit<HttpSettings, "url"> = {
  kind: "http",
  ...COMMON_SETTINGS,
  method: "POST",
  headers: null,
  secret: null,
  bodyType: "json",
  body: null,
  mmsUrl: null,
  mmsBody: null,
  successStatuses: null,
  successMatch: null,
  idPath: null,
  errorPath: null,
  errorTextPath: null,
  codes: null,
  idempotent: false,
  checkUrl: null,
  callbackToken: null,
  callbackResponse: null,
  eventsPath: null,
  statusPath: null,
  statusIdPath: null,
  statusErrorPath: null,
  statuses: null,
  inboundFromPath: null,
  inboundToPath: null,
  inboundTextPath: null,
  inboundIdPath: null,
  inboundMediaPath: null,
  textMaxLength: 1600,
  mmsMaxBytes: 1_000_000,
  mmsMaxFiles: 10,
  window: 32,
  rate: null,
  timeoutSeconds: 120,
  unconfirmed: "wait",
};

/** Settings of the made-up provider, at an address. */
function settingsAt(url: string): HttpSettings {
  return {
    ...LEAST,
    url: `${url}/v2/messages?key={secret}`,
    headers: `Authorization: Bearer ${CREDENTIAL}\nIdempotency-Key: {id}`,
    secret: SECRET,
    body: `{
      "to": "{to:plus}",
      "from": "{from}",
      "message": { "text": "{text}" },
      "callback": "{status-url}",
      "ttl": "{validity:number}"
    }`,
    mmsBody: `{
      "to": "{to:plus}",
      "from": "{from}",
      "message": { "text": "{text}", "subject": "{subject}", "media": "{media-urls}" },
      "callback": "{status-url}",
      "ttl": "{validity:number}"
    }`,
    successMatch: "messages.0.state=queued",
    idPath: "messages.0.id",
    errorPath: "error.code",
    errorTextPath: "error.text",
    codes: [
      "E1=recipient",
      "E2=content",
      "E3=credentials",
      "E4=throttled",
      "E5=temporary",
      "E6=duplicate",
      "E7=unsupported",
      "E8=blocked",
      "E9=unconfirmed",
      "http-402=funds",
      "http-410=sender",
    ].join("\n"),
    idempotent: true,
    checkUrl: `${url}/v2/balance?key={secret}`,
    callbackToken: TOKEN,
    callbackResponse: "OK",
    statusPath: "report.state",
    statusIdPath: "report.id",
    statusErrorPath: "report.error",
    statuses: "ACCEPTD=noted\nDELIVRD=delivered\nUNDELIV=failed\nEXPIRED=expired\nREJECTD=refused",
    inboundFromPath: "from",
    inboundToPath: "to",
    inboundTextPath: "text",
    inboundIdPath: "id",
    inboundMediaPath: "media",
  };
}

/** HTTP statuses of codes that are no 400. */
const STATUSES: Readonly<Record<string, number>> = { E3: 401, E4: 429, E5: 500, E6: 409, E9: 500 };

export const httpCase: ProviderCase<"http"> = {
  kind: "http",
  ...COMMON_SETTINGS,
  provider: httpProtocol(settingsAt("http://127.0.0.1:1")).provider,
  // Nothing listens there.
  least: { url: "http://127.0.0.1:1/send", body: `{"to":"{to}","text":"{text}"}` },
  secrets: {
    "headers": "X-Key: secret-header",
    "secret": "secret-value",
    "callback-token": "secret-token-of-callbacks",
  },
  change: { "codes": "17=recipient\n18=throttled", "text-max-length": 459 },
  document: null,
  isTemplate: true,
  start: startHttp,
};

async function startHttp(): Promise<FakeProvider<"http">> {
  const received: ReceivedMessage[] = [];
  const media = new Map<string, { type: string; content: Uint8Array }>();
  const server = await startProviderServer(respond);

  function respond(call: ApiCall): Reply {
    const { headers, method, path, query } = call;
    if (headers.get("authorization") !== `Bearer ${CREDENTIAL}`) return errorWith("E3");
    const file = media.get(path);
    if (file !== undefined) {
      const length = { "content-length": `${file.content.length}` };
      return { status: 200, headers: { "content-type": file.type, ...length }, body: file.content };
    }
    if (query.get("key") !== SECRET) return errorWith("E3");
    if (method === "GET" && path === "/v2/balance") return { status: 200, json: { balance: 7 } };
    return method === "POST" && path === "/v2/messages" ? create(call) : errorWith("E2");
  }

  function create({ headers, text }: ApiCall): Reply {
    const { to, from, message, callback, ttl } = JSON.parse(text);
    const reference = callbackPath(callback).replace("/status/", "").replace(`?token=${TOKEN}`, "");
    const id = `made-up-${headers.get("idempotency-key")}`;
    const created = { messages: [{ id, state: "queued" }] };
    if (received.some((each) => each.id === id)) {
      return { status: 409, json: { ...created, error: { code: "E6", text: "There is one" } } };
    }
    if (!/^\+\d+$/.test(to) || !(ttl >= 1)) return errorWith("E1");
    received.push({
      id,
      from,
      to: to.replace("+", ""),
      reference,
      text: message.text,
      subject: message.subject ?? null,
      media: message.media ?? [],
    });
    return { status: 202, json: created };
  }

  return {
    server,
    settings: settingsAt(server.url),
    received,
    errorWith,
    throttled: () => errorWith("E4"),

    status: ({ id, reference }, state, error) => ({
      method: "POST",
      path: `/status/${reference}?token=${TOKEN}`,
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ report: { id, state, ...error === null ? {} : { error } } }),
    }),

    inbound({ id, from, to, text, media: files = [] }: HandsetMessage) {
      const form = new URLSearchParams({ id, from: `+${from}`, to, text });
      for (const [index, { type, content }] of files.entries()) {
        media.set(`/v2/files/${id}-${index}`, { type, content });
        form.append("media", `${server.url}/v2/files/${id}-${index}`);
      }
      return {
        method: "POST",
        path: `/inbound?token=${TOKEN}`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: form.toString(),
      };
    },

    forge(callback, forgery) {
      switch (forgery) {
        case "unsigned":
          return { ...callback, path: callback.path.replace(/\?.*/, "") };
        case "wrong key":
          return { ...callback, path: callback.path.replace(TOKEN, "another-token-of-it") };
        case "other body":
        case "stale":
          return null;
      }
    },

    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function errorWith(code: string): ApiReply {
  if (code.startsWith("http-")) return { status: Number(code.slice(5)), body: "" };
  const error = { code, text: `Words of ${code}` };
  return { status: STATUSES[code] ?? 400, json: { error } };
}

/** Makes a callback of any form, to a connector with the token. */
export function callbackAt(
  path: string,
  { body = "", method = "POST", type = "" }: { body?: string; method?: string; type?: string } = {},
): FakeCallback {
  const url = new URL(`${BASE_URL}/carriers/${NAME}${path}`);
  url.searchParams.set("token", TOKEN);
  const headers: Record<string, string> = type === "" ? {} : { "content-type": type };
  return { method, path: callbackPath(url.href), headers, body };
}
