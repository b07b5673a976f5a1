/** The XML form of the JSON door (contract section 9): every action, its documents and keys. */
import assert from "node:assert/strict";
import { bytes } from "../mime/bytes.ts";
import { lintForm } from "../mm7/xmllint.ts";
import { SHORT_CODE, startService, type TestService } from "../support/service.ts";
import { utf16 } from "../support/utf16.ts";
import { requestXml } from "../xml/requests.ts";
import { ask, settledTemplate } from "./door.ts";
import { askXml, written, xmlFaultOf } from "./xml.ts";

const FROM = { from: "111122", to: "16175550101" };
const SMS = { action: "sendsms", ...FROM, "message-text": "Hello" };

let test: TestService;

Deno.test.beforeAll(async () => {
  test = await startService({
    senders: [SHORT_CODE, { address: "18005550199", kind: "toll-free", country: "US" }],
    config: { TRUSTED_PROXIES: "127.0.0.1", FORWARDED_HEADER: "x-forwarded-for" },
  });
});

Deno.test.afterAll(async () => {
  await test.stop();
  assert.equal(await lintForm(written), "");
});

/** Reads the text of a message that the simulated carrier has. */
async function textSent(trackingId: string): Promise<string> {
  const path = `/loopback/messages?tracking-id=${trackingId}`;
  for (;;) {
    const { body: { items: [item] } } = await test.admin("GET", path);
    if (item !== undefined) return item.text;
  }
}

Deno.test("a response has the fields of the JSON response, in their order", async () => {
  const { body: json } = await ask(test, SMS);
  const xml = await askXml(test, SMS);
  assert.deepEqual([xml.status, xml.root], [200, "response"]);
  assert.deepEqual(Object.keys(xml.fields), Object.keys(json));
  const { "tracking-id": trackingId, ...rest } = xml.fields;
  const { "tracking-id": _, segments, ...others } = json;
  assert.deepEqual(rest, { ...others, segments: String(segments) });
  assert.equal(await textSent(trackingId), "Hello");
});

Deno.test("names of the response are in upper case where the root of the request is", async () => {
  const keys = ["STATUS", "TRACKINGID", "TO", "FROM", "SEGMENTS", "STATUSDETAILS"];
  const upper = await askXml(test, requestXml(SMS, { isUpperCase: true }));
  assert.equal(upper.root, "RESPONSE");
  assert.deepEqual(Object.keys(upper.fields).sort(), keys.sort());
  for (const root of ["Request", "rEQUEST"]) {
    const { root: responded } = await askXml(
      test,
      requestXml(SMS).replaceAll("request>", `${root}>`),
    );
    assert.equal(responded, "response");
  }
  const failed = await askXml(test, "<REQUEST><ACTION>sendSMS</ACTION><TO>1</TO></REQUEST>");
  assert.deepEqual(Object.keys(failed.fields), ["STATUS", "ERRORCODE", "ERRORINFO", "TO"]);
  // The root of what breaks off is known.
  const broken = await askXml(test, "<REQUEST><ACTION>sendSMS</ACTIO>");
  assert.deepEqual([broken.root, broken.fields.ERRORCODE], ["RESPONSE", "E108"]);
});

Deno.test("every action is performed", async () => {
  const saved = await askXml(test, {
    action: "saveMMS",
    name: "A sale",
    "message-subject": "Sale",
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello {$first_name|friend}" }, { "message-text": "Bye" }],
  });
  assert.equal(saved.fields.status, "success");
  await test.receiver.until((received) =>
    received.some(({ body }) => body["mms-id"] === saved.fields["mms-id"] && body.code === "N003")
  );
  const sent = await askXml(test, {
    action: "sendSavedMMS",
    "mms-id": saved.fields["mms-id"],
    ...FROM,
    "merge-tag-data": { FIRST_NAME: "Ana" },
    "custom-slides": [{ "custom-slide": 2, "custom-message-text": "See you, {$first_name|x}" }],
    "dynamic-image": [{ barcode: { id: "A-1" }, "slide-number": 1 }],
    "dynamic-contact": [{ name: { "first-name": "Ana" }, phone: [{ number: "1", label: "Work" }] }],
  });
  assert.equal(sent.fields.status, "Success", JSON.stringify(sent.fields));
  const contact = await askXml(test, { action: "createcontact", name: { "first-name": "Ana" } });
  assert.equal(contact.headers.get("content-type"), "text/vcard; charset=utf-8");
  assert.equal(contact.headers.get("content-disposition"), "inline; filename=contact.vcf");
  const image = await askXml(test, {
    action: "createimage",
    barcode: { id: "A-1" },
    "text-area": { "text-area-1": { text: "Hi" } },
  });
  assert.deepEqual(image.bytes.subarray(0, 2), new Uint8Array([0xff, 0xd8]));
  const event = await askXml(test, {
    action: "createcalendar",
    "event-title": "Launch",
    "event-description": "We begin",
    "event-location": "Paris",
    "event-start-datetime": "2026-07-01T10:00:00",
    "event-end-datetime": "2026-07-01T11:00:00",
    "event-timezone": "Europe/Paris",
    "all-day-event": false,
  });
  assert.match(new TextDecoder().decode(event.bytes), /^BEGIN:VCALENDAR/);
});

Deno.test("a text arrives as it is written", async () => {
  const text = ` <"Grüße" & 'küsse'> 🎉 ]]>\tx `;
  const { fields } = await askXml(test, { ...SMS, "message-text": text });
  assert.equal(await textSent(fields["tracking-id"]), text);
});

const DOCUMENT = requestXml(SMS);
const FORM = "application/x-www-form-urlencoded";
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const DECLARED = DOCUMENT.replace("UTF-8", "ISO-8859-1").replace("Hello", "Grüße");

const DOCUMENTS: [what: string, type: string | null, body: string | Uint8Array, text?: string][] = [
  ["application/xml", "application/xml", DOCUMENT],
  ["application/xml with a charset", "Application/XML; charset=utf-8", DOCUMENT],
  ["text/xml", "text/xml", DOCUMENT],
  ["another type", "text/plain", DOCUMENT],
  ["the type of JSON", "application/json", DOCUMENT],
  ["no type", null, DOCUMENT],
  ["the type of a form", FORM, DOCUMENT],
  ["a form", FORM, new URLSearchParams({ a: "1", xml: DOCUMENT }).toString()],
  ["a form that is hardly escaped", FORM, `xml=${DOCUMENT.replaceAll("+", "%2B")}`],
  ["a mark of UTF-8", "text/xml", `\ufeff${DOCUMENT}`],
  ["UTF-16", "text/xml", utf16(`\ufeff${DOCUMENT.replace("UTF-8", "UTF-16")}`, "little")],
  [
    "a charset",
    "text/xml; charset=iso-8859-1",
    latin1(DOCUMENT.replace("Hello", "Grüße")),
    "Grüße",
  ],
  ["a declared encoding", "text/xml", latin1(DECLARED), "Grüße"],
  [
    "a declared encoding in a form",
    FORM,
    `xml=${
      [...latin1(DECLARED)].map((octet) => `%${octet.toString(16).padStart(2, "0")}`).join("")
    }`,
    "Grüße",
  ],
  ["a wrong encoding", "text/xml; charset=utf-16", DOCUMENT.replace("Hello", "Grüße"), "Grüße"],
  ["no declaration", "text/xml", DOCUMENT.replace(/^.*\n/, "")],
  ["blank lines before it", "text/xml", `\r\n \n${DOCUMENT}`],
];

for (const [what, type, body, text = "Hello"] of DOCUMENTS) {
  Deno.test(`taken: ${what}`, async () => {
    const { fields } = await askXml(test, body, { headers: { "content-type": type } });
    assert.equal(fields.status, "Success", JSON.stringify(fields));
    assert.equal(await textSent(fields["tracking-id"]), text);
  });
}

const keyed = (name: string, key: string) =>
  DOCUMENT.replace("<request>", `<request><${name}>${key}</${name}>`);

Deno.test("the key may be in the document; a header goes first", async () => {
  const none = { headers: { "x-api-key": null } };
  for (const name of ["api-key", "API_KEY", "apikey"]) {
    const { status } = await askXml(test, keyed(name, `\n  ${test.apiKey}\n`), none);
    assert.equal(status, 200, name);
  }
  assert.equal((await askXml(test, keyed("api-key", "of-nobody"))).status, 200);
  const wrong = { headers: { "x-api-key": "of-nobody" } };
  const refused = await askXml(test, keyed("api-key", test.apiKey), wrong);
  assert.deepEqual([xmlFaultOf(refused), refused.fields["error-info"]], [
    "E104 401",
    "x-api-key is not valid",
  ]);
  assert.equal(refused.headers.get("www-authenticate"), "ApiKey");
  assert.match(refused.headers.get("link")!, /\/docs\/codes#E104>; rel="help"$/);
});

Deno.test("a wrong key, none, and a password are E104", async () => {
  const none = { headers: { "x-api-key": null } };
  const cases: [document: string, info: string][] = [
    [DOCUMENT, "api-key is missing"],
    [keyed("api-key", ""), "api-key is missing"],
    [keyed("api-key", "of-nobody"), "api-key is not valid"],
    [keyed("api-key", test.apiKey.toLowerCase()), "api-key is not valid"],
    [keyed("USER", "us"), "USER and PASS are not supported; send api-key"],
    [keyed("PASS", "ea7966f9"), "USER and PASS are not supported; send api-key"],
  ];
  for (const [document, info] of cases) {
    const refused = await askXml(test, document, none);
    assert.deepEqual([xmlFaultOf(refused), refused.fields["error-info"]], ["E104 401", info]);
  }
  assert.equal(xmlFaultOf(await askXml(test, keyed("PASS", "ea7966f9"))), "E104 401");
});

Deno.test("a key in the document has its limits", async () => {
  const issue = async (limits: object) =>
    (await test.admin("POST", "/accounts/acme/keys", limits)).body["api-key"];
  const by = async (key: string, document = SMS) => {
    const xml = requestXml({ "api-key": key, ...document });
    const headers = { "x-api-key": null, "x-forwarded-for": "198.51.100.7" };
    const response = await askXml(test, xml, { headers });
    return [xmlFaultOf(response), response.fields["error-info"]];
  };
  assert.deepEqual(await by(await issue({ actions: "savemms" })), [
    "E104 403",
    "x-api-key may not perform sendsms",
  ]);
  assert.deepEqual(await by(await issue({ networks: "192.0.2.0/24" })), [
    "E104 403",
    "api-key may not be used from this address",
  ]);
  assert.deepEqual((await by(await issue({ senders: "18005550199" })))[0], "E111 403");
  await test.admin("PATCH", "/accounts/acme", { disabled: true });
  assert.equal((await by(test.apiKey))[0], "E103 403");
  await test.admin("PATCH", "/accounts/acme", { disabled: false });
});

const LAUGHS = `<!DOCTYPE lolz [<!ENTITY lol "lol">${
  Array.from({ length: 9 }, (_, i) => `<!ENTITY lol${i} "${`&lol${i - 1};`.repeat(10)}">`).join("")
}]>`;
const inside = (inner: string) => DOCUMENT.replace("Hello", inner);

const UNREADABLE: [what: string, body: string | Uint8Array, type?: string][] = [
  ["nothing", ""],
  ["blank", " \n "],
  ["JSON", JSON.stringify(SMS), "application/json"],
  ["a form without the field", "text=a", FORM],
  ["an empty field", "xml=", FORM],
  ["another root", "<envelope/>"],
  ["two roots", `${DOCUMENT}<request/>`],
  ["tags that cross", "<request><a><b></a></b></request>"],
  ["a document that breaks off", DOCUMENT.slice(0, -3)],
  ["billion laughs", `${LAUGHS}${inside("&lol8;")}`],
  ["a file by XXE", `<!DOCTYPE request [<!ENTITY x SYSTEM "file:///etc/passwd">]>${inside("&x;")}`],
  ["a DTD from elsewhere", `<!DOCTYPE request SYSTEM "http://x.example/a.dtd">${DOCUMENT}`],
  ["an undeclared entity", inside("&euro;")],
  ["a processing instruction", inside("<?php echo 1 ?>")],
  ["an undeclared prefix", inside("<x:y/>")],
  ["NUL", inside("a\0b")],
  ["NUL by reference", inside("a&#0;b")],
  ["a lone surrogate by reference", inside("a&#xD83D;b")],
  ["U+FFFF", inside("a\uffffb")],
  ["octets that are no UTF-8", Uint8Array.of(...bytes(DOCUMENT.slice(0, -10)), 0xff)],
  ["an unknown encoding", DOCUMENT.replace("UTF-8", "x-klingon").replace("Hello", "\xe9")],
  ["a surrogate in UTF-16", utf16(`\ufeff${inside("a\ud83db")}`, "little")],
  ["100,000 levels", "<request>".repeat(60_000)],
  ["65 levels", `<request>${"<a>".repeat(64)}${"</a>".repeat(64)}</request>`],
  ["10,001 elements", `<request>${"<a/>".repeat(10_000)}</request>`],
  ["a mebibyte of attributes", `<request${' b=""'.repeat(200_000)}/>`],
  ["a name of a mebibyte", `<${"r".repeat(1_000_000)}/>`],
];

for (const [what, body, type = "application/xml"] of UNREADABLE) {
  Deno.test(`E108: ${what}`, async () => {
    for (const key of [test.apiKey, null]) {
      const headers = { "content-type": type, "x-api-key": key };
      const refused = await askXml(test, body, { headers });
      assert.equal(xmlFaultOf(refused), "E108 400", JSON.stringify(refused.fields));
      assert.deepEqual(Object.keys(refused.fields), ["status", "error-code", "error-info"]);
    }
  });
}

Deno.test("a document of 64 levels and 10,000 elements is read", async () => {
  const deep = `${"<a>".repeat(63)}${"</a>".repeat(63)}`;
  for (const more of [deep, "<a/>".repeat(9_990)]) {
    const document = DOCUMENT.replace("<request>", `<request>${more}`);
    assert.equal((await askXml(test, document)).status, 200);
  }
});

Deno.test("another type, method or size is refused in XML", async () => {
  const multipart = { "content-type": "multipart/form-data; boundary=b" };
  const typed = await askXml(test, `--b\r\n\r\n${DOCUMENT}\r\n--b--`, { headers: multipart });
  assert.equal(xmlFaultOf(typed), "E108 415");
  const unknown = { headers: { ...multipart, "x-api-key": null } };
  assert.equal(xmlFaultOf(await askXml(test, "--b--", unknown)), "E108 415");
  const got = await askXml(test, undefined, { method: "GET" });
  assert.deepEqual([xmlFaultOf(got), got.headers.get("allow")], ["E100 405", "POST"]);
  for (const key of [test.apiKey, null]) {
    const headers = { "x-api-key": key };
    const large = await askXml(test, " ".repeat((1 << 20) + 1), { headers });
    assert.equal(xmlFaultOf(large), "E100 413");
    const chunks = Array.from({ length: 20 }, () => new Uint8Array(64 << 10).fill(0x20));
    const streamed = await askXml(test, ReadableStream.from(chunks), { headers });
    assert.equal(xmlFaultOf(streamed), "E100 413");
  }
});

Deno.test("refused as in JSON: fields by name, with their codes", async () => {
  const cases: [body: object, fault: string, info: RegExp][] = [
    [{ to: "1" }, "E100 400", /^action is required: one of /],
    [{ action: "sendfax" }, "E107 400", /^action is unknown: one of /],
    [{ ...SMS, to: "home" }, "E110 400", /^to is not/],
    [{ ...SMS, to: ["16175550101", "16175550102"] }, "E110 400", /^to must be/],
    [{ ...SMS, "message-text": "" }, "E712 400", /^message-text/],
    [{ ...SMS, "click-tracking": "maybe" }, "E100 400", /^click-tracking must be true or false$/],
    [{ action: "savemms", slide: [{}] }, "E311 400", /^name/],
    [{ action: "savemms", name: "a" }, "E312 400", /^slide/],
    [
      {
        action: "savemms",
        name: "a",
        slide: [{ audio: { url: "https://a.example/a" }, video: { url: "https://a.example/b" } }],
      },
      "E226 400",
      /^slide 1: audio/,
    ],
    [{ action: "sendsavedmms", ...FROM, "mms-id": "none" }, "E241 404", /^mms-id/],
    [{ action: "sendsavedmms", ...FROM }, "E620 400", /^mms-id/],
    [
      { action: "createimage", "background-image-url": `${test.url}/none.jpg` },
      "E1502 422",
      /^background-image-url/,
    ],
  ];
  for (const [body, fault, info] of cases) {
    const refused = await askXml(test, body);
    assert.equal(xmlFaultOf(refused), fault, JSON.stringify(refused.fields));
    assert.match(refused.fields["error-info"], info);
  }
});

Deno.test("the operator's id and Idempotency-Key come in headers", async () => {
  const refused = await askXml(test, SMS, { headers: { "x-service-carrier-id": "7" } });
  assert.equal(xmlFaultOf(refused), "E651 400");
  const headers = { "idempotency-key": crypto.randomUUID() };
  const first = await askXml(test, SMS, { headers });
  const second = await askXml(test, requestXml(SMS, { isUpperCase: true }), { headers });
  assert.equal(second.headers.get("idempotent-replayed"), "true");
  assert.equal(second.fields.TRACKINGID, first.fields["tracking-id"]);
  // The same body in JSON is the same request.
  const inJson = await ask(test, SMS, { headers });
  assert.equal(inJson.body["tracking-id"], first.fields["tracking-id"]);
  const other = await askXml(test, { ...SMS, "message-text": "Bye" }, { headers });
  assert.equal(xmlFaultOf(other), "E121 409");
  const malformed = await askXml(test, SMS, { headers: { "idempotency-key": "a b" } });
  assert.equal(xmlFaultOf(malformed), "E100 400");
});

Deno.test("the rate of the account holds", async () => {
  await test.admin("PATCH", "/accounts/acme", { rate: 1 });
  try {
    let refused;
    do refused = await askXml(test, SMS); while (refused.status === 200);
    assert.equal(xmlFaultOf(refused), "E113 429");
    assert.match(refused.headers.get("retry-after")!, /^\d+$/);
  } finally {
    await test.admin("PATCH", "/accounts/acme", { rate: null });
  }
});

Deno.test("a template that is there is sent by its id alone", async () => {
  const mmsId = await settledTemplate(test, {
    "disable-fallback-sms": true,
    slide: [{ "message-text": "Hello" }],
  });
  const document = requestXml({ action: "sendSavedMMS", ...FROM, "mms-id": mmsId });
  assert.equal((await askXml(test, document)).fields.status, "Success");
});
