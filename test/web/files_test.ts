/** Downloads of a page: what they are called, and their sizes. */
import assert from "node:assert/strict";
import type { FileLabel } from "../../src/core/media/file_label.ts";
import type { PageLanguage } from "../../src/core/message/page_language.ts";
import type { PageFile } from "../../src/core/message/page.ts";
import { localeOf } from "../../src/web/locale.ts";
import { file, show, withFiles, wordsOf } from "./shown.ts";

const DOWNLOADS: [fields: Partial<PageFile>, name: string, details: string][] = [
  [{ kind: "contact", type: "text/vcard", bytes: 312 }, "Contact", "VCF, 312 bytes"],
  [{ kind: "calendar", type: "text/calendar", bytes: 1 }, "Calendar event", "ICS, 1 byte"],
  [{ kind: "pdf", type: "application/pdf", bytes: 84_312 }, "Document", "PDF, 84 kB"],
  [
    { kind: "ms-excel", type: "application/vnd.ms-excel", bytes: 1_240_000 },
    "Spreadsheet",
    "XLS, 1.2 MB",
  ],
  [{ kind: "video", type: "video/3gpp", bytes: 999_999 }, "Video", "3GP, 1 MB"],
  [{ kind: "audio", type: "audio/amr", bytes: 999_499 }, "Sound", "AMR, 999 kB"],
  [{ kind: "image", type: "image/tiff", bytes: 0 }, "Picture", "File, 0 bytes"],
];

for (const [fields, name, details] of DOWNLOADS) {
  Deno.test(`a ${fields.type} that browsers do not play is a download`, () => {
    const html = withFiles({ ...fields, plays: false });
    assert.doesNotMatch(html, /<(img|video|audio)/);
    const [, row] = /<li><a href="CODE\/slide1-image\.jpg">([^]*?)<\/a>/.exec(html)!;
    assert.equal(wordsOf(row!), `Download: ${name}, ${details}`);
    assert.match(row!, /<svg[^>]*aria-hidden="true"/);
  });
}

const at = Date.UTC(2027, 6, 1, 12, 30);
const HOUR = 3_600_000;

const LABELS: [fields: Partial<PageFile>, label: FileLabel, words: string][] = [
  [
    { kind: "contact", type: "text/vcard", bytes: 312 },
    { name: "Zoë Żółw" },
    "Download: Zoë Żółw, Contact on slide 2, VCF, 312 bytes",
  ],
  [
    { kind: "pdf", type: "application/pdf" },
    { name: "Invoice 12.pdf" },
    "Download: Invoice 12.pdf, Document on slide 2, PDF, 1 kB",
  ],
  [
    { kind: "calendar", type: "text/calendar" },
    { name: "Tulips", start: { at, zone: "Europe/Warsaw" } },
    "Download: Tulips, Thu, 1 July 2027 at 14:30 CEST, Calendar event on slide 2, ICS, 1 kB",
  ],
  [
    { kind: "calendar", type: "text/calendar" },
    {
      name: "Tulips",
      start: { at, zone: "UTC" },
      end: { at: at + HOUR, zone: "UTC" },
    },
    "Download: Tulips, Thu, 1 July 2027, 12:30–13:30 UTC, " +
    "Calendar event on slide 2, ICS, 1 kB",
  ],
  [
    { kind: "calendar", type: "text/calendar" },
    { name: "Tulips", start: { at: Date.UTC(2027, 6, 1), zone: null, isDate: true } },
    "Download: Tulips, Thu, 1 July 2027, Calendar event on slide 2, ICS, 1 kB",
  ],
  [
    { kind: "calendar", type: "text/calendar" },
    { name: "Tulips", start: { at, zone: null } },
    "Download: Tulips, Thu, 1 July 2027 at 12:30, Calendar event on slide 2, ICS, 1 kB",
  ],
];

for (const [fields, label, words] of LABELS) {
  Deno.test(`a file is called ${words}`, () => {
    const shown = file({ ...fields, label, plays: false });
    const html = show({ slides: [{ text: "a", files: [] }, { text: null, files: [shown] }] });
    const [, row] = /<li><a href[^>]*>([^]*?)<\/a>/.exec(html)!;
    assert.equal(wordsOf(row!).replaceAll(/[\u2009\u202f]/g, " "), words);
  });
}

Deno.test("times in a zone are marked for the script, others stay", () => {
  const times = (label: Omit<FileLabel, "name">) =>
    /<time [^>]*>/.exec(
      withFiles({ kind: "calendar", plays: false, label: { name: "x", ...label } }),
    )![0];
  const zone = "America/New_York";
  assert.equal(
    times({ start: { at, zone }, end: { at: at + HOUR, zone } }),
    `<time datetime="2027-07-01T12:30:00.000Z" data-end="2027-07-01T13:30:00.000Z" ` +
      `data-look="moment">`,
  );
  assert.equal(times({ start: { at, zone: null } }), `<time datetime="2027-07-01T12:30">`);
  const date = { at, zone: null, isDate: true } as const;
  assert.equal(times({ start: date }), `<time datetime="2027-07-01">`);
});

Deno.test("no name of a file becomes markup", () => {
  const name = `</bdi><script>alert("1")</script>\u202e`;
  for (const kind of ["contact", "calendar", "pdf"] as const) {
    const html = withFiles({ kind, plays: false, label: { name } });
    assert.equal(html.match(/<script/g)?.length, 1, "our own");
    assert.ok(html.includes(
      `<bdi lang="">&lt;/bdi&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;\u202e</bdi>`,
    ));
  }
});

Deno.test("sizes are rounded for readers", () => {
  const sizes = [0, 1, 999, 1000, 1499, 999_499, 999_500, 1_000_000, 1_250_000, 52_000_000];
  assert.deepEqual(sizes.map(localeOf("en").size), [
    "0 bytes",
    "1 byte",
    "999 bytes",
    "1 kB",
    "1 kB",
    "999 kB",
    "1 MB",
    "1 MB",
    "1.3 MB",
    "52 MB",
  ]);
});

Deno.test("sizes are written in each language", () => {
  const size = (language: PageLanguage) =>
    localeOf(language).size(1_250_000).replaceAll(/\s/g, " ");
  assert.equal(size("fr"), "1,3 Mo");
  assert.equal(size("de"), "1,3 MB");
  assert.match(size("ar"), /[١1][٫.][٣3]/);
});
