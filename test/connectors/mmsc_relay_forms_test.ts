/** Forms in which MMSCs in the field send a handset's message (TS 23.140, RFC 2045 and 2046). */
import assert from "node:assert/strict";
import { bytes } from "../mime/bytes.ts";
import { wapMultipart } from "../mime/wap_multipart.ts";
import { multipart, type PartText } from "../support/vasp.ts";
import { startCarrier } from "./carrier.ts";
import {
  CONTENT,
  envelope,
  FROM,
  inboundOf,
  type Post,
  post,
  reportOf,
  reportReq,
  TO,
} from "./mmsc_posts.ts";

const soap = (inner = FROM + TO + CONTENT, type = "text/xml; charset=utf-8"): PartText => ({
  headers: [`Content-Type: ${type}`, "Content-ID: <soap>"],
  content: envelope("DeliverReq", inner),
});
const NOTE: PartText = {
  headers: ["Content-Type: text/plain; charset=utf-8", "Content-ID: <t1>"],
  content: "Hello",
};
const PICTURE: PartText = {
  headers: ["Content-Type: image/gif", "Content-ID: <p1>"],
  content: octets("GIF89a\0\xff"),
};
const SMIL: PartText = {
  headers: ["Content-Type: application/smil", "Content-ID: <content>"],
  content: `<smil><body><par><img src="cid:p1"/></par></body></smil>`,
};
const inner = (...parts: PartText[]): PartText => ({
  headers: ["Content-Type: multipart/mixed; boundary=inner", "Content-ID: <content>"],
  content: multipart("inner", parts),
});
const outer = (...parts: PartText[]): Post => ({
  contentType: `multipart/related; boundary=outer; start="<soap>"; type="text/xml"`,
  body: multipart("outer", parts),
});

const plain = outer(soap(), inner(NOTE, PICTURE));
const without = (...ends: string[]): Post => {
  const body = ends.reduce((rest, end) => rest.replace(end, ""), latin1(plain.body));
  return { ...plain, body: octets(body) };
};
const encoded = (encoding: string, content = "Hello"): Post =>
  outer(
    soap(),
    inner(
      { headers: [...NOTE.headers, `Content-Transfer-Encoding: ${encoding}`], content },
      PICTURE,
    ),
  );
const WAP = "Content-Type: application/vnd.wap.multipart.related";
const wap = wapMultipart([
  { type: "text/plain", charset: 106, contentId: "<t1>", content: bytes("Hello") },
  { type: "image/gif", contentId: "<p1>", content: octets(latin1(PICTURE.content)) },
]);

const FORMS: [title: string, request: Post][] = [
  ["as the rules have it", plain],
  ["with parts beside the envelope and Content naming the first", {
    ...outer(soap(FROM + TO + `<Content href="cid:t1"/>`), NOTE, PICTURE),
  }],
  ["with a part beside the multipart that Content names", outer(soap(), inner(NOTE), PICTURE)],
  ["without its outer last boundary", without("--outer--\r\n")],
  ["without its inner last boundary", without("--inner--\r\n")],
  ["without either last boundary", without("--inner--\r\n", "--outer--\r\n")],
  ["with last boundaries that end as any other", {
    ...plain,
    body: octets(
      latin1(plain.body).replace("--inner--", "--inner").replace("--outer--", "--outer"),
    ),
  }],
  ["with a part in 8bits", encoded("8bits")],
  [`with a part in 8bit"`, encoded(`8bit"`)],
  ["with a part in UTF-8", encoded("UTF-8")],
  ["with a part in an encoding without a name", encoded("")],
  ["with a line after base64", encoded("base64", "SGVs\r\nbG8=\r\n-- sent by the MMSC --")],
  ["with a line after base64 without padding", encoded("base64", "SGVsbG8\r\n\r\n=20!\r\n")],
  ["with its envelope as plain text", outer(soap(undefined, "text/plain"), inner(NOTE, PICTURE))],
  [
    "in WAP's multipart by a boundary",
    outer(soap(), {
      ...inner(NOTE, PICTURE),
      headers: [`${WAP}; boundary=inner`, "Content-ID: <content>"],
    }),
  ],
  [
    "in WAP's multipart in octets",
    outer(soap(), {
      headers: [WAP, "Content-ID: <content>"],
      content: wap,
    }),
  ],
  [
    "in WAP's multipart in base64",
    outer(soap(), {
      headers: [WAP, "Content-ID: <content>", "Content-Transfer-Encoding: base64"],
      content: wap.toBase64(),
    }),
  ],
];

for (const [title, request] of FORMS) {
  Deno.test(`a handset's message ${title} has its text and its picture`, async () => {
    await using carrier = await startCarrier();
    const { files } = await inboundOf(carrier, request);
    const read = await Promise.all(files.map(async ({ name, type, contentId, blob }) => [
      name,
      type,
      contentId,
      latin1(await carrier.blobs.bytes(blob)),
    ]));
    assert.deepEqual(read, [
      ["t1.txt", "text/plain; charset=utf-8", "t1", "Hello"],
      ["p1.gif", "image/gif", "p1", latin1(PICTURE.content)],
    ]);
  });
}

const SMIL_FORMS: [title: string, smil: string[]][] = [
  ["application/smil", SMIL.headers],
  ["application/smil+xml", ["Content-Type: application/smil+xml", "Content-ID: <content>"]],
];

for (const [type, headers] of SMIL_FORMS) {
  Deno.test(`a handset's message whose Content names ${type} has the parts beside it`, async () => {
    await using carrier = await startCarrier();
    const { files } = await inboundOf(carrier, outer(soap(), { ...SMIL, headers }, NOTE, PICTURE));
    assert.deepEqual(files.map(({ name, type }) => [name, type]), [
      ["content.smil", type],
      ["t1.txt", "text/plain; charset=utf-8"],
      ["p1.gif", "image/gif"],
    ]);
  });
}

Deno.test("a message of a flat MMSC, as vectorcore-mmsc writes it, has all its parts", async () => {
  await using carrier = await startCarrier();
  const namespace = "http://www.3gpp.org/ftp/Specs/archive/23_series/23.140/schema/REL-5-MM7-1-0";
  const { from, to, alsoTo, subject, files } = await inboundOf(carrier, {
    contentType: "multipart/related; boundary=9c1f",
    body: multipart("9c1f", [
      {
        headers: ["Content-Type: text/xml; charset=utf-8"],
        content: `<?xml version="1.0" encoding="UTF-8"?>\n<soapenv:Envelope ` +
          `xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:mm7="${namespace}">` +
          `<soapenv:Header><mm7:TransactionID soapenv:mustUnderstand="1">txn-1` +
          `</mm7:TransactionID></soapenv:Header><soapenv:Body><mm7:DeliverReq>` +
          `<MM7Version>5.3.0</MM7Version><MessageID>m-1</MessageID><SenderAddress>` +
          `<Number>+16175550111</Number></SenderAddress><Recipients><To><Number>111122</Number>` +
          `</To></Recipients><Subject>Hi</Subject><Content href="cid:message-content"></Content>` +
          `</mm7:DeliverReq></soapenv:Body></soapenv:Envelope>`,
      },
      { ...SMIL, headers: ["Content-Type: application/smil", "Content-Id: <message-content>"] },
      { ...NOTE, headers: ["Content-Type: text/plain", "Content-Id: <t1>"] },
      { ...PICTURE, headers: ["Content-Type: image/gif", "Content-Id: <p1>"] },
    ]),
  });
  assert.deepEqual([from, to, alsoTo, subject], ["16175550111", "111122", undefined, "Hi"]);
  assert.deepEqual(files.map(({ name, type }) => [name, type]), [
    ["message-content.smil", "application/smil"],
    ["t1.txt", "text/plain"],
    ["p1.gif", "image/gif"],
  ]);
});

const SENDERS: [title: string, sender: string][] = [
  ["SenderAddress", "<SenderAddress><Number>+16175550111</Number></SenderAddress>"],
  ["SenderAddress as text", "<SenderAddress>16175550111/TYPE=PLMN</SenderAddress>"],
  [
    "SenderAddress inside Sender",
    "<Sender><SenderAddress><Number>16175550111</Number></SenderAddress></Sender>",
  ],
  [
    "SenderAddress inside SenderIdentification",
    "<SenderIdentification><VASPID>x</VASPID><SenderAddress><Number>16175550111</Number>" +
    "</SenderAddress></SenderIdentification>",
  ],
  [
    "an empty Sender beside SenderAddress",
    "<Sender/><senderAddress><RFC2822Address>16175550111@mms.example</RFC2822Address>" +
    "</senderAddress>",
  ],
];

for (const [title, sender] of SENDERS) {
  Deno.test(`a handset's message has its sender from ${title}`, async () => {
    await using carrier = await startCarrier();
    const { from } = await inboundOf(carrier, outer(soap(sender + TO + CONTENT), inner(NOTE)));
    assert.equal(from, "16175550111");
  });
}

Deno.test("a handset's message without any sender is refused: 2504", async () => {
  await using carrier = await startCarrier();
  const nobody = "<Sender><SenderAddress> </SenderAddress></Sender><SenderIdentification/>";
  const response = await post(carrier, outer(soap(nobody + TO + CONTENT), inner(NOTE)));
  assert.equal(response.code, 2504);
});

const TYPES: (string | null)[] = ["text/plain", "TEXT/PLAIN; charset=utf-8", "", null];

for (const contentType of TYPES) {
  Deno.test(`a report under the type ${contentType} is read as XML`, async () => {
    await using carrier = await startCarrier();
    const request = { contentType, body: `\r\n${reportReq("Retrieved")}` };
    assert.deepEqual((await reportOf(carrier, request)).outcome, { outcome: "delivered" });
    const { headers } = await post(carrier, request);
    assert.equal(headers.get("content-type"), "text/xml; charset=utf-8");
  });
}

Deno.test("a MessageID has the same meaning with and without angle brackets", async () => {
  await using carrier = await startCarrier();
  const bracketed = reportReq("Retrieved").replace("mmsc-1", "&lt;mmsc-1&gt;");
  const { carrierId, otherIds } = await reportOf(carrier, { body: bracketed });
  assert.deepEqual([carrierId, otherIds], ["mmsc-1", ["<mmsc-1>"]]);
});

Deno.test("a WAP multipart that cannot be read is a file as it is", async () => {
  await using carrier = await startCarrier();
  const { files } = await inboundOf(
    carrier,
    outer(soap(), {
      headers: [WAP, "Content-ID: <content>"],
      content: wap.subarray(0, wap.length - 1),
    }),
  );
  assert.deepEqual(files.map(({ type, bytes }) => [type, bytes]), [
    ["application/vnd.wap.multipart.related", wap.length - 1],
  ]);
});

/** Reads bytes as Latin-1, so that none is lost. */
function latin1(content: string | Uint8Array): string {
  return typeof content === "string" ? content : content.reduce(
    (characters, byte) => characters + String.fromCharCode(byte),
    "",
  );
}

function octets(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}
