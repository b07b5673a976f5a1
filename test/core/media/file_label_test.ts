/** Names of files for people, from content that strangers write. */
import assert from "node:assert/strict";
import {
  type FileLabel,
  fileNameOfUrl,
  LABEL_BYTES,
  readLabel,
} from "../../../src/core/media/file_label.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const contact = (...lines: string[]) =>
  readLabel("contact", bytes(["BEGIN:VCARD", ...lines, "END:VCARD", ""].join("\r\n")), null);
const event = (...lines: string[]) =>
  readLabel(
    "calendar",
    bytes(["BEGIN:VCALENDAR", "BEGIN:VEVENT", ...lines, "END:VEVENT", ""].join("\r\n")),
    null,
  );

const CONTACTS: [what: string, lines: string[], name: string | undefined][] = [
  [
    "the name for display",
    ["VERSION:3.0", "N:Meer;Zoë", "FN:Zoë van der Meer"],
    "Zoë van der Meer",
  ],
  ["escapes", ["FN:Jo\\, Ann\\; and\\nCo \\\\"], "Jo, Ann; and Co \\"],
  ["a folded line", ["FN:Zoë van", "  der", "\t Meer"], "Zoë van der Meer"],
  ["a group, parameters and lower case", [`item1.fn;x="a:b;c";type=x:Jo`], "Jo"],
  ["the parts of a name", ["N:Meer\\;s;Zoë;van der;Dr.;PhD"], "Dr. Zoë van der Meer;s PhD"],
  ["a name without further parts", ["N:Meer"], "Meer"],
  ["an organisation", ["FN:", "N:;;;;", "ORG:Tulip Ltd;Sales"], "Tulip Ltd;Sales"],
  [
    "vCard 2.1 in quoted-printable",
    ["FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Zo=C3=", "=AB =3D"],
    "Zoë =",
  ],
  ["Latin 1", ["FN;QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Zo=EB"], "Zoë"],
  ["an unknown charset", ["FN;QUOTED-PRINTABLE;CHARSET=x-none:Zo=C3=AB"], "Zoë"],
  ["the first of several cards", ["FN:One", "END:VCARD", "BEGIN:VCARD", "FN:Two"], "One"],
  ["nothing visible", ["FN: \u200b"], undefined],
  ["no name", ["TEL:1"], undefined],
  ["control characters", ["FN:a\u0000b\u009bc\td"], "a b c d"],
  ["a long name", [`FN:${"é".repeat(5000)}`], "é".repeat(120)],
];

for (const [what, lines, name] of CONTACTS) {
  Deno.test(`a contact is called by ${what}`, () => assert.equal(contact(...lines)?.name, name));
}

const at = Date.UTC(2027, 6, 1, 12, 30);
const date = (day: number) => ({ at: Date.UTC(2027, 6, day), zone: null, isDate: true as const });

const EVENTS: [what: string, lines: string[], label: FileLabel | undefined][] = [
  ["UTC", ["SUMMARY:Tulips", "DTSTART:20270701T123000Z"], {
    name: "Tulips",
    start: { at, zone: "UTC" },
  }],
  [
    "a zone",
    [
      "DTSTART;TZID=Europe/Warsaw:20270701T143000",
      `DTEND;TZID="Europe/Warsaw":20270701T153000`,
      "SUMMARY;LANGUAGE=en:Tulips",
    ],
    {
      name: "Tulips",
      start: { at, zone: "Europe/Warsaw" },
      end: { at: at + 3_600_000, zone: "Europe/Warsaw" },
    },
  ],
  ["no zone", ["SUMMARY:Tulips", "DTSTART:20270701T123000"], {
    name: "Tulips",
    start: { at, zone: null },
  }],
  ["an unknown zone", ["SUMMARY:Tulips", "DTSTART;TZID=Romance Standard Time:20270701T123000"], {
    name: "Tulips",
    start: { at, zone: null },
  }],
  ["a day", ["SUMMARY:Tulips", "DTSTART;VALUE=DATE:20270701", "DTEND;VALUE=DATE:20270702"], {
    name: "Tulips",
    start: date(1),
  }],
  ["days", ["SUMMARY:Tulips", "DTSTART;VALUE=DATE:20270701", "DTEND;VALUE=DATE:20270704"], {
    name: "Tulips",
    start: date(1),
    end: date(3),
  }],
  ["an end before the start", ["SUMMARY:T", "DTSTART:20270701T123000Z", "DTEND:20270701T113000Z"], {
    name: "T",
    start: { at, zone: "UTC" },
  }],
  [
    "an end that a change of clocks puts before the start",
    [
      "SUMMARY:T",
      "DTSTART;TZID=Europe/Berlin:20260329T023000",
      "DTEND;TZID=Europe/Berlin:20260329T031500",
    ],
    {
      name: "T",
      start: { at: Date.UTC(2026, 2, 29, 1, 30), zone: "Europe/Berlin" },
      end: { at: Date.UTC(2026, 2, 29, 2, 15), zone: "Europe/Berlin" },
    },
  ],
  ["times that do not exist", ["SUMMARY:Tulips", "DTSTART:20271341T996000Z"], { name: "Tulips" }],
  [
    "an alarm before its own fields",
    ["BEGIN:VALARM", "SUMMARY:Ring", "END:VALARM", "SUMMARY:Tulips"],
    { name: "Tulips" },
  ],
  ["no title", ["DTSTART:20270701T123000Z"], undefined],
];

for (const [what, lines, label] of EVENTS) {
  Deno.test(`an event is called by its title and times: ${what}`, () => {
    assert.deepEqual(event(...lines), label);
  });
}

const DOCUMENTS: [kind: "pdf" | "ms-excel", fileName: string | null, name: string | undefined][] = [
  ["pdf", "Invoice 12.pdf", "Invoice 12.pdf"],
  ["pdf", "../../etc/Invoice.PDF", "Invoice.PDF"],
  ["pdf", "C:\\docs\\a.pdf", "a.pdf"],
  ["ms-excel", "prices.xlsx", "prices.xlsx"],
  ["pdf", "prices.xlsx", undefined],
  ["pdf", "download", undefined],
  ["pdf", ".pdf", ".pdf"],
  ["pdf", null, undefined],
  ["pdf", "<script>.pdf", "<script>.pdf"],
];

for (const [kind, fileName, name] of DOCUMENTS) {
  Deno.test(`a document is called by its file name: ${fileName}`, () => {
    assert.equal(readLabel(kind, new Uint8Array(), fileName)?.name, name);
  });
}

Deno.test("the file name of a URL is decoded", () => {
  assert.equal(fileNameOfUrl("https://a.example/x/Invoice%2012.pdf?a=b.pdf#c"), "Invoice 12.pdf");
  assert.equal(fileNameOfUrl("https://a.example/100%.pdf"), "100%.pdf");
  for (const url of ["https://a.example/", "cid:x", "dynamic-contact 1"]) {
    assert.equal(readLabel("pdf", new Uint8Array(), fileNameOfUrl(url)), undefined);
  }
});

Deno.test("pictures, sounds and films have no names", () => {
  for (const kind of ["image", "audio", "video"] as const) {
    assert.equal(readLabel(kind, bytes("FN:x"), "x.jpg"), undefined);
  }
});

Deno.test("no content takes long, or fails", () => {
  const pieces = [
    "a",
    ";",
    '"',
    ';x="',
    ":",
    "=\r\n",
    "\r\n ",
    "FN;ENCODING=QUOTED-PRINTABLE:=\r\n",
  ];
  for (const piece of pieces) {
    const start = bytes(piece.repeat(LABEL_BYTES / piece.length));
    for (const kind of ["contact", "calendar"] as const) {
      assert.ok((readLabel(kind, start, null)?.name.length ?? 0) <= 120);
    }
  }
  const random = crypto.getRandomValues(new Uint8Array(LABEL_BYTES));
  // One in some hundred has a line that opens with N: by chance.
  assert.ok((readLabel("contact", random, null)?.name.length ?? 0) <= 120);
});
