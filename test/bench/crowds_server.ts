/**
 * Carriers for the benchmark of crowds, in a process of their own: one for each kind that an argument
 * names. They accept every message at once, and note when it arrives. `/` tells the arrivals since the
 * last look, in milliseconds of one clock, by carrier.
 */
import { NAMESPACE } from "../support/vasp.ts";
import { startRawSmsc } from "./raw_smsc.ts";

/** Carrier that calls a function for each message; resolves with its port. */
type Start = (onMessage: () => void) => Promise<number>;

const LOCAL = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
const TRANSACTION_ID = /<(?:\w+:)?TransactionID[^>]*>([^<]*)</;

const CARRIERS: Record<string, Start> = {
  async smpp(onMessage) {
    const smsc = await startRawSmsc(false);
    smsc.onText = onMessage;
    return smsc.port;
  },

  mm7: (onMessage) =>
    Promise.resolve(serve(async (request) => {
      onMessage();
      const [, id] = TRANSACTION_ID.exec(await request.text())!;
      const body = `<?xml version="1.0"?><s:Envelope ` +
        `xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Header>` +
        `<TransactionID xmlns="${NAMESPACE}" s:mustUnderstand="1">${id}</TransactionID></s:Header>` +
        `<s:Body><SubmitRsp xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version><Status>` +
        `<StatusCode>1000</StatusCode></Status><MessageID>${id}</MessageID></SubmitRsp></s:Body>` +
        `</s:Envelope>`;
      return new Response(body, { headers: { "content-type": "text/xml; charset=utf-8" } });
    })),

  http(onMessage) {
    let count = 0;
    return Promise.resolve(serve(async (request) => {
      // A connector reads its account when it is set up.
      if (request.method === "POST") onMessage();
      await request.body?.cancel();
      const sid = `SM${String(++count).padStart(32, "0")}`;
      return Response.json({ sid, status: "queued", num_segments: "1" }, { status: 201 });
    }));
  },
};

function serve(handle: (request: Request) => Promise<Response>): number {
  return Deno.serve(LOCAL, handle).addr.port;
}

const carriers = await Promise.all(Deno.args.map(async (kind) => {
  const arrivals: number[] = [];
  const port = await CARRIERS[kind]!(() => arrivals.push(performance.now()));
  return { port, arrivals };
}));
const stats = Deno.serve(
  LOCAL,
  () => Response.json(carriers.map(({ arrivals }) => arrivals.splice(0))),
);
console.log(JSON.stringify({ ports: carriers.map(({ port }) => port), stats: stats.addr.port }));
