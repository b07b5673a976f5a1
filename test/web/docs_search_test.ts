/** The search of the manual: words in any form, synonyms, phrases, ranking and snippets. */
import assert from "node:assert/strict";
import { createSearch, type SearchedPage } from "../../src/web/docs/search/mod.ts";
import { stem } from "../../src/web/docs/search/stem.ts";
import { SYNONYMS } from "../../src/web/docs/search/synonyms.ts";

const section = (id: string, title: string, text: string) => ({ id, title, text });

const PAGES: readonly SearchedPage[] = [
  {
    path: "/docs/people",
    title: "Personal data",
    sections: [
      section("", "Personal data", "This page covers personal data. More follows."),
      section("erasure", "Erasure", "An erasure takes what is stored at its start."),
    ],
  },
  {
    path: "/docs/storage",
    title: "Storage",
    sections: [
      section("", "Storage", "This page covers the database, and several machines."),
      section("several-machines", "Several machines", "Set QUEUE and BLOBS_URL on each."),
      section(
        "files",
        "Files",
        "Files are below DATA_DIR. A file may be in a bucket. Crème brûlée.",
      ),
    ],
  },
  {
    path: "/docs/providers/tulip",
    title: "Tulip",
    parent: "/docs/providers",
    sections: [
      section("", "Tulip", "Files of the provider."),
      section("files", "Files", "Its files."),
    ],
  },
];

const search = createSearch(PAGES);

async function urlsOf(query: string): Promise<string[]> {
  return (await search(query)).findings.map(({ url }) => url);
}

Deno.test("forms of a word have one stem, and other words another one", () => {
  const families = [
    ["retry", "retries", "retried", "retrying"],
    ["encrypt", "encrypts", "encrypted", "encrypting", "encryption"],
    ["rotate", "rotates", "rotated", "rotating", "rotation"],
    ["message", "messages"],
    ["api", "apis"],
    ["id", "ids"],
    ["use", "uses", "used", "using"],
    ["stop", "stops", "stopped", "stopping"],
    ["match", "matches", "matched"],
    ["bill", "bills", "billed", "billing"],
    ["address", "addresses"],
  ];
  for (const family of families) {
    assert.equal(new Set(family.map(stem)).size, 1, family.join());
  }
  const stems = families.map(([word]) => stem(word!));
  assert.equal(new Set(stems).size, families.length);
});

Deno.test("what is no English word in lower case stays as it is", () => {
  for (const word of ["e626", "s3", "status", "größen", "", "is"]) {
    assert.equal(stem(word), word);
  }
});

Deno.test("a page is found by other forms of its words, and by accents left out", async () => {
  assert.deepEqual((await urlsOf("machine"))[0], "/docs/storage#several-machines");
  assert.deepEqual(await urlsOf("creme brulee"), ["/docs/storage#files"]);
  assert.equal((await urlsOf("buckets"))[0], "/docs/storage#files");
});

Deno.test("readers' words find what the manual calls otherwise", async () => {
  assert.equal((await urlsOf("GDPR delete"))[0], "/docs/people#erasure");
  assert.equal((await urlsOf("two machines"))[0], "/docs/storage#several-machines");
  assert.equal((await urlsOf("high availability"))[0], "/docs/storage#several-machines");
});

Deno.test("a phrase counts as a whole: its words alone find other things", async () => {
  assert.deepEqual(await urlsOf("availability"), []);
  assert.ok(!(await urlsOf("high")).includes("/docs/storage#several-machines"));
});

Deno.test("part of a word finds it, while it is typed and within a compound", async () => {
  assert.equal((await urlsOf("eras"))[0], "/docs/people#erasure");
  assert.deepEqual(await urlsOf("BLOBS_URL"), ["/docs/storage#several-machines"]);
  assert.deepEqual(await urlsOf("blobs_u"), ["/docs/storage#several-machines"]);
  assert.deepEqual(await urlsOf("ucket"), ["/docs/storage#files"]);
});

Deno.test("a question needs no fillers, and words that are nowhere are left out and named", async () => {
  assert.deepEqual(await urlsOf("where are my files?"), await urlsOf("files"));
  const { findings, unknown } = await search("files xylophone");
  assert.deepEqual(findings.map(({ url }) => url), await urlsOf("files"));
  assert.deepEqual(unknown, ["xylophone"]);
  assert.deepEqual((await search("xylophone")).findings, []);
  assert.deepEqual(await urlsOf(""), []);
  assert.deepEqual(await urlsOf("?!"), []);
});

Deno.test("a heading is a better match than a text, and a page than one with its details", async () => {
  assert.deepEqual(await urlsOf("file"), [
    "/docs/storage#files",
    "/docs/providers/tulip#files",
    "/docs/providers/tulip",
  ]);
});

Deno.test("a snippet has the words of the text, with what was found as every second piece", async () => {
  const { findings: [erasure] } = await search("delete start");
  assert.deepEqual(erasure!.snippet, [
    "An ",
    "erasure",
    " takes what is stored at its ",
    "start",
    ".",
  ]);
  const long = createSearch([{
    path: "/docs/long",
    title: "Long",
    sections: [section("", "Long", `${"before ".repeat(50)}needle ${"after ".repeat(50)}`)],
  }]);
  const { findings: [needle] } = await long("needles");
  const { snippet } = needle!;
  assert.equal(snippet.length, 3);
  assert.match(snippet[0]!, /^… before( before)* $/);
  assert.equal(snippet[1], "needle");
  assert.match(snippet[2]!, /^ after.* …$/);
});

Deno.test("a row of synonyms has each phrase once", () => {
  for (const { manual, readers } of SYNONYMS) {
    const phrases = [...manual, ...readers].map((phrase) => phrase.toLowerCase());
    assert.equal(new Set(phrases).size, phrases.length, phrases.join());
    assert.ok(phrases.every((phrase) => phrase.trim() === phrase && phrase !== ""));
  }
});
