/** A durable MM7 submission of a text over a durable `sendsms`: the cost of the envelope. */
import { text } from "../mime/bytes.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { basic, createVasp, multipart, NAMESPACE, TEXT } from "../support/vasp.ts";
import { median, type Request, requestsPerSecond, type Server, startServer } from "./load.ts";
import type { Row } from "./mod.ts";

const CONNECTIONS = [1, 16, 64];
const SECONDS = 4;
const ROUNDS = 3;

export async function benchMm7Accept(): Promise<Row[]> {
  await using postgres = await startPostgres();
  const directory = await Deno.makeTempDir({ prefix: "slidepost-bench-" });
  try {
    const env = { DATABASE_URL: await createDatabase(postgres.url), DATA_DIR: directory };
    await using server = await startServer("accept_server.ts", ["durable"], env);
    const [sms, mm7] = [sendsms(server), submission(server)];
    for (const request of [sms, mm7]) await requestsPerSecond(request, 64, 2);
    const rows: Row[] = [];
    for (const connections of CONNECTIONS) {
      const rates = { sms: [] as number[], mm7: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        rates.sms.push(await requestsPerSecond(sms, connections, SECONDS));
        rates.mm7.push(await requestsPerSecond(mm7, connections, SECONDS));
      }
      const [limit, value] = [median(rates.sms), median(rates.mm7)];
      rows.push({
        name: `MM7 submit of ${kb(mm7.body)} durable, ${connections} connections`,
        value: `${Math.round(value)}/s`,
        ceiling: `${Math.round(limit)}/s sendsms durable`,
        ratio: value / limit,
        target: { atLeast: 0.6 },
      });
    }
    return rows;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

function kb(body: string): string {
  return `${(body.length / 1000).toFixed(1)} KB`;
}

export function sendsms({ hello }: Pick<Server, "hello">): Request {
  return {
    url: `http://127.0.0.1:${hello.port}/api/v2`,
    headers: { "content-type": "application/json", "x-api-key": hello.apiKey },
    body: JSON.stringify({
      action: "sendsms",
      from: "111122",
      to: "16175550101",
      "message-text": "Your order has left our house and will be with you tomorrow.",
    }),
  };
}

/** Builds the request of spec 4.1: envelope, and a multipart of a text and its SMIL. */
export function submission({ hello }: Pick<Server, "hello">): Request {
  const url = `http://127.0.0.1:${hello.port}`;
  const { account, apiKey } = hello;
  const envelope = createVasp({ url, account, apiKey }).envelope({
    transactionId: "UNIQUE",
    namespace: NAMESPACE,
  });
  const smil = `<smil><head><layout><root-layout width="100%" height="100%"/>` +
    `<region id="Text" top="0" left="0" height="100%" width="100%"/></layout></head>` +
    `<body><par dur="5s"><text src="cid:text" region="Text"/></par></body></smil>`;
  const content = multipart("inner", [
    { headers: ["Content-Type: application/smil", "Content-ID: <smil>"], content: smil },
    { headers: [TEXT.headers[0]!, "Content-ID: <text>"], content: TEXT.content },
  ]);
  const body = multipart("outer", [
    {
      headers: ["Content-Type: text/xml; charset=utf-8", "Content-ID: <start>"],
      content: envelope,
    },
    {
      headers: [
        `Content-Type: multipart/related; boundary="inner"; start="<smil>"`,
        "Content-ID: <content>",
      ],
      content,
    },
  ]);
  return {
    url: `${url}/mm7/v1`,
    headers: {
      "content-type": `multipart/related; boundary="outer"; type="text/xml"; start="<start>"`,
      authorization: basic(account, apiKey),
    },
    body: text(body),
    unique: "UNIQUE",
  };
}
