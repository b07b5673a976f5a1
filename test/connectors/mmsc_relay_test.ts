/** Requests of an MMSC to its connector, and their responses. */
import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { type CarrierReport, StoreDown } from "../../src/ports/mod.ts";
import { bytes, joined, text } from "../mime/bytes.ts";
import { fixture } from "../mm7/fixtures.ts";
import { lint } from "../mm7/xmllint.ts";
import { basic, multipart, NAMESPACE } from "../support/vasp.ts";
import { pause, until } from "../support/until.ts";
import { startCarrier } from "./carrier.ts";
import {
  CONTENT,
  CREDENTIALS,
  deliver,
  envelope,
  FROM,
  inboundOf,
  OTHER_NAMESPACE,
  type Post,
  post,
  readReply,
  reportOf,
  reportReq,
  TO,
} from "./mmsc_posts.ts";
import { NESTED, PNG, REFUSED, SINGLE } from "./mmsc_relay_requests.ts";

Deno.test("a report of a real relay, its sender and recipient swapped", async () => {
  await using carrier = await startCarrier();
  const { contentType, body } = fixture("mbuni-mmsc-out-05-DeliveryReportReq.http");
  const { at, onMatch: _, ...report } = await reportOf(carrier, { contentType, body });
  assert.ok(Math.abs(at - Date.now()) < 60_000);
  assert.deepEqual(report, {
    connector: "mmsc",
    carrierId: "d-wh-qf9231.5.x457.59@mmsc",
    outcome: { outcome: "rejected", details: "Message Rejected", reason: "Rejected" },
    operatorId: null,
  });
});

Deno.test("a message of a real relay", async () => {
  await using carrier = await startCarrier();
  const { contentType, body } = fixture("mbuni-mmsc-out-01-DeliverReq.http");
  const message = await inboundOf(carrier, { contentType, body });
  assert.deepEqual([message.from, message.to, message.subject, message.vasid], [
    "111122",
    "333",
    "My first MM7 Message",
    null,
  ]);
  assert.deepEqual(message.files.map(({ name, type, contentId }) => [name, type, contentId]), [
    ["132c4ca56a209475.txt", "text/plain; charset=utf-8", "132c4ca56a209475"],
    ["mms.smil", "application/smil; charset=utf-8", "mms.smil"],
  ]);
  assert.equal(text(await carrier.blobs.bytes(message.files[0]!.blob)), "MM7 Test Text");
});

const PROFILE = "http://phone.example/uaprof.xml";

const REPORTS: [title: string, body: string, outcome: CarrierReport["outcome"]][] = [
  ["Retrieved", reportReq("Retrieved"), { outcome: "delivered" }],
  [
    "Retrieved with a handset",
    reportReq("Retrieved", `<UACapabilities UAProf="${PROFILE}"/>`),
    { outcome: "delivered", handset: PROFILE },
  ],
  ["Expired", reportReq("Expired"), { outcome: "expired", reason: "Expired" }],
  ["Rejected", reportReq("Rejected"), {
    outcome: "rejected",
    details: "Message Rejected",
    reason: "Rejected",
  }],
  [
    "NotSupported",
    reportReq("NotSupported"),
    { outcome: "rejected", details: "Message Not Supported", reason: "NotSupported" },
  ],
  [
    "Unreachable",
    reportReq("Unreachable"),
    { outcome: "rejected", details: "Network Unreachable", reason: "Unreachable" },
  ],
  [
    "Unrecognised",
    reportReq("Unrecognised", "<StatusText>4242:Exception</StatusText>"),
    {
      outcome: "unrecognised",
      details: "4242:Exception",
      reason: "Unrecognised: 4242:Exception",
    },
  ],
  [
    "Deferred",
    reportReq("Deferred", "<StatusText>phone is off</StatusText>"),
    { outcome: "noted", details: "Deferred: phone is off" },
  ],
  ["Forwarded", reportReq("Forwarded"), { outcome: "noted", details: "Forwarded" }],
  ["Indeterminate", reportReq("Indeterminate"), { outcome: "noted", details: "Indeterminate" }],
  ["another letter case", reportReq(" retrieved "), { outcome: "delivered" }],
  ["a read reply", readReply("Read"), { outcome: "noted", details: "read reply: Read" }],
  [
    "a read reply without reading",
    readReply("Deleted without being read"),
    { outcome: "noted", details: "read reply: Deleted without being read" },
  ],
];

for (const [title, body, outcome] of REPORTS) {
  Deno.test(`a report: ${title}`, async () => {
    await using carrier = await startCarrier();
    const headers = { "x-service-carrier-id": "0001890" };
    const report = await reportOf(carrier, { body, headers });
    assert.equal(report.carrierId, "mmsc-1");
    assert.equal(report.operatorId, "0001890");
    assert.deepEqual(report.outcome, outcome);
  });
}

Deno.test("a report on an unknown message is refused", async () => {
  await using carrier = await startCarrier();
  carrier.host.report = () => Promise.resolve(false);
  for (const body of [reportReq("Retrieved"), readReply("Read")]) {
    const { status, code, details } = await post(carrier, { body });
    assert.deepEqual([status, code, details], [200, 2005, "MessageID is unknown"]);
  }
});

Deno.test("no response is sent before the message is durable", async () => {
  await using carrier = await startCarrier();
  let durable = () => {};
  carrier.host.report = () => new Promise((resolve) => durable = () => resolve(true));
  let hasResponded = false;
  const response = post(carrier, { body: reportReq("Retrieved") }).finally(() =>
    hasResponded = true
  );
  await until(() => carrier.reports.length, (count) => count > 0);
  await pause(0);
  assert.equal(hasResponded, false);
  durable();
  assert.equal((await response).code, 1000);
});

Deno.test("a message with a presentation: files, types, content", async () => {
  await using carrier = await startCarrier();
  const { files, key, at, ...message } = await inboundOf(carrier, {
    ...deliver(
      `<VASPID>us</VASPID><VASID>61295</VASID>${FROM}${TO}<Subject>Zażółć</Subject>${CONTENT}`,
      NESTED,
    ),
    headers: { "x-service-carrier-id": "0001890" },
  });
  assert.match(key, /^[0-9a-f]{64}$/);
  assert.ok(Math.abs(at - Date.now()) < 60_000);
  assert.deepEqual(message, {
    connector: "mmsc",
    from: "16175550111",
    to: "111122",
    vasid: "61295",
    subject: "Zażółć",
    operatorId: "0001890",
  });
  assert.deepEqual(
    files.map(({ name, contentId, type, bytes }) => [name, contentId, type, bytes]),
    [
      ["start.smil", "start.smil", "application/smil; charset=utf-8", 7],
      ["dot.png", "img-1", "image/png", PNG.length],
      ["part-3.txt", undefined, "text/plain; charset=iso-8859-1", 5],
    ],
  );
  const contents = await Promise.all(files.map(({ blob }) => carrier.blobs.bytes(blob)));
  assert.deepEqual(contents.map((each) => [...each]), [
    [...bytes("<smil/>")],
    [...PNG],
    [71, 114, 252, 223, 101],
  ]);
});

Deno.test("a message whose content is a single part", async () => {
  await using carrier = await startCarrier();
  const { files } = await inboundOf(carrier, deliver(FROM + TO + CONTENT, SINGLE));
  assert.deepEqual(files.map(({ name, type }) => [name, type]), [["dot.png", "image/png"]]);
});

const WITHOUT_FILES: [title: string, post: Post][] = [
  ["without Content", deliver(FROM + TO, null)],
  ["without href", deliver(`${FROM}${TO}<Content/>`, null)],
  ["that is an envelope alone", { body: envelope("DeliverReq", FROM + TO) }],
];

for (const [title, request] of WITHOUT_FILES) {
  Deno.test(`a message ${title} has no files`, async () => {
    await using carrier = await startCarrier();
    const { files, subject } = await inboundOf(carrier, request);
    assert.deepEqual(files, []);
    assert.equal(subject, null);
  });
}

Deno.test("the same message has the same key, other messages have others", async () => {
  await using carrier = await startCarrier();
  const inner = FROM + TO + CONTENT;
  const key = async (request: Post) => (await inboundOf(carrier, request)).key;
  const first = await key(deliver(inner, SINGLE));
  assert.equal(await key(deliver(inner, SINGLE)), first);
  const others = [
    deliver(inner, SINGLE, { transactionId: "tx-2" }),
    deliver(inner.replace("16175550111", "16175550112"), SINGLE),
    deliver(inner.replace("111122", "222233"), SINGLE),
    deliver(inner, { ...SINGLE, content: "other" }),
    deliver(inner, {
      ...SINGLE,
      headers: SINGLE.headers.map((line) => line.replace("png", "gif")),
    }),
    deliver(FROM + TO, null),
  ];
  const keys = new Set([first]);
  for (const request of others) keys.add(await key(request));
  assert.equal(keys.size, others.length + 1);
});

const address = (kind: string, value: string, more = "") => `<${kind}${more}>${value}</${kind}>`;

const SENDERS: [inner: string, from: string | null][] = [
  [address("Number", "16175550111"), "16175550111"],
  [address("Number", "+1 (617) 555-0111"), "16175550111"],
  [address("ShortCode", "111122"), "111122"],
  [address("RFC2822Address", "+16175550111/TYPE=PLMN@mms.example"), "16175550111"],
  [address("RFC2822Address", "16175550111@mms.example"), "16175550111"],
  [address("RFC2822Address", "bob@mms.example"), null],
  ["", null],
];

for (const [inner, from] of SENDERS) {
  Deno.test(`Sender ${inner}: ${from ?? "refused"}`, async () => {
    await using carrier = await startCarrier();
    const body = envelope("DeliverReq", `<Sender>${inner}</Sender>${TO}`);
    if (from !== null) return assert.equal((await inboundOf(carrier, { body })).from, from);
    const { status, code } = await post(carrier, { body });
    assert.deepEqual([status, code], [200, 2504]);
    assert.deepEqual(carrier.inbound, []);
  });
}

const SHORT = address("ShortCode", "111122");
const RECIPIENTS: [inner: string, to: string | null][] = [
  [`<To>${SHORT}</To>`, "111122"],
  [`<To>${address("Number", "+16175550199")}</To>`, "16175550199"],
  [`<To>${address("RFC2822Address", "111122@mms.example")}</To>`, "111122"],
  [`<Cc>${SHORT}</Cc>`, "111122"],
  [`<Bcc>${SHORT}</Bcc>`, "111122"],
  [`<To>${address("RFC2822Address", "bob@x.example")}${SHORT}</To>`, "111122"],
  [`<To>${address("Number", "16175550199", ' displayOnly="true"')}${SHORT}</To>`, "111122"],
  [`<To>${address("RFC2822Address", "bob@x.example")}</To>`, null],
  ["<To/>", null],
];

for (const [inner, to] of RECIPIENTS) {
  Deno.test(`Recipients ${inner}: ${to ?? "refused"}`, async () => {
    await using carrier = await startCarrier();
    const body = envelope("DeliverReq", `${FROM}<Recipients>${inner}</Recipients>`);
    if (to !== null) return assert.equal((await inboundOf(carrier, { body })).to, to);
    const { status, code } = await post(carrier, { body });
    assert.deepEqual([status, code], [200, 2502]);
  });
}

Deno.test("all recipients of a message to several are passed on, each once", async () => {
  await using carrier = await startCarrier();
  const inner = `<To>${address("Number", "+16175550199")}${SHORT}</To>` +
    `<Cc>${SHORT}${address("Number", "16175550198")}</Cc>` +
    `<Bcc>${address("RFC2822Address", "bob@x.example")}${address("ShortCode", "333344")}</Bcc>`;
  const body = envelope("DeliverReq", `${FROM}<Recipients>${inner}</Recipients>`);
  const { to, alsoTo } = await inboundOf(carrier, { body });
  assert.deepEqual([to, alsoTo], ["16175550199", ["111122", "16175550198", "333344"]]);
});

Deno.test("elements that are not passed on cannot make a message fail", async () => {
  await using carrier = await startCarrier();
  const body = envelope(
    "DeliverReq",
    `${FROM}${TO}<Priority>Urgent</Priority><Previouslysentby/><Surprise/>`,
  );
  assert.equal((await inboundOf(carrier, { body })).to, "111122");
});

Deno.test("a message to an unknown address is refused", async () => {
  await using carrier = await startCarrier();
  carrier.host.inbound = () => Promise.resolve(false);
  const { status, code, details } = await post(carrier, deliver(FROM + TO + CONTENT, SINGLE));
  assert.deepEqual([status, code, details], [200, 2002, "no account owns the recipient address"]);
});

Deno.test("a response repeats the request's elements, and is valid under the schema", async () => {
  await using carrier = await startCarrier();
  const responses: Uint8Array[] = [];
  const requests: [body: string, operation: string][] = [
    [reportReq("Retrieved"), "DeliveryReportRsp"],
    [readReply("Read"), "ReadReplyRsp"],
    [envelope("DeliverReq", FROM + TO), "DeliverRsp"],
  ];
  for (const [body, operation] of requests) {
    const { xml, status, headers } = await post(carrier, { body });
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "text/xml; charset=utf-8");
    assert.match(xml, new RegExp(`<${operation} xmlns="${NAMESPACE}"><MM7Version>6.5.0<`));
    assert.match(xml, />tx-1<\/TransactionID>/);
    responses.push(bytes(xml));
  }
  const fault = await post(carrier, { body: envelope("DeliverReq", TO) });
  assert.match(fault.xml, /<VASPErrorRsp [^>]*><MM7Version>6\.5\.0</);
  assert.match(fault.xml, />tx-1<\/TransactionID>/);
  responses.push(bytes(fault.xml));
  assert.equal(await lint(responses), "");

  const body = envelope("DeliverReq", FROM + TO, { namespace: OTHER_NAMESPACE, version: "5.3.0" });
  const { xml } = await post(carrier, { body });
  assert.ok(xml.includes(`<DeliverRsp xmlns="${OTHER_NAMESPACE}"><MM7Version>5.3.0<`), xml);
});

const TYPES: [given: string, responseType: string][] = [
  ["text/xml", "text/xml; charset=utf-8"],
  ["text/xml; charset=utf-8", "text/xml; charset=utf-8"],
  ["application/xml", "application/xml; charset=utf-8"],
  ["application/soap+xml", "application/xml; charset=utf-8"],
];

for (const [contentType, responseType] of TYPES) {
  Deno.test(`${contentType} gets a response of ${responseType}`, async () => {
    await using carrier = await startCarrier();
    for (const body of [reportReq("Retrieved"), "<a/>"]) {
      const { headers } = await post(carrier, { body, contentType });
      assert.equal(headers.get("content-type"), responseType);
    }
    const { headers } = await post(carrier, {
      contentType: `multipart/related; boundary=b`,
      body: multipart("b", [{
        headers: [`Content-Type: ${contentType}`],
        content: reportReq("Retrieved"),
      }]),
    });
    assert.equal(headers.get("content-type"), responseType);
  });
}

const STRANGERS: [title: string, authorization: string | null][] = [
  ["no credentials", null],
  ["another user", basic("relax", "relay pass:ü")],
  ["another password", basic("relay", "relay pass:u")],
  ["credentials that are longer", basic("relay", "relay pass:üü")],
  ["no password", basic("relay", "")],
  ["another scheme", CREDENTIALS.replace("Basic", "Bearer")],
  ["broken base64", "Basic AAAAA"],
  ["nonsense", "Basic"],
];

for (const [title, authorization] of STRANGERS) {
  Deno.test(`${title}: 401, and nothing is read`, async () => {
    await using carrier = await startCarrier();
    const request = deliver(FROM + TO + CONTENT, SINGLE);
    const response = await post(carrier, { ...request, authorization });
    assert.deepEqual([response.status, response.code], [401, 2568]);
    assert.match(response.headers.get("www-authenticate")!, /^Basic realm=/);
    assert.match(response.xml, /<VASPErrorRsp /);
    assert.doesNotMatch(response.xml, /tx-1/);
    assert.deepEqual(carrier.inbound, []);
    assert.equal(carrier.lines.length, 1);
    assert.doesNotMatch(JSON.stringify(carrier.lines), /relay pass/);
  });
}

for (
  const settings of [
    { relayUsername: null, relayPassword: null },
    { relayUsername: "relay", relayPassword: null },
    { relayUsername: null, relayPassword: "relay pass:ü" },
  ]
) {
  Deno.test(`a connector with ${JSON.stringify(settings)} admits no request`, async () => {
    await using carrier = await startCarrier(settings);
    for (const authorization of [CREDENTIALS, basic("", ""), basic("null", "null"), null]) {
      const response = await post(carrier, { body: reportReq("Retrieved"), authorization });
      assert.deepEqual([response.status, response.code], [401, 2568]);
    }
    assert.deepEqual(carrier.reports, []);
    carrier.lines.length = 0;
    await carrier.connector.start();
    assert.match(carrier.lines[0]!.message, /no relay-username and relay-password/);
  });
}

Deno.test("hostile and broken requests are refused, and the next one is accepted", async (t) => {
  await using carrier = await startCarrier();
  const responses: Uint8Array[] = [];
  for (const [title, request, code] of REFUSED) {
    await t.step(`${title}: ${code}`, async () => {
      carrier.lines.length = 0;
      const response = await post(carrier, request);
      assert.deepEqual([response.status, response.code], [200, code], response.xml);
      assert.match(response.xml, /<VASPErrorRsp /);
      assert.deepEqual([carrier.reports, carrier.inbound], [[], []]);
      const [line, ...others] = carrier.lines;
      assert.deepEqual(others, []);
      assert.deepEqual([line!.facts.connector, line!.facts.code], ["mmsc", code]);
      responses.push(bytes(response.xml));
    });
  }
  await t.step("responses are valid", async () => {
    const ours = responses.filter((xml) => text(xml).includes(NAMESPACE));
    assert.equal(await lint(ours), "");
    assert.equal(ours.length, responses.length);
  });
  await reportOf(carrier, { body: reportReq("Retrieved") });
});

Deno.test("requests of a real relay with any of their bytes changed get a response", async () => {
  await using carrier = await startCarrier();
  const requests = ["01-DeliverReq", "05-DeliveryReportReq"]
    .map((name) => fixture(`mbuni-mmsc-out-${name}.http`));
  const change = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat({ max: 30 }),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom("<", ">", "&", "\r\n", "\r\n\r\n--", "]]>", "<!--", "\0").map(bytes),
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...requests), fc.array(change), async (request, changes) => {
      let { body } = request;
      for (const { at, cut, put } of changes) {
        const from = Math.floor(at * body.length);
        body = joined([body.subarray(0, from), put, body.subarray(from + cut)]);
      }
      const response = await post(carrier, { body, contentType: request.contentType });
      assert.equal(response.status, 200);
      assert.ok(response.code !== null && response.code < 3000, response.xml);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("a store that is down: 503, so that the MMSC retries", async () => {
  await using carrier = await startCarrier();
  carrier.host.report = () => Promise.reject(new StoreDown("gone"));
  carrier.host.inbound = () => Promise.reject(new StoreDown("gone"));
  for (
    const body of [reportReq("Retrieved"), readReply("Read"), envelope("DeliverReq", FROM + TO)]
  ) {
    const { status, code, headers, xml } = await post(carrier, { body });
    assert.deepEqual([status, code], [503, 3000]);
    assert.equal(headers.get("retry-after"), "2");
    assert.match(xml, /<faultcode>soap-env:Server</);
    assert.match(xml, />tx-1<\/TransactionID>/);
  }
});

Deno.test("an internal error: 503, so that the MMSC retries, and a log line with the error", async () => {
  await using carrier = await startCarrier();
  carrier.host.report = () => Promise.reject(new TypeError("a secret of ours"));
  const { status, code, headers, xml } = await post(carrier, { body: reportReq("Retrieved") });
  assert.deepEqual([status, code, headers.get("retry-after")], [503, 3000, "2"]);
  assert.doesNotMatch(xml, /secret/);
  const line = carrier.lines.find(({ level }) => level === "error")!;
  assert.equal(line.facts.err, "a secret of ours");
  assert.equal(line.facts.connector, "mmsc");
});

Deno.test("an operator is read from a valid header only", async () => {
  await using carrier = await startCarrier();
  for (const header of ["", " ", "a b", "x".repeat(33), "<script>"]) {
    const headers = { "x-service-carrier-id": header };
    const report = await reportOf(carrier, { body: reportReq("Retrieved"), headers });
    assert.equal(report.operatorId, null);
  }
});
