import assert from "node:assert/strict";
import { anchorsIn } from "../../../src/core/sms/text_anchors.ts";

/** Anchors of a text, as `written → href`. */
function anchors(text: string): string[] {
  return anchorsIn(text).map(({ start, end, href }) => `${text.slice(start, end)} → ${href}`);
}

const PHONES: [text: string, ...anchors: string[]][] = [
  ["Call +1 617 555 0100.", "+1 617 555 0100 → tel:+16175550100"],
  ["(+44 20 7946 0958)", "+44 20 7946 0958 → tel:+442079460958"],
  ["+49 (0)30 901820", "+49 (0)30 901820 → tel:+4930901820"],
  ["Tel:+48 22 123 45 67, fax on request", "+48 22 123 45 67 → tel:+48221234567"],
  ["+33 1 23 45 67 89!", "+33 1 23 45 67 89 → tel:+33123456789"],
  ["+447400123456", "+447400123456 → tel:+447400123456"],
  ["617-555-0100", "617-555-0100 → tel:6175550100"],
  ["617.555.0100", "617.555.0100 → tel:6175550100"],
  ["(617) 555-0100", "(617) 555-0100 → tel:6175550100"],
  ["Tulip Shop: call 617 555 0100.", "617 555 0100 → tel:6175550100"],
  ["1-800-555-0100", "1-800-555-0100 → tel:+18005550100"],
  [
    "617-555-0100, 617-555-0101",
    "617-555-0100 → tel:6175550100",
    "617-555-0101 → tel:6175550101",
  ],
  ["اتصل +1 617 555 0100 الآن", "+1 617 555 0100 → tel:+16175550100"],
];

for (const [text, ...expected] of PHONES) {
  Deno.test(`a number to call: ${text}`, () => assert.deepEqual(anchors(text), expected));
}

const NO_PHONES = [
  "+1 617 555 0100 12 roses",
  "2027-07-01",
  "01.07.2027",
  "07/01/2027 12:30",
  "2027-07-01 12:30:00",
  "1.234.567,00 €",
  "$617.555.0100",
  "€ 617 555 0100",
  "617 555 0100 €",
  "617.555.0100%",
  "Order 617-555-0100",
  "Order no. 617-555-0100",
  "Your order #617-555-0100",
  "Invoice number: 617 555 0100",
  "Ref. 617-555-0100",
  "Tracking ID 617 555 0100",
  "IBAN DE89 370 400 4405 3201",
  "4111 1111 1111 1111",
  "6175550100",
  "16175550100",
  "617-5550100",
  "617-555-01000",
  "617-555-010",
  "617.555-0100",
  "117-555-0100",
  "617-155-0100",
  "A617-555-0100",
  "617-555-0100-B",
  "12-617-555-0100",
  "617-555-0100/2027",
  "192.168.100.1000",
  "978-3-16-148410-0",
  "28444",
  "+1",
  "+12345",
  "+0 617 555 0100",
  "+1 17 555 0100",
  "2+44 20 7946 0958",
  "+4420794609581234567",
  "+1 (617 555 0100",
  "x=617-555-0100",
  "08:00-12:00 14:00-18:00",
];

for (const text of NO_PHONES) {
  Deno.test(`no number to call: ${text}`, () => assert.deepEqual(anchors(text), []));
}

const MAIL: [text: string, ...anchors: string[]][] = [
  ["Write to jo@tulip.example.", "jo@tulip.example → mailto:jo@tulip.example"],
  ["<a.b+c_d@x-y.example.co.uk>", "a.b+c_d@x-y.example.co.uk → mailto:a.b%2Bc_d@x-y.example.co.uk"],
  [
    "jo@tulip.example, al@tulip.example",
    "jo@tulip.example → mailto:jo@tulip.example",
    "al@tulip.example → mailto:al@tulip.example",
  ],
  ["100%x@a.example", "100%x@a.example → mailto:100%25x@a.example"],
  ["@tulip"],
  ["jo@tulip"],
  ["jo@1.2.3.4"],
  ["jo@@tulip.example"],
  ["jo@tulip.example@x"],
  [`${"a".repeat(65)}@tulip.example`],
  ["jo@-tulip.example"],
  ["żółw@tulip.example"],
];

for (const [text, ...expected] of MAIL) {
  Deno.test(`mail: ${text.slice(0, 40)}`, () => assert.deepEqual(anchors(text), expected));
}

Deno.test("links come first, and nothing inside of them is found again", () => {
  assert.deepEqual(
    anchors("jo@a.example https://b@c.example/x@d.example?tel=617-555-0100\n617-555-0101"),
    [
      "jo@a.example → mailto:jo@a.example",
      "https://b@c.example/x@d.example?tel=617-555-0100 → " +
      "https://b@c.example/x@d.example?tel=617-555-0100",
      "617-555-0101 → tel:6175550101",
    ],
  );
  assert.deepEqual(anchors("call.617-555-0100@tulip.example"), [
    "call.617-555-0100@tulip.example → mailto:call.617-555-0100@tulip.example",
  ]);
});

Deno.test("no href has another scheme, whatever the text", () => {
  for (const text of ["javascript:alert(1)@a.example", "tel:617-555-0100", "mailto:jo@a.example"]) {
    for (const { href } of anchorsIn(text)) {
      assert.match(href, /^(?:https?|mailto|tel):[^\s"'<>]+$/);
    }
  }
});

Deno.test("long hostile texts take linear time", () => {
  for (const piece of ["a@", "a.", "+1 ", "617-", "(", "1 ", "a@a.", "+9(", "%", "order "]) {
    const text = piece.repeat(20_000);
    assert.ok(anchorsIn(text).length <= text.length);
  }
});
