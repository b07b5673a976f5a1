/** MMSC on loopback: an HTTP server that reads submissions and responds as the test says. */
import { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { SubmitReq } from "../../src/generated/mm7.ts";
import { type Part, readMime, startOf } from "../../src/mime/reader.ts";
import { writeEnvelope, writeFault } from "../../src/mm7/envelope.ts";
import { openEnvelope, readEnvelope } from "../../src/mm7/envelope.ts";
import { NO_ECHO } from "../../src/mm7/status.ts";

/** Submission as our own codecs read it, and as it was on the wire. */
export interface Submitted {
  headers: Record<string, string>;
  body: Uint8Array;
  transactionId: string;
  request: SubmitReq;
  /** Part with the envelope. */
  soap: Part;
  /** Part that Content refers to. */
  content: Part;
}

export interface MmscResponse {
  status?: number;
  headers?: Record<string, string>;
  body: Uint8Array | string;
}

/** `drop` closes the connection without a response. */
export type Behaviour = (submitted: Submitted) => MmscReply | Promise<MmscReply>;
type MmscReply = MmscResponse | "drop";

export interface Mmsc extends AsyncDisposable {
  url: string;
  received: Submitted[];
  /** Method and path of every request, including those that are no submissions. */
  requests: string[];
  /** Maximum number of submissions that waited for their responses at once. */
  most: number;
  /** Responds to a submission. Default: accepts it as `mmsc-1`, `mmsc-2` … */
  respond: Behaviour;
  /** Number of connections so far. */
  connections: number;
  /** Resolves after this many submissions. */
  until(count: number): Promise<void>;
  /** Ends all connections, including those in use. */
  breakOff(): void;
}

/** Builds the SubmitRsp that accepts a message. */
export function accepted(
  { transactionId }: Pick<Submitted, "transactionId">,
  messageId?: string,
  code = 1000,
): MmscResponse {
  return {
    body: writeEnvelope("SubmitRsp", {
      MM7Version: "6.8.0",
      Status: { StatusCode: code, StatusText: "Success" },
      ...messageId === undefined ? {} : { MessageID: messageId },
    }, { transactionId, namespace: null }),
  };
}

/** Builds a fault with any code, in words that are not those of our own table. */
export function faulty(
  { transactionId }: Pick<Submitted, "transactionId">,
  code: number,
  details: string | null = null,
): MmscResponse {
  const fault = new TextDecoder().decode(
    writeFault({
      status: "clientError",
      details: details ?? "",
      echo: { ...NO_ECHO, transactionId },
    }),
  );
  return {
    body: fault.replace("<StatusCode>2000<", `<StatusCode>${code}<`)
      .replace("Client error</StatusText>", `Words of ${code}</StatusText>`)
      .replace("<Details></Details>", ""),
  };
}

export async function startMmsc(hostname = "127.0.0.1"): Promise<Mmsc> {
  const waiting = new Set<() => void>();
  let open = 0;
  let messages = 0;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    mmsc.requests.push(`${request.method} ${request.url}`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const submitted = read(request.headers as Record<string, string>, Buffer.concat(chunks));
    mmsc.most = Math.max(mmsc.most, ++open);
    mmsc.received.push(submitted);
    for (const look of waiting) look();
    try {
      const respond = await mmsc.respond(submitted);
      if (respond === "drop") return void request.socket.destroy();
      const { status = 200, headers = {}, body } = respond;
      response.writeHead(status, { "content-type": "text/xml; charset=utf-8", ...headers });
      response.end(body);
    } finally {
      open--;
    }
  }

  const server = createServer((request, response) =>
    void handle(request, response).catch((error) => response.writeHead(599).end(String(error)))
  );
  server.on("connection", () => mmsc.connections++);
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const { port } = server.address() as AddressInfo;

  const mmsc: Mmsc = {
    url: `http://${hostname}:${port}/mm7`,
    received: [],
    requests: [],
    most: 0,
    connections: 0,
    respond: (submitted) => accepted(submitted, `mmsc-${++messages}`),
    until(count) {
      return new Promise((resolve) => {
        const look = () => {
          if (mmsc.received.length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    breakOff: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return mmsc;
}

/** Throws for a submission that a strict MMSC would refuse. */
function read(headers: Record<string, string>, body: Uint8Array): Submitted {
  const root = readMime(headers["content-type"]!, body);
  const soap = startOf(root)!;
  const envelope = readEnvelope(soap.content, ["SubmitReq"]);
  const request = openEnvelope(envelope, "SubmitReq");
  const href = request.Content.href.replace(/^cid:/, "");
  const content = root.parts.find(({ contentId }) => contentId === decodeURIComponent(href));
  if (content === undefined) throw new Error(`no part has the Content-ID ${href}`);
  return { headers, body, transactionId: envelope.transactionId, request, soap, content };
}
