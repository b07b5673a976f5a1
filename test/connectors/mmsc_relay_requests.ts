/** Requests of an MMSC: files of messages, and requests that are refused. */
import { multipart, type PartText } from "../support/vasp.ts";
import {
  CONTENT,
  deliver,
  envelope,
  FROM,
  type Post,
  readReply,
  reportReq,
  TO,
} from "./mmsc_posts.ts";

export const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
export const NESTED: PartText = {
  headers: [`Content-Type: multipart/related; boundary="inner"`, "Content-ID: <content>"],
  content: multipart("inner", [
    {
      headers: ["Content-Type: application/smil; charset=utf-8", "Content-ID: <start.smil>"],
      content: "<smil/>",
    },
    {
      headers: [
        "Content-Type: image/png; name=dot.png",
        "Content-ID: <img-1>",
        "Content-Location: dot.png",
        "Content-Transfer-Encoding: base64",
      ],
      content: PNG.toBase64(),
    },
    {
      headers: ["Content-Type: text/plain; charset=iso-8859-1; format=flowed"],
      content: Uint8Array.of(71, 114, 252, 223, 101),
    },
  ]),
};

export const SINGLE: PartText = {
  headers: ["Content-Type: image/png", "Content-ID: <content>", "Content-Location: dot.png"],
  content: PNG,
};

export const soap = (body: string) =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${body}</s:Envelope>`;
export const part = (headers: string[], content: string | Uint8Array): PartText => ({
  headers,
  content,
});
export const START = part(["Content-Type: text/xml"], envelope("DeliverReq", FROM + TO + CONTENT));
export const mixed = (...parts: PartText[]) => ({
  contentType: "multipart/related; boundary=b",
  body: multipart("b", parts),
});

/** Requests that are refused, all but one with HTTP 200. */
export const REFUSED: [title: string, request: Post, code: number][] = [
  ["no Content-Type, and no XML", { body: "hello", contentType: null }, 2500],
  ["a form", { body: "a=1", contentType: "application/x-www-form-urlencoded" }, 2500],
  ["an empty body", { body: "" }, 2500],
  ["no boundary", { body: "--b", contentType: "multipart/related" }, 2500],
  ["a malformed type", { body: "<a/>", contentType: "multipart/related;;=x" }, 2500],
  ["an envelope that is no XML", mixed(part(["Content-Type: image/png"], PNG)), 2515],
  ["an envelope of malformed type", mixed(part(["Content-Type: xml"], "<a/>")), 2515],
  ["a part of malformed type", mixed(START, part(["Content-Type: png"], PNG)), 2514],
  [
    "a part in broken base64",
    mixed(
      START,
      part(["Content-Type: image/png", "Content-Transfer-Encoding: base64"], "%%%"),
    ),
    2513,
  ],
  ["content that is not there", mixed(START), 2513],
  [
    "content that is the envelope itself",
    mixed(part([...START.headers, "Content-ID: <content>"], START.content)),
    2513,
  ],
  ["a body without end", {
    contentType: "multipart/related; boundary=b",
    body: "--b\r\nContent-Type: text/xml\r\n\r\n<a/>",
  }, 2007],
  ["more parts than are read", mixed(START, ...Array(30).fill(part([], "x"))), 2560],
  ["more bytes than are read", mixed(START, part([], new Uint8Array((1 << 20) + 1))), 2560],
  ["no XML", { body: "hello" }, 2007],
  ["no SOAP", { body: "<a/>" }, 2007],
  ["a document type", { body: `<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>` }, 2007],
  ["elements without end", { body: "<a>".repeat(100_000) }, 2007],
  ["no header", { body: soap("<s:Body><DeliverReq/></s:Body>") }, 2510],
  ["no body", { body: soap("") }, 2511],
  ["an operation of VASPs", { body: envelope("SubmitReq", "") }, 2512],
  ["another namespace", { body: envelope("DeliverReq", "", { namespace: "urn:x" }) }, 2507],
  [
    "no MessageID",
    { body: reportReq("Retrieved").replace(/<MessageID>.*<\/MessageID>/, "") },
    2007,
  ],
  ["no MMStatus", { body: reportReq("") }, 2007],
  ["a read reply without MMStatus", { body: readReply("") }, 2007],
  [
    "a Content that is not understood, rather than lost",
    deliver(`${FROM}${TO}<Content href="cid:content" allowAdaptations="perhaps"/>`, SINGLE),
    2007,
  ],
  ["a message without Sender", { body: envelope("DeliverReq", TO) }, 2504],
  ["a message without Recipients", { body: envelope("DeliverReq", FROM) }, 2502],
];
