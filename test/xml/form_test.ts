/** The field of a form, as bytes. */
import assert from "node:assert/strict";
import { fieldOfForm } from "../../src/xml/form.ts";
import { bytes, text } from "../mime/bytes.ts";

const CASES: [form: string, value: string | null][] = [
  ["xml=%3Ca%2F%3E", "<a/>"],
  ["xml=<a>b+c%2bd</a>", "<a>b c+d</a>"],
  ["a=1&xml=x&xml=y", "x"],
  ["b=xml=1&xml=%e2%82%AC", "€"],
  ["xml=100%&a=1", "100%"],
  ["xml=%zz%4", "%zz%4"],
  ["xml=", ""],
  ["xml", null],
  ["", null],
  ["Xml=1&axml=2&xmla=3", null],
  ["<request>?a=1&amp;xml=2</request>", null],
];

for (const [form, value] of CASES) {
  Deno.test(`the field of ${form || "an empty form"} is ${value}`, () => {
    const field = fieldOfForm(bytes(form), "xml");
    assert.equal(field === null ? null : text(field), value);
  });
}

Deno.test("any octet is what it is, escaped or not", () => {
  const octets = Uint8Array.from({ length: 256 }, (_, octet) => octet);
  const escaped = octets.reduce(
    (form, octet) => `${form}%${octet.toString(16).padStart(2, "0")}`,
    "xml=",
  );
  assert.deepEqual(fieldOfForm(bytes(escaped), "xml"), octets);
  const raw = octets.filter((octet) => !"%&+".includes(String.fromCharCode(octet)));
  assert.deepEqual(fieldOfForm(Uint8Array.of(...bytes("xml="), ...raw), "xml"), raw);
});
