/** Requests in XML as the bodies that they are in JSON. */
import assert from "node:assert/strict";
import { ACTION_REQUESTS } from "../../src/contract/action.ts";
import { ACTIONS } from "../../src/generated/actions.ts";
import { lintForm } from "../mm7/xmllint.ts";
import { fieldsOf, read, requestXml, textual } from "./requests.ts";

const EXAMPLES = ACTION_REQUESTS.flatMap(({ action, examples }) =>
  examples.map(({ name, body }) => ({ name: `${action} ${name}`, body }))
);

Deno.test("every example of the contract is the same body in XML as in JSON", async () => {
  assert.ok(EXAMPLES.length >= ACTIONS.length);
  const documents: string[] = [];
  for (const { name, body } of EXAMPLES) {
    for (const isIndented of [false, true]) {
      const document = requestXml(body, { isIndented });
      assert.deepEqual(read(document).body, textual(body), name);
      documents.push(document);
    }
  }
  assert.equal(await lintForm(documents), "");
});

/** Leaves out the objects in which names are the customer's. */
function withoutFreeNames(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const free = fieldsOf(String(body.action)).filter(({ type, fields }) =>
    type === "pairs" || (type === "object" && fields === undefined)
  );
  const names = new Set(free.map(({ name }) => name));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)));
}

Deno.test("names in upper case and run together are the same fields", () => {
  for (const { name, body } of EXAMPLES) {
    const fields = withoutFreeNames(body);
    const document = requestXml(fields, { isUpperCase: true });
    assert.deepEqual(document.match(/<\/?[A-Z\d]*[a-z_-][^>]*>/g), null, name);
    assert.deepEqual(read(document).body, textual(fields), name);
  }
});

/** Values of a field with all that it may have, as in JSON. */
// deno-lint-ignore no-explicit-any -- bodies of any kind
function whole({ type, fields, item, name, prefix, values }: any): any {
  if (type === "list" && prefix !== undefined) {
    return { [`${prefix}1`]: whole(item), [`${prefix}2`]: whole(item) };
  }
  if (type === "list") return [whole(item), whole(item)];
  if (type === "pairs") return { First: "a", "second-one": "b" };
  if (type === "object" && fields !== undefined) return wholeOf(fields);
  if (type === "object") return { free: "a", list: ["b", "c"] };
  return String(values?.[0] ?? `${name} of it`);
}

// deno-lint-ignore no-explicit-any -- fields of any kind
const wholeOf = (fields: readonly any[]) =>
  Object.fromEntries(fields.map((field) => [field.name, whole(field)]));

for (const action of ACTIONS) {
  Deno.test(`every field of ${action}, with lists of one and of several, is read`, () => {
    const body = { action, ...wholeOf(fieldsOf(action)) };
    assert.deepEqual(read(requestXml(body)).body, body);
    // deno-lint-ignore no-explicit-any -- bodies of any kind
    const single: any = structuredClone(body);
    for (const [name, value] of Object.entries(single)) {
      if (Array.isArray(value)) single[name] = value.slice(0, 1);
    }
    assert.deepEqual(read(requestXml(single)).body, single);
  });
}

const BODIES: [what: string, document: string, body: object][] = [
  [
    "letter case, hyphens and underscores",
    "<rEqUeSt><Action>sendSMS</Action><Message_Text>a</Message_Text><TO>1</TO></rEqUeSt>",
    { action: "sendSMS", "message-text": "a", to: "1" },
  ],
  [
    "a prefix and a namespace",
    `<x:request xmlns:x="urn:x"><x:action>sendsms</x:action><x:to>1</x:to></x:request>`,
    { action: "sendsms", to: "1" },
  ],
  [
    "attributes",
    `<request id="7"><action as="x">sendsms</action><to type="n">1</to></request>`,
    { action: "sendsms", to: "1" },
  ],
  [
    "aliases of a text",
    "<request><action>sendsms</action><TEXT>a</TEXT><CampaignID>7</CampaignID><SPID>1</SPID></request>",
    { action: "sendsms", "message-text": "a", "campaign-ref": "7", "operator-id": "1" },
  ],
  [
    "aliases of a template",
    "<request><action>savemms</action><subject>s</subject><slide><text>a</text>" +
    "<vcard><url>u</url></vcard><ical><url>v</url></ical></slide></request>",
    {
      action: "savemms",
      "message-subject": "s",
      slide: [{ "message-text": "a", contact: { url: "u" }, calendar: { url: "v" } }],
    },
  ],
  [
    "aliases of a send, whose values of tags keep their names",
    "<request><action>sendsavedmms</action><custom-text><value>a</value><slide>1</slide>" +
    "</custom-text><custom-subject>s</custom-subject><DATA><FIRST_NAME>Ana</FIRST_NAME>" +
    "<text>b</text></DATA><service-id>7</service-id></request>",
    {
      action: "sendsavedmms",
      "custom-slides": [{ "custom-message-text": "a", "custom-slide": "1" }],
      "message-subject": "s",
      "merge-tag-data": { FIRST_NAME: "Ana", text: "b" },
      "campaign-ref": "7",
    },
  ],
  [
    "no alias where a field has the name itself",
    "<request><action>createimage</action><TEXTAREA><TEXTAREA1><TEXT>a</TEXT></TEXTAREA1>" +
    "<text-area-2><text>b</text></text-area-2></TEXTAREA></request>",
    {
      action: "createimage",
      "text-area": { "text-area-1": { text: "a" }, "text-area-2": { text: "b" } },
    },
  ],
  [
    "content and sequence, which are passed over",
    "<REQUEST><ACTION>saveMMS</ACTION><CONTENT><NAME>n</NAME><SEQUENCE><SLIDE duration='5'>" +
    "<TEXT>a</TEXT></SLIDE><SLIDE><TEXT>b</TEXT></SLIDE></SEQUENCE></CONTENT></REQUEST>",
    { action: "saveMMS", name: "n", slide: [{ "message-text": "a" }, { "message-text": "b" }] },
  ],
  [
    "one slide, and one of two images",
    "<request><action>savemms</action><slide><image><url>a</url></image><image><url>b</url>" +
    "</image></slide></request>",
    { action: "savemms", slide: [{ image: [{ url: "a" }, { url: "b" }] }] },
  ],
  [
    "empty elements: an object is absent, a value is blank, a slide is empty",
    "<request><action>savemms</action><name/><slide/><slide><image/><text></text></slide></request>",
    {
      action: "savemms",
      name: "",
      slide: [{}, { image: null, "message-text": "" }],
    },
  ],
  [
    "a value given twice, which no field takes",
    "<request><action>sendsms</action><to>1</to><to>2</to></request>",
    { action: "sendsms", to: ["1", "2"] },
  ],
  [
    "elements where a value is expected, and text where an object is",
    "<request><action>savemms</action><name><b>n</b></name><slide><image>u</image></slide></request>",
    { action: "savemms", name: { b: "n" }, slide: [{ image: "u" }] },
  ],
  [
    "unknown fields, as they are written",
    "<request><action>sendsms</action><DEVICE>x</DEVICE><ddm><a>1</a><a>2</a></ddm></request>",
    { action: "sendsms", DEVICE: "x", ddm: { a: ["1", "2"] } },
  ],
  [
    "white space: that of indentation goes, and around what is no text",
    "<request>\n  <action> sendsms </action>\n  <message-text>\n    Hello\n    you\n  </message-text>\n" +
    "  <click-tracking> true </click-tracking>\n  <campaign-ref> a </campaign-ref>\n</request>",
    {
      action: "sendsms",
      "message-text": "Hello\n    you",
      "click-tracking": "true",
      "campaign-ref": " a ",
    },
  ],
  [
    "booleans as they were written elsewhere, and a field that takes yes and no itself",
    "<request><action>sendsavedmms</action><DISABLEFALLBACKSMS>yes</DISABLEFALLBACKSMS>" +
    "<disable-fallback-sms-link>No</disable-fallback-sms-link><force-send-as-sms>1</force-send-as-sms>" +
    "<smart-encoding>maybe</smart-encoding><dynamic-image><add-barcode>yes</add-barcode>" +
    "</dynamic-image></request>",
    {
      action: "sendsavedmms",
      "disable-fallback-sms": "true",
      "disable-fallback-sms-link": "false",
      "force-send-as-sms": "true",
      "smart-encoding": "maybe",
      "dynamic-image": [{ "add-barcode": "yes" }],
    },
  ],
  [
    "CDATA, references and comments",
    "<request><action>sendsms</action><text><![CDATA[<b>]]> &amp; &#x20AC;<!-- no --></text></request>",
    { action: "sendsms", "message-text": "<b> & €" },
  ],
  [
    "fields of an unknown action",
    "<request><action>sendfax</action><to>1</to></request>",
    { action: "sendfax", to: "1" },
  ],
  ["no action", "<request><to>1</to></request>", { to: "1" }],
  ["nothing", "<request/>", {}],
];

for (const [what, document, body] of BODIES) {
  Deno.test(`read: ${what}`, () => assert.deepEqual(read(document).body, body));
}

Deno.test("names of an object's own members are no traps", () => {
  const { body } = read(
    "<request><action>sendsavedmms</action><__proto__><a>1</a></__proto__><constructor>x</constructor>" +
      "<merge-tag-data><__proto__>b</__proto__><toString>c</toString></merge-tag-data></request>",
  );
  assert.equal(Object.getPrototypeOf(body), Object.prototype);
  assert.deepEqual(JSON.parse(JSON.stringify(body)), {
    action: "sendsavedmms",
    ["__proto__"]: { a: "1" },
    constructor: "x",
    "merge-tag-data": { ["__proto__"]: "b", toString: "c" },
  });
});

Deno.test("the key is no field, and USER and PASS are noticed", () => {
  for (const name of ["api-key", "API_KEY", "apiKey", "ApI-kEy"]) {
    const { apiKey, body, hasPassword } = read(
      `<request><action>sendsms</action><${name}>\n k \n</${name}></request>`,
    );
    assert.deepEqual([apiKey, body, hasPassword], ["k", { action: "sendsms" }, false], name);
  }
  for (const name of ["USER", "pass", "Pass"]) {
    const { apiKey, body, hasPassword } = read(`<request><${name}>u</${name}></request>`);
    assert.deepEqual([apiKey, body, hasPassword], [null, {}, true], name);
  }
  assert.equal(read("<request><api-key> </api-key></request>").apiKey, null);
});
