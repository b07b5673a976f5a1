/** Calls that the client of every language performs. */
import type { Step } from "./proxy.ts";
import { AWKWARD, LATER, model, samples } from "./samples.ts";
import { contentOf } from "../../tools/generate/client/model.ts";

type Json = Record<string, unknown>;

/** Failure as each client reports it. Fields that are not named may have any value. */
export interface Failure {
  kind: "service" | "timeout" | "connection" | "verification" | "argument";
  status?: number;
  code?: string | null;
  info?: string;
  to?: string | null;
  retryAfter?: number | null;
  link?: string | null;
}

/** Call of an action. */
export interface Call {
  action: string;
  request: Json;
  /** Default: that of the account. */
  apiKey?: string;
  /** In milliseconds. Default: 60 000. */
  timeout?: number;
  retries?: number;
  idempotencyKey?: string;
  operatorId?: string;
  /** Treatment of its requests on the way. Default: they pass. */
  steps?: Step[];
  /**
   * Number of requests. Default: 1. Some HTTP clients repeat a failed one by themselves, on a
   * connection that was open before.
   */
  attempts?: number;
  /** Expected failure. Default: success with the response that the proxy has seen. */
  failure?: Failure;
  /** Expected response, where it is not all that the proxy has seen. */
  response?: Json;
  /** Whether it is performed with a number of its own as `to`, and one message must be there at the end. */
  sends?: boolean;
}

export interface Facts {
  /** Template of the account that is ready. */
  mmsId: string;
}

/** Fields whose keys are the customer's own. */
export const MAPS = model.objects.flatMap(({ fields }) =>
  fields.filter(({ type }) => type.kind === "map").map(({ wire }) => wire)
);

/** Fields of responses that come as they are, whatever they hold. */
export const AS_THEY_ARE = model.objects.flatMap(({ fields }) =>
  fields.filter(({ type }) => contentOf(type).kind === "any").map(({ wire }) => wire)
);

const SENDER = "111122";
/** Address of a file that the service fetches later, if at all. */
const FILE = "http://127.0.0.1:9/tulips.jpg";
const sms = (text: string, more: Json = {}): Call => ({
  action: "sendsms",
  request: { "message-text": text, to: "", from: SENDER, ...more },
  sends: true,
});
const failed = (
  status: number,
  body: Json | string,
  headers: Record<string, string> = {},
): Step => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

/** Refusal while the account exceeds a limit. */
const LIMITED = { status: "Failure", "error-code": "E113", "error-info": "Too fast", to: "1617" };

const IN_PROGRESS = { status: "failure", "error-code": "E121", "error-info": "in progress" };
const HELP = "https://mms.example.com/docs/codes#E113";

/** Calls by name. Names are segments of URLs. */
export function callsOf({ mmsId }: Facts): Record<string, Call> {
  const contact = {
    action: "createcontact",
    request: {
      name: { "first-name": "Ana", "last-name": "Silva" },
      note: AWKWARD,
      phone: [{ number: "+1 617 555 0111", label: "Mobile" }],
    },
  };
  return {
    "sendsms": sms("Hello"),
    "sendsms-unicode": sms(AWKWARD),
    "sendsms-all": sms("All", {
      "operator-id": "0001470",
      "campaign-ref": "c",
      "click-tracking": false,
    }),
    "sendsms-operator": { ...sms("By operator"), operatorId: "0001470" },
    "savemms-nine-slides": {
      action: "savemms",
      request: {
        name: "Nine",
        "disable-fallback-sms": true,
        slide: Array.from({ length: 9 }, (_, at) => ({ "message-text": `${at + 1} ${AWKWARD}` })),
      },
    },
    "savemms-image": {
      action: "savemms",
      request: {
        name: AWKWARD,
        "message-subject": "Spring",
        "fallback-sms-text": "A picture",
        slide: [{ image: { url: FILE }, "message-text": "Look" }],
      },
    },
    "sendsavedmms": {
      action: "sendsavedmms",
      sends: true,
      request: {
        "mms-id": mmsId,
        to: "",
        from: SENDER,
        "merge-tag-data": { first_name: AWKWARD, points: "120" },
        "custom-slides": [{ "custom-slide": "1", "custom-message-text": "Yours" }],
        "dynamic-contact": [{ name: { "first-name": "Ana" } }],
        "dynamic-calendar": [event],
        "dynamic-image": [{
          "slide-number": "9",
          "add-barcode": "yes",
          barcode: { id: "4711", type: "QR Code" },
        }],
      },
    },
    "createimage": {
      action: "createimage",
      request: {
        barcode: { id: "4006381333931", type: "EAN", rotate: "90" },
        "text-area": { "text-area-1": { text: "Ten per cent", width: "300" } },
      },
    },
    "createcontact": contact,
    "createcalendar": { action: "createcalendar", request: event },

    "wrong-key": {
      ...contact,
      apiKey: "wrong",
      failure: { kind: "service", status: 401, code: "E104" },
    },
    "missing-text": {
      ...sms("", { to: "16175550100" }),
      sends: false,
      failure: { kind: "service", status: 400, code: "E712" },
    },
    "unknown-template": {
      action: "sendsavedmms",
      request: { "mms-id": "none", to: "16175550100", from: SENDER },
      failure: { kind: "service", status: 404, code: "E241" },
    },
    "mixed-slide": {
      action: "savemms",
      request: {
        name: "n",
        "disable-fallback-sms": true,
        slide: [{ audio: { url: FILE }, video: { url: FILE } }],
      },
      failure: { kind: "service", status: 400, code: "E226" },
    },
    "file-refused": {
      action: "createcalendar",
      request: { ...event, "event-title": "" },
      failure: { kind: "service", status: 400, code: "E1703" },
    },
    "own-key": { ...sms("With a key of its own"), idempotencyKey: "order-4712" },
    "own-key-other-body": {
      ...sms("Another text", { to: "16175550100" }),
      sends: false,
      idempotencyKey: "order-4712",
      failure: { kind: "service", status: 409, code: "E121" },
    },
    "link": {
      ...contact,
      steps: [
        failed(400, LIMITED, { link: `<https://a.example/>; rel="next", <${HELP}>; rel="help"` }),
      ],
      failure: { kind: "service", status: 400, code: "E113", link: HELP, to: "1617" },
    },
    "other-link": {
      ...contact,
      steps: [failed(400, LIMITED, { link: "<https://a.example/>; rel=next" })],
      failure: { kind: "service", status: 400, code: "E113", link: null },
    },
    "proxy-page": {
      ...contact,
      retries: 0,
      steps: [failed(502, "<h1>Bad gateway</h1>")],
      failure: { kind: "service", status: 502, code: null, info: "HTTP status 502", to: null },
    },
    "odd-failure": {
      ...contact,
      steps: [
        failed(400, { "error-code": 5, "error-info": ["x"], to: null }, { "retry-after": "soon" }),
      ],
      failure: {
        kind: "service",
        status: 400,
        code: null,
        info: "HTTP status 400",
        retryAfter: null,
      },
    },
    "redirect": {
      ...contact,
      steps: [failed(307, "", { location: "http://127.0.0.1:9/" })],
      failure: { kind: "service", status: 307, code: null },
    },
    "not-json": {
      ...sms("x"),
      sends: false,
      steps: [{ status: 200, body: '{"status": "Success", ' }],
      failure: { kind: "service", status: 200, code: null },
    },
    "no-object": {
      ...sms("x"),
      sends: false,
      steps: [{ status: 200, body: '"Success"' }],
      failure: { kind: "service", status: 200, code: null },
    },

    "cut": { ...sms("Cut"), steps: ["cut", "pass"], attempts: 2 },
    "lost-response": { ...sms("Lost"), steps: ["lose", "pass"], attempts: 2 },
    "broken-response": { ...sms("Broken"), steps: ["break", "pass"], attempts: 2 },
    "lost-template": {
      action: "savemms",
      request: { name: "Lost", "disable-fallback-sms": true, slide: [{ "message-text": "x" }] },
      steps: ["lose", "pass"],
      attempts: 2,
    },
    "lost-in-progress": {
      ...sms("In progress"),
      steps: ["lose", failed(409, IN_PROGRESS, { "retry-after": "1" }), "pass"],
      attempts: 3,
    },
    "unavailable": {
      ...sms("Later"),
      steps: [failed(503, LIMITED, { "retry-after": "1" }), "pass"],
      attempts: 2,
    },
    "proxy-unavailable": {
      ...sms("Gateway"),
      steps: [failed(502, ""), failed(504, ""), "pass"],
      attempts: 3,
    },
    "broken-file": { ...contact, steps: ["break", "cut", "pass"], attempts: 3 },
    "always-cut": {
      ...sms("x"),
      sends: false,
      steps: ["cut"],
      attempts: 3,
      failure: { kind: "connection" },
    },
    "always-limited": {
      ...sms("x"),
      sends: false,
      retries: 1,
      steps: [failed(429, LIMITED, { "retry-after": "1", link: `<${HELP}>; rel=help` })],
      attempts: 2,
      failure: {
        kind: "service",
        status: 429,
        code: "E113",
        retryAfter: 1,
        link: HELP,
        to: "1617",
      },
    },
    "limited-for-long": {
      ...sms("x"),
      sends: false,
      steps: [failed(429, LIMITED, { "retry-after": "3600" })],
      failure: { kind: "service", status: 429, code: "E113", retryAfter: 3600 },
    },
    "stalled": {
      ...sms("x"),
      sends: false,
      timeout: 2_000,
      steps: ["stall"],
      failure: { kind: "timeout" },
    },
    "stalled-within": {
      ...contact,
      timeout: 2_000,
      steps: ["stall within"],
      failure: { kind: "timeout" },
    },
    "bad-key": {
      ...sms("x"),
      sends: false,
      idempotencyKey: "order\r\nX-Api-Key: other",
      attempts: 0,
      failure: { kind: "argument" },
    },
    ...Object.fromEntries(model.actions.flatMap((each) => everyField(each))),
  };
}

const event = {
  "event-title": AWKWARD,
  "event-description": "Doors at ten",
  "event-location": "Main Street 1",
  "event-start-datetime": "2026-07-04T10:00:00",
  "event-end-datetime": "2026-07-04T12:00:00",
  "event-timezone": "America/New_York",
  "all-day-event": false,
};

/** Returns calls with every field of an action's request and response, and with no optional one. */
function everyField(
  { name, request, response }: typeof model.actions[number],
): [name: string, call: Call][] {
  return [false, true].map((isSmall) => {
    const seen = response === null ? {} : samples.object(response, isSmall);
    const step: Step = response === null
      ? {
        status: 200,
        headers: { "content-type": "text/plain; x=y" },
        body: AWKWARD,
        isChunked: true,
      }
      : { status: 200, body: JSON.stringify({ ...seen, ...LATER }), isChunked: true };
    return [`${name}-${isSmall ? "no-option" : "every-field"}`, {
      action: name,
      request: samples.object(request, isSmall),
      steps: [step],
      ...response !== null && { response: seen },
    }];
  });
}
