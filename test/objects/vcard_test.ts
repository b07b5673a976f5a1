/** vCards, byte by byte and read by third-party libraries. */
import assert from "node:assert/strict";
import type { Contact } from "../../src/core/personalisation/contact.ts";
import { writeVcard } from "../../src/objects/vcard.ts";
import { type FoundContact, readContacts } from "../support/object_readers.ts";
import { contentLines, foldedLines } from "./lines.ts";
import { textsOfScripts } from "../support/scripts.ts";
import { HARD_TEXTS, randomTexts, UNCLEAN_TEXTS } from "./texts.ts";

const NOBODY: Contact = {
  firstName: null,
  lastName: "Silva",
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

const ANA: Contact = {
  firstName: "Ana",
  lastName: "Silva",
  suffix: "Jr.",
  organization: "Tulip Ltd",
  title: "Florist",
  photoUrl: "https://media.example.com/ana.jpg",
  note: "Back on Monday",
  phones: [
    { number: "1", label: "Work" },
    { number: "2", label: "Home" },
    { number: "3", label: "Mobile" },
    { number: "4", label: "Fax" },
    { number: "5", label: "Pager" },
    { number: "6", label: "Main" },
    { number: "7", label: "Other" },
  ],
  emails: [{ address: "ana@work.example", label: "Work" }, {
    address: "ana@home.example",
    label: "Home",
  }],
  addresses: [{ address: "Main Street 1", label: "Work" }, { address: "At 2", label: "Home" }],
  websites: [{ url: "https://one.example", label: "Shop" }, {
    url: "https://two.example",
    label: "homepage",
  }],
};

Deno.test("the lines of a vCard are those of spec 4.7, in its order, with VERSION and FN", () => {
  assert.deepEqual(contentLines(writeVcard(ANA, new Uint8Array([0xff, 0xd8, 0xff]))), [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "FN:Ana Silva Jr.",
    "ORG:Tulip Ltd",
    "TITLE:Florist",
    "PHOTO;TYPE=JPEG;ENCODING=b:/9j/",
    "NOTE:Back on Monday",
    "TEL;TYPE=WORK:1",
    "TEL;TYPE=HOME:2",
    "TEL;TYPE=CELL:3",
    "TEL;TYPE=FAX:4",
    "TEL;TYPE=PAGER:5",
    "TEL;TYPE=MAIN:6",
    "TEL;TYPE=OTHER,VOICE:7",
    "EMAIL;TYPE=WORK:ana@work.example",
    "EMAIL;TYPE=HOME:ana@home.example",
    "ADR;TYPE=WORK:;;Main Street 1;;;;",
    "ADR;TYPE=HOME:;;At 2;;;;",
    "item1.URL:https://one.example",
    "item1.X-ABLabel:Shop",
    "item2.URL:https://two.example",
    "item2.X-ABLabel:homepage",
    "N:Silva;Ana;;;Jr.",
    "END:VCARD",
  ]);
});

Deno.test("a field that a contact lacks has no line", () => {
  assert.deepEqual(contentLines(writeVcard(NOBODY, null)), [
    "BEGIN:VCARD",
    "VERSION:3.0",
    "FN:Silva",
    "N:Silva;;;;",
    "END:VCARD",
  ]);
});

Deno.test("text is escaped by RFC 2426", () => {
  const lines = contentLines(writeVcard({ ...NOBODY, note: 'a\\b;c,d\ne:"f"' }, null));
  assert.ok(lines.includes('NOTE:a\\\\b\\;c\\,d\\ne:"f"'), lines.join("\n"));
});

Deno.test("a URI has no escapes: backslashes are percent-encoded, commas are not", () => {
  const website = { url: "https://a.example/x;y?z=1,2\\3\r\nTEL:911", label: "x" };
  const lines = contentLines(writeVcard({ ...NOBODY, websites: [website] }, null));
  assert.ok(
    lines.includes("item1.URL:https://a.example/x;y?z=1,2%5C3TEL:911"),
    lines.join("\n"),
  );
});

/** Creates a contact with this text in every field for text. */
function saying(text: string): Contact {
  return {
    ...NOBODY,
    suffix: text,
    organization: text,
    title: text,
    note: text,
    phones: [{ number: numberOf(text), label: "Other" }],
    emails: [{ address: text, label: "Home" }],
    addresses: [{ address: text, label: "Work" }],
    websites: [{ url: "https://a.example/?a=b;c", label: text }],
  };
}

/** Returns a phone number as ical.js reads it, without backslashes. */
function numberOf(text: string): string {
  return text.replaceAll(/[\\\r\n]/g, "");
}

/** Returns the contact that a reader finds in `saying(text)`. */
function contactOf(text: string): FoundContact {
  const line = (name: string, value: string | string[], types: string[] = []) => ({
    name,
    group: name === "URL" || name === "X-ABLABEL" ? "item1" : null,
    types,
    value,
  });
  return [
    line("VERSION", "3.0"),
    line("FN", `Silva ${text}`),
    line("ORG", text),
    line("TITLE", text),
    line("NOTE", text),
    line("TEL", numberOf(text), ["OTHER", "VOICE"]),
    line("EMAIL", text, ["HOME"]),
    line("ADR", ["", "", text, "", "", "", ""], ["WORK"]),
    line("URL", "https://a.example/?a=b;c"),
    line("X-ABLABEL", text),
    line("N", ["Silva", "", "", "", text]),
  ];
}

/** Asserts that every reader that supports such texts returns each as expected. */
async function comesBack(texts: readonly [given: string, read: string][]): Promise<void> {
  const files = texts.map(([text]) => writeVcard(saying(text), null));
  for (const file of files) foldedLines(file);
  for (const { name, found, misreads } of await readContacts(files)) {
    for (const [index, [, text]] of texts.entries()) {
      if (misreads?.test(text)) continue;
      assert.deepEqual(found[index], contactOf(text), `${name}: ${JSON.stringify(text)}`);
    }
  }
}

Deno.test("every text is read back unchanged by each reader", async () => {
  await comesBack(Object.values(HARD_TEXTS).map((text) => [text, text]));
});

Deno.test("characters that no file may have are removed from texts, and line breaks normalised", async () => {
  await comesBack(Object.values(UNCLEAN_TEXTS));
});

Deno.test("300 random texts are read back unchanged by each reader", async () => {
  await comesBack(randomTexts(300, 2426).map((text) => [text, text]));
});

Deno.test("200 random names of twelve scripts are read back unchanged by each reader", async () => {
  const names = textsOfScripts(200, 2426);
  const files = names.map((name) => writeVcard({ ...NOBODY, firstName: name }, null));
  for (const file of files) foldedLines(file);
  for (const { name, found } of await readContacts(files)) {
    for (const [index, text] of names.entries()) {
      const valueOf = (property: string) =>
        found[index]!.find((entry) => entry.name === property)!.value;
      assert.deepEqual(valueOf("FN"), `${text} Silva`, name);
      assert.deepEqual(valueOf("N"), ["Silva", text, "", "", ""], name);
    }
  }
});

Deno.test("no line of a contact ends in the sign of an escape, whatever its note", () => {
  for (const note of [...randomTexts(300, 3), "a;".repeat(90), "\\é".repeat(90), "=é".repeat(90)]) {
    const lines = foldedLines(writeVcard({ ...NOBODY, note: note.toWellFormed() }, null));
    for (const [at, line] of lines.slice(0, -1).entries()) {
      if (!lines[at + 1]!.startsWith(" ")) continue;
      assert.doesNotMatch(line, /(?<!\\)(\\\\)*\\$/, line);
      if (!note.includes("==")) assert.doesNotMatch(line, /=$/, line);
    }
  }
});

Deno.test("a photo is read back to the byte", async () => {
  const photo = crypto.getRandomValues(new Uint8Array(60_000));
  for (const { name, found } of await readContacts([writeVcard(ANA, photo)])) {
    const line = found[0]!.find((entry) => entry.name === "PHOTO")!;
    assert.deepEqual(line.types, ["JPEG"], name);
    assert.deepEqual(Uint8Array.fromBase64(line.value as string), photo, name);
  }
});

Deno.test("each label is read back as a type that its reader supports", async () => {
  for (const { name, found } of await readContacts([writeVcard(ANA, null)])) {
    const typesOf = (property: string) =>
      found[0]!.filter((entry) => entry.name === property).map(({ types }) => types.join());
    assert.deepEqual(
      typesOf("TEL"),
      ["WORK", "HOME", "CELL", "FAX", "PAGER", "MAIN", "OTHER,VOICE"],
      name,
    );
    assert.deepEqual([typesOf("EMAIL"), typesOf("ADR")], [["WORK", "HOME"], ["WORK", "HOME"]]);
  }
});

Deno.test("websites keep their labels by their groups", async () => {
  const websites = Array.from({ length: 4 }, (_, index) => ({
    url: `https://${index}.example`,
    label: `label ${index}`,
  }));
  for (const { name, found } of await readContacts([writeVcard({ ...NOBODY, websites }, null)])) {
    for (const [index, { url, label }] of websites.entries()) {
      const values = found[0]!.filter(({ group }) => group === `item${index + 1}`)
        .map(({ value }) => value);
      assert.deepEqual(values, [url, label], name);
    }
  }
});
