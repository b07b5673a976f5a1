/**
 * The packets of a message's whole way with nothing behind them, in a process of its own for the
 * benchmark: a request is answered, its submission goes to the carrier, and a postback to the
 * receiver; so does another one at the carrier's report. Submission and postback are samples (a
 * file, `PipelineSamples`) of what the service sends.
 */
import { Buffer } from "node:buffer";
import { Agent, request as httpRequest } from "node:http";
import { connect } from "node:net";

/** Request over HTTP as it was on the wire; the body in Base64. */
export interface HttpSample {
  headers: Record<string, string>;
  body: string;
}

export interface PipelineSamples {
  carrier:
    /** A submit_sm in Base64. */
    | { kind: "smsc"; host: string; port: number; submission: string; sessions: number }
    | { kind: "mmsc"; url: string; submission: HttpSample; window: number };
  receiver: string;
  postback: HttpSample;
}

/** Command ids of SMPP 3.4 (section 5.1.2.1). */
const [BIND_TRANSCEIVER, DELIVER, DELIVER_RESPONSE] = [0x09, 0x05, 0x8000_0005];
const HEAD = 16;

if (import.meta.main) {
  const samples: PipelineSamples = JSON.parse(await Deno.readTextFile(Deno.args[0]!));
  const { carrier, receiver } = samples;
  const post = poster(receiver, samples.postback, 64);
  const submit = carrier.kind === "smsc" ? await overSmpp(carrier, post) : overMm7(carrier);
  const response = JSON.stringify({ status: "success", "tracking-id": crypto.randomUUID() });
  const headers = { "content-type": "application/json" };
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const body = await request.bytes();
      if (request.url.includes("/relay/")) {
        post();
        return new Response("<DeliveryReportRsp/>", { headers: { "content-type": "text/xml" } });
      }
      if (body[0] === 0x7b) JSON.parse(new TextDecoder().decode(body)); // {
      submit();
      setTimeout(post, 0);
      return new Response(response, { headers });
    },
  );
  console.log(JSON.stringify({ port: server.addr.port, apiKey: "none", account: "none" }));
}

/** Creates a function that sends a request, on connections that stay open. */
function poster(url: string, { headers, body }: HttpSample, maxSockets: number): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets });
  const content = Buffer.from(body, "base64");
  const own = ["host", "connection", "content-length", "transfer-encoding"];
  const sent = {
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name))),
    "content-length": content.length,
  };
  return () => {
    const request = httpRequest(url, { agent, method: "POST", headers: sent }, (response) => {
      response.resume();
    });
    request.on("error", (error) => console.error(`${url}: ${error.message}`));
    request.end(content);
  };
}

function overMm7({ url, submission, window }: PipelineSamples["carrier"] & { kind: "mmsc" }) {
  return poster(url, submission, window);
}

/** Binds sessions, and submits over them by turns; responds to receipts. */
async function overSmpp(
  { host, port, submission, sessions }: PipelineSamples["carrier"] & { kind: "smsc" },
  onReceipt: () => void,
): Promise<() => void> {
  const submissions = await Promise.all(Array.from({ length: sessions }, async () => {
    const socket = connect(port, host).setNoDelay(true);
    await new Promise((resolve) => socket.once("connect", resolve));
    let waiting: Buffer[] = [];
    const write = (pdu: Buffer) => {
      if (waiting.push(pdu) > 1) return;
      setImmediate(() => {
        socket.write(Buffer.concat(waiting));
        waiting = [];
      });
    };
    write(bind());
    let rest: Buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      let data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      while (data.length >= HEAD && data.length >= data.readUInt32BE(0)) {
        const length = data.readUInt32BE(0);
        if (data.readUInt32BE(4) === DELIVER) {
          write(deliverResponse(data));
          onReceipt();
        }
        data = data.subarray(length);
      }
      rest = Buffer.from(data);
    });
    const sample = Buffer.from(submission, "base64");
    let sequence = 1;
    return () => {
      const pdu = Buffer.from(sample);
      pdu.writeUInt32BE(++sequence, 12);
      write(pdu);
    };
  }));
  let turn = 0;
  return () => submissions[turn++ % submissions.length]!();
}

function bind(): Buffer {
  const body = Buffer.from("bench\0bench\0\0\x34\0\0\0", "latin1");
  const head = Buffer.alloc(HEAD);
  head.writeUInt32BE(HEAD + body.length, 0);
  head.writeUInt32BE(BIND_TRANSCEIVER, 4);
  head.writeUInt32BE(1, 12);
  return Buffer.concat([head, body]);
}

function deliverResponse(receipt: Buffer): Buffer {
  const pdu = Buffer.alloc(HEAD + 1);
  pdu.writeUInt32BE(pdu.length, 0);
  pdu.writeUInt32BE(DELIVER_RESPONSE, 4);
  receipt.copy(pdu, 12, 12, HEAD);
  return pdu;
}
