/** Spec 2.1 and 2.2: every element of SubmitReq and SubmitRsp, from a VASP through to an MMSC. */
import assert from "node:assert/strict";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import {
  createVasp,
  type Fields,
  type Post,
  type Vasp,
  type VaspResponse,
} from "../support/vasp.ts";

interface Submitted {
  headers: Headers;
  /** Request as received, as far as it is text. */
  text: string;
}

let test: TestService;
let vasp: Vasp;
let mmsc: Deno.HttpServer<Deno.NetAddr>;
/** Submissions to the MMSC, by TransactionID. */
const submitted = new Map<string, Submitted>();
const NOW = Date.parse("2026-11-20T12:00:00Z");

Deno.test.beforeAll(async () => {
  mmsc = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const text = await request.text();
    const id = /TransactionID[^>]*>([^<]*)</.exec(text)![1]!;
    submitted.set(id, { headers: request.headers, text });
    return new Response(
      `<Envelope xmlns="http://schemas.xmlsoap.org/soap/envelope/"><Body><SubmitRsp xmlns="">` +
        `<MM7Version>6.8.0</MM7Version><Status><StatusCode>1000</StatusCode></Status>` +
        `<MessageID>m-${id}</MessageID></SubmitRsp></Body></Envelope>`,
      { headers: { "content-type": "text/xml" } },
    );
  });
  test = await startService({
    senders: [
      SHORT_CODE,
      { address: "222233", kind: "short-code", country: "US", shared: true, vasid: "v1" },
    ],
    clock: { now: () => NOW },
  });
  const url = `http://127.0.0.1:${mmsc.addr.port}/mm7`;
  const created = await test.admin("POST", "/connectors", {
    name: "mmsc",
    kind: "mmsc_mm7",
    url,
    vaspid: "gateway",
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  for (const address of ["111122", "222233"]) {
    const { body: { items } } = await test.admin("GET", `/accounts/acme/senders`);
    const { "mms-connector": _, "sms-connector": __, warnings: ___, ...sender } = items.find((
      item: { address: string },
    ) => item.address === address);
    await test.admin("DELETE", `/accounts/acme/senders/${address}`);
    const fields = Object.fromEntries(Object.entries(sender).filter(([, value]) => value !== null));
    const added = await test.admin("POST", "/accounts/acme/senders", {
      ...fields,
      "mms-connector": "mmsc",
    });
    assert.equal(added.status, 201, JSON.stringify(added.body));
  }
  vasp = createVasp(test);
});

Deno.test.afterAll(async () => {
  await vasp.lintResponses();
  await test.stop();
  await mmsc.shutdown();
});

/** Posts a submission, and returns the request that the MMSC received. */
async function through(post: Post = {}): Promise<Submitted> {
  const id = await vasp.submit(post);
  await test.receiver.untilCodes(id, ["N101"]);
  return (await until(() => submitted.get(id), (request) => request !== undefined))!;
}

const spec = (title: string, run: () => Promise<void>) => Deno.test(`spec ${title}`, run);
const code = async (fields: Fields, post: Post = {}): Promise<VaspResponse> =>
  await vasp.post({ ...post, fields });

/** Spec 2.1, second table: elements as received, and as sent to the carrier. */
const STRIPPED: Record<string, string> = {
  ApplicID: "<ApplicID>app</ApplicID>",
  AuxApplicInfo: "<AuxApplicInfo>aux</AuxApplicInfo>",
  ContentClass: "<ContentClass>image-basic</ContentClass>",
  DeliveryCondition: "<DeliveryCondition><DC>1</DC></DeliveryCondition>",
  DistributionIndicator: "<DistributionIndicator>false</DistributionIndicator>",
  DRMContent: "<DRMContent>true</DRMContent>",
  EarliestDeliveryTime: "<EarliestDeliveryTime>2026-11-21T00:00:00Z</EarliestDeliveryTime>",
  LinkedID: "<LinkedID>linked</LinkedID>",
  ReadReply: "<ReadReply>true</ReadReply>",
  ReplyApplicID: "<ReplyApplicID>reply</ReplyApplicID>",
};

for (const [name, element] of Object.entries(STRIPPED)) {
  spec(`2.1 ${name}: stripped`, async () => {
    const { text } = await through({ fields: { [name]: element } });
    assert.ok(!text.includes(`<${name}`), text);
  });
}

const ERRORS: Record<string, [element: string, code: number]> = {
  ChargedParty: ["<ChargedParty>Both</ChargedParty>", 3002],
  ChargedPartyID: ["<ChargedPartyID>x</ChargedPartyID>", 3002],
  ReplyCharging: ["<ReplyCharging/>", 2565],
  replyChargingSize: [`<ReplyCharging replyChargingSize="100"/>`, 2565],
  replyDeadline: [`<ReplyCharging replyDeadline="2026-11-21T00:00:00Z"/>`, 2565],
};

for (const [name, [element, expected]] of Object.entries(ERRORS)) {
  spec(`2.1 ${name}: error ${expected}`, async () => {
    const field = name.startsWith("reply") ? "ReplyCharging" : name;
    assert.equal((await code({ [field]: element })).code, expected);
  });
}

/** Elements of behaviour Error, with various contents. */
const ODD: [field: string, element: string, code: number][] = [
  ["ChargedParty", "<ChargedParty/>", 3002],
  ["ChargedParty", "<ChargedParty> </ChargedParty>", 3002],
  ["ChargedParty", "<ChargedParty>Nobody</ChargedParty>", 3002],
  ["ChargedParty", "<ChargedParty><Number>1</Number></ChargedParty>", 3002],
  ["ChargedParty", "<ChargedParty>Both</ChargedParty><ChargedParty>Sender</ChargedParty>", 3002],
  ["ChargedPartyID", "<ChargedPartyID/>", 3002],
  ["ReplyCharging", "<ReplyCharging>false</ReplyCharging>", 2565],
  ["ReplyCharging", `<ReplyCharging replyChargingSize="0"/>`, 2565],
  ["ReplyCharging", `<ReplyCharging replyChargingSize="much" replyDeadline="soon"/>`, 2565],
  ["ReplyCharging", "<ReplyCharging/><ReplyCharging/>", 2565],
];

for (const [field, element, expected] of ODD) {
  spec(`2.1 ${element}: error ${expected}, whatever it holds`, async () => {
    const response = await code({ [field]: element });
    assert.equal(response.code, expected);
    assert.equal(response.details, `${field} is not supported`);
  });
}

/** Values of behaviour Default that cannot be read. */
const UNREADABLE = {
  DeliveryReport: ["<DeliveryReport>maybe</DeliveryReport>", "<DeliveryReport/>"],
  ExpiryDate: ["<ExpiryDate>soon</ExpiryDate>", "<ExpiryDate/>", "<ExpiryDate>P</ExpiryDate>"],
  TimeStamp: ["<TimeStamp>yesterday</TimeStamp>", "<TimeStamp/>"],
};
const DEFAULTS = {
  DeliveryReport: "<DeliveryReport>true</DeliveryReport>",
  ExpiryDate: "<ExpiryDate>2026-11-23T12:00:00Z</ExpiryDate>",
  TimeStamp: "<TimeStamp>2026-11-20T12:00:00Z</TimeStamp>",
};

for (const [name, elements] of Object.entries(UNREADABLE)) {
  spec(`2.1 ${name}: a value that cannot be read is the default`, async () => {
    for (const element of [...elements, elements.join("")]) {
      const { text } = await through({ fields: { [name]: element } });
      assert.ok(text.includes(DEFAULTS[name as keyof typeof DEFAULTS]), text);
    }
  });
}

spec("2.1 ExpiryDate: one in the past is refused, with Details", async () => {
  const { code: status, details } = await code({ ExpiryDate: "<ExpiryDate>-PT1S</ExpiryDate>" });
  assert.equal(status, 2007);
  assert.match(details!, /ExpiryDate is past/);
});

const PASSED: Record<string, string[]> = {
  MessageClass: ["Informational", "Advertisement", "Auto"],
  Priority: ["High", "Normal", "Low"],
  ServiceCode: ["gold-service &amp; more"],
};

for (const [name, values] of Object.entries(PASSED)) {
  spec(`2.1 ${name}: passed through`, async () => {
    for (const value of values) {
      const element = `<${name}>${value}</${name}>`;
      const { text } = await through({ fields: { [name]: element } });
      assert.ok(text.includes(element), text);
    }
  });
}

spec("2.1 DeliveryReport: true by default, whatever the request says", async () => {
  for (const DeliveryReport of ["", "<DeliveryReport>false</DeliveryReport>"]) {
    const { text } = await through({ fields: { DeliveryReport } });
    assert.match(text, /<DeliveryReport>true<\/DeliveryReport>/);
  }
});

spec("2.1 ExpiryDate: 3 days by default and at most; relative ones are read", async () => {
  const cases: [given: string, sent: string][] = [
    ["", "2026-11-23T12:00:00Z"],
    ["<ExpiryDate>2026-11-27T12:00:00Z</ExpiryDate>", "2026-11-23T12:00:00Z"],
    ["<ExpiryDate>2026-11-21T12:00:00+01:00</ExpiryDate>", "2026-11-21T11:00:00Z"],
    ["<ExpiryDate>PT6H</ExpiryDate>", "2026-11-20T18:00:00Z"],
  ];
  for (const [ExpiryDate, sent] of cases) {
    const { text } = await through({ fields: { ExpiryDate } });
    assert.ok(text.includes(`<ExpiryDate>${sent}</ExpiryDate>`), text);
  }
});

spec("2.1 TimeStamp: the time of submission by default", async () => {
  const timestamp = "<TimeStamp>2026-11-20T10:00:00+01:00</TimeStamp>";
  assert.ok((await through({ fields: { TimeStamp: timestamp } })).text.includes(timestamp));
  const { text } = await through();
  assert.match(text, /<TimeStamp>2026-11-20T12:00:00Z<\/TimeStamp>/);
});

// Spec 2.1, first table.

spec("2.1 TransactionID: required, returned unchanged", async () => {
  assert.equal((await vasp.post({ transactionId: null })).code, 2510);
  const id = "a-b_c.1@x";
  assert.equal((await vasp.post({ transactionId: id })).transactionId, id);
});

spec("2.1 SubmitReq: marks an MMS MT; another operation is refused", async () => {
  const id = await vasp.submit();
  const { body } = await test.admin("GET", `/messages/${id}`);
  assert.equal(body.kind, "MMS_MT");
  const other = vasp.envelope({ body: "<SubmitRsp/>" });
  const raw = new TextEncoder().encode(other);
  assert.equal((await vasp.post({ raw, contentType: "text/xml" })).code, 2512);
});

spec("2.1 MM7Version: required, 5.3.0 to 6.8.0, echoed", async () => {
  for (const version of ["5.3.0", "5.6.0", "6.3.0", "6.8.0"]) {
    const response = await code({ MM7Version: `<MM7Version>${version}</MM7Version>` });
    assert.equal(response.code, 1000);
    assert.ok(response.xml.includes(`<MM7Version>${version}</MM7Version>`));
  }
  for (const MM7Version of ["", "<MM7Version>5.2.0</MM7Version>", "<MM7Version>x</MM7Version>"]) {
    assert.equal((await code({ MM7Version })).code, 2505);
  }
});

const identification = (inner: string) => ({
  SenderIdentification: `<SenderIdentification>${inner}</SenderIdentification>`,
});
const SENDER = "<SenderAddress><ShortCode>111122</ShortCode></SenderAddress>";

spec("2.1 SenderIdentification: required", async () => {
  assert.equal((await code({ SenderIdentification: "" })).code, 2561);
});

spec("2.1 VASPID: required, an API key of the account", async () => {
  assert.equal((await code(identification(SENDER))).code, 2564);
  assert.equal((await code(identification(`<VASPID>no</VASPID>${SENDER}`))).code, 2564);
});

spec("2.1 VASID: mandatory for a shared short code, otherwise optional", async () => {
  const key = `<VASPID>${test.apiKey}</VASPID>`;
  const shared = "<SenderAddress><ShortCode>222233</ShortCode></SenderAddress>";
  const cases: [string, number][] = [
    [`${key}${SENDER}`, 1000],
    [`${key}<VASID>anything</VASID>${SENDER}`, 1000],
    [`${key}${shared}`, 2562],
    [`${key}<VASID>v2</VASID>${shared}`, 2562],
    [`${key}<VASID>v1</VASID>${shared}`, 1000],
  ];
  for (const [inner, expected] of cases) {
    assert.equal((await code(identification(inner))).code, expected, inner);
  }
});

spec("2.1 SenderAddress: required, provisioned; ShortCode, Number or RFC2822Address", async () => {
  const key = `<VASPID>${test.apiKey}</VASPID>`;
  const cases: [string, number][] = [
    ["", 2504],
    ["<SenderAddress><ShortCode>99999</ShortCode></SenderAddress>", 2563],
    ["<SenderAddress><Number>111122</Number></SenderAddress>", 1000],
    ["<SenderAddress><RFC2822Address>111122@mms.example</RFC2822Address></SenderAddress>", 1000],
    ["<SenderAddress>111122</SenderAddress>", 1000],
    ["<SenderAddress>\n +111122 </SenderAddress>", 1000],
    ["<SenderAddress>99999</SenderAddress>", 2563],
  ];
  for (const [inner, expected] of cases) {
    assert.equal((await code(identification(key + inner))).code, expected, inner);
  }
});

spec("2.1 Recipients: exactly one, as To with Number, digits only", async () => {
  const cases: [string, number][] = [
    ["<To><Number>16175550101</Number></To>", 1000],
    ["<To><Number>+16175550102</Number></To>", 1000],
    ["<To>16175550103</To>", 1000],
    // The rule of spec 4.4 on countries does not apply to MM7.
    ["<To><Number>447912345678</Number></To>", 1000],
    ["<To><Number>16175550101</Number><Number>16175550102</Number></To>", 2503],
    ["<Cc><Number>16175550101</Number></Cc>", 2502],
    ["", 2502],
  ];
  for (const [inner, expected] of cases) {
    const Recipients = `<Recipients>${inner}</Recipients>`;
    assert.equal((await code({ Recipients })).code, expected, inner);
  }
});

spec("6.2 postbacks of an MM7 message have no mms-id: it has no template", async () => {
  const id = await vasp.submit();
  await test.receiver.untilCodes(id, ["N101"]);
  const its = test.receiver.received.filter(({ body }) => body["tracking-id"] === id);
  assert.ok(its.length > 0);
  for (const { body } of its) assert.ok(!("mms-id" in body), body.code);
});

spec("2.1 Recipients: displayOnly ones are shown, not delivered to", async () => {
  const { text } = await through({
    fields: {
      Recipients: `<Recipients><To><Number>16175550101</Number>` +
        `<Number displayOnly="true">16175550102</Number></To></Recipients>`,
    },
  });
  assert.match(text, /<Number>16175550101<\/Number>/);
  assert.match(text, /<Number displayOnly="true">16175550102<\/Number>/);
});

spec("2.1 Subject: optional, any Unicode", async () => {
  const Subject = "<Subject>Zażółć &amp; &lt;tulips&gt; 😀</Subject>";
  assert.ok((await through({ fields: { Subject } })).text.includes(Subject));
  assert.ok(!(await through({ fields: { Subject: "" } })).text.includes("<Subject"));
});

spec("2.1 Content: required, empty, with href and allowAdaptations", async () => {
  const cases: [string, number][] = [
    ["", 2506],
    [`<Content allowAdaptations="true"/>`, 2506],
    [`<Content href="cid:content"/>`, 2007],
    [`<Content href="cid:content" allowAdaptations="maybe"/>`, 2007],
    [`<Content href="cid:other" allowAdaptations="true"/>`, 2513],
    [`<Content href="cid:content" allowAdaptations="True"/>`, 1000],
  ];
  for (const [Content, expected] of cases) {
    assert.equal((await code({ Content })).code, expected, Content);
  }
  for (const word of ["true", "false"]) {
    const Content = `<Content href="cid:content" allowAdaptations="${word}"/>`;
    const { text } = await through({ fields: { Content } });
    assert.match(text, new RegExp(`<Content [^>]*allowAdaptations="${word}"`));
  }
});

spec("2.1 Content: a missing allowAdaptations has the value of the account's setting", async () => {
  const fields = { Content: `<Content href="cid:content"/>` };
  try {
    for (const word of ["true", "false"]) {
      await test.admin("PATCH", "/accounts/acme", { "mm7-allow-adaptations": word });
      const { text } = await through({ fields });
      assert.match(text, new RegExp(`<Content [^>]*allowAdaptations="${word}"`));
      const other = word === "true" ? "false" : "true";
      const Content = `<Content href="cid:content" allowAdaptations="${other}"/>`;
      const submitted = await through({ fields: { Content } });
      assert.match(submitted.text, new RegExp(`<Content [^>]*allowAdaptations="${other}"`));
    }
    for (const word of ["required", null]) {
      await test.admin("PATCH", "/accounts/acme", { "mm7-allow-adaptations": word });
      const { code: refused, details } = await code(fields);
      assert.equal(refused, 2007);
      assert.match(details!, /mm7-allow-adaptations/);
    }
  } finally {
    await test.admin("PATCH", "/accounts/acme", { "mm7-allow-adaptations": null });
  }
});

spec("2.1 X-Service-Carrier-Id: is stored with the message and sent in its postbacks", async () => {
  const id = await vasp.submit({ headers: { "x-service-carrier-id": "0001470" } });
  await test.receiver.untilCodes(id, ["N101"]);
  const [sent] = test.receiver.received.filter(({ body }) => body["tracking-id"] === id);
  assert.equal(sent!.headers.get("x-service-carrier-id"), "0001470");
  assert.equal((await vasp.post({ headers: { "x-service-carrier-id": "7" } })).code, 2566);
});

// Spec 2.2.

spec("2.2 SubmitRsp: TransactionID, MM7Version, Status, MessageID in schema order", async () => {
  const { xml, messageId } = await vasp.post({ transactionId: "tx-2-2" });
  assert.equal(
    xml.replace(messageId!, "ID"),
    `<?xml version="1.0" encoding="utf-8"?>\n` +
      `<soap-env:Envelope xmlns:soap-env="http://schemas.xmlsoap.org/soap/envelope/">` +
      `<soap-env:Header><TransactionID xmlns="http://www.3gpp.org/ftp/Specs/archive/23_series/` +
      `23.140/schema/REL-6-MM7-1-4" soap-env:mustUnderstand="1">tx-2-2</TransactionID>` +
      `</soap-env:Header><soap-env:Body><SubmitRsp xmlns="http://www.3gpp.org/ftp/Specs/archive/` +
      `23_series/23.140/schema/REL-6-MM7-1-4"><MM7Version>6.8.0</MM7Version><Status>` +
      `<StatusCode>1000</StatusCode><StatusText>Success: request parsed and validated</StatusText>` +
      `</Status><MessageID>ID</MessageID></SubmitRsp></soap-env:Body></soap-env:Envelope>`,
  );
});

spec("2.2 failure: a SOAP Fault with RSErrorRsp, TransactionID echoed", async () => {
  const { xml } = await vasp.post({ transactionId: "tx-bad", fields: { Content: "" } });
  assert.match(xml, /TransactionID[^>]*>tx-bad</);
  assert.match(xml, /<soap-env:Fault><faultcode>soap-env:Client<\/faultcode><faultstring>/);
  assert.match(
    xml,
    /<detail><RSErrorRsp [^>]*><MM7Version>6.8.0<\/MM7Version><Status><StatusCode>2506<\/StatusCode><StatusText>[^<]+<\/StatusText><Details>[^<]+<\/Details><\/Status><\/RSErrorRsp><\/detail>/,
  );
});

spec("7.1 2007: cannot be parsed, the message format is corrupt", async () => {
  const raw = new TextEncoder().encode("<a>");
  const { code, details, faultcode } = await vasp.post({ raw, contentType: "text/xml" });
  assert.equal(code, 2007);
  assert.match(details!, /^Message format corrupt/);
  assert.equal(faultcode, "soap-env:Client");
});

spec("1.1 a request without Basic credentials is refused", async () => {
  assert.equal((await vasp.post({ user: null })).status, 401);
});
