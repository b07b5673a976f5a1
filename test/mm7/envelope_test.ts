/** Parsing of requests: the status of each refusal, and the parts that its fault repeats. */
import assert from "node:assert/strict";
import { NAMESPACE } from "../../src/generated/mm7.ts";
import { openEnvelope, readEnvelope, writeEnvelope, writeFault } from "../../src/mm7/envelope.ts";
import { type Echo, Mm7Error, NO_ECHO, STATUSES } from "../../src/mm7/status.ts";
import { readSubmitReq } from "../../src/mm7/submit_req.ts";
import { bytes, text } from "../mime/bytes.ts";
import { envelope, HEADER, refusal, sender, SOAP, SUBMIT_FIELDS, submitReq } from "./requests.ts";

const read = (request: Uint8Array) => readSubmitReq(readEnvelope(request, ["SubmitReq"]));

const body = Object.values(SUBMIT_FIELDS).join("");
const REL = NAMESPACE.slice(0, NAMESPACE.lastIndexOf("REL-"));

const REFUSED: [why: string, request: Uint8Array, code: number, details: RegExp | null][] = [
  ["no XML", bytes("hello"), 2007, /^Message format corrupt: text outside/],
  ["no envelope", bytes("<a/>"), 2007, /no SOAP envelope/],
  [
    "SOAP 1.2",
    bytes(text(submitReq()).replace(SOAP, "http://www.w3.org/2003/05/soap-envelope")),
    2507,
    /SOAP 1.1/,
  ],
  ["no SOAP namespace", bytes("<Envelope><Body/></Envelope>"), 2507, /SOAP 1.1/],
  ["no header", envelope(`<SubmitReq>${body}</SubmitReq>`, ""), 2510, null],
  ["no TransactionID", envelope(`<SubmitReq>${body}</SubmitReq>`, "<s:Header/>"), 2510, null],
  ["an empty TransactionID", bytes(text(submitReq()).replace("tx-1", " ")), 2510, null],
  ["no body", bytes(`<s:Envelope xmlns:s="${SOAP}">${HEADER}</s:Envelope>`), 2511, null],
  ["an empty body", envelope(""), 2511, null],
  ["another operation", envelope(`<CancelReq xmlns="${NAMESPACE}"/>`), 2512, /not SubmitReq/],
  ["an unknown operation", envelope("<toString/>"), 2512, /not SubmitReq/],
  ["another namespace", envelope(`<SubmitReq xmlns="urn:x">${body}</SubmitReq>`), 2507, /release/],
  [
    "a release 4 schema",
    envelope(`<SubmitReq xmlns="${REL}REL-4-MM7-1-0">${body}</SubmitReq>`),
    2507,
    null,
  ],
  ["no version", submitReq({ MM7Version: "" }), 2505, /MM7Version is missing/],
  ["an old version", submitReq({ MM7Version: "<MM7Version>5.2.0</MM7Version>" }), 2505, null],
  ["a strange version", submitReq({ MM7Version: "<MM7Version>six</MM7Version>" }), 2505, null],
  ["no sender identification", submitReq({ SenderIdentification: "" }), 2561, null],
  ["no VASPID", submitReq({ SenderIdentification: "<SenderIdentification/>" }), 2564, null],
  [
    "an empty VASPID",
    submitReq({
      SenderIdentification: "<SenderIdentification><VASPID> </VASPID></SenderIdentification>",
    }),
    2564,
    null,
  ],
  ["no sender address", submitReq({ SenderIdentification: sender("") }), 2504, null],
  [
    "an empty sender address",
    submitReq({ SenderIdentification: sender("<SenderAddress><ShortCode/></SenderAddress>") }),
    2504,
    null,
  ],
  [
    "two sender addresses",
    submitReq({
      SenderIdentification: sender(
        "<SenderAddress><ShortCode>1</ShortCode><Number>2</Number></SenderAddress>",
      ),
    }),
    2007,
    /SenderAddress holds more/,
  ],
  ["no recipients", submitReq({ Recipients: "" }), 2502, null],
  ["no content", submitReq({ Content: "" }), 2506, /Content is missing/],
  ["no href", submitReq({ Content: `<Content allowAdaptations="true"/>` }), 2506, /no href/],
  [
    "no allowAdaptations",
    submitReq({ Content: `<Content href="cid:x"/>` }),
    2007,
    /no allowAdaptations/,
  ],
  [
    "a strange boolean",
    submitReq({ Content: `<Content href="cid:x" allowAdaptations="yes"/>` }),
    2007,
    /allowAdaptations is neither/,
  ],
  [
    "a strange priority",
    submitReq({ Priority: "<Priority>Urgent</Priority>" }),
    2007,
    /Priority is none of/,
  ],
  [
    "an element twice",
    submitReq({ More: "<Subject>Again</Subject>" }),
    2007,
    /Subject is there twice/,
  ],
];

for (const [why, request, code, details] of REFUSED) {
  Deno.test(`a SubmitReq is refused with ${code}: ${why}`, () => {
    const error = refusal(() => read(request));
    assert.equal(STATUSES[error.status].code, code, error.message);
    if (details !== null) assert.match(error.details ?? "", details);
  });
}

const TAKEN: [why: string, request: Uint8Array][] = [
  ["as it should be", submitReq()],
  [
    "elements in any order",
    envelope(
      `<SubmitReq xmlns="${NAMESPACE}">${
        Object.values(SUBMIT_FIELDS).reverse().join("")
      }</SubmitReq>`,
    ),
  ],
  ["in no namespace", envelope(`<SubmitReq>${body}</SubmitReq>`)],
  ["in an older namespace", envelope(`<SubmitReq xmlns="${REL}REL-5-MM7-1-0">${body}</SubmitReq>`)],
  [
    "with prefixes",
    envelope(
      `<m:SubmitReq xmlns:m="${NAMESPACE}">${body.replaceAll(/<(\/?)/g, "<$1m:")}</m:SubmitReq>`,
    ),
  ],
  [
    "lower-case names",
    envelope(
      `<submitreq>${
        body.toLowerCase().replace("hello", "Hello").replace("allowadaptations", "ALLOWADAPTATIONS")
      }</submitreq>`,
    ),
  ],
  ["booleans in any case", bytes(text(submitReq()).replace('"true"', '"TRUE"'))],
  ["numbers for booleans", bytes(text(submitReq()).replace('"true"', '"1"'))],
  [
    "space around values",
    bytes(
      text(submitReq()).replaceAll(/(key|61295|111122|6\.8\.0|16175550101|Hello)/g, "\r\n  $1\t"),
    ),
  ],
  [
    "unknown elements and attributes",
    bytes(text(submitReq({ X: "<X><Y/></X>" })).replace("<To>", `<To x="1">`)),
  ],
  ["comments in it", bytes(text(submitReq()).replace("<To>", "<!-- to --><To>"))],
  [
    "stripped elements with strange values",
    submitReq({
      X: "<ContentClass>x</ContentClass><DRMContent>y</DRMContent><DeliveryCondition/>",
    }),
  ],
];

for (const [why, request] of TAKEN) {
  Deno.test(`a SubmitReq is taken: ${why}`, () => {
    assert.deepEqual(read(request), {
      MM7Version: "6.8.0",
      SenderIdentification: {
        VASPID: "key",
        VASID: "61295",
        SenderAddress: { kind: "ShortCode", value: "111122" },
      },
      Recipients: { To: [{ kind: "Number", value: "16175550101" }] },
      Subject: "Hello",
      Content: { href: "cid:content", allowAdaptations: true },
    });
  });
}

Deno.test("a TransactionID keeps the space inside and around it, since spec 2.2 returns it", () => {
  const id = "\n tx  1\n\t2 ";
  const request = bytes(text(submitReq()).replace("tx-1", id));
  const { transactionId, echo } = readEnvelope(request, ["SubmitReq"]);
  assert.deepEqual([transactionId, echo.transactionId], [id, id]);
  const fault = text(writeFault(new Mm7Error("clientError", null, echo)));
  assert.ok(fault.includes(` soap-env:mustUnderstand="1">${id}</TransactionID>`), fault);
});

Deno.test("a carriage return that a reference made comes back as one", () => {
  const request = bytes(text(submitReq()).replace("tx-1", "a&#13;&#10;b"));
  const { echo } = readEnvelope(request, ["SubmitReq"]);
  assert.match(text(writeFault(new Mm7Error("clientError", null, echo))), />a&#13;\nb<\/Trans/);
});

const ECHOES: [why: string, request: Uint8Array, echo: Partial<Echo>][] = [
  ["nothing to read", bytes("hello"), { transactionId: null, namespace: null, version: "6.8.0" }],
  ["a header alone", envelope(""), { transactionId: "tx-1", namespace: NAMESPACE }],
  ["broken off in the body", submitReq().slice(0, -40), {
    transactionId: "tx-1",
    namespace: NAMESPACE,
    version: "6.8.0",
  }],
  ["an entity in the body", submitReq({ Subject: "<Subject>&nbsp;</Subject>" }), {
    transactionId: "tx-1",
  }],
  [
    "an old schema",
    envelope(`<SubmitReq xmlns="${REL}REL-5-MM7-1-3"><MM7Version>5.3.0</MM7Version></SubmitReq>`),
    { namespace: `${REL}REL-5-MM7-1-3`, version: "5.3.0" },
  ],
  ["an unsupported version", submitReq({ MM7Version: "<MM7Version>7.0.0</MM7Version>" }), {
    version: "6.8.0",
  }],
  ["a strange namespace", envelope(`<SubmitReq xmlns="urn:x"/>`), { namespace: NAMESPACE }],
  [
    "broken off in the TransactionID",
    bytes(text(submitReq()).slice(0, text(submitReq()).indexOf("tx-1") + 2)),
    { transactionId: null },
  ],
  ["bytes that are no UTF-8", latin1(submitReq({ Subject: "<Subject>Grüße</Subject>" })), {
    transactionId: "tx-1",
    version: "6.8.0",
  }],
  ["no UTF-8 in the TransactionID itself", latin1(bytes(text(submitReq()).replace("-1", "-ü"))), {
    transactionId: null,
  }],
  ["a forbidden character", submitReq({ Subject: "<Subject>\x01</Subject>" }), {
    transactionId: "tx-1",
  }],
  ["an unknown encoding", declared("x-klingon"), { transactionId: "tx-1" }],
  ["a second declaration", bytes(`<?xml version="1.0"?>${text(declared("iso-8859-1"))}`), {
    transactionId: null,
  }],
  ["more XML than is read", submitReq({ Subject: `<Subject>${"x".repeat(1 << 20)}</Subject>` }), {
    transactionId: "tx-1",
    version: "6.8.0",
  }],
];

function latin1(utf8: Uint8Array): Uint8Array {
  return Uint8Array.from(text(utf8), (character) => character.charCodeAt(0));
}

function declared(encoding: string): Uint8Array {
  return bytes(`<?xml version="1.0" encoding="${encoding}"?>${text(submitReq())}`);
}

for (const [why, request, echo] of ECHOES) {
  Deno.test(`a fault repeats parts of the request: ${why}`, () => {
    const error = refusal(() => read(request));
    assert.deepEqual({ ...error.echo, ...echo }, error.echo);
  });
}

Deno.test("a SubmitRsp is in the request's namespace, without prefixes, in schema order", () => {
  const namespace = `${REL}REL-5-MM7-1-0`;
  const written = text(writeEnvelope("SubmitRsp", {
    MessageID: "id",
    Status: { StatusText: "Success", StatusCode: 1000 },
    MM7Version: "5.3.0",
  }, { transactionId: "a<b>&\r", namespace }));
  assert.equal(
    written,
    `<?xml version="1.0" encoding="utf-8"?>\n` +
      `<soap-env:Envelope xmlns:soap-env="${SOAP}"><soap-env:Header>` +
      `<TransactionID xmlns="${namespace}" soap-env:mustUnderstand="1">a&lt;b&gt;&amp;&#13;` +
      `</TransactionID></soap-env:Header><soap-env:Body><SubmitRsp xmlns="${namespace}">` +
      `<MM7Version>5.3.0</MM7Version><Status><StatusCode>1000</StatusCode>` +
      `<StatusText>Success</StatusText></Status><MessageID>id</MessageID></SubmitRsp>` +
      `</soap-env:Body></soap-env:Envelope>`,
  );
});

Deno.test("a fault has the form of spec 2.2", () => {
  const error = refusal(() => read(submitReq().slice(0, -5)));
  assert.match(
    text(writeFault(error)),
    new RegExp(
      `<TransactionID xmlns="${NAMESPACE}" soap-env:mustUnderstand="1">tx-1</TransactionID>.*` +
        "<soap-env:Fault><faultcode>soap-env:Client</faultcode><faultstring>Client error</faultstring>" +
        `<detail><RSErrorRsp xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version><Status>` +
        "<StatusCode>2007</StatusCode><StatusText>Unable to parse request</StatusText>" +
        "<Details>Message format corrupt: [^<]+</Details></Status></RSErrorRsp></detail>" +
        "</soap-env:Fault>",
    ),
  );
});

Deno.test("an internal fault is the server's, and the VASP's has another faultcode", () => {
  assert.match(text(writeFault(new Mm7Error("systemError"))), /soap-env:Server<.*Server error/);
  assert.match(text(writeFault(new Mm7Error("systemError"), "VASP")), /<VASPErrorRsp /);
});

Deno.test("a fault without a TransactionID has an empty Header (contract 5)", () => {
  assert.match(
    text(writeFault(new Mm7Error("systemError"))),
    /<soap-env:Envelope [^>]*><soap-env:Header\/><soap-env:Body>/,
  );
});

Deno.test("characters that XML forbids are dropped from written documents", () => {
  const status = { StatusCode: 1000, StatusText: "a\0b\ud800c\uffff\x1b" };
  const written = text(
    writeEnvelope("DeliverRsp", { MM7Version: "6.8.0", Status: status }, NO_ECHO),
  );
  assert.match(written, /<StatusText>abc<\/StatusText>/);
});

Deno.test("an expected operation is opened by its name", () => {
  const request = envelope(
    `<DeliveryReportReq xmlns="${NAMESPACE}"><MM7Version>6.16.0</MM7Version><MMStatus>retrieved</MMStatus>` +
      "<Sender><Number>1</Number></Sender><Recipient><ShortCode>2</ShortCode></Recipient>" +
      "<MessageID>m</MessageID><Date>2026-11-20T21:00:00Z</Date></DeliveryReportReq>",
  );
  const opened = openEnvelope(readEnvelope(request, ["DeliveryReportReq"]), "DeliveryReportReq");
  assert.equal(opened.MMStatus, "Retrieved");
});
