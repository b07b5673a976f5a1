/**
 * MMSC in a process of its own for the benchmark: it accepts every submission at once, and reports
 * it as retrieved. Over HTTP it reports the count, gets the address of reports (`/reports`), and
 * has the last submission as it came (`/sample`). It looks into the envelope only for what it echoes: a
 * parser would cost more processor time than the service that it measures.
 */
import { Buffer } from "node:buffer";
import { Agent, request as httpRequest } from "node:http";
import { NAMESPACE } from "../support/vasp.ts";

/** Beginning of a request that holds its TransactionID, in bytes. */
const HEAD_BYTES = 2048;
const TRANSACTION_ID = /<(?:\w+:)?TransactionID[^>]*>([^<]*)</;
const SERVE = { hostname: "127.0.0.1", port: 0, onListen: () => {} };

const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let submissions = 0;
let reportsTo: { url: string; authorization: string } | null = null;
let last: { headers: Headers; body: Uint8Array } | null = null;

const mmsc = Deno.serve(SERVE, async (request) => {
  const body = await request.bytes();
  last = { headers: request.headers, body };
  const id = String(++submissions);
  setTimeout(() => report(id), 0); // after the response
  return xml(
    "SubmitRsp",
    transactionIdOf(body),
    `<MM7Version>6.8.0</MM7Version><Status><StatusCode>1000</StatusCode>` +
      `<StatusText>Success</StatusText></Status><MessageID>${id}</MessageID>`,
  );
});

function transactionIdOf(body: Uint8Array): string {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(HEAD_BYTES, body.length));
  return TRANSACTION_ID.exec(head.toString("latin1"))![1]!;
}

function envelope(operation: string, transactionId: string, content: string): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<s:Header><TransactionID xmlns="${NAMESPACE}" s:mustUnderstand="1">${transactionId}` +
    `</TransactionID></s:Header><s:Body><${operation} xmlns="${NAMESPACE}">${content}` +
    `</${operation}></s:Body></s:Envelope>`;
}

const xml = (...parts: Parameters<typeof envelope>) =>
  new Response(envelope(...parts), { headers: { "content-type": "text/xml; charset=utf-8" } });

function report(id: string): void {
  const { url, authorization } = reportsTo!;
  const body = envelope(
    "DeliveryReportReq",
    `report-${id}`,
    `<MM7Version>6.8.0</MM7Version><MessageID>${id}</MessageID>` +
      `<Recipient><Number>16175550101</Number></Recipient>` +
      `<Sender><ShortCode>111122</ShortCode></Sender>` +
      `<Date>2026-11-20T21:13:52Z</Date><MMStatus>Retrieved</MMStatus>`,
  );
  const headers = {
    ...{ authorization, "content-type": "text/xml; charset=utf-8" },
    "content-length": Buffer.byteLength(body),
  };
  const sent = httpRequest(url, { agent, method: "POST", headers }, (response) => {
    if (response.statusCode !== 200) console.error(`report: HTTP ${response.statusCode}`);
    response.resume();
  });
  sent.on("error", (error) => console.error(`report: ${error.message}`));
  sent.end(body);
}

const stats = Deno.serve(SERVE, async (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === "/reports") reportsTo = await request.json();
  if (pathname !== "/sample") return Response.json({ submissions });
  const body = Buffer.from(last!.body).toString("base64");
  return Response.json({ headers: Object.fromEntries(last!.headers), body });
});
console.log(JSON.stringify({ port: mmsc.addr.port, stats: stats.addr.port }));
