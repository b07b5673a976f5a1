/** Requests of an MMSC to the service, written by hand. */
import { multipart, NAMESPACE } from "../support/vasp.ts";

export interface RelayPost {
  contentType: string;
  body: string | Uint8Array<ArrayBuffer>;
}

function envelope(operation: string, inner: string, transactionId: string): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<s:Header><TransactionID xmlns="${NAMESPACE}" s:mustUnderstand="1">${transactionId}` +
    `</TransactionID></s:Header><s:Body><${operation} xmlns="${NAMESPACE}">` +
    `<MM7Version>6.8.0</MM7Version>${inner}</${operation}></s:Body></s:Envelope>`;
}

export function reportReq(
  { id, status, from, to }: { id: string; status: string; from: string; to: string },
): RelayPost {
  const body = envelope(
    "DeliveryReportReq",
    `<MessageID>${id}</MessageID><Recipient><Number>${to}</Number></Recipient>` +
      `<Sender><Number>${from}</Number></Sender><Date>2026-11-20T21:13:52Z</Date>` +
      `<MMStatus>${status}</MMStatus>`,
    `report-${id}`,
  );
  return { contentType: "text/xml; charset=utf-8", body };
}

/** Builds a DeliverReq with a text as its content. */
export function deliverReq(
  { transactionId, from, to }: { transactionId: string; from: string; to: string },
): RelayPost {
  const inner = `<Sender><Number>${from}</Number></Sender>` +
    `<Recipients><To><ShortCode>${to}</ShortCode></To></Recipients>` +
    `<Subject>From ${from}</Subject><Content href="cid:content"/>`;
  return {
    contentType: `multipart/related; boundary="outer"; type="text/xml"; start="<start>"`,
    body: multipart("outer", [
      {
        headers: ["Content-Type: text/xml; charset=utf-8", "Content-ID: <start>"],
        content: envelope("DeliverReq", inner, transactionId),
      },
      {
        headers: ["Content-Type: text/plain; charset=utf-8", "Content-ID: <content>"],
        content: `A picture of ${from}`,
      },
    ]),
  };
}
