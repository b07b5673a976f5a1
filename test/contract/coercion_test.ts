/** Values that the JSON door coerces, and errors for the rest (contract sections 1, 2). */
import assert from "node:assert/strict";
import {
  type Action,
  actionOf,
  ACTIONS,
  faultOf,
  requests,
  validate,
} from "../../src/generated/json.ts";
import { adminRequests } from "../../src/generated/admin.ts";

const sms = { to: "14085550100", from: "28444", "message-text": "Hi" };
const mms = { "mms-id": "m1", to: "14085550100", from: "28444" };
const template = { name: "Sale", slide: [{ "message-text": "Hi" }] };
const event = {
  "event-title": "Opening",
  "event-description": "Doors at ten",
  "event-location": "Main Street 1",
  "event-start-datetime": "2026-07-04T10:00:00",
  "event-end-datetime": "2026-07-04T12:00:00",
  "event-timezone": "America/New_York",
};
const person = { name: { "first-name": "Ana" } };
const file = { url: "https://media.example.com/1.jpg" };

const TAKEN: [what: string, action: Action, body: unknown, request: unknown][] = [
  ["a number for text", "sendsms", { ...sms, to: 14085550100 }, sms],
  ["a boolean for text", "sendsms", { ...sms, "message-text": true }, {
    ...sms,
    "message-text": "true",
  }],
  ["text for a boolean", "sendsms", { ...sms, "click-tracking": "TRUE" }, {
    ...sms,
    "click-tracking": true,
  }],
  ["unknown fields, which are dropped", "sendsms", { ...sms, action: "sendsms", more: {} }, sms],
  ["a number among merge tags", "sendsavedmms", { ...mms, "merge-tag-data": { points: 120 } }, {
    ...mms,
    "merge-tag-data": { points: "120" },
  }],
  ["a slide number as number", "sendsavedmms", {
    ...mms,
    "custom-slides": [{ "custom-slide": 2, "custom-message-text": "x" }],
  }, { ...mms, "custom-slides": [{ "custom-slide": "2", "custom-message-text": "x" }] }],
  ["several files, of which the first counts", "savemms", {
    ...template,
    slide: [{ image: [file, "nonsense"] }],
  }, { ...template, slide: [{ image: file }] }],
  ["any letter case of a label", "createcontact", {
    ...person,
    phone: [{ number: 1, label: "work" }],
  }, { ...person, phone: [{ number: "1", label: "Work" }] }],
  ["more than four phones, whatever the fifth is", "createcontact", {
    ...person,
    phone: [1, 2, 3, 4].map((number) => ({ number })).concat([{ number: null! }]),
  }, { ...person, phone: ["1", "2", "3", "4"].map((number) => ({ number })) }],
  ["any script in a name", "createcontact", { name: { "last-name": "Łukasz 김." } }, {
    name: { "last-name": "Łukasz 김." },
  }],
  ["any letter case of a barcode type", "createimage", {
    barcode: { id: 12, type: "qr code", rotate: 90 },
  }, { barcode: { id: "12", type: "QR Code", rotate: "90" } }],
  ["an integer width of a text area", "createimage", {
    "text-area": { "text-area-1": { text: "x", width: 300 } },
  }, { "text-area": { "text-area-1": { text: "x", width: "300" } } }],
  ["null for absence, of fields, objects and lists", "sendsavedmms", {
    ...mms,
    "client-reference": null,
    "mms-expiry-timestamp": null,
    "force-send-as-sms": null,
    "custom-slides": null,
    "merge-tag-data": null,
    "dynamic-image": null,
  }, mms],
  ["null inside objects, and inside the items of lists", "sendsavedmms", {
    ...mms,
    "merge-tag-data": { a: null, b: "1" },
    "dynamic-image": [{
      "slide-number": null,
      barcode: { id: "1", type: null, font: null, "hide-text": null },
      "text-area": { "text-area-1": { text: "x", width: null }, "text-area-2": null },
    }],
    "dynamic-contact": [{
      name: { "first-name": "Ana", "last-name": null },
      phone: [{ number: "1", label: null }],
      email: null,
    }],
  }, {
    ...mms,
    "merge-tag-data": { b: "1" },
    "dynamic-image": [{ barcode: { id: "1" }, "text-area": { "text-area-1": { text: "x" } } }],
    "dynamic-contact": [{ name: { "first-name": "Ana" }, phone: [{ number: "1" }] }],
  }],
  ["null for content that a slide does not have", "savemms", {
    ...template,
    slide: [{ image: null, audio: file, video: null, "message-text": null }],
  }, { ...template, slide: [{ audio: file }] }],
  ["a blank for the default of a barcode and of a text area", "createimage", {
    "add-barcode": "",
    barcode: {
      id: "1",
      type: "",
      font: " ",
      "font-size": "",
      "foreground-color": "",
      "position-x": "",
      width: "",
      alignment: "",
      rotate: "",
    },
    "text-area": { "text-area-1": { text: "x", "font-color": "", width: "" } },
  }, { barcode: { id: "1" }, "text-area": { "text-area-1": { text: "x" } } }],
  ["a blank for the default label", "createcontact", {
    ...person,
    phone: [{ number: 1, label: "" }],
    email: [{ id: "a@example.com", label: "  " }],
  }, { ...person, phone: [{ number: "1" }], email: [{ id: "a@example.com" }] }],
  ["a blank for the last slide", "sendsavedmms", {
    ...mms,
    "dynamic-calendar": [{ ...event, "slide-number": "" }],
  }, { ...mms, "dynamic-calendar": [event] }],
  ["a barcode that is not valid, where none is asked for", "createimage", {
    "background-image-url": file.url,
    "add-barcode": "No",
    barcode: { id: {}, type: "nonsense" },
  }, { "background-image-url": file.url, "add-barcode": "no" }],
  ["text areas that are not valid, where none are asked for", "createimage", {
    "background-image-url": file.url,
    "add-text-area": "no",
    "text-area": "nonsense",
  }, { "background-image-url": file.url, "add-text-area": "no" }],
  ["5000 characters outside the BMP", "savemms", {
    ...template,
    slide: [{ "message-text": "😀".repeat(5000) }],
  }, { ...template, slide: [{ "message-text": "😀".repeat(5000) }] }],
];

for (const [title, action, body, request] of TAKEN) {
  Deno.test(`${action} accepts ${title}`, () => {
    assert.deepEqual(validate(action, body), { request });
  });
}

type Refused = [action: Action, body: unknown, code: string, path: string, message: string];
const REFUSED: Refused[] = [
  ["sendsms", null, "E100", "", "must be an object"],
  ["sendsms", [], "E100", "", "must be an object"],
  ["sendsms", { ...sms, "message-text": undefined }, "E712", "message-text", "is required"],
  ["sendsms", { ...sms, "message-text": "" }, "E712", "message-text", "must not be empty"],
  ["sendsms", { ...sms, "message-text": null }, "E712", "message-text", "is required"],
  ["sendsms", { ...sms, to: null, from: null }, "E110", "to", "is required"],
  ["sendsms", { ...sms, "click-tracking": "" }, "E100", "click-tracking", "must be true or false"],
  ["sendsms", { ...sms, "message-text": ["x"] }, "E100", "message-text", "must be a string"],
  ["sendsms", { ...sms, to: {} }, "E110", "to", "must be a string"],
  ["sendsms", { ...sms, from: undefined }, "E111", "from", "is required"],
  ["sendsms", { ...sms, "click-tracking": 1 }, "E100", "click-tracking", "must be true or false"],
  [
    "sendsms",
    { ...sms, "message-text": "a\0b" },
    "E100",
    "message-text",
    "contains characters that are not valid text",
  ],
  [
    "sendsms",
    { ...sms, "campaign-ref": "\ud83d" },
    "E100",
    "campaign-ref",
    "contains characters that are not valid text",
  ],
  ["savemms", { ...template, name: undefined }, "E311", "name", "is required"],
  ["savemms", { ...template, name: "" }, "E311", "name", "must not be empty"],
  ["savemms", { ...template, name: null }, "E311", "name", "is required"],
  ["savemms", { ...template, slide: null }, "E312", "slide", "is required"],
  ["savemms", { ...template, slide: [null] }, "E100", "slide.0", "must be an object"],
  ["savemms", { ...template, slide: undefined }, "E312", "slide", "is required"],
  ["savemms", { ...template, slide: [] }, "E312", "slide", "must have at least 1 item"],
  [
    "savemms",
    { ...template, slide: Array(10).fill({}) },
    "E225",
    "slide",
    "must have at most 9 items",
  ],
  [
    "savemms",
    { ...template, slide: [{}, { "message-text": "x".repeat(5001) }] },
    "E228",
    "slide.1.message-text",
    "must have at most 5000 characters",
  ],
  ["savemms", { ...template, slide: [{ audio: {} }] }, "E229", "slide.0.audio.url", "is required"],
  [
    "savemms",
    { ...template, "client-reference": "x".repeat(65) },
    "E315",
    "client-reference",
    "must have at most 64 characters",
  ],
  ["sendsavedmms", { ...mms, "mms-id": undefined }, "E620", "mms-id", "is required"],
  ["sendsavedmms", { ...mms, "operator-id": [] }, "E651", "operator-id", "must be a string"],
  [
    "sendsavedmms",
    { ...mms, "mms-expiry-timestamp": [] },
    "E652",
    "mms-expiry-timestamp",
    "must be a string",
  ],
  [
    "sendsavedmms",
    { ...mms, "merge-tag-data": { a: [] } },
    "E100",
    "merge-tag-data.a",
    "must be a string",
  ],
  [
    "sendsavedmms",
    { ...mms, "custom-slides": [{ "custom-slide": "", "custom-message-text": "x" }] },
    "E100",
    "custom-slides.0.custom-slide",
    "must be a slide number, counted from 1",
  ],
  [
    "sendsavedmms",
    {
      ...mms,
      "dynamic-contact": [{ ...person, phone: [{ number: null }] }],
      "to-displayonly": null,
    },
    "E100",
    "dynamic-contact.0.phone.0.number",
    "is required",
  ],
  [
    "sendsavedmms",
    { ...mms, "dynamic-image": [{ "text-area": { "text-area-1": { text: [] } } }] },
    "E1505",
    "dynamic-image.0.text-area.text-area-1.text",
    "must be a string",
  ],
  [
    "sendsavedmms",
    { ...mms, "dynamic-calendar": [{ ...event, "event-title": "" }] },
    "E1703",
    "dynamic-calendar.0.event-title",
    "must not be empty",
  ],
  ["createimage", { barcode: { id: {} } }, "E1503", "barcode.id", "must be a string"],
  [
    "createimage",
    { "text-area": { "text-area-9": { text: "x" } } },
    "E1506",
    "text-area.text-area-9",
    "must have only the keys text-area-1 to text-area-8",
  ],
  [
    "createimage",
    { barcode: { id: "1", "foreground-color": "red" } },
    "E1507",
    "barcode.foreground-color",
    "must be a colour such as #cc0000",
  ],
  [
    "createimage",
    { barcode: { id: "1", rotate: 45 } },
    "E1507",
    "barcode.rotate",
    "must be one of 0, 90, 180, 270",
  ],
  ["createcontact", {}, "E1601", "name", "is required"],
  [
    "createcontact",
    { name: { "first-name": "Ana!" } },
    "E1602",
    "name.first-name",
    "must have only letters, digits, spaces and periods",
  ],
  [
    "createcontact",
    { ...person, email: [{ id: "a@example.com" }, { id: "b@example.com", label: "Fax" }] },
    "E1603",
    "email.1.label",
    "must be one of Work, Home",
  ],
  [
    "createcalendar",
    { ...event, "event-start-datetime": undefined },
    "E1701",
    "event-start-datetime",
    "is required",
  ],
  [
    "createcalendar",
    { ...event, "event-end-datetime": "" },
    "E1702",
    "event-end-datetime",
    "must not be empty",
  ],
  ["createcalendar", { ...event, "event-title": "" }, "E1703", "event-title", "must not be empty"],
  [
    "createcalendar",
    { ...event, "event-description": null },
    "E1704",
    "event-description",
    "is required",
  ],
  [
    "createcalendar",
    { ...event, "event-location": undefined },
    "E1705",
    "event-location",
    "is required",
  ],
  [
    "createcalendar",
    { ...event, "event-timezone": {} },
    "E1706",
    "event-timezone",
    "must be a string",
  ],
];

for (const [action, body, code, path, message] of REFUSED) {
  Deno.test(`${action} refuses ${path || "its body"}: ${message} (${code})`, () => {
    const { fault } = validate(action, body);
    assert.ok(fault);
    assert.deepEqual(
      { code: fault.code, path: fault.path.join("."), message: fault.message },
      { code, path, message },
    );
  });
}

Deno.test("the action is read in any letter case", () => {
  for (const action of ACTIONS) assert.equal(actionOf(action.toUpperCase()), action);
  assert.equal(actionOf("toString"), null);
});

Deno.test("a missing field is distinguished from a wrong type even without the parse options", () => {
  const { error } = requests.sendsms.safeParse({ ...sms, to: undefined, from: {} });
  assert.deepEqual(
    error!.issues.map((issue) => faultOf("sendsms", issue).keyword),
    ["required", "type"],
  );
});

Deno.test("a fault never repeats a long name", () => {
  const { fault } = validate("sendsavedmms", {
    ...mms,
    "merge-tag-data": { ["x".repeat(9999)]: [] },
  });
  assert.ok(fault!.path.every((step) => String(step).length <= 60));
});

Deno.test("a body cannot change a prototype", () => {
  const body = JSON.parse(`{ "__proto__": { "to": "1" }, "message-text": "x", "from": "1" }`);
  assert.equal(validate("sendsms", body).fault?.code, "E110");
});

Deno.test("the admin API does not coerce bodies and refuses unknown fields", () => {
  const { body } = adminRequests.createAccount;
  assert.ok(!body.safeParse({ name: "x", disabled: "true" }).success);
  assert.ok(!body.safeParse({ name: "x", colour: "red" }).success);
  assert.deepEqual(adminRequests.listMessages.query.parse({ limit: "7" }), { limit: 7 });
  assert.deepEqual(adminRequests.listMessages.query.parse({}), { limit: 50 });
  assert.ok(!adminRequests.listMessages.query.safeParse({ limit: "201" }).success);
});
