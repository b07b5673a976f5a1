/** Requests of MMSCs in the field, which deviate from the schema (contract sections 5 and 6). */
import assert from "node:assert/strict";
import type { Outcome } from "../../src/core/message/message.ts";
import { bytes } from "../mime/bytes.ts";
import { multipart, NAMESPACE, type PartText } from "../support/vasp.ts";
import { startCarrier } from "./carrier.ts";
import {
  deliver,
  envelope,
  FROM,
  inboundOf,
  PEOPLE,
  type Post,
  post,
  readReply,
  reportOf,
  reportReq,
  TO,
} from "./mmsc_posts.ts";

const BARE = "<MessageID>mmsc-1</MessageID><MMStatus>Retrieved</MMStatus>";
const without = (element: RegExp) => reportReq("Retrieved").replace(element, "");
const DELIVERED: Outcome = { outcome: "delivered" };

const REPORTS: [title: string, body: string, outcome: Outcome][] = [
  [
    "with MessageID and MMStatus alone",
    without(/<MM7Version>.*<\/Date>/).replace(/<MMStatus>.*<\/MMStatus>/, BARE),
    DELIVERED,
  ],
  ["without Date", without(/<Date>.*<\/Date>/), DELIVERED],
  ["without MM7Version", without(/<MM7Version>.*<\/MM7Version>/), DELIVERED],
  ["without Sender", without(/<Sender>.*<\/Sender>/), DELIVERED],
  ["without Recipient", without(/<Recipient>.*<\/Recipient>/), DELIVERED],
  [
    "whose addresses are plain text",
    reportReq("Retrieved").replace(
      PEOPLE,
      "<Recipient>+16175550101</Recipient><Sender>111122</Sender>",
    ),
    DELIVERED,
  ],
  [
    "whose addresses, Date and MM7Version are empty or odd",
    reportReq("Retrieved").replace(PEOPLE, "<Recipient/><Sender><Name>x</Name></Sender>")
      .replace(/<Date>.*<\/Date>/, "<Date>yesterday</Date>")
      .replace(/<MM7Version>.*<\/MM7Version>/, "<MM7Version>MM7 R6</MM7Version>"),
    DELIVERED,
  ],
  [
    "with StatusText twice",
    reportReq("Unrecognised", "<StatusText>1:Exception</StatusText><StatusText>2</StatusText>"),
    { outcome: "unrecognised", details: "1:Exception", reason: "Unrecognised: 1:Exception" },
  ],
  ["of Delivered", reportReq("Delivered"), DELIVERED],
  [
    "of DeliveryConditionNotMet",
    reportReq("DeliveryConditionNotMet"),
    { outcome: "rejected", details: "Message Rejected", reason: "DeliveryConditionNotMet" },
  ],
  [
    "of Unrecognized",
    reportReq("Unrecognized", "<StatusText>4242:Exception</StatusText>"),
    {
      outcome: "unrecognised",
      details: "4242:Exception",
      reason: "Unrecognized: 4242:Exception",
    },
  ],
  ["of another word", reportReq("Lost"), { outcome: "noted", details: "Lost" }],
  [
    "that is a read reply with MessageID and MMStatus alone",
    readReply("Seen").replace(/<Recipient>.*<\/TimeStamp>/, "").replace(
      /<MM7Version>.*<\/MM7Version>/,
      "",
    ),
    { outcome: "noted", details: "read reply: Seen" },
  ],
];

for (const [title, body, outcome] of REPORTS) {
  Deno.test(`a report ${title} is accepted`, async () => {
    await using carrier = await startCarrier();
    const report = await reportOf(carrier, { body });
    assert.deepEqual([report.carrierId, report.outcome], ["mmsc-1", outcome]);
  });
}

const XML_MULTIPARTS = [
  `multipart/related; type="text/xml"`,
  `multipart/related; type=text/xml; start="<s1>"; boundary="b"`,
  `Multipart/Related; boundary=b; Type="Application/XML"`,
];

for (const contentType of XML_MULTIPARTS) {
  Deno.test(`plain XML under ${contentType} is read as XML`, async () => {
    await using carrier = await startCarrier();
    for (const start of ["", "\r\n", "\ufeff"]) {
      const body = start + reportReq("Expired");
      const report = await reportOf(carrier, { contentType, body });
      assert.deepEqual(report.outcome, { outcome: "expired", reason: "Expired" });
    }
    const response = await post(carrier, { contentType, body: reportReq("Expired") });
    const type = /text\/xml/i.test(contentType) ? "text/xml" : "application/xml";
    assert.equal(response.headers.get("content-type"), `${type}; charset=utf-8`);
  });
}

const NOT_BARE: [title: string, request: Post, code: number][] = [
  ["a multipart of something else", {
    contentType: `multipart/related; boundary=b; type="image/png"`,
    body: reportReq("Expired"),
  }, 2007],
  ["text that is no XML", { contentType: `multipart/related; type="text/xml"`, body: "hi" }, 2500],
  ["a multipart that ends in a header", {
    contentType: `multipart/related; boundary=b; type="text/xml"`,
    body: `--b\r\nContent-Type: text/xml`,
  }, 2007],
];

for (const [title, request, code] of NOT_BARE) {
  Deno.test(`${title} is not read as plain XML: ${code}`, async () => {
    await using carrier = await startCarrier();
    const response = await post(carrier, request);
    assert.deepEqual([response.status, response.code], [200, code], response.xml);
    assert.deepEqual(carrier.reports, []);
  });
}

const PICTURE: PartText = {
  headers: ["Content-Type: image/gif", "Content-ID: <p1>", "Content-Location: dot.gif"],
  content: "GIF89a",
};
const NOTE: PartText = { headers: ["Content-Type: text/plain"], content: "Hi" };
const NESTED: PartText = {
  headers: [`Content-Type: multipart/mixed; boundary="inner"`],
  content: multipart("inner", [PICTURE, NOTE]),
};

/** Builds a DeliverReq without Content, with parts beside its envelope. */
function beside(...parts: PartText[]): Post {
  const soap = { headers: ["Content-Type: text/xml"], content: envelope("DeliverReq", FROM + TO) };
  return {
    contentType: `multipart/related; boundary="outer"; type="text/xml"`,
    body: multipart("outer", [soap, ...parts]),
  };
}

const CONTENTS: [title: string, request: Post, names: string[]][] = [
  ["a single other part", beside(PICTURE), ["dot.gif"]],
  ["a single other part that is a multipart", beside(NESTED), ["dot.gif", "part-2.txt"]],
  ["several other parts", beside(PICTURE, NOTE), ["dot.gif", "part-2.txt"]],
  ["a Content without href", deliver(`${FROM}${TO}<Content/>`, PICTURE), ["dot.gif"]],
];

for (const [title, request, names] of CONTENTS) {
  Deno.test(`a message without Content and with ${title} has its files`, async () => {
    await using carrier = await startCarrier();
    const { files } = await inboundOf(carrier, request);
    assert.deepEqual(files.map(({ name }) => name), names);
    assert.deepEqual(await carrier.blobs.bytes(files[0]!.blob), bytes("GIF89a"));
  });
}

Deno.test("a message without MM7Version, with addresses as plain text, is accepted", async () => {
  await using carrier = await startCarrier();
  const body = envelope(
    "DeliverReq",
    "<Sender>+16175550111</Sender><Recipients><To>111122</To></Recipients>",
  ).replace(/<MM7Version>.*<\/MM7Version>/, "");
  const { from, to } = await inboundOf(carrier, { body });
  assert.deepEqual([from, to], ["16175550111", "111122"]);
  const { xml } = await post(carrier, { body });
  assert.ok(xml.includes(`<DeliverRsp xmlns="${NAMESPACE}"><MM7Version>6.8.0<`), xml);
});
