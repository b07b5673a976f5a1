/**
 * Template for any provider: values go into requests encoded for their context, whatever they are.
 */
import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { httpProtocol, type HttpSettings } from "../../src/connectors/http/protocol.ts";
import { serialise } from "../../src/connectors/http_carrier/requests.ts";
import type { Outgoing } from "../../src/connectors/http_carrier/protocol.ts";
import { readXml, type XmlElement } from "../../src/lib/xml/reader.ts";
import { LEAST } from "./providers/http.ts";

const API = "https://sms.example.net";

const MESSAGE: Outgoing = {
  kind: "SMS",
  trackingId: "018f3c5e-7b1a-7c3d-9e2f-5a6b7c8d9e0f",
  from: "16175550100",
  to: "16175550111",
  text: "Hello",
  subject: null,
  files: [],
  statusUrl: "https://slidepost.example.net/carriers/any/status/018f3c5e",
  validitySeconds: 3600,
  acceptedAt: 0,
  ageMs: 0,
  attempt: 1,
  isResubmitted: false,
  expiresAt: 3_600_000,
};

const mmsOf = (fields: Partial<Outgoing>, count = 2): Outgoing => ({
  ...MESSAGE,
  kind: "MMS",
  files: Array.from({ length: count }, (_, index) => ({
    url: `https://slidepost.example.net/content/t${index}/a&b,${index}.jpg`,
    type: "image/jpeg",
    name: "a.jpg",
    bytes: 1,
  })),
  ...fields,
});

/** Renders a message; the URL carries what the body does not have to. */
function render(settings: Partial<HttpSettings>, message: Partial<Outgoing> = {}) {
  const protocol = httpProtocol({ ...LEAST, url: `${API}/send?to={to}&text={text}`, ...settings });
  const request = protocol.send({ ...MESSAGE, ...message });
  return serialise(protocol, request, protocol.authorization!(0));
}

/** Texts that break templates into which values are spliced. */
const HOSTILE = [
  '"',
  '\\"',
  "'",
  "\\",
  "\n",
  "\r\n",
  "\t",
  "\0",
  "&",
  "&amp;",
  "<",
  ">",
  "]]>",
  "<!--",
  "%",
  "%00",
  "+",
  "=",
  "#",
  "?",
  "/",
  "..",
  ";",
  "{to}",
  "{text}",
  "{text:json}",
  "$&",
  "$1",
  "${x}",
  '","admin":true,"x":"',
  "</text><to>1</to>",
  "a=b&to=1",
  "\u2028",
  "\u{1F337}",
  "\ufeff",
  "e\u0301",
  "\ud800",
  "\udc00",
  "\ufffe",
  " ",
  "null",
  "[]",
  "__proto__",
];

/** Any text: of hostile pieces, and of any code units. */
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...HOSTILE), maxLength: 12 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
    .map((units) => String.fromCharCode(...units)),
).filter((text) => text !== "");

/** Runs a property with each hostile text, with all of them together, and with any. */
function forTexts(check: (text: string) => void): void {
  for (const each of [...HOSTILE, HOSTILE.join("")]) check(each);
  fc.assert(fc.property(text, check), { numRuns: 300 });
}

Deno.test("http: any text in JSON parses back", () => {
  const body = JSON.stringify({
    whole: "{text}",
    part: "<{text}> {to:plus}",
    nested: [{ texts: ["{text}", "x{text}"], urls: ["{media-urls}"] }, true, null, 7],
    subject: "{subject}",
    embedded: "{text:json}",
    encoded: "{text:url}",
    ttl: "{validity:number}",
    urls: "{media-urls}",
    joined: "{media-urls:lines}",
    ["__proto__"]: "{id}",
  });
  forTexts((text) => {
    const value = text.toWellFormed();
    const message = mmsOf({ text, subject: text });
    const request = render({ mmsBody: body, body: "{}" }, message);
    const urls = message.files.map(({ url }) => url);
    assert.deepEqual(
      JSON.parse(request.body!),
      JSON.parse(JSON.stringify({
        whole: value,
        part: `<${value}> +${MESSAGE.to}`,
        nested: [{ texts: [value, `x${value}`], urls }, true, null, 7],
        subject: value,
        embedded: JSON.stringify(value),
        encoded: encodeURIComponent(value),
        ttl: 3600,
        urls,
        joined: urls.join("\n"),
        ["__proto__"]: MESSAGE.trackingId,
      })),
    );
  });
});

Deno.test("http: any text in a form parses back", () => {
  const body =
    "to={to:plus}\ntext={text}\npart=a&b={text}=c %\nurl={media-urls}\njson={media-urls:json}";
  forTexts((text) => {
    const message = mmsOf({ text });
    const request = render({ bodyType: "form", body: "x=1", mmsBody: body }, message);
    const urls = message.files.map(({ url }) => url);
    const form = [...new URLSearchParams(request.body!)];
    assert.deepEqual(form, [
      ["to", `+${MESSAGE.to}`],
      ["text", text.toWellFormed()],
      ["part", `a&b=${text.toWellFormed()}=c %`],
      ...urls.map((url) => ["url", url]),
      ["json", JSON.stringify(urls)],
    ]);
    assert.equal(request.headers["content-type"], "application/x-www-form-urlencoded");
  });
});

Deno.test("http: any text in XML parses back", () => {
  const body = `<?xml version="1.0"?><sms to="{to}" a="x{text}" b='{text}y'><text>{text}</text>` +
    "<mixed>({text})</mixed></sms>";
  forTexts((text) => {
    const request = render({ bodyType: "xml", body }, { text });
    // XML has no form of these characters.
    const value = text.toWellFormed()
      .replaceAll(/(?![\t\n\r\x7f-\x9f])[\p{Cc}\ufffe\uffff]/gu, "");
    const root = readXml(new TextEncoder().encode(request.body!));
    const attributes = Object.fromEntries(root.attributes.map(({ name, value }) => [name, value]));
    assert.deepEqual(attributes, { to: MESSAGE.to, a: `x${value}`, b: `${value}y` });
    assert.deepEqual(root.children.map(textIn), [value, `(${value})`]);
    assert.equal(request.headers["content-type"], "application/xml; charset=utf-8");
  });
});

const textIn = ({ text }: XmlElement) => text;

Deno.test("http: any text in a query parses back, and the path stays", () => {
  const url =
    `${API}/v1/{from}/{to:plus}/send?t={text}&fixed=a%20b&p=x-{text}-y&m={media-urls}&flag`;
  forTexts((text) => {
    const value = text.toWellFormed();
    const message = mmsOf({ text, from: "A&B .. C" });
    const { url: rendered } = render({ method: "GET", mmsUrl: url }, message);
    const { origin, pathname, searchParams } = new URL(rendered);
    assert.equal(origin, API);
    assert.deepEqual(pathname.split("/").map(decodeURIComponent), [
      "",
      "v1",
      "A&B .. C",
      `+${MESSAGE.to}`,
      "send",
    ]);
    assert.deepEqual([...searchParams], [
      ["t", value],
      ["fixed", "a b"],
      ["p", `x-${value}-y`],
      ...message.files.map(({ url }) => ["m", url]),
      ["flag", ""],
    ]);
  });
});

Deno.test("http: any text in plain text comes last, or in a form of its own", () => {
  const body = "to: {to}\njson: {text:json}\nurl: {text:url}\n\n{text}";
  forTexts((text) => {
    const value = text.toWellFormed();
    const { body: rendered } = render({ bodyType: "text", body }, { text });
    const [to, json, url, empty] = rendered!.split("\n");
    assert.deepEqual([to, empty], [`to: ${MESSAGE.to}`, ""]);
    assert.equal(JSON.parse(json!.slice(6)), value);
    assert.equal(decodeURIComponent(url!.slice(5)), value);
    assert.equal(rendered!.slice([to, json, url, ""].join("\n").length + 1), value);
  });
});

Deno.test("http: any text in a header is one line of ASCII", () => {
  forTexts((text) => {
    const headers = "X-Text: t={text:url}\nX-Id: {id}\nX-Url: {status-url}";
    const request = render({
      body: `{"t":"{text}"}`,
      headers,
      callbackToken: "t".repeat(16),
      statusPath: "status",
      statuses: "ok=delivered",
    }, { text });
    assert.match(request.headers["x-text"]!, /^t=[!-~]*$/);
    assert.equal(decodeURIComponent(request.headers["x-text"]!.slice(2)), text.toWellFormed());
    assert.equal(request.headers["x-id"], MESSAGE.trackingId);
    assert.equal(request.headers["x-url"], `${MESSAGE.statusUrl}?token=${"t".repeat(16)}`);
  });
});

Deno.test("http: the secret is encoded for its context, too", () => {
  const secret = `a"b<c>&d 'e'+{text}`;
  const settings = { url: `${API}/send?k={secret}&to={to}`, secret, headers: "X-Key: k {secret}" };
  const json = render({ ...settings, body: `{"k":"{secret}","t":"{text}"}` });
  assert.equal(new URL(json.url).searchParams.get("k"), secret);
  assert.deepEqual(JSON.parse(json.body!), { k: secret, t: "Hello" });
  assert.equal(json.headers["x-key"], `k ${secret}`);
  const xml = render({ ...settings, bodyType: "xml", body: "<a k='{secret}'>{text}</a>" });
  const { attributes } = readXml(new TextEncoder().encode(xml.body!));
  assert.equal(attributes[0]!.value, secret);
});

Deno.test("http: a field without a value is left out", () => {
  const json =
    `{"text":"{text}","subject":"{subject}","first":"{media-url-1}","second":"{media-url-2}",
    "list":["{media-url-1}","{media-url-2}","{media-url-3}"],"note":"[{subject}]"}`;
  const message = mmsOf({ text: "", subject: null }, 1);
  const { url } = message.files[0]!;
  assert.deepEqual(JSON.parse(render({ body: "{}", mmsBody: json }, message).body!), {
    first: url,
    list: [url],
    note: "[]",
  });
  const form = render({
    bodyType: "form",
    body: "x=1",
    mmsBody: "to={to}\ntext={text}\nsubject={subject}\nfirst={media-url-1}\nsecond={media-url-2}",
  }, message);
  assert.deepEqual([...new URLSearchParams(form.body!)], [["to", MESSAGE.to], ["first", url]]);
  const query = render({ method: "GET", mmsUrl: `${API}/?to={to}&t={text}&u={media-urls}` }, {
    ...message,
    files: [],
  });
  assert.equal(query.url, `${API}/?to=${MESSAGE.to}`);
});

Deno.test("http: numbers and short codes keep their form", () => {
  const body = `{"to":"{to:plus}","n":"{to:number}","from":"{from:plus}","t":"{text}"}`;
  const of = (message: Partial<Outgoing>) => JSON.parse(render({ body }, message).body!);
  assert.deepEqual(of({}), {
    to: "+16175550111",
    n: 16175550111,
    from: "+16175550100",
    t: "Hello",
  });
  assert.equal(of({ from: "111122" }).from, "111122");
  assert.equal(of({ from: "Tulips" }).from, "Tulips");
});

Deno.test("http: each kind of body has its type, unless a header names another", () => {
  const types = (["json", "form", "xml", "text"] as const).map((bodyType) => {
    const body = { json: "{}", form: "a=b", xml: "<a/>", text: "a" }[bodyType];
    return render({ bodyType, body }).headers["content-type"];
  });
  assert.deepEqual(types, [
    "application/json",
    "application/x-www-form-urlencoded",
    "application/xml; charset=utf-8",
    "text/plain; charset=utf-8",
  ]);
  const own = render({
    body: "{}",
    headers: "Content-Type: application/vnd.example+json\nAccept: text/plain",
  });
  assert.equal(own.headers["content-type"], "application/vnd.example+json");
  assert.equal(own.headers.accept, "text/plain");
  assert.equal(Object.keys(own.headers).length, 2, "no header is there twice");
});
