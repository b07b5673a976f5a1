/** Requests for tests, and changes to them. */
import assert from "node:assert/strict";
import { NAMESPACE } from "../../src/generated/mm7.ts";
import { Mm7Error } from "../../src/mm7/status.ts";
import { bytes } from "../mime/bytes.ts";

export const SOAP = "http://schemas.xmlsoap.org/soap/envelope/";

/** Elements of a valid SubmitReq. */
export const SUBMIT_FIELDS = {
  MM7Version: "<MM7Version>6.8.0</MM7Version>",
  SenderIdentification: "<SenderIdentification><VASPID>key</VASPID><VASID>61295</VASID>" +
    "<SenderAddress><ShortCode>111122</ShortCode></SenderAddress></SenderIdentification>",
  Recipients: "<Recipients><To><Number>16175550101</Number></To></Recipients>",
  Subject: "<Subject>Hello</Subject>",
  Content: '<Content href="cid:content" allowAdaptations="true"/>',
};

/** Builds a SubmitReq with some of its elements changed, left out (""), or added. */
export function submitReq(changes: Record<string, string> = {}): Uint8Array {
  const fields = Object.values({ ...SUBMIT_FIELDS, ...changes }).join("");
  return envelope(`<SubmitReq xmlns="${NAMESPACE}">${fields}</SubmitReq>`);
}

export const HEADER =
  `<s:Header><TransactionID xmlns="${NAMESPACE}" s:mustUnderstand="1">tx-1</TransactionID></s:Header>`;

export function envelope(body: string, header = HEADER): Uint8Array {
  return bytes(
    `<s:Envelope xmlns:s="${SOAP}">${header}<s:Body>${body}</s:Body></s:Envelope>`,
  );
}

/** Builds a SenderIdentification with this content. */
export const sender = (inner: string) =>
  `<SenderIdentification><VASPID>key</VASPID>${inner}</SenderIdentification>`;

/** Returns the refusal that the work throws. */
export function refusal(work: () => unknown): Mm7Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Mm7Error) return error;
    throw error;
  }
  assert.fail("it was taken");
}
