/** SubmitRsp as foreign MMSCs write it: whatever has a status and an id is read, over real HTTP. */
import assert from "node:assert/strict";
import { bytes, joined } from "../mime/bytes.ts";
import type { MmscResponse } from "../support/mmsc.ts";
import { utf16 } from "../support/utf16.ts";
import { multipart } from "../support/vasp.ts";
import { newSubmission, startCarrier } from "./carrier.ts";

interface Words {
  /** Beginning of the document, before the envelope. */
  head?: string;
  statusText?: string;
  /** Text behind the envelope. */
  tail?: string;
}

const rsp = ({ head = `<?xml version="1.0"?>`, statusText = "Success", tail = "" }: Words = {}) =>
  `${head}<env:Envelope xmlns:env="http://schemas.xmlsoap.org/soap/envelope/"><env:Header>` +
  `<TransactionID env:mustUnderstand="1">t</TransactionID></env:Header><env:Body><SubmitRsp>` +
  `<MM7Version>5.3.0</MM7Version><Status><StatusCode>1000</StatusCode>` +
  `<StatusText>${statusText}</StatusText></Status><MessageID>id-1</MessageID></SubmitRsp>` +
  `</env:Body></env:Envelope>${tail}`;

const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>`;

/** Puts octets into a document of ASCII, in the place of a dollar sign. */
function withOctets(document: string, ...octets: number[]): Uint8Array {
  const [before = "", after = ""] = document.split("$");
  return joined([bytes(before), Uint8Array.from(octets), bytes(after)]);
}

const type = (contentType: string) => ({ "content-type": contentType });
const soap = (content: string | Uint8Array, ...headers: string[]) => ({
  headers: ["Content-Type: text/xml; charset=utf-8", "Content-ID: <soap>", ...headers],
  content,
});
const picture = { headers: ["Content-Type: image/png"], content: Uint8Array.of(0x89, 0x50) };
const related = type(`multipart/related; boundary=b; type="text/xml"; start="<soap>"`);
const cut = (body: Uint8Array) => body.subarray(0, body.length - "\r\n--b--\r\n".length);

const ACCEPTED: Record<string, MmscResponse> = {
  "ISO-8859-1": {
    body: withOctets(rsp({ head: declared("ISO-8859-1"), statusText: "accept$" }), 0xe9),
  },
  "ISO-8859-1 in its Content-Type": {
    body: withOctets(rsp({ head: declared("ISO-8859-1"), statusText: "accept$" }), 0xe9),
    headers: type("text/xml; charset=ISO-8859-1"),
  },
  "US-ASCII": { body: rsp({ head: declared("US-ASCII") }) },
  "GB2312": {
    body: withOctets(rsp({ head: declared("GB2312"), statusText: "$" }), 0xb3, 0xc9, 0xb9, 0xa6),
    headers: type("text/xml; charset=GB2312"),
  },
  "UTF-16 with a mark": {
    body: utf16(`\ufeff${rsp({ head: declared("UTF-16") })}`, "little"),
    headers: type("text/xml; charset=utf-16"),
  },
  "UTF-16 that is UTF-8": { body: rsp({ head: declared("utf-16") }) },
  "an encoding nobody knows": { body: rsp({ head: declared("x-klingon") }) },
  "a byte that is not UTF-8": { body: withOctets(rsp({ statusText: "accept$" }), 0xe9) },
  "half a character of GB2312": {
    body: withOctets(rsp({ head: declared("GB2312"), statusText: "$" }), 0xb3),
  },
  "a control character": { body: rsp({ statusText: "ok\x01\x00" }) },
  "a bare ampersand": { body: rsp({ statusText: "AT&T took it" }) },
  "an entity of HTML": { body: rsp({ statusText: "all&nbsp;right" }) },
  "a processing instruction": {
    body: rsp({ head: `<?xml version="1.0"?><?xml-stylesheet href="a.xsl"?>` }),
  },
  "a processing instruction inside": { body: rsp({ statusText: "<?trace 7?>ok" }) },
  "two declarations": { body: rsp({ head: declared("utf-8").repeat(2) }) },
  "a warning before it": { body: rsp({ head: "Warning: clock skew\n" }) },
  "a page behind it": { body: rsp({ tail: "<html><br></html>" }) },
  "its end missing": { body: rsp().slice(0, -30) },
  "no Content-Type that helps": { body: rsp(), headers: type("text/html") },
  "multipart/related": {
    body: multipart("b", [soap(rsp()), picture]),
    headers: related,
  },
  "multipart/related, the envelope last": {
    body: multipart("b", [picture, soap(rsp())]),
    headers: related,
  },
  "multipart/related in base64": {
    body: multipart("b", [soap(bytes(rsp()).toBase64(), "Content-Transfer-Encoding: base64")]),
    headers: related,
  },
  "multipart/related in ISO-8859-1": {
    body: multipart("b", [{
      headers: ["Content-Type: text/xml; charset=ISO-8859-1"],
      content: withOctets(rsp({ statusText: "accept$" }), 0xe9),
    }]),
    headers: related,
  },
  "multipart/related without its last boundary": {
    body: cut(multipart("b", [soap(rsp())])),
    headers: related,
  },
  "multipart/related under text/xml": {
    body: multipart("=_uuid:1'(x)", [soap(utf16(`\ufeff${rsp()}`, "big"))]),
    headers: type("text/xml"),
  },
  "multipart/related with another boundary": {
    body: multipart("c", [soap(bytes(rsp()).toBase64(), "Content-Transfer-Encoding: base64")]),
    headers: related,
  },
  "bare XML under multipart/related": { body: rsp(), headers: related },
  "an unknown transfer encoding": {
    body: multipart("b", [soap(rsp(), "Content-Transfer-Encoding: 8bits")]),
    headers: related,
  },
};

for (const [title, response] of Object.entries(ACCEPTED)) {
  Deno.test(`a SubmitRsp is read: ${title}`, async () => {
    await using carrier = await startCarrier();
    carrier.mmsc.respond = () => response;
    const result = await carrier.connector.submit(newSubmission());
    assert.deepEqual(result, { status: "accepted", carrierId: "id-1" });
    assert.deepEqual(carrier.lines, []);
  });
}

/** Responses under HTTP 200 that say nothing of the message. */
const UNREADABLE: Record<string, MmscResponse> = {
  "nothing": { body: "" },
  "a page": { body: "<html><body>Welcome<br></body></html>" },
  "text": { body: "accepted" },
  "JSON": { body: `{"StatusCode":1000}`, headers: type("application/json") },
  "a DOCTYPE with entities": {
    body: rsp({ head: `<!DOCTYPE a [<!ENTITY x "1000">]>` }),
  },
  "a status that is cut off": { body: rsp().slice(0, rsp().indexOf("1000") + 2) },
  "compressed bytes": { body: Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0) },
};

for (const [title, response] of Object.entries(UNREADABLE)) {
  Deno.test(`a response under HTTP 200 cannot be read: ${title}`, async () => {
    await using carrier = await startCarrier();
    carrier.mmsc.respond = () => response;
    const { status, ...rest } = await carrier.connector.submit(newSubmission());
    assert.equal(status, "unconfirmed");
    assert.equal("hasResponse" in rest && rest.hasResponse, true);
    const [{ level, facts }] = carrier.lines as [typeof carrier.lines[0]];
    assert.equal(level, "warn");
    assert.match(String(facts.sha256), /^[\da-f]{64}$/);
  });
}
