/** SubmitReqs as the stacks of VASPs in the field write them, and the one setting that each needs. */
import assert from "node:assert/strict";
import { bytes, text } from "../mime/bytes.ts";
import { fixture } from "../mm7/fixtures.ts";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { createVasp, multipart, type Vasp, type VaspResponse } from "../support/vasp.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  // The evening of the recordings, since one of them expires soon after.
  const behind = Date.now() - Date.parse("2026-11-20T21:30:00Z");
  test = await startService({
    clock: { now: () => Date.now() - behind },
    senders: [SHORT_CODE],
    config: { MM7_DUPLICATE_WINDOW: "0s" },
  });
  vasp = createVasp(test);
});

Deno.test.afterAll(() => test.stop());

/** Request of a stack. */
interface Request {
  contentType: string;
  headers?: Record<string, string>;
  raw: Uint8Array;
}

interface Stack {
  title: string;
  request(): Request;
  /** Setting that it needs; null: none. */
  dialect: "lenient" | null;
  /** Code without the setting. */
  strictly: number;
  /** Media type of responses with it. */
  type: "text/xml" | "application/xml";
}

/** Recorded request with our API key, without allowAdaptations unless it was written by default. */
function recorded(name: string): Request {
  const { contentType, body } = fixture(name);
  const written = text(body).replace("<VASPID>myapikey", `<VASPID>${test.apiKey}`)
    .replace("<mm7:VASPID>myapikey", `<mm7:VASPID>${test.apiKey}`)
    .replace(/ allowAdaptations="\w+"/, "");
  return { contentType, raw: bytes(written) };
}

const NAMESPACE = "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-6-MM7-1-4";
const SMIL = `<smil><body><par><img src="cid:p1"/><text src="cid:t1"/></par></body></smil>`;
const GIF = Uint8Array.fromBase64("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==");

/** Writes a SubmitReq; `content` are the attributes of Content, and null leaves the element out. */
function submitReq(
  { prefix = "", content = `href="cid:content"`, declaration = `<?xml version="1.0"?>` }: {
    prefix?: string;
    content?: string | null;
    declaration?: string;
  },
): string {
  const xmlns = prefix === "" ? "xmlns" : `xmlns:${prefix.slice(0, -1)}`;
  return `${declaration}<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<env:Header><${prefix}TransactionID ${xmlns}="${NAMESPACE}" env:mustUnderstand="1">tx` +
    `</${prefix}TransactionID></env:Header><env:Body><SubmitReq xmlns="${NAMESPACE}">` +
    `<MM7Version>6.8.0</MM7Version><SenderIdentification><VASPID>${test.apiKey}</VASPID>` +
    `<SenderAddress><Number>111122</Number></SenderAddress></SenderIdentification><Recipients>` +
    `<To><Number>16175550101</Number></To></Recipients><Priority>Normal</Priority>` +
    `<Subject>Hi</Subject>${content === null ? "" : `<Content ${content}/>`}</SubmitReq>` +
    `</env:Body></env:Envelope>`;
}

const part = (content: string | Uint8Array, ...headers: string[]) => ({ headers, content });

/** Writes the parts that SAAJ adds to a SOAPMessage: beside the envelope, which has no id. */
function saaj(): Request {
  return {
    contentType: `multipart/related; type="text/xml"; boundary="----=_Part_0_1795.1346680532641"`,
    headers: { accept: "text/xml, multipart/related" },
    raw: multipart("----=_Part_0_1795.1346680532641", [
      part(submitReq({ prefix: "mm7:" }), "Content-Type: text/xml; charset=utf-8"),
      part(SMIL, "Content-Type: application/smil", "Content-Id: <content>"),
      part("Hello", "Content-Type: text/plain; charset=utf-8", "Content-Id: <t1>"),
      part(GIF, "Content-Type: image/gif", "Content-Id: <p1>"),
    ]),
  };
}

/** Writes what mmsgw does with Python's email package: ids without brackets, a start for SMIL. */
function mmsgw(): Request {
  return {
    contentType: `multipart/related; boundary="mmsgw"; start="tx.envelope"`,
    headers: { "user-agent": "mmsgw" },
    raw: multipart("mmsgw", [
      part(
        submitReq({ prefix: "mm7:", content: `href="cid:tx.content" allowAdaptations="false"` }),
        "Content-Type: text/xml",
        "Content-ID: tx.envelope",
      ),
      part(
        multipart("===============79==", [
          part(SMIL, `Content-Type: application/smil; name="s.smil"`, "Content-Id: s"),
          part(
            "Hello",
            `Content-Type: text/plain; charset="us-ascii"`,
            "Content-Transfer-Encoding: 7bit",
            "Content-Id: t1",
          ),
          part(
            `${GIF.toBase64()}\r\n`,
            "Content-Type: image/gif",
            "Content-Transfer-Encoding: base64",
            "Content-Id: p1",
          ),
        ]),
        `Content-Type: multipart/mixed; boundary="===============79=="; start="s"`,
        "Content-ID: tx.content",
      ),
    ]),
  };
}

/** Writes what SDKs of Chinese carriers do: all in GB2312, each text as octets of it. */
function gb2312(): Request {
  const inGb2312 = (text: string) =>
    Uint8Array.from(text.replaceAll("成功", "\xb3\xc9\xb9\xa6"), (octet) => octet.charCodeAt(0));
  const envelope = submitReq({
    declaration: `<?xml version="1.0" encoding="GB2312"?>`,
    content: `href="cid:content" allowAdaptations="true"`,
  }).replace("<Subject>Hi", "<Subject>成功");
  return {
    contentType: `multipart/related; type="text/xml"; start="<soap>"; boundary="gb"`,
    raw: multipart("gb", [
      part(inGb2312(envelope), "Content-Type: text/xml; charset=GB2312", "Content-ID: <soap>"),
      part(
        multipart("in", [
          part(SMIL, "Content-Type: application/smil; charset=GB2312", "Content-ID: <s>"),
          part(inGb2312("成功"), "Content-Type: text/plain; charset=GB2312", "Content-ID: <t1>"),
          part(GIF, "Content-Type: image/gif", "Content-ID: <p1>"),
        ]),
        `Content-Type: multipart/related; start="<s>"; type="application/smil"; boundary="in"`,
        "Content-ID: <content>",
      ),
    ]),
  };
}

const STACKS: Stack[] = [
  {
    title: "Mbuni's mmsbox",
    request: () => recorded("mbuni-mmsbox-01-SubmitReq.http"),
    dialect: "lenient",
    strictly: 2007,
    type: "text/xml",
  },
  {
    title: "instantcom-mm7",
    request: () => recorded("instantcom-01-SubmitReq.http"),
    dialect: "lenient",
    strictly: 2007,
    type: "text/xml",
  },
  { title: "SAAJ", request: saaj, dialect: "lenient", strictly: 2007, type: "text/xml" },
  {
    title: "an SDK that writes GB2312",
    request: gb2312,
    dialect: null,
    strictly: 1000,
    type: "application/xml",
  },
  { title: "mmsgw", request: mmsgw, dialect: null, strictly: 1000, type: "application/xml" },
];

async function submit(
  { request }: Pick<Stack, "request">,
  dialect: Stack["dialect"],
): Promise<VaspResponse> {
  await test.admin("PATCH", "/accounts/acme", { "mm7-dialect": dialect });
  return await vasp.post(request());
}

for (const stack of STACKS) {
  const need = stack.dialect === null ? "no setting" : `mm7-dialect ${stack.dialect}`;
  Deno.test(`a request of ${stack.title} needs ${need}, and is sent`, async () => {
    assert.equal((await submit(stack, null)).code, stack.strictly);
    const { code, headers, messageId, xml } = await submit(stack, stack.dialect);
    assert.equal(code, 1000, xml);
    assert.equal(headers.get("content-type"), `${stack.type}; charset=utf-8`);
    await test.receiver.untilCodes(messageId!, ["N101", "N102"]);
  });
}
