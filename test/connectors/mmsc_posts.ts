/** Requests of an MMSC to its connector, as text, and the responses. */
import assert from "node:assert/strict";
import type { CarrierReport, InboundMms } from "../../src/ports/mod.ts";
import { bytes } from "../mime/bytes.ts";
import { basic, multipart, NAMESPACE, type PartText } from "../support/vasp.ts";
import type { TestCarrier } from "./carrier.ts";

export interface Post {
  body: string | Uint8Array;
  contentType?: string | null;
  authorization?: string | null;
  headers?: Record<string, string>;
}

export interface RelayResponse {
  status: number;
  headers: Headers;
  xml: string;
  code: number | null;
  details: string | null;
}

export const CREDENTIALS = basic("relay", "relay pass:ü");

export async function post(
  { connector }: Pick<TestCarrier, "connector">,
  { body, contentType = "text/xml", authorization = CREDENTIALS, headers = {} }: Post,
): Promise<RelayResponse> {
  const response = await connector.receive({
    headers: new Headers({
      ...contentType === null ? {} : { "content-type": contentType },
      ...authorization === null ? {} : { authorization },
      ...headers,
    }),
    body: typeof body === "string" ? bytes(body) : body,
  });
  const xml = await response.text();
  const inside = (name: string) => new RegExp(`<${name}>([^<]*)</`).exec(xml)?.[1] ?? null;
  const code = inside("StatusCode");
  return {
    status: response.status,
    headers: response.headers,
    xml,
    code: code === null ? null : Number(code),
    details: inside("Details"),
  };
}

export const OTHER_NAMESPACE = NAMESPACE.replace("REL-6-MM7-1-4", "REL-5-MM7-1-3");

export function envelope(
  operation: string,
  inner: string,
  { namespace = NAMESPACE, version = "6.5.0", transactionId = "tx-1" } = {},
): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<s:Header><TransactionID xmlns="${namespace}" s:mustUnderstand="1">${transactionId}` +
    `</TransactionID></s:Header><s:Body><${operation} xmlns="${namespace}">` +
    `<MM7Version>${version}</MM7Version>${inner}</${operation}></s:Body></s:Envelope>`;
}

export const PEOPLE = "<Recipient><Number>16175550101</Number></Recipient>" +
  "<Sender><ShortCode>111122</ShortCode></Sender>";

export const reportReq = (status: string, more = "") =>
  envelope(
    "DeliveryReportReq",
    `<MessageID>mmsc-1</MessageID>${PEOPLE}<Date>2026-11-20T21:13:52Z</Date>` +
      `<MMStatus>${status}</MMStatus>${more}`,
  );

export const readReply = (status: string) =>
  envelope(
    "ReadReplyReq",
    `<MessageID>mmsc-1</MessageID>${PEOPLE}<TimeStamp>2026-11-20T21:13:52Z</TimeStamp>` +
      `<MMStatus>${status}</MMStatus>`,
  );

export const FROM = "<Sender><Number>16175550111</Number></Sender>";
export const TO = "<Recipients><To><ShortCode>111122</ShortCode></To></Recipients>";
export const CONTENT = `<Content href="cid:content"/>`;

/** Builds a DeliverReq with its content as the second part. */
export function deliver(
  inner: string,
  content: PartText | null,
  more: { transactionId?: string } = {},
): Pick<Post, "body" | "contentType"> {
  return {
    contentType: `multipart/related; boundary="outer"; type="text/xml"; start="<start>"`,
    body: multipart("outer", [
      {
        headers: ["Content-Type: text/xml; charset=utf-8", "Content-ID: <start>"],
        content: envelope("DeliverReq", inner, more),
      },
      ...content === null ? [] : [content],
    ]),
  };
}

/** Posts a request, and returns the only message that the host received. */
export async function inboundOf(carrier: TestCarrier, request: Post): Promise<InboundMms> {
  const response = await post(carrier, request);
  assert.equal(response.code, 1000, response.xml);
  return carrier.inbound.at(-1)!;
}

export async function reportOf(carrier: TestCarrier, request: Post): Promise<CarrierReport> {
  const response = await post(carrier, request);
  assert.equal(response.code, 1000, response.xml);
  return carrier.reports.at(-1)!;
}
