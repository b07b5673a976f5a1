/**
 * slidepost as a gateway connected to slidepost as an MMSC, over HTTP: messages go out, reports and
 * inbound messages come back.
 */
import assert from "node:assert/strict";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { basic, createVasp, multipart, NAMESPACE, type PartText } from "../support/vasp.ts";

let gateway: TestService;
let mmsc: TestService;

const RELAY = { username: "relay-user", password: "relay pass:ü" };

Deno.test.beforeAll(async () => {
  [gateway, mmsc] = await Promise.all([
    startService({
      senders: [{ ...SHORT_CODE, "mms-connector": "mmsc" }],
      config: { DELIVER_RETRY: "0.2s" },
    }),
    startService(),
  ]);
  const created = await gateway.admin("POST", "/connectors", {
    name: "mmsc",
    kind: "mmsc_mm7",
    url: `${mmsc.url}/mm7/v1`,
    username: mmsc.account,
    password: mmsc.apiKey,
    vaspid: mmsc.apiKey,
    "relay-username": RELAY.username,
    "relay-password": RELAY.password,
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const changed = await mmsc.admin("PATCH", `/accounts/${mmsc.account}`, {
    "mm7-url": `${gateway.url}/mm7/relay/mmsc`,
    "mm7-username": RELAY.username,
    "mm7-password": RELAY.password,
  });
  assert.equal(changed.status, 200, JSON.stringify(changed.body));
  const upstream = await mmsc.admin("POST", "/connectors", {
    name: "upstream",
    kind: "mmsc_mm7",
    url: "http://127.0.0.1:9/",
    vaspid: "x",
    "relay-username": "up",
    "relay-password": "stream",
  });
  assert.equal(upstream.status, 201, JSON.stringify(upstream.body));
});

Deno.test.afterAll(async () => {
  await gateway.stop();
  await mmsc.stop();
});

const PNG = Uint8Array.fromBase64(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
);
const SMIL = `<?xml version="1.0"?>\n<smil><head><layout>` +
  `<region id="Image" top="0" left="0" height="50%" width="100%"/></layout></head><body>` +
  `<par dur="7s"><img src="cid:img 1@x" region="Image"/><text src="hello.txt"/></par></body></smil>`;

const FILES: PartText[] = [
  {
    headers: ["Content-Type: application/smil; charset=utf-8", "Content-ID: <start.smil>"],
    content: SMIL,
  },
  {
    headers: [
      "Content-Type: image/png; name=dot.png",
      "Content-ID: <img 1@x>",
      "Content-Location: dot.png",
    ],
    content: PNG,
  },
  {
    headers: [
      "Content-Type: text/plain; charset=iso-8859-1",
      "Content-ID: <text-1>",
      "Content-Location: hello.txt",
    ],
    // "Grüße" in Latin-1: no UTF-8.
    content: Uint8Array.of(71, 114, 252, 223, 101),
  },
];

const CONTENT: PartText = {
  headers: [
    `Content-Type: multipart/related; boundary="inner"; start="<start.smil>"`,
    "Content-ID: <content>",
  ],
  content: multipart("inner", FILES),
};

/** Waits until the loopback carrier has a message, and returns it. */
async function loopbackAt({ admin }: TestService, trackingId: string) {
  const { body } = await until(
    () => admin("GET", `/loopback/messages?tracking-id=${trackingId}`),
    ({ body }) => body.items.length > 0,
  );
  return body.items[0];
}

for (const encoding of ["binary", "base64"]) {
  Deno.test(`an image message with SMIL arrives byte-identical (${encoding}), its report comes back`, async () => {
    const { status } = await gateway.admin("PATCH", "/connectors/mmsc", {
      "transfer-encoding": encoding,
    });
    assert.equal(status, 200);
    const vasp = createVasp(gateway);
    const id = await vasp.submit({ content: CONTENT });
    await gateway.receiver.untilCodes(id, ["N101", "N102"]);
    const [, delivered] = gateway.receiver.received.filter(({ body }) =>
      body["tracking-id"] === id
    );
    assert.equal(delivered!.body.status, "Delivered");

    const { body: message } = await gateway.admin("GET", `/messages/${id}`);
    assert.equal(message.state, "delivered");
    assert.equal(message.connector, "mmsc");
    // The MMSC's MessageID is its own tracking-id.
    const received = await loopbackAt(mmsc, message["carrier-id"]);
    assert.deepEqual(
      received.parts.map((part: { type: string; "content-id": string; location: string }) => [
        part.type,
        part["content-id"],
        part.location,
      ]),
      [
        ["application/smil; charset=utf-8", "start.smil", "start.smil"],
        ["image/png; name=dot.png", "img 1@x", "dot.png"],
        ["text/plain; charset=iso-8859-1", "text-1", "hello.txt"],
      ],
    );
    for (const [index, { content }] of FILES.entries()) {
      const path = `/admin/v1/loopback/messages/${received["carrier-id"]}/parts/${index}`;
      const response = await fetch(mmsc.url + path, {
        headers: { authorization: `Bearer admin-token-of-the-tests` },
      });
      const bytes = await response.bytes();
      const expected = typeof content === "string" ? new TextEncoder().encode(content) : content;
      assert.deepEqual([...bytes], [...expected], `part ${index}`);
    }
    await mmsc.receiver.untilCodes(message["carrier-id"], ["N101", "N102"]);
    await vasp.lintResponses();
  });
}

Deno.test("a failing recipient's report moves the message at the gateway too", async () => {
  const vasp = createVasp(gateway);
  const cases: [to: string, codes: string[], status: string][] = [
    ["16175550103", ["N101", "N103"], "Expired"],
    ["16175550105", ["N101", "E102"], "Rejected"],
    ["16175550106", ["N101", "E102"], "Unrecognised"],
  ];
  for (const [to, codes, status] of cases) {
    const id = await vasp.submit({
      fields: { Recipients: `<Recipients><To><Number>${to}</Number></To></Recipients>` },
    });
    await gateway.receiver.untilCodes(id, codes);
    const last = gateway.receiver.received.findLast(({ body }) => body["tracking-id"] === id)!;
    assert.equal(last.body.status, status);
  }
});

Deno.test("a submission that the MMSC refuses for good fails at the gateway", async () => {
  await mmsc.admin("PATCH", `/accounts/${mmsc.account}`, { mm7: false });
  const id = await createVasp(gateway).submit();
  await gateway.receiver.untilCodes(id, ["N101", "E101"]);
  await mmsc.admin("PATCH", `/accounts/${mmsc.account}`, { mm7: true });
});

Deno.test("a template sent over JSON goes to the MMSC as well", async () => {
  const reference = crypto.randomUUID();
  const saved = await gateway.post({
    action: "savemms",
    name: "Tulips",
    "fallback-sms-text": "Tulips",
    "client-reference": reference,
    slide: [{ "message-text": "Tulips are here 🌷" }],
  });
  const { "mms-id": mmsId } = await saved.json();
  await gateway.receiver.until((all) =>
    all.some(({ body }) => body["client-reference"] === reference && body.code === "N003")
  );
  const sent = await gateway.post({
    action: "sendsavedmms",
    "mms-id": mmsId,
    from: "111122",
    to: "16175550101",
    "fallback-sms-text": "Tulips",
  });
  const { "tracking-id": id } = await sent.json();
  await gateway.receiver.untilCodes(id, ["N101", "N102"]);
  const { body: message } = await gateway.admin("GET", `/messages/${id}`);
  const received = await loopbackAt(mmsc, message["carrier-id"]);
  assert.equal(received.parts.length, 2);
});

Deno.test("an MO comes back through both as N401, its files are served byte for byte", async () => {
  const envelope =
    `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">` +
    `<s:Header><TransactionID xmlns="${NAMESPACE}" s:mustUnderstand="1">mo-1</TransactionID>` +
    `</s:Header><s:Body><DeliverReq xmlns="${NAMESPACE}"><MM7Version>6.8.0</MM7Version>` +
    `<Sender><Number>16175550111</Number></Sender>` +
    `<Recipients><To><ShortCode>111122</ShortCode></To></Recipients>` +
    `<Subject>Zażółć &amp; co</Subject><Content href="cid:content"/></DeliverReq></s:Body></s:Envelope>`;
  const post = () =>
    fetch(`${mmsc.url}/mm7/relay/upstream`, {
      method: "POST",
      headers: {
        authorization: basic("up", "stream"),
        "content-type": `multipart/related; boundary="outer"; type="text/xml"; start="<start>"`,
        "x-service-carrier-id": "0001890",
      },
      body: multipart("outer", [
        { headers: ["Content-Type: text/xml", "Content-ID: <start>"], content: envelope },
        CONTENT,
      ]),
    });
  const response = await post();
  const xml = await response.text();
  assert.equal(response.status, 200);
  assert.match(xml, /<DeliverRsp [\s\S]*<StatusCode>1000</);

  for (const service of [mmsc, gateway]) {
    const received = await service.receiver.until((all) =>
      all.some(({ body }) => body.code === "N401")
    );
    const { body, headers } = received.find(({ body }) => body.code === "N401")!;
    assert.deepEqual(
      [body.origin, body.from, body.to, body["message-subject"]],
      ["MMS_MO", "16175550111", "111122", "Zażółć & co"],
    );
    assert.equal(headers.get("x-service-carrier-id"), "0001890");
    const files = await Promise.all(
      body.content.map(async ({ file }: { file: string }) => {
        assert.ok(file.startsWith(`${service.url}/content/`), file);
        return [...await (await fetch(file)).bytes()];
      }),
    );
    const expected = FILES.map(({ content }) => [
      ...typeof content === "string" ? new TextEncoder().encode(content) : content,
    ]);
    assert.deepEqual(files.toSorted(bySize), expected.toSorted(bySize));
  }

  // Delivered again, since a response may be lost: no second postback follows.
  assert.match(await (await post()).text(), /<StatusCode>1000</);
  await createVasp(gateway).submit();
  const { body: { items } } = await gateway.admin("GET", "/inbound");
  assert.equal(items.length, 1);
});

function bySize(left: number[], other: number[]): number {
  return left.length - other.length;
}
