/** Contract section 8: envelopes of VASPs in any encoding that can be decoded; responses are in UTF-8. */
import assert from "node:assert/strict";
import { bytes, joined } from "../mime/bytes.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { utf16 } from "../support/utf16.ts";
import { createVasp, multipart, TEXT, type Vasp } from "../support/vasp.ts";
import { type Body, carriedOnce } from "./traffic.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService({ config: { EXCHANGE_LOG: "on" } });
  vasp = createVasp(test);
});

Deno.test.afterAll(async () => {
  await vasp.lintResponses();
  await test.stop();
});

type Encode = (text: string) => Uint8Array;

/** Encodes ASCII, and one text beyond it as these octets. */
const single = (text: string, ...octets: number[]): Encode => (document) => {
  const at = document.indexOf(text);
  const after = document.slice(at + text.length);
  return joined([bytes(document.slice(0, at)), Uint8Array.from(octets), bytes(after)]);
};
const marked = (order: "big" | "little"): Encode => (document) => utf16(`\ufeff${document}`, order);

interface Envelope {
  subject: string;
  /** Encoding of the declaration; null: no declaration. */
  encoding: string | null;
  /** Parameter of the part's Content-Type. */
  charset?: string;
  encode: Encode;
}

const LATIN = single("Grün", 0x47, 0x72, 0xfc, 0x6e);
const CHINESE = single("成功", 0xb3, 0xc9, 0xb9, 0xa6);

const ENVELOPES: Record<string, Envelope> = {
  "ISO-8859-1": { subject: "Grün", encoding: "ISO-8859-1", encode: LATIN },
  "ISO-8859-1 under a charset of UTF-8": {
    subject: "Grün",
    encoding: "ISO-8859-1",
    charset: "utf-8",
    encode: LATIN,
  },
  "ISO-8859-1 by its charset alone": {
    subject: "Grün",
    encoding: null,
    charset: "ISO-8859-1",
    encode: LATIN,
  },
  "GB2312": { subject: "成功", encoding: "GB2312", charset: "gb2312", encode: CHINESE },
  "UTF-16 with a mark, big endian": { subject: "雪", encoding: "UTF-16", encode: marked("big") },
  "UTF-16 with a mark, little endian": {
    subject: "雪",
    encoding: "UTF-16",
    charset: "utf-16",
    encode: marked("little"),
  },
};

/** Builds the part of an envelope in its encoding. */
function partOf({ subject, encoding, charset, encode }: Envelope, transactionId: string) {
  const fields = { Subject: `<Subject>${subject}</Subject>` };
  const declaration = encoding === null ? "" : `<?xml version="1.0" encoding="${encoding}"?>`;
  const document = vasp.envelope({ fields, transactionId }).replace(/^<\?xml.*?\?>/, declaration);
  const type = `text/xml${charset === undefined ? "" : `; charset=${charset}`}`;
  return {
    headers: [`Content-Type: ${type}`, "Content-ID: <start>"],
    content: encode(document),
  };
}

for (const [title, envelope] of Object.entries(ENVELOPES)) {
  Deno.test(`an envelope in ${title} is accepted; its response is in UTF-8`, async () => {
    const transactionId = `tx ${title}`;
    const raw = multipart("main-boundary", [partOf(envelope, transactionId), TEXT]);
    const { code, headers, messageId, transactionId: echo, xml } = await vasp.post({ raw });
    assert.equal(code, 1000, xml);
    assert.equal(echo, transactionId);
    assert.match(headers.get("content-type")!, /; charset=utf-8$/);
    await test.receiver.untilCodes(messageId!, ["N101", "N102"]);
    const { subject } = await carriedOnce(test, { id: messageId! });
    assert.equal(subject, envelope.subject);
  });
}

Deno.test("an envelope alone in UTF-16 is read, and lacks its content", async () => {
  const raw = marked("big")(vasp.envelope({ transactionId: "雪" }));
  const { code, transactionId } = await vasp.post({ raw, contentType: "text/xml; charset=utf-16" });
  assert.deepEqual([code, transactionId], [2513, "雪"]);
});

const half: Encode = single("成", 0xb3);
const withEntity = (document: string) =>
  document.replace(/\?>/, `?><!DOCTYPE a [<!ENTITY x "y">]>`);

/** Envelopes that are refused with 2007 under HTTP 200. */
const REFUSED: Record<string, Envelope> = {
  "bytes that are no UTF-8": { subject: "Grün", encoding: "utf-8", encode: LATIN },
  "half a character of GB2312": { subject: "成", encoding: "GB2312", encode: half },
  "an encoding nobody knows": { subject: "x", encoding: "x-klingon", encode: bytes },
  "a DOCTYPE in UTF-16": {
    subject: "&x;",
    encoding: "UTF-16",
    encode: (document) => marked("little")(withEntity(document)),
  },
  "an entity in GBK": { subject: "&x;", encoding: "GBK", encode: bytes },
};

for (const [title, envelope] of Object.entries(REFUSED)) {
  Deno.test(`an envelope with ${title} is refused with its TransactionID`, async () => {
    const raw = multipart("main-boundary", [partOf(envelope, "tx-refused"), TEXT]);
    const { status, code, transactionId, xml } = await vasp.post({ raw });
    assert.deepEqual([status, code], [200, 2007], xml);
    // A DOCTYPE comes before the envelope: nothing behind it is read.
    assert.equal(transactionId, title.startsWith("a DOCTYPE") ? null : "tx-refused");
  });
}

Deno.test("the exchange log masks the credentials of an envelope in UTF-16", async () => {
  const envelope = ENVELOPES["UTF-16 with a mark, big endian"]!;
  const raw = multipart("main-boundary", [partOf(envelope, "tx-masked"), TEXT]);
  const id = (await vasp.post({ raw })).messageId!;
  const { body: { items } } = await until(
    () => test.admin("GET", `/messages/${id}/exchanges`),
    ({ body }) => body.items?.length >= 3,
  );
  const { content } = items.find(({ title }: Body) => title === "SubmitReq");
  assert.match(content, /<Subject>雪<\/Subject>/);
  assert.match(content, /<VASPID>•••<\/VASPID>/);
});
