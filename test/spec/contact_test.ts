/** Spec 2.7 and 4.7: `createcontact`, its files read by third-party libraries. */
import assert from "node:assert/strict";
import sharp from "sharp";
import { contentLines, foldedLines } from "../objects/lines.ts";
import { HARD_TEXTS } from "../objects/texts.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import * as media from "../support/media.ts";
import { type FoundContact, readContacts } from "../support/object_readers.ts";
import { startService, type TestService } from "../support/service.ts";
import { created } from "./created.ts";

let files: FileServer;
let test: TestService;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const create = (body: object) => created(test, "createcontact", body);

const NAME = { "first-name": "Ana", "last-name": "Silva" };

/** Creates the file of a contact with a name and these fields. */
async function file(fields: object): Promise<Uint8Array> {
  const { fault, info, file } = await create({ name: NAME, ...fields });
  assert.equal(fault, null, info);
  foldedLines(file);
  return file;
}

async function lines(fields: object): Promise<string[]> {
  return contentLines(await file(fields));
}

/** Returns the error of a contact with a name and these fields. */
async function refusal(fields: object): Promise<string | null> {
  return (await create({ name: NAME, ...fields })).fault;
}

/** Reads the values of a property with each reader. */
async function values(fields: object, property: string): Promise<FoundContact[number]["value"][]> {
  const [first, ...others] = (await readContacts([await file(fields)])).map(({ name, found }) => ({
    name,
    values: found[0]!.filter((entry) => entry.name === property).map(({ value }) => value),
  }));
  for (const { name, values } of others) assert.deepEqual(values, first!.values, name);
  return first!.values;
}

// ── 2.7, field by field ──

/** Names, and `taken` or the code of their refusal. */
const NAMES: [rule: string, name: unknown, verdict: string][] = [
  ["both parts", NAME, "taken"],
  ["first-name alone", { "first-name": "Ana" }, "taken"],
  ["last-name alone", { "last-name": "Silva" }, "taken"],
  ["first-name, last-name blank", { "first-name": "Ana", "last-name": " " }, "taken"],
  ["letters, digits, spaces, periods", { "first-name": "J. R. 2" }, "taken"],
  ["letters of other scripts", { "first-name": "Łukasz", "last-name": "李 नेहा" }, "taken"],
  ["a number", { "first-name": 7 }, "taken"],
  ["is required", undefined, "E1601 400"],
  ["must be an object", "Ana", "E1601 400"],
  ["no part", {}, "E1601 400"],
  ["two blank parts", { "first-name": "", "last-name": "  " }, "E1601 400"],
  ["suffix alone", { suffix: "Jr." }, "E1601 400"],
  ["an apostrophe in first-name", { "first-name": "O'Hara" }, "E1602 400"],
  ["a hyphen in last-name", { "last-name": "Silva-Roe" }, "E1602 400"],
  ["a line break", { "first-name": "Ana\nTEL:911" }, "E1602 400"],
];

for (const [rule, name, verdict] of NAMES) {
  Deno.test(`spec 2.7 name: ${rule}: ${verdict}`, async () => {
    assert.equal(await refusal({ name }) ?? "taken", verdict);
  });
}

Deno.test("spec 2.7 name: first-name, last-name and suffix are kept apart", async () => {
  const name = { ...NAME, suffix: "Jr., MD; \\o/" };
  assert.deepEqual(await values({ name }, "N"), [["Silva", "Ana", "", "", "Jr., MD; \\o/"]]);
  assert.deepEqual(await values({ name }, "FN"), ["Ana Silva Jr., MD; \\o/"]);
});

for (
  const [field, property] of [
    ["organization", "ORG"],
    ["title", "TITLE"],
    ["note", "NOTE"],
  ] as const
) {
  Deno.test(`spec 2.7 ${field}: any text`, async () => {
    const texts = Object.values(HARD_TEXTS).filter((text) => !text.endsWith("\\"));
    assert.deepEqual(await values({ [field]: texts.join("|") }, property), [texts.join("|")]);
  });

  Deno.test(`spec 2.7 ${field}: not required; blank text counts as none`, async () => {
    for (const fields of [{}, { [field]: "" }, { [field]: " \n" }]) {
      assert.ok(!(await lines(fields)).some((line) => line.startsWith(property)));
    }
  });
}

/** Field, property, the value's name, labels and their types. */
const LISTS: [field: string, property: string, value: string, types: Record<string, string>][] = [
  ["phone", "TEL", "number", {
    Work: "WORK",
    Home: "HOME",
    Mobile: "CELL",
    Fax: "FAX",
    Pager: "PAGER",
    Main: "MAIN",
    Other: "OTHER,VOICE",
  }],
  ["email", "EMAIL", "id", { Work: "WORK", Home: "HOME" }],
  ["physical-address", "ADR", "address", { Work: "WORK", Home: "HOME" }],
];

for (const [field, property, value, types] of LISTS) {
  const linesOf = async (list: unknown) =>
    (await lines({ [field]: list })).filter((line) => line.startsWith(property));
  const written = (type: string, text: string) =>
    `${property};TYPE=${type}:${property === "ADR" ? `;;${text};;;;` : text}`;

  for (const [label, type] of Object.entries(types)) {
    Deno.test(`spec 2.7 ${field}: label ${label}, in any letter case`, async () => {
      for (const spelling of [label, label.toLowerCase(), label.toUpperCase()]) {
        assert.deepEqual(await linesOf([{ [value]: "x", label: spelling }]), [written(type, "x")]);
      }
    });
  }

  Deno.test(`spec 2.7 ${field}, rule 4: the default label is work`, async () => {
    assert.deepEqual(await linesOf([{ [value]: "x" }]), [written("WORK", "x")]);
  });

  Deno.test(`spec 2.7 ${field}, rule 3: another label fails`, async () => {
    const other = Object.keys(types).length > 2 ? "Castle" : "Mobile";
    assert.equal(await refusal({ [field]: [{ [value]: "x", label: other }] }), "E1603 400");
  });

  Deno.test(`spec 2.7 ${field}, rule 2: entries beyond 4 are ignored, whatever they are`, async () => {
    const list = ["a", "b", "c", "d"].map((text) => ({ [value]: text }));
    const found = await linesOf([...list, { [value]: "e", label: "Castle" }, null]);
    assert.deepEqual(found, ["a", "b", "c", "d"].map((text) => written("WORK", text)));
  });

  Deno.test(`spec 2.7 ${field}: an entry needs its ${value}`, async () => {
    for (const entry of [{}, { [value]: "" }, { [value]: "  " }]) {
      assert.equal(await refusal({ [field]: [entry] }), "E100 400");
    }
  });
}

Deno.test("spec 2.7 physical-address: any text, as the street", async () => {
  const address = 'Main Street 1; "back"\nSan Jose, CA\\US .';
  const found = await values({ "physical-address": [{ address }] }, "ADR");
  assert.deepEqual(found, [["", "", address, "", "", "", ""]]);
});

Deno.test("spec 2.7 website: url and label", async () => {
  const website = [{ url: "https://a.example/?b=c;d&e=1", label: 'Shop; "online"' }];
  assert.deepEqual(await values({ website }, "URL"), ["https://a.example/?b=c;d&e=1"]);
  assert.deepEqual(await values({ website }, "X-ABLABEL"), ['Shop; "online"']);
});

Deno.test("spec 4.7 item1.URL: as it was given, a comma too", async () => {
  // RFC 2426 has no escapes in a URI. For python3-vobject a URI ends at a comma.
  const website = [{ url: "https://a.example/1,2?b=%2C,", label: "Shop" }];
  assert.ok((await lines({ website })).includes("item1.URL:https://a.example/1,2?b=%2C,"));
});

Deno.test("spec 2.7 website, rule 4: the default label is homepage", async () => {
  assert.deepEqual(await values({ website: [{ url: "https://a.example" }] }, "X-ABLABEL"), [
    "homepage",
  ]);
});

Deno.test("spec 2.7 website: the label ends after 100 characters", async () => {
  const website = ["x", "é", "🎉"].map((character) => ({
    url: "https://a.example",
    label: character.repeat(101),
  }));
  assert.deepEqual(await values({ website }, "X-ABLABEL"), [
    "x".repeat(100),
    "é".repeat(100),
    "🎉".repeat(100),
  ]);
});

Deno.test("spec 2.7 website, rule 2: entries beyond 4 are ignored", async () => {
  const website = [1, 2, 3, 4, 5].map((number) => ({ url: `https://${number}.example` }));
  const found = (await lines({ website })).filter((line) => line.includes("URL"));
  assert.deepEqual(
    found,
    [1, 2, 3, 4].map((number) => `item${number}.URL:https://${number}.example`),
  );
});

Deno.test("spec 2.7 rule 1: a contact has some data", async () => {
  assert.equal((await create({})).fault, "E1601 400");
  assert.equal((await create({ note: "x", phone: [{ number: "1" }] })).fault, "E1601 400");
});

// ── 2.7 photo-url ──

for (
  const [name, type] of [["dot.gif", "image/gif"], ["grey.jpg", "image/jpeg"], [
    "alpha.png",
    "image/png",
  ]] as const
) {
  Deno.test(`spec 2.7 photo-url: ${name.slice(-3)} becomes a JPEG in the file`, async () => {
    const url = await files.add(name, type, await media.image(name));
    const [photo] = await values({ "photo-url": url }, "PHOTO");
    const { format } = await sharp(Uint8Array.fromBase64(photo as string)).metadata();
    assert.equal(format, "jpeg");
  });
}

const BAD_PHOTOS: [what: string, url: () => string | Promise<string>, verdict: string][] = [
  [
    "nothing there",
    () => files.respond("none", () => new Response(null, { status: 404 })),
    "E1604 422",
  ],
  [
    "a webp image",
    async () => await files.add("p.webp", "image/webp", await media.image("photo.webp")),
    "E1604 422",
  ],
  ["no image", () => files.respond("page", () => new Response("hello")), "E1604 422"],
  [
    "a text that is called an image",
    async () => await files.add("p.png", "image/png", await media.bytes("p.png", "hello")),
    "E1604 422",
  ],
  [
    "a PNG as image/jpeg (2.3 rule 4)",
    async () => await files.add("p.jpg", "image/jpeg", await media.image("alpha.png")),
    "E1604 422",
  ],
  [
    "half an image",
    async () =>
      await files.add(
        "half.jpg",
        "image/jpeg",
        await media.cut("half.jpg", await media.image("photo.jpg"), 0.5),
      ),
    "E1604 422",
  ],
  ["another scheme", () => "ftp://a.example/a.jpg", "E229 400"],
  ["no URL", () => "ana.jpg", "E229 400"],
  ["a private address", () => "http://10.0.0.1/a.jpg", "E229 400"],
];

for (const [title, url, verdict] of BAD_PHOTOS) {
  Deno.test(`spec 2.7 rule 5: a photo that fails validation fails the request: ${title}`, async () => {
    const { fault, info } = await create({ name: NAME, "photo-url": await url() });
    assert.equal(fault, verdict);
    assert.match(info, /^photo-url: ./);
  });
}

// ── 4.7 ──

Deno.test("spec 4.7 success: a vCard by its type and name", async () => {
  const { type, disposition, file } = await create({ name: NAME });
  assert.equal(type, "text/vcard; charset=utf-8");
  assert.equal(disposition, "inline; filename=contact.vcf");
  assert.deepEqual(contentLines(file).slice(0, 2), ["BEGIN:VCARD", "VERSION:3.0"]);
});

Deno.test("spec 4.7 lines: all of them, in order", async () => {
  const url = await files.add("dot.gif", "image/gif", await media.image("dot.gif"));
  const found = await lines({
    name: { ...NAME, suffix: "Jr." },
    organization: "Tulip Ltd",
    title: "Florist",
    "photo-url": url,
    note: "Back on Monday",
    phone: [{ number: "14085550111", label: "Work" }],
    email: [{ id: "ana@tulip.example.com", label: "Home" }],
    "physical-address": [{ address: "Main Street 1, San Jose", label: "Work" }],
    website: [{ url: "https://tulip.example.com", label: "Shop" }],
  });
  assert.deepEqual(found.map((line) => line.replace(/(?<=^PHOTO;.*:).*/, "…")), [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "FN:Ana Silva Jr.",
    "ORG:Tulip Ltd",
    "TITLE:Florist",
    "PHOTO;TYPE=JPEG;ENCODING=b:…",
    "NOTE:Back on Monday",
    "TEL;TYPE=WORK:14085550111",
    "EMAIL;TYPE=HOME:ana@tulip.example.com",
    "ADR;TYPE=WORK:;;Main Street 1\\, San Jose;;;;",
    "item1.URL:https://tulip.example.com",
    "item1.X-ABLabel:Shop",
    "N:Silva;Ana;;;Jr.",
    "END:VCARD",
  ]);
});

Deno.test("spec 4.7: no text adds a line to the file", async () => {
  const hostile = "x\r\nEND:VCARD\r\nBEGIN:VCARD\nTEL:911\r\u2028TEL:911";
  const found = await lines({
    name: { ...NAME, suffix: hostile },
    organization: hostile,
    title: hostile,
    note: hostile,
    phone: [{ number: hostile }],
    email: [{ id: hostile }],
    "physical-address": [{ address: hostile }],
    website: [{ url: hostile, label: hostile }],
  });
  assert.equal(found.length, 13);
  assert.equal(found.filter((line) => line.startsWith("TEL")).length, 1);
});
