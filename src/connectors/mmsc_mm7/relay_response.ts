/** Writes our responses to an MMSC, to which we are the VASP (contract section 5). */
import { STORE_RETRY_SECONDS } from "../../core/errors.ts";
import type { MessageName } from "../../generated/mm7.ts";
import { writeEnvelope, writeFault } from "../../mm7/envelope.ts";
import { type Echo, type Mm7Error, STATUSES, type StatusRow } from "../../mm7/status.ts";

/** Operations that an MMSC may request, with their responses. */
export const RESPONSES = {
  DeliverReq: "DeliverRsp",
  DeliveryReportReq: "DeliveryReportRsp",
  ReadReplyReq: "ReadReplyRsp",
} as const satisfies Partial<Record<MessageName, MessageName>>;

export type RelayOperation = keyof typeof RESPONSES;

/** Facts of a request that its response depends on. */
export interface ResponseContext {
  echo: Echo;
  /** The envelope was text/xml, so the response is too. */
  isTextXml: boolean;
}

export function success(operation: RelayOperation, { echo, isTextXml }: ResponseContext): Response {
  const { code, text } = STATUSES.success;
  const body = writeEnvelope(RESPONSES[operation], {
    MM7Version: echo.version,
    Status: { StatusCode: code, StatusText: text },
  }, echo);
  return xml(body, 200, isTextXml);
}

export function fault(
  { status, details }: Mm7Error,
  { echo, isTextXml }: ResponseContext,
): Response {
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
