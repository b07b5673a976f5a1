/** What we answer an MMSC, as the VASP that we are to it (contract section 5). */
import { STORE_RETRY_SECONDS } from "../../core/errors.ts";
import type { MessageName } from "../../generated/mm7.ts";
import { writeEnvelope, writeFault } from "../../mm7/envelope.ts";
import { type Echo, type Mm7Error, STATUSES, type StatusRow } from "../../mm7/status.ts";

/** The operations that an MMSC may ask for, and what answers them. */
export const ANSWERS = {
  DeliverReq: "DeliverRsp",
  DeliveryReportReq: "DeliveryReportRsp",
  ReadReplyReq: "ReadReplyRsp",
} as const satisfies Partial<Record<MessageName, MessageName>>;

export type RelayOperation = keyof typeof ANSWERS;

/** What is known of a request by the time it is answered. */
export interface Answering {
  echo: Echo;
  /** Whether its envelope was text/xml: the answer is what it was. */
  isTextXml: boolean;
}

export function success(operation: RelayOperation, { echo, isTextXml }: Answering): Response {
  const { code, text } = STATUSES.success;
  const body = writeEnvelope(ANSWERS[operation], {
    MM7Version: echo.version,
    Status: { StatusCode: code, StatusText: text },
  }, echo);
  return xml(body, 200, isTextXml);
}

export function fault({ status, details }: Mm7Error, { echo, isTextXml }: Answering): Response {
  const { http = 200 }: StatusRow = STATUSES[status];
  const response = xml(writeFault({ status, details, echo }, "VASP"), http, isTextXml);
  if (http === 401) {
    response.headers.set("www-authenticate", `Basic realm="slidepost MM7", charset="UTF-8"`);
  }
  if (http === 503) response.headers.set("retry-after", String(STORE_RETRY_SECONDS));
  return response;
}

function xml(body: Uint8Array, status: number, isTextXml: boolean): Response {
  const type = isTextXml ? "text/xml" : "application/xml";
  return new Response(body as BodyInit, {
    status,
    headers: { "content-type": `${type}; charset=utf-8` },
  });
}
