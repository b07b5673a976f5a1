/** All ways by which messages of handsets come in, of one service. */
import { Buffer } from "node:buffer";
import { bytes } from "../mime/bytes.ts";
import { event, telnyxCase } from "../connectors/providers/telnyx.ts";
import { deliver as deliverReq } from "../connectors/mmsc_posts.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";
import { type Smsc, startSmsc } from "../support/smsc.ts";
import { basic, multipart, type PartText } from "../support/vasp.ts";

/** Sender of the account `acme`. */
export const SENDER = "222333";

/** Part of an MMS without its position. */
export interface Content {
  type: string;
  content: Uint8Array;
}

export interface HandsetDoors extends AsyncDisposable {
  test: TestService;
  /** Delivers user data over SMPP, and returns the status of the response. */
  smpp(from: string, dataCoding: number, octets: Uint8Array): Promise<number>;
  /** Delivers an MMS over MM7, and returns the StatusCode of the response. */
  mm7(from: string, parts: readonly Content[], fields?: Mm7Fields): Promise<number>;
  /** Delivers a message by the callback of a hosted API, and returns the status of the response. */
  telnyx(payload: Record<string, unknown>): Promise<number>;
  /** Delivers a text by the callback of an API of the template kind. */
  hosted(fields: Record<string, unknown>): Promise<number>;
}

export interface Mm7Fields {
  subject?: string;
  /** Content of Recipients. Default: SENDER alone. */
  recipients?: string;
  vasid?: string;
  transactionId?: string;
}

const RELAY = { "relay-username": "them", "relay-password": "in" };
const TOKEN = "token-of-the-callbacks";

/** Starts a service with a connector of each kind that differs in how it reads messages. */
export async function startHandsetDoors(): Promise<HandsetDoors> {
  const smsc = await startSmsc();
  const senders = [{ address: SENDER, kind: "short-code", country: "US" } as const];
  const test = await startService({ senders, account: { keywordReplies: "none" } });
  const create = (fields: Record<string, unknown>) =>
    adminBody(test, 201, "POST", "/connectors", fields);
  await create({
    name: "smsc",
    kind: "smsc_smpp",
    host: smsc.host,
    port: smsc.port,
    "system-id": "us",
    "password": "p",
  });
  // Nothing listens there.
  await create({
    name: "mmsc",
    kind: "mmsc_mm7",
    url: "http://127.0.0.1:1",
    vaspid: "us",
    ...RELAY,
  });
  await create({ name: "telnyx", kind: "telnyx", ...telnyxCase.least });
  await create({
    name: "hosted",
    kind: "http",
    url: "http://127.0.0.1:1",
    body: '{"to":"{to}","text":"{text}"}',
    "callback-token": TOKEN,
    "inbound-from-path": "from",
    "inbound-to-path": "to",
    "inbound-text-path": "text",
    "inbound-id-path": "id",
  });
  await smsc.until(() => smsc.sessions.length > 0);
  return { test, ...doorsOf(test, smsc), [Symbol.asyncDispose]: () => stop(test, smsc) };
}

async function stop(test: TestService, smsc: Smsc): Promise<void> {
  await test.stop();
  await smsc[Symbol.asyncDispose]();
}

let last = 0;

function doorsOf(
  { url }: TestService,
  smsc: Smsc,
): Pick<HandsetDoors, "smpp" | "mm7" | "telnyx" | "hosted"> {
  const statusOf = async (path: string, request: RequestInit) => {
    const response = await fetch(`${url}/carriers${path}`, { method: "POST", ...request });
    await response.body?.cancel();
    return response.status;
  };
  return {
    smpp: (source_addr, data_coding, octets) =>
      smsc.deliver({
        source_addr,
        destination_addr: SENDER,
        data_coding,
        short_message: Buffer.from(octets),
      }),

    async mm7(from, parts, { subject, recipients, vasid, transactionId = `tx-${++last}` } = {}) {
      const to = recipients ?? `<To><ShortCode>${SENDER}</ShortCode></To>`;
      const content: PartText = {
        headers: ["Content-Type: multipart/mixed; boundary=inner", "Content-ID: <content>"],
        content: multipart(
          "inner",
          parts.map(({ type, content }) => (
            { headers: [`Content-Type: ${type}`], content }
          )),
        ),
      };
      const inner = (vasid === undefined ? "" : `<VASID>${vasid}</VASID>`) +
        `<Sender><Number>${from}</Number></Sender><Recipients>${to}</Recipients>` +
        (subject === undefined ? "" : `<Subject>${subject}</Subject>`) +
        (parts.length === 0 ? "" : '<Content href="cid:content"/>');
      const { body, contentType } = deliverReq(inner, parts.length === 0 ? null : content, {
        transactionId,
      });
      const response = await fetch(`${url}/mm7/relay/mmsc`, {
        method: "POST",
        headers: { "content-type": contentType!, "authorization": basic("them", "in") },
        body: body as BodyInit,
      });
      return Number(/<StatusCode>(\d+)</.exec(await response.text())?.[1]);
    },

    telnyx(payload) {
      const { body, headers } = event("/inbound", "message.received", payload);
      return statusOf("/telnyx/inbound", { body, headers });
    },

    hosted: (fields) =>
      statusOf(`/hosted/inbound?token=${TOKEN}`, {
        body: JSON.stringify({ id: `id-${++last}`, ...fields }),
        headers: { "content-type": "application/json" },
      }),
  };
}

/** Returns a part with a text. */
export function textContent(
  content: string | Uint8Array,
  charset: string | null = "utf-8",
): Content {
  return {
    type: charset === null ? "text/plain" : `text/plain; charset=${charset}`,
    content: typeof content === "string" ? bytes(content) : content,
  };
}

/** A picture. */
export const GIF: Content = {
  type: "image/gif",
  content: Uint8Array.fromBase64("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs="),
};

/** Sends a text to a handset, and returns the `error-code`; undefined: it is accepted. */
export async function textTo(
  test: TestService,
  to: string,
  from = SENDER,
): Promise<string | undefined> {
  const response = await test.post({ action: "sendsms", from, to, "message-text": "Hello" });
  return (await response.json())["error-code"];
}
