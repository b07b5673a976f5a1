/**
 * Traffic of a customer: templates, messages, their postbacks, and their submissions to the
 * carrier.
 */
import assert from "node:assert/strict";
import { ask, bodyOfSuccess, type RequestOptions } from "../http/door.ts";
import { ADMIN_TOKEN, type TestService } from "../support/service.ts";

// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
export type Body = any;

export interface Saved {
  mmsId: string;
  /** Postbacks of the template, in order of arrival. */
  postbacks: Body[];
}

export interface Sent {
  id: string;
  response: Body;
  /** Postbacks of the message, in order. */
  postbacks: Body[];
}

/** Message as the loopback carrier received it. */
export interface Carried {
  kind: "MMS" | "SMS";
  from: string;
  to: string;
  subject: string | null;
  text: string | null;
  parts: { "content-id": string; type: string; location: string; bytes: Uint8Array<ArrayBuffer> }[];
}

export const FROM = "111122";
export const TO = "16175550101";
/**
 * Recipients whose delivery reports name a handset of platform A, of platform B, and no handset.
 */
export const APPLE = "16175550112";
export const ANDROID = "16175550113";
export const NO_HANDSET = "16175550111";
/** Recipients of an operator that takes 300 KB, and of one without MMS. */
export const SMALL_OPERATOR = "16175550108";
export const NO_MMS = "16175550107";

/** Saves a template, and waits for this number of postbacks. */
export async function save(
  test: TestService,
  fields: Record<string, unknown>,
  { awaited = 1, ...options }: RequestOptions & { awaited?: number } = {},
): Promise<Saved> {
  const reference = crypto.randomUUID();
  const { "mms-id": mmsId } = bodyOfSuccess(
    await ask(test, {
      action: "savemms",
      name: "a template",
      "fallback-sms-text": "See it at example.com",
      "client-reference": reference,
      ...fields,
    }, options),
  );
  const expected = fields["client-reference"] ?? reference;
  const mine = () =>
    test.receiver.received.map(({ body }) => body)
      .filter((body) => body["client-reference"] === expected && !("sent-as" in body));
  await test.receiver.until(() => mine().length >= awaited);
  return { mmsId, postbacks: mine() };
}

/** Sends a message, and waits until its postbacks have exactly these codes. */
export async function send(
  test: TestService,
  fields: Record<string, unknown>,
  codes: string[],
  options?: RequestOptions,
): Promise<Sent> {
  const response = bodyOfSuccess(await ask(test, { from: FROM, to: TO, ...fields }, options));
  const id: string = response["tracking-id"];
  await test.receiver.untilCodes(id, codes);
  const postbacks = test.receiver.received.map(({ body }) => body)
    .filter((body) => body["tracking-id"] === id);
  return { id, response, postbacks };
}

export function sendSms(
  test: TestService,
  fields: Record<string, unknown> = {},
  codes = ["N201", "N202"],
): Promise<Sent> {
  return send(test, { action: "sendsms", "message-text": "Hello", ...fields }, codes);
}

export function sendMms(
  test: TestService,
  mmsId: string,
  fields: Record<string, unknown> = {},
  codes = ["N101", "N102"],
): Promise<Sent> {
  return send(test, { action: "sendsavedmms", "mms-id": mmsId, ...fields }, codes);
}

/** Lists the messages that the loopback carrier received for a send. */
export async function carried(test: TestService, { id }: Pick<Sent, "id">): Promise<Carried[]> {
  const { status, body } = await test.admin("GET", `/loopback/messages?tracking-id=${id}`);
  assert.equal(status, 200);
  return await Promise.all(body.items.map(async (item: Body): Promise<Carried> => ({
    ...item,
    parts: await Promise.all(item.parts.map(async (part: Body, index: number) => ({
      ...part,
      bytes: await partOf(test, item["carrier-id"], index),
    }))),
  })));
}

/** Returns the only message that the carrier received for a send. */
export async function carriedOnce(test: TestService, sent: Pick<Sent, "id">): Promise<Carried> {
  const messages = await carried(test, sent);
  assert.equal(messages.length, 1);
  return messages[0]!;
}

/** Lists the texts of its slides, in order. */
export function textsOf({ parts }: Carried): string[] {
  return parts.filter(({ type }) => type.startsWith("text/plain"))
    .map(({ bytes }) => new TextDecoder().decode(bytes));
}

async function partOf(test: TestService, carrierId: string, index: number) {
  const request = {
    method: "GET",
    path: `/admin/v1/loopback/messages/${carrierId}/parts/${index}`,
  };
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "x-api-key": null };
  const response = await ask(test, undefined, { ...request, headers });
  assert.equal(response.status, 200);
  return response.body as Uint8Array<ArrayBuffer>;
}
