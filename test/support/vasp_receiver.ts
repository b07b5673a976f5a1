/** Receiver at `mm7-url`: an HTTP server that accepts notices and responds as the test says. */
import assert from "node:assert/strict";
import { type Part, readMime } from "../../src/mime/reader.ts";
import { text } from "../mime/bytes.ts";
import { lint } from "../mm7/xmllint.ts";
import { NAMESPACE } from "./vasp.ts";
import { createChanges } from "./until.ts";

/** Last segment of our own namespace. */
const SCHEMA = NAMESPACE.slice(NAMESPACE.lastIndexOf("/") + 1);

export interface ReceivedNotice {
  headers: Headers;
  raw: Uint8Array;
  /** Body of the request. */
  body: Part;
  envelope: string;
  /** Name of the message in it. */
  operation: string;
  at: number;
}

export interface VaspReceiver extends AsyncDisposable {
  url: string;
  received: ReceivedNotice[];
  /** Responds to a notice. Default: 1000. */
  respond: (notice: ReceivedNotice) => Response | Promise<Response>;
  /** Resolves after this many notices; rejects after PATIENCE_MS. */
  untilCount(count: number): Promise<ReceivedNotice[]>;
}

export function startVaspReceiver(): VaspReceiver {
  const received: ReceivedNotice[] = [];
  const changes = createChanges();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const raw = await request.bytes();
      const body = readMime(request.headers.get("content-type") ?? "", raw);
      const envelope = text((body.parts[0] ?? body).content);
      const operation = /Body><(\w+)/.exec(envelope)?.[1] ?? "";
      const notice = { headers: request.headers, raw, body, envelope, operation, at: Date.now() };
      const response = await receiver.respond(notice);
      received.push(notice);
      changes.changed();
      return response;
    },
  );

  const receiver: VaspReceiver = {
    url: `http://127.0.0.1:${server.addr.port}/mm7`,
    received,
    respond: (notice) => responseTo(notice, 1000),
    untilCount: (count) =>
      changes.until(
        () => received.length < count ? undefined : received,
        () => `${received.length} of ${count} notices`,
      ),
    /**
     * Every envelope that a test ever sees must be valid under tools/mm7.xsd, which is that of other
     * namespaces as well, and is in ASCII.
     */
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      const envelopes = received.map(({ envelope }) => {
        assert.match(envelope, /^[\t\n\r -~]*$/);
        return new TextEncoder().encode(envelope.replaceAll(/REL-[56]-MM7-\d+-\d+/g, SCHEMA));
      });
      if (envelopes.length > 0) assert.equal(await lint(envelopes), "");
    },
  };
  return receiver;
}

/** Builds the …Rsp to a notice. */
export function responseTo(
  { envelope, operation }: Pick<ReceivedNotice, "envelope" | "operation">,
  code: number,
  status = 200,
): Response {
  const transaction = /<TransactionID[^>]*>([^<]*)</.exec(envelope)?.[1] ?? "";
  return soap(
    `<mm7:${operation.replace(/Req$/, "Rsp")} xmlns:mm7="${NAMESPACE}">` +
      `<mm7:MM7Version>6.8.0</mm7:MM7Version><mm7:Status><mm7:StatusCode>${code}</mm7:StatusCode>` +
      `<mm7:StatusText>text of ${code}</mm7:StatusText></mm7:Status>` +
      `</mm7:${operation.replace(/Req$/, "Rsp")}>`,
    status,
    `<mm7:TransactionID xmlns:mm7="${NAMESPACE}" env:mustUnderstand="1">${transaction}` +
      `</mm7:TransactionID>`,
  );
}

/** Builds a SOAP Fault with a VASPErrorRsp. */
export function faultOf(code: number, status = 500): Response {
  return soap(
    `<env:Fault><faultcode>env:Server</faultcode><faultstring>Server error</faultstring>` +
      `<detail><VASPErrorRsp xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version><Status>` +
      `<StatusCode>${code}</StatusCode><StatusText>fault ${code}</StatusText>` +
      `<Details>more of it</Details></Status></VASPErrorRsp></detail></env:Fault>`,
    status,
  );
}

export function soap(body: string, status = 200, header = ""): Response {
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>` +
      `<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/">` +
      `<env:Header>${header}</env:Header><env:Body>${body}</env:Body></env:Envelope>`,
    { status, headers: { "content-type": "text/xml" } },
  );
}
