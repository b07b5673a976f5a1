/** Service between real carriers, with a function for each of its doors. */
import assert from "node:assert/strict";
import { type Mmsc, startMmsc } from "../support/mmsc.ts";
import { movableClock } from "../support/movable_clock.ts";
import { ADMIN_TOKEN, SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import {
  basic,
  createVasp,
  multipart,
  NAMESPACE,
  type PartText,
  TEXT,
  type Vasp,
} from "../support/vasp.ts";

/** Response of any door to its client. */
export interface ClientResponse {
  status: number;
  /** `error-code`, or the StatusCode of MM7; null for success. */
  code: string | null;
  retryAfter: string | null;
  /** Id of an accepted message. */
  id: string | null;
}

export type Door = (words?: string, content?: PartText) => Promise<ClientResponse>;

export interface Doors extends AsyncDisposable {
  test: TestService;
  vasp: Vasp;
  mmsc: Mmsc;
  /** Sends a customer's text, which goes by the loopback carrier. */
  sms: Door;
  /** Sends a VASP's submission, which goes by the MMSC. */
  mm7: Door;
  /** Reports, as the MMSC, that the message with this MessageID was retrieved. */
  report: Door;
  /** Delivers, as the MMSC, a handset's message under this TransactionID. */
  inbound: Door;
  admin: Door;
}

export type DoorName = "sms" | "mm7" | "report" | "inbound" | "admin";

/** Clock of the services. */
const clock = movableClock();

const RELAY = { "relay-username": "relay", "relay-password": "relay pass" };
const FROM = "<Sender><Number>16175550111</Number></Sender>";
const TO = "<Recipients><To><ShortCode>111122</ShortCode></To></Recipients>";

export async function startDoors(
  config: Record<string, string>,
  environment?: Record<string, string>,
): Promise<Doors> {
  const mmsc = await startMmsc();
  const test = await startService({
    config: { DELIVER_RETRY: "0.1s", RESCUE_INTERVAL: "1s", ...config },
    clock,
    environment,
    senders: [{ ...SHORT_CODE, "mms-connector": "mmsc" }],
  });
  const connector = { name: "mmsc", kind: "mmsc_mm7", url: mmsc.url, vaspid: "us", ...RELAY };
  const created = await test.admin("POST", "/connectors", connector);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const vasp = createVasp(test);
  let names = 0;

  async function post(path: string, headers: Record<string, string>, body?: BodyInit) {
    return await fetch(test.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body,
    });
  }

  async function json(response: Response): Promise<ClientResponse> {
    const body = await response.json();
    const { "error-code": code = null, "tracking-id": id = null } = body;
    return { status: response.status, code, retryAfter: response.headers.get("retry-after"), id };
  }

  async function relay(operation: string, inner: string, transaction: string, content?: PartText) {
    const envelope = `<?xml version="1.0"?><s:Envelope ` +
      `xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>` +
      `<TransactionID xmlns="${NAMESPACE}" s:mustUnderstand="1">${transaction}</TransactionID>` +
      `</s:Header><s:Body><${operation} xmlns="${NAMESPACE}"><MM7Version>6.5.0</MM7Version>` +
      `${inner}</${operation}></s:Body></s:Envelope>`;
    const headers = ["Content-Type: text/xml; charset=utf-8", "Content-ID: <start>"];
    const parts = [{ headers, content: envelope }, ...content === undefined ? [] : [content]];
    const response = await post("/mm7/relay/mmsc", {
      "authorization": basic(RELAY["relay-username"], RELAY["relay-password"]),
      "content-type": `multipart/related; boundary="outer"; type="text/xml"; start="<start>"`,
    }, multipart("outer", parts));
    const xml = await response.text();
    const code = /<StatusCode>(\d+)</.exec(xml)?.[1] ?? null;
    const retryAfter = response.headers.get("retry-after");
    return { status: response.status, code: code === "1000" ? null : code, retryAfter, id: null };
  }

  return {
    test,
    vasp,
    mmsc,
    sms: async (text = "Hello") => {
      const body = { action: "sendsms", from: "111122", to: "16175550100", "message-text": text };
      const headers = { "content-type": "application/json", "x-api-key": test.apiKey };
      return await json(await post("/api/v2", headers, JSON.stringify(body)));
    },
    mm7: async (transactionId, content) => {
      const { status, code, headers, messageId } = await vasp.post({ transactionId, content });
      return {
        status,
        code: code === 1000 ? null : String(code),
        retryAfter: headers.get("retry-after"),
        id: messageId,
      };
    },
    report: (id = "mmsc-1") =>
      relay(
        "DeliveryReportReq",
        `<MessageID>${id}</MessageID><Recipient><Number>16175550101</Number></Recipient>` +
          `<Sender><ShortCode>111122</ShortCode></Sender><Date>2026-11-20T21:13:52Z</Date>` +
          `<MMStatus>Retrieved</MMStatus>`,
        `report-${id}`,
      ),
    inbound: (transaction = `inbound-${++names}`, content = TEXT) =>
      relay("DeliverReq", `${FROM}${TO}<Content href="cid:content"/>`, transaction, content),
    admin: async () =>
      await json(await post("/admin/v1/accounts", { authorization: `Bearer ${ADMIN_TOKEN}` })),
    async [Symbol.asyncDispose]() {
      await test.stop();
      await mmsc[Symbol.asyncDispose]();
    },
  };
}

/**
 * Checks the response of a door while the store cannot serve the request (contract sections 1 and
 * 5).
 */
export function assertRefused(
  { status, code, retryAfter, id }: ClientResponse,
  door?: string,
): void {
  assert.deepEqual([status, id], [503, null], door);
  assert.match(code!, /^(E504|3000)$/, door);
  assert.match(retryAfter!, /^[1-9]\d*$/, door);
}

/** Sends a request to each of these doors at once, and checks that it is refused. */
export async function refusedBy(doors: Doors, names: readonly DoorName[]): Promise<void> {
  await Promise.all(names.map(async (name) => assertRefused(await doors[name](), name)));
}

/** Repeats a request while it is refused, as clients do, and returns the first other response. */
export async function insist(door: () => Promise<ClientResponse>): Promise<ClientResponse> {
  const response = await until(door, ({ status }) => status !== 503);
  assert.deepEqual([response.status, response.code], [200, null]);
  return response;
}

/** Expires every lease, so that other owners can claim the messages. */
export function passLeases(): void {
  clock.advance(300_000);
}

/**
 * Lists the codes of a tracking-id's postbacks, each webhook-id once, in order of first arrival.
 */
export function codesOf({ test: { receiver } }: Doors, trackingId: string): string[] {
  const seen = new Map<string, string>();
  for (const { body, headers } of receiver.received) {
    if ((body["tracking-id"] ?? body.trackingid) !== trackingId) continue;
    const id = headers.get("webhook-id")!;
    if (!seen.has(id)) seen.set(id, body.code);
  }
  return [...seen.values()];
}

/** Resolves once a tracking-id has exactly these postbacks, repeats aside. */
export async function untilReported(
  doors: Doors,
  trackingId: string,
  codes: string[],
): Promise<void> {
  const isTold = () => codesOf(doors, trackingId).length >= codes.length;
  await doors.test.receiver.until(isTold);
  assert.deepEqual(codesOf(doors, trackingId), codes);
}
