/** VASP that writes MM7 requests as text, sends them, and keeps every response. */
import assert from "node:assert/strict";
import { bytes, joined } from "../mime/bytes.ts";
import { assertMm7Responses } from "../contract/validate.ts";
import type { TestService } from "./service.ts";

export const NAMESPACE =
  "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4";

export interface PartText {
  /** Header lines, without line ends. */
  headers: string[];
  content: string | Uint8Array;
}

/** Builds a multipart body (RFC 2046). */
export function multipart(
  boundary: string,
  parts: readonly PartText[],
): Uint8Array<ArrayBuffer> {
  return joined([
    ...parts.flatMap(({ headers, content }) => [
      bytes(`--${boundary}\r\n${headers.join("\r\n")}\r\n\r\n`),
      typeof content === "string" ? bytes(content) : content,
      bytes("\r\n"),
    ]),
    bytes(`--${boundary}--\r\n`),
  ]);
}

/** Elements of a SubmitReq by name; "" omits one. Others are inserted in the schema's order. */
export type Fields = Record<string, string>;

const ORDER = [
  "MM7Version",
  "SenderIdentification",
  "Recipients",
  "ServiceCode",
  "LinkedID",
  "MessageClass",
  "TimeStamp",
  "ReplyCharging",
  "EarliestDeliveryTime",
  "ExpiryDate",
  "DeliveryReport",
  "ReadReply",
  "Priority",
  "Subject",
  "ChargedParty",
  "ChargedPartyID",
  "DistributionIndicator",
  "DeliveryCondition",
  "ApplicID",
  "ReplyApplicID",
  "AuxApplicInfo",
  "ContentClass",
  "DRMContent",
  "Content",
];

export interface Envelope {
  fields?: Fields;
  transactionId?: string | null;
  namespace?: string;
  /** Content of the SOAP body, instead of a SubmitReq. */
  body?: string;
}

export interface Post extends Envelope {
  /** Bytes of the request. Default: built from the envelope and `content`. */
  raw?: Uint8Array | ReadableStream<Uint8Array>;
  contentType?: string | null;
  /** Part that Content refers to. */
  content?: PartText;
  headers?: Record<string, string>;
  /** Basic credentials; null: none. */
  user?: string | null;
  password?: string;
}

export interface VaspResponse {
  status: number;
  headers: Headers;
  xml: string;
  code: number | null;
  text: string | null;
  details: string | null;
  messageId: string | null;
  transactionId: string | null;
  faultcode: string | null;
}

export interface Vasp {
  /** Builds the SubmitReq of spec 4.1 with changes. */
  envelope(envelope?: Envelope): string;
  post(post?: Post): Promise<VaspResponse>;
  /** Sends a request, and returns the MessageID of the 1000. */
  submit(post?: Post): Promise<string>;
  /** Fails when a response so far breaks openapi.yaml or tools/mm7.xsd. */
  lintResponses(): Promise<void>;
}

export const TEXT: PartText = {
  headers: ["Content-Type: text/plain; charset=utf-8", "Content-ID: <content>"],
  content: "MM7 test text",
};

let transactions = 0;

/**
 * Creates the VASP of an account; its API key is password and VASPID. It names a VASID, which a
 * short code that others share needs.
 */
export function createVasp(
  { url, account, apiKey, shortCode = "111122" }:
    & Pick<TestService, "url" | "account" | "apiKey">
    & { shortCode?: string },
): Vasp {
  const received: { response: Response; bytes: Uint8Array }[] = [];
  const sender = `<SenderIdentification><VASPID>${apiKey}</VASPID><VASID>any</VASID>` +
    `<SenderAddress><ShortCode>${shortCode}</ShortCode></SenderAddress></SenderIdentification>`;

  function envelope(
    { fields = {}, transactionId = `tx-${++transactions}`, namespace = NAMESPACE, body }: Envelope =
      {},
  ): string {
    const elements: Fields = {
      MM7Version: "<MM7Version>6.8.0</MM7Version>",
      SenderIdentification: sender,
      Recipients: "<Recipients><To><Number>16175550101</Number></To></Recipients>",
      Subject: "<Subject>My first MM7 message</Subject>",
      Content: `<Content href="cid:content" allowAdaptations="false"/>`,
      ...fields,
    };
    const inside = ORDER.map((name) => elements[name] ?? "").join("");
    return `<?xml version="1.0" encoding="utf-8"?>` +
      `<soap-env:Envelope xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/">` +
      (transactionId === null ? "" : `<soap-env:Header><TransactionID xmlns="${namespace}" ` +
        `soap-env:mustUnderstand="1">${transactionId}</TransactionID></soap-env:Header>`) +
      `<soap-env:Body>${body ?? `<SubmitReq xmlns="${namespace}">${inside}</SubmitReq>`}` +
      `</soap-env:Body></soap-env:Envelope>`;
  }

  async function post(post: Post = {}): Promise<VaspResponse> {
    const { user = account, password = apiKey, headers = {} } = post;
    const body = post.raw ?? multipart("main-boundary", [
      {
        headers: ["Content-Type: text/xml; charset=utf-8", "Content-ID: <start>"],
        content: envelope(post),
      },
      post.content ?? TEXT,
    ]);
    const contentType = post.contentType === undefined
      ? `multipart/related; boundary="main-boundary"; type="text/xml"; start="<start>"`
      : post.contentType;
    const response = await fetch(`${url}/mm7/v1`, {
      method: "POST",
      headers: {
        SOAPAction: `""`,
        ...(contentType === null ? {} : { "content-type": contentType }),
        ...(user === null ? {} : { authorization: basic(user, password) }),
        ...headers,
      },
      body: body as BodyInit,
    });
    const raw = await response.bytes();
    received.push({ response, bytes: raw });
    return responseOf(response, new TextDecoder().decode(raw));
  }

  return {
    envelope,
    post,
    async submit(request) {
      const { status, code, messageId, xml } = await post(request);
      assert.deepEqual([status, code], [200, 1000], xml);
      assert.ok(messageId, xml);
      return messageId;
    },
    async lintResponses() {
      await assertMm7Responses(received);
    },
  };
}

export function basic(user: string, password: string): string {
  return `Basic ${bytes(`${user}:${password}`).toBase64()}`;
}

/** Reads a response without our own codecs. */
function responseOf({ status, headers }: Response, xml: string): VaspResponse {
  const inside = (name: string) => {
    const found = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]*)</`).exec(xml)?.[1];
    return found?.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&") ?? null;
  };
  const code = inside("StatusCode");
  return {
    status,
    headers,
    xml,
    code: code === null ? null : Number(code),
    text: inside("StatusText"),
    details: inside("Details"),
    messageId: inside("MessageID"),
    transactionId: inside("TransactionID"),
    faultcode: inside("faultcode"),
  };
}
