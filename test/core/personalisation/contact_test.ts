import assert from "node:assert/strict";
import { type ContactFields, readContact } from "../../../src/core/personalisation/contact.ts";
import { FAULTS, Refusal } from "../../../src/core/errors.ts";

const NAME = { "first-name": "Ana", "last-name": "Silva" };
const NOTHING = {
  firstName: null,
  lastName: null,
  suffix: null,
  organization: null,
  title: null,
  photoUrl: null,
  note: null,
  phones: [],
  emails: [],
  addresses: [],
  websites: [],
};

Deno.test("every field is read unchanged", () => {
  const fields: ContactFields = {
    name: { ...NAME, suffix: " Jr., MD " },
    organization: "Tulip; Ltd",
    title: "Florist\n",
    "photo-url": "https://media.example.com/ana.jpg",
    note: "  Back on Monday  ",
    phone: [{ number: "14085550111", label: "Mobile" }],
    email: [{ id: "ana@tulip.example.com", label: "Home" }],
    "physical-address": [{ address: "Main Street 1, San Jose", label: "Home" }],
    website: [{ url: "https://tulip.example.com", label: "Shop" }],
  };
  assert.deepEqual(readContact(fields), {
    firstName: "Ana",
    lastName: "Silva",
    suffix: " Jr., MD ",
    organization: "Tulip; Ltd",
    title: "Florist\n",
    photoUrl: "https://media.example.com/ana.jpg",
    note: "  Back on Monday  ",
    phones: [{ number: "14085550111", label: "Mobile" }],
    emails: [{ address: "ana@tulip.example.com", label: "Home" }],
    addresses: [{ address: "Main Street 1, San Jose", label: "Home" }],
    websites: [{ url: "https://tulip.example.com", label: "Shop" }],
  });
});

Deno.test("a single part of a name is enough; blank text counts as none", () => {
  const blank = " \u00a0\u200b\n";
  assert.deepEqual(readContact({ name: { "first-name": "Ana", "last-name": "  " } }), {
    ...NOTHING,
    firstName: "Ana",
  });
  const fields = {
    name: { "last-name": "Silva", suffix: blank },
    organization: blank,
    title: "",
    "photo-url": " ",
    note: "\n",
    phone: [],
    website: [{ url: "https://tulip.example.com", label: blank }],
  };
  assert.deepEqual(readContact(fields), {
    ...NOTHING,
    lastName: "Silva",
    websites: [{ url: "https://tulip.example.com", label: "homepage" }],
  });
});

/** Returns the error of a contact. */
function refusal(fields: ContactFields, where?: string): { code: string; info: string } {
  try {
    readContact(fields, where);
  } catch (error) {
    assert.ok(error instanceof Refusal);
    return { code: FAULTS[error.fault].json, info: error.info };
  }
  assert.fail("it was taken");
}

const EMPTY: [what: string, fields: ContactFields][] = [
  ["no data", {}],
  ["a name without parts", { name: {} }],
  ["blank parts", { name: { "first-name": "", "last-name": "   " } }],
  ["a suffix alone", { name: { suffix: "Jr." } }],
  ["all but a name", { organization: "Tulip", phone: [{ number: "1" }] }],
];

for (const [title, fields] of EMPTY) {
  Deno.test(`${title} is no contact`, () => {
    assert.deepEqual(refusal(fields), {
      code: "E1601",
      info: "name needs a first-name or a last-name",
    });
  });
}

const NAMES = ["Ana Maria", "J. R. R.", "Zoë", "Zoe\u0308", "Łukasz 2", "محمد", "नेहा", "李", "٣"];
const NO_NAMES = [
  "O'Hara",
  "Ana-Maria",
  "a\nb",
  "a\tb",
  "a;b",
  "🎉",
  "a_b",
  "a\0",
  "a\ud800",
  "a\n",
];

Deno.test("a name has letters and digits of any script, spaces and periods", () => {
  for (const name of NAMES) {
    assert.equal(readContact({ name: { "first-name": name } }).firstName, name);
    assert.equal(readContact({ name: { "last-name": name } }).lastName, name);
  }
});

for (const name of NO_NAMES) {
  Deno.test(`no name: ${JSON.stringify(name)}`, () => {
    for (const field of ["first-name", "last-name"]) {
      assert.deepEqual(refusal({ name: { ...NAME, [field]: name } }), {
        code: "E1602",
        info: `${field} must have only letters, digits, spaces and periods`,
      });
    }
  });
}

Deno.test("four entries of each list count; the others are not even validated", () => {
  const five = [1, 2, 3, 4, 5].map(String);
  const beyond = { label: "Castle" };
  const contact = readContact({
    name: NAME,
    phone: [...five.slice(0, 4).map((number) => ({ number })), { number: "", ...beyond }],
    email: [...five.slice(0, 4).map((id) => ({ id })), { id: "", ...beyond }],
    "physical-address": [
      ...five.slice(0, 4).map((address) => ({ address })),
      { address: "", ...beyond },
    ],
    website: five.map((url) => ({ url })),
  });
  assert.deepEqual(contact.phones.map(({ number }) => number), five.slice(0, 4));
  assert.deepEqual(contact.emails.map(({ address }) => address), five.slice(0, 4));
  assert.deepEqual(contact.addresses.map(({ address }) => address), five.slice(0, 4));
  assert.deepEqual(contact.websites.map(({ url }) => url), five.slice(0, 4));
});

Deno.test("the default label is work, and homepage for a website", () => {
  for (const label of [undefined, "", "  "]) {
    const contact = readContact({
      name: NAME,
      phone: [{ number: "1", label }],
      email: [{ id: "a@b.example", label }],
      "physical-address": [{ address: "Main Street 1", label }],
      website: [{ url: "https://b.example", label }],
    });
    const { phones, emails, addresses, websites } = contact;
    assert.deepEqual([phones, emails, addresses, websites].map(([first]) => first!.label), [
      "Work",
      "Work",
      "Work",
      "homepage",
    ]);
  }
});

Deno.test("letter case does not matter in labels", () => {
  const labels = ["WORK", "home", "mObIlE", "fax"];
  const phone = labels.map((label) => ({ number: "1", label }));
  assert.deepEqual(readContact({ name: NAME, phone }).phones.map(({ label }) => label), [
    "Work",
    "Home",
    "Mobile",
    "Fax",
  ]);
});

const LABELS: [what: string, fields: ContactFields, info: string][] = [
  [
    "phone",
    { phone: [{ number: "1" }, { number: "2", label: "Castle" }] },
    "phone 2 label must be one of Work, Home, Mobile, Fax, Pager, Main, Other",
  ],
  [
    "email",
    { email: [{ id: "a@b.example", label: "Mobile" }] },
    "email 1 label must be one of Work, Home",
  ],
  [
    "physical-address",
    { "physical-address": [{ address: "Main Street 1", label: "Other" }] },
    "physical-address 1 label must be one of Work, Home",
  ],
];

for (const [title, fields, info] of LABELS) {
  Deno.test(`a label of ${title} that is not allowed refuses the contact`, () => {
    assert.deepEqual(refusal({ name: NAME, ...fields }), { code: "E1603", info });
  });
}

const BLANKS: [fields: ContactFields, info: string][] = [
  [{ phone: [{ number: " " }] }, "phone 1 number must not be blank"],
  [{ email: [{ id: "" }] }, "email 1 id must not be blank"],
  [{ "physical-address": [{ address: "\n" }] }, "physical-address 1 address must not be blank"],
  [{ website: [{ url: "https://b.example" }, { url: "" }] }, "website 2 url must not be blank"],
];

for (const [fields, info] of BLANKS) {
  Deno.test(`an entry needs its value: ${info}`, () => {
    assert.deepEqual(refusal({ name: NAME, ...fields }), { code: "E100", info });
  });
}

Deno.test("a website's label may be anything, and ends after 100 characters", () => {
  const labelOf = (label: string) =>
    readContact({ name: NAME, website: [{ url: "https://b.example", label }] }).websites[0]!.label;
  assert.equal(labelOf('work; "or" not'), 'work; "or" not');
  assert.equal(labelOf("x".repeat(100)), "x".repeat(100));
  assert.equal(labelOf("x".repeat(101)), "x".repeat(100));
  assert.equal(labelOf("🎉".repeat(101)), "🎉".repeat(100));
  assert.equal(labelOf(`${"x".repeat(99)}e\u0301`), "x".repeat(99));
  assert.equal(labelOf(`x${"\u0301".repeat(200)}`), "homepage", "nothing of it fits");
});

Deno.test("a refusal says which of several contacts it is about", () => {
  const { info } = refusal({ name: { "first-name": "a;b" } }, "dynamic-contact 2 ");
  assert.match(info, /^dynamic-contact 2 first-name must/);
  const labels = refusal(
    { name: NAME, phone: [{ number: "1", label: "x" }] },
    "dynamic-contact 2 ",
  );
  assert.match(labels.info, /^dynamic-contact 2 phone 1 label must/);
});
