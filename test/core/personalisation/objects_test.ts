/** Merge tags in contacts and events: what counts as missing, and what is too long. */
import assert from "node:assert/strict";
import { readMergeData } from "../../../src/core/personalisation/merge_tags.ts";
import { fillContact, fillEvent } from "../../../src/core/personalisation/objects.ts";

const DATA = readMergeData({ name: "Ada", long: "x".repeat(10) });

function contactOf(fields: Parameters<typeof fillContact>[0]) {
  const leftOut: string[] = [];
  const contact = fillContact(fields, DATA, "c: ", (name) => void leftOut.push(name));
  return { contact, leftOut };
}

Deno.test("an entry of a contact's list without its value is left out, one given blank is not", () => {
  const { contact, leftOut } = contactOf({
    name: { "first-name": "{$name|}" },
    phone: [{ number: "{$none|}" }, { number: "1{$none|}" }, { number: " " }],
    email: [{ id: "{$none|} " }],
    website: [{ url: "https://a.example/{$name|}", label: "{$none|}" }],
  });
  assert.deepEqual(contact.name, {
    "first-name": "Ada",
    "last-name": undefined,
    "suffix": undefined,
  });
  assert.deepEqual(contact.phone, [{ number: "1" }, { number: " " }]);
  assert.deepEqual(contact.email, []);
  assert.deepEqual(contact.website, [{ url: "https://a.example/Ada", label: undefined }]);
  assert.equal(contact["physical-address"], undefined);
  assert.deepEqual(leftOut, ["c: phone 1", "c: email 1"]);
});

Deno.test("an event keeps what is no text", () => {
  const fields = { "event-title": "{$none|}", "event-location": "{$name|}", "all-day-event": true };
  const event = fillEvent(fields, DATA, "");
  assert.deepEqual(
    [event["event-title"], event["event-location"], event["all-day-event"]],
    [undefined, "Ada", true],
  );
});

Deno.test("a filled text beyond its limit names its field", () => {
  const number = `${"1".repeat(55)}{$long|}`;
  assert.throws(() => contactOf({ phone: [{ number: "1" }, { number }] }), {
    fault: "invalidRequest",
    info: "c: phone 2 number exceeds 64 characters once its tags are filled in",
  });
});
