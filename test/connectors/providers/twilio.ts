/** Fake of Twilio's Messages resource, made from its OpenAPI document. */
import { createHmac } from "node:crypto";
import { writeBasic } from "../../../src/core/account/basic_credentials.ts";
import type { TwilioSettings } from "../../../src/connectors/twilio/protocol.ts";
import { TWILIO } from "../../../src/connectors/twilio/provider.ts";
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

const ACCOUNT = "AC0123456789abcdef0123456789abcdef";
const TOKEN = "0123456789abcdef0123456789abcdef";
const PATH = `/2010-04-01/Accounts/${ACCOUNT}`;

/** HTTP statuses of codes that are no 400. */
const STATUSES: Readonly<Record<string, number>> = {
  "20003": 401,
  "20008": 403,
  "20403": 403,
  "20404": 404,
  "20409": 409,
  "20413": 413,
  "20429": 429,
  "20500": 500,
  "20503": 503,
};

export const twilioCase: ProviderCase<"twilio"> = {
  kind: "twilio",
  provider: TWILIO,
  // Nothing listens there.
  least: { "account-sid": ACCOUNT, "auth-token": TOKEN, "url": "http://127.0.0.1:1" },
  secrets: {
    "auth-token": "secret-token",
    "api-key-sid": `SK${"0".repeat(32)}`,
    "api-key-secret": "secret-key",
  },
  change: { "messaging-service-sid": `MG${"0".repeat(32)}` },
  document: "twilio.json",
  start: () => startTwilio(),
};

/** @param callbackUrl Returns the callback URL of the connector, for signatures. */
export async function startTwilio(
  callbackUrl = () => `${BASE_URL}/carriers/${NAME}`,
): Promise<FakeProvider<"twilio">> {
  const received: (ReceivedMessage & { createdAt: number })[] = [];
  const media = new Map<string, { type: string; content: Uint8Array }>();
  const server = await startProviderServer(respond);
  const settings: TwilioSettings = {
    kind: "twilio",
    ...COMMON_SETTINGS,
    accountSid: ACCOUNT,
    authToken: TOKEN,
    apiKeySid: null,
    apiKeySecret: null,
    messagingServiceSid: null,
    url: server.url,
    window: 32,
    rate: null,
    timeoutSeconds: 120,
  };

  function respond(call: ApiCall): Reply {
    const { headers, method, path, query } = call;
    const file = media.get(path);
    const expected = writeBasic({ user: ACCOUNT, password: TOKEN });
    if (headers.get("authorization") !== expected) return errorWith("20003");
    if (file !== undefined) {
      const length = { "content-length": `${file.content.length}` };
      return { status: 200, headers: { "content-type": file.type, ...length }, body: file.content };
    }
    if (path === `${PATH}/IncomingPhoneNumbers.json`) {
      return { status: 200, json: { incoming_phone_numbers: [{ phone_number: "+16175550100" }] } };
    }
    if (path !== `${PATH}/Messages.json`) return errorWith("20404");
    return method === "POST" ? create(call) : list(query);
  }

  function create({ text }: ApiCall): Reply {
    const form = new URLSearchParams(text);
    const [to, from] = [form.get("To"), form.get("From")];
    if (to === null) return errorWith("21604");
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return errorWith("21211");
    if (from === null) return errorWith("21603");
    const body = form.get("Body") ?? "";
    const urls = form.getAll("MediaUrl");
    if (body === "" && urls.length === 0) return errorWith("21619");
    if (body.length > 1600) return errorWith("21617");
    if (urls.length > 10) return errorWith("21623");
    const validity = Number(form.get("ValidityPeriod"));
    if (!(validity >= 1 && validity <= 36_000)) return errorWith("21624");
    const callback = form.get("StatusCallback") ?? "";
    const message = {
      id: `${urls.length > 0 ? "MM" : "SM"}${crypto.randomUUID().replaceAll("-", "")}`,
      from: from.replace("+", ""),
      to: to.replace("+", ""),
      text: body,
      subject: null,
      media: urls,
      reference: callback.split("/").at(-1)!,
      createdAt: Date.now(),
    };
    received.push(message);
    return { status: 201, json: resource(message) };
  }

  function list(query: URLSearchParams): Reply {
    const to = (query.get("To") ?? "").replace("+", "");
    const messages = received.filter((message) => message.to === to).reverse().map(resource);
    return {
      status: 200,
      json: {
        messages: messages.slice(0, Number(query.get("PageSize") ?? 50)),
        next_page_uri: null,
        page: 0,
        page_size: 50,
      },
    };
  }

  function resource(
    { id, from, to, text, media, createdAt }: ReceivedMessage & { createdAt: number },
  ) {
    const created = new Date(createdAt).toUTCString().replace("GMT", "+0000");
    return {
      account_sid: ACCOUNT,
      api_version: "2010-04-01",
      body: text,
      date_created: created,
      date_sent: null,
      date_updated: created,
      direction: "outbound-api",
      error_code: null,
      error_message: null,
      from: `+${from}`,
      num_media: `${media.length}`,
      num_segments: "1",
      price: null,
      price_unit: "USD",
      messaging_service_sid: null,
      sid: id,
      status: "queued",
      subresource_uris: { media: `${PATH}/Messages/${id}/Media.json` },
      to: `+${to}`,
      uri: `${PATH}/Messages/${id}.json`,
    };
  }

  return {
    server,
    settings,
    received,
    errorWith,
    throttled: () => errorWith("20429"),

    status({ id, from, to, reference }, status, code) {
      return signed(callbackUrl(), `/status/${reference}`, {
        AccountSid: ACCOUNT,
        ApiVersion: "2010-04-01",
        From: `+${from}`,
        MessageSid: id,
        MessageStatus: status,
        SmsSid: id,
        SmsStatus: status,
        To: `+${to}`,
        ...code === null ? {} : { ErrorCode: code },
      });
    },

    inbound({ id, from, to, text, media: files = [] }: HandsetMessage) {
      const urls = files.map(({ type, content }, index) => {
        const path = `${PATH}/Messages/${id}/Media/ME${index}`;
        media.set(path, { type, content });
        return `${server.url}${path}`;
      });
      return signed(callbackUrl(), "/inbound", {
        ToCountry: "US",
        MessageSid: id,
        SmsSid: id,
        SmsMessageSid: id,
        AccountSid: ACCOUNT,
        From: `+${from}`,
        To: `+${to}`,
        Body: text,
        NumMedia: `${files.length}`,
        NumSegments: "1",
        SmsStatus: "received",
        ApiVersion: "2010-04-01",
        ...Object.fromEntries(urls.map((url, index) => [`MediaUrl${index}`, url])),
        ...Object.fromEntries(files.map(({ type }, index) => [`MediaContentType${index}`, type])),
      });
    },

    forge(callback, forgery) {
      const { body, headers } = callback;
      switch (forgery) {
        case "unsigned": {
          const { "x-twilio-signature": _, ...others } = headers;
          return { ...callback, headers: others };
        }
        case "wrong key":
          return sign(callbackUrl(), callback, "another token");
        case "other body":
          return { ...callback, body: `${body}&Extra=1` };
        case "stale":
          return null;
      }
    },

    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

function errorWith(code: string): ApiReply {
  const status = STATUSES[code] ?? 400;
  const more_info = `https://www.twilio.com/docs/errors/${code}`;
  return { status, json: { code: Number(code), message: `Words of ${code}`, more_info, status } };
}

function signed(
  callbackUrl: string,
  path: string,
  fields: Record<string, string>,
): FakeCallback {
  return sign(callbackUrl, {
    method: "POST",
    path,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
  }, TOKEN);
}

/** Signs by the text of Twilio's documentation: the URL, then names and values in order. */
function sign(callbackUrl: string, callback: FakeCallback, token: string): FakeCallback {
  const fields = [...new URLSearchParams(callback.body)].sort(([a], [b]) => a < b ? -1 : 1);
  const data = `${callbackUrl}${callback.path}${fields.flat().join("")}`;
  const signature = createHmac("sha1", token).update(data).digest("base64");
  return { ...callback, headers: { ...callback.headers, "x-twilio-signature": signature } };
}
