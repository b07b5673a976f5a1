/**
 * Spec 2.3, fetching rule 4 and the content validation table: the type a server declares, against
 * the bytes of real files, through `savemms`.
 */
import assert from "node:assert/strict";
import { MEDIA_TYPES, type MediaKind } from "../../src/core/media/media_types.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { audio, bytes, image, second } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Body, save } from "./traffic.ts";

let test: TestService;
let files: FileServer;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const COMPOUND = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
const VCARD = "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Roe;Ana\r\nFN:Ana Roe\r\nEND:VCARD\r\n";
const CALENDAR = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n";

/** A file of each type of the media table. */
const FILES: Record<string, () => Promise<string>> = {
  "image/jpeg": () => image("gps.jpg"),
  "image/png": () => image("alpha.png"),
  "image/gif": () => image("dot.gif"),
  "image/webp": () => image("photo.webp"),
  "audio/mpeg": () => second("mp3"),
  "audio/wav": () => second("wav"),
  "audio/amr": () => second("amr"),
  "video/mp4": () => second("mp4"),
  "video/mpeg": () => second("mpg"),
  "video/x-msvideo": () => second("avi"),
  "video/x-ms-wmv": () => second("wmv"),
  "video/quicktime": () => second("mov"),
  "video/3gpp": () => second("3gp"),
  "text/vcard": () => bytes("a.vcf", VCARD),
  "text/calendar": () => bytes("a.ics", CALENDAR),
  "application/pdf": () => bytes("a.pdf", "%PDF-1.4\n"),
  "application/vnd.ms-excel": () => bytes("a.xls", COMPOUND),
  [SHEET]: () => bytes("a.xlsx", "PK\x03\x04"),
};

const SPOKEN_SOUND = () =>
  audio({
    seconds: 1,
    extension: "3gp",
    codecs: "-c:a libopencore_amrnb -ar 8000 -ac 1 -b:a 12.2k",
  });

/** Pairs that cannot be distinguished by their bytes, or that honest servers send. */
const ALIKE: [declared: string, of: string, why: string, file: () => Promise<string>][] = [
  ...["video/mp4", "video/quicktime", "video/3gpp"].flatMap((declared, _, family) =>
    family.filter((of) => of !== declared).map((
      of,
    ): typeof ALIKE[number] => [declared, of, "they share a container", FILES[of]!])
  ),
  ["audio/amr", "video/3gpp", "phones record AMR into 3GP", SPOKEN_SOUND],
  [
    SHEET,
    "application/vnd.ms-excel",
    "with a password it is one",
    FILES["application/vnd.ms-excel"]!,
  ],
];

let served = 0;

async function slideOf(
  kind: MediaKind,
  type: string,
  file: () => Promise<string>,
  extension = "bin",
): Promise<{ url: string; slide: Body }> {
  const url = await files.add(`file-${++served}.${extension}`, type, await file());
  return { url, slide: { [kind]: { url } } };
}

/** Templates of up to nine slides each, with a postback for every slide. */
async function refusals(slides: Body[]): Promise<Body[]> {
  const chunks = Array.from(
    { length: Math.ceil(slides.length / 9) },
    (_, index) => slides.slice(9 * index, 9 * (index + 1)),
  );
  const saved = await Promise.all(
    chunks.map((slide) => save(test, { slide }, { awaited: slide.length })),
  );
  return saved.flatMap(({ postbacks }) => postbacks);
}

for (const { kind, type, aliases } of MEDIA_TYPES) {
  const alike = new Set(ALIKE.filter(([declared]) => declared === type).map(([, of]) => of));
  const others = Object.keys(FILES).filter((other) => other !== type && !alike.has(other));
  Deno.test(`spec 2.3 rule 4: what is not ${type} is refused as it: E011`, async () => {
    const names = [type, ...aliases];
    const slides = await Promise.all(
      others.map((other, index) => slideOf(kind, names[index % names.length]!, FILES[other]!)),
    );
    const postbacks = await refusals(slides.map(({ slide }) => slide));
    assert.deepEqual(postbacks.map(({ code }) => code), others.map(() => "E011"));
    assert.deepEqual(
      new Set(postbacks.map((postback) => postback["content-name"])),
      new Set(slides.map(({ url }) => url)),
    );
    for (const postback of postbacks) {
      assert.equal(postback["content-type"], kind);
      assert.match(postback["error-info"], /^the content is not an? .+, but an? /);
    }
  });
}

for (const [declared, of, why, file] of ALIKE) {
  Deno.test(`spec 2.3 rule 4: ${of} as ${declared} is taken: ${why}`, async () => {
    const { kind } = MEDIA_TYPES.find(({ type }) => type === declared)!;
    const { slide } = await slideOf(kind, declared, file);
    const { postbacks } = await save(test, { slide: [slide] });
    assert.deepEqual(postbacks.map(({ code }) => code), ["N003"], JSON.stringify(postbacks));
  });
}

/**
 * Octet-streams whose extension contradicts their content. Objects are never transcoded (rule 5).
 */
const LIES: [kind: MediaKind, extension: string, of: string, code: string][] = [
  ["audio", "mp3", "audio/wav", "E002"],
  ["audio", "wav", "audio/mpeg", "E002"],
  ["video", "mp4", "video/x-msvideo", "E003"],
  ["video", "avi", "video/mp4", "E003"],
  ["image", "jpg", "image/png", "E004"],
  ["image", "gif", "image/jpeg", "E004"],
  ["contact", "vcf", "text/calendar", "E011"],
  ["pdf", "pdf", "image/png", "E011"],
  ["ms-excel", "xlsx", "application/pdf", "E011"],
  ["ms-excel", "xls", SHEET, "E011"],
];

for (const [kind, extension, of, code] of LIES) {
  Deno.test(`spec 2.3 content validation: ${of} as an octet-stream named .${extension}: ${code}`, async () => {
    const { slide } = await slideOf(kind, "application/octet-stream", FILES[of]!, extension);
    const { postbacks } = await save(test, { slide: [slide] });
    assert.deepEqual(postbacks.map((postback) => postback.code), [code], JSON.stringify(postbacks));
  });
}

/** Formats that no slide accepts, declared as a type that slides accept. */
const FOREIGN: [type: string, what: string, start: string][] = [
  ["image/jpeg", "an HEIF photo", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
  ["image/png", "an HTML page", "<!doctype html><title>Not found</title>"],
  ["audio/mpeg", "an Ogg file", "OggS\0\x02"],
  ["video/mp4", "a WebM film", "\x1a\x45\xdf\xa3\x01"],
];

for (const [type, title, start] of FOREIGN) {
  Deno.test(`spec 2.3 rule 4: ${title} as ${type}: E011`, async () => {
    const { kind } = MEDIA_TYPES.find((row) => row.type === type)!;
    const content = Uint8Array.from(start, (character) => character.charCodeAt(0));
    const { slide } = await slideOf(kind, type, () => bytes(`${title}.bin`, content));
    const { postbacks: [postback] } = await save(test, { slide: [slide] });
    assert.equal(postback.code, "E011");
  });
}
