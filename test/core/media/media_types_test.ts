import assert from "node:assert/strict";
import {
  canonicalMime,
  extensionOf,
  extensionOfUrl,
  isTranscoded,
  kindOf,
  MEDIA_KINDS,
  MEDIA_TYPES,
  mediaTypeOfExtension,
  mimeOf,
  playsOnHandsets,
} from "../../../src/core/media/media_types.ts";

/** Spec 2.3, "Supported media", copied by hand. */
const SPEC = {
  image: ["jpg = image/jpg, image/jpeg", "png = image/png", "gif = image/gif", "webp = image/webp"],
  audio: [
    "mp3 = audio/mp3, audio/mpeg",
    "wav = audio/x-wave, audio/x-wav, audio/wav, audio/wave",
    "amr = audio/amr",
  ],
  video: [
    "mp4 = video/mp4",
    "mpg, mpeg = video/mpeg, video/mpg",
    "avi = video/x-msvideo, video/avi",
    "wmv = video/x-ms-wmv, video/x-ms-asf",
    "mov = video/quicktime",
    "3gp = video/3gpp, video/3gp",
  ],
  contact: ["vcf, vcard = text/vcard, text/v-card, text/x-vcard"],
  calendar: ["ics, ical, ifb, icalendar = text/calendar"],
  pdf: ["pdf = application/pdf, application/x-pdf"],
  "ms-excel": [
    "xls = application/vnd.ms-excel",
    "xlsx = application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ],
};

Deno.test("the table is exactly the spec's", () => {
  assert.deepEqual(MEDIA_KINDS, Object.keys(SPEC));
  assert.equal(MEDIA_TYPES.length, Object.values(SPEC).flat().length);
  for (const [kind, rows] of Object.entries(SPEC)) {
    for (const row of rows) {
      const [extensions, types] = row.split(" = ").map((list) => list.split(", "));
      for (const extension of extensions!) {
        const found = mediaTypeOfExtension(extension)!;
        assert.equal(found.kind, kind, extension);
        assert.deepEqual([...found.extensions], extensions);
        assert.deepEqual([found.type, ...found.aliases].sort(), [...types!].sort());
      }
      for (const type of types!) assert.equal(kindOf(type), kind, type);
    }
  }
});

Deno.test("aliases have one canonical name, and a type has one extension", () => {
  assert.equal(canonicalMime("image/jpg"), "image/jpeg");
  assert.equal(canonicalMime("AUDIO/X-WAVE; codecs=1"), "audio/wav");
  assert.equal(canonicalMime("text/html"), "text/html");
  assert.equal(extensionOf("image/jpg"), "jpg");
  assert.equal(extensionOf("video/mpg"), "mpg");
  assert.equal(extensionOf("text/plain; charset=utf-8"), "txt");
  assert.equal(extensionOf("text/html"), null);
});

Deno.test("only image, audio and video are transcoded", () => {
  assert.deepEqual(MEDIA_KINDS.filter(isTranscoded), ["image", "audio", "video"]);
});

Deno.test("types that every MMS handset plays", () => {
  const types = MEDIA_TYPES.map(({ type }) => type);
  assert.deepEqual(types.filter((type) => !playsOnHandsets(type)), [
    "image/webp",
    "audio/wav",
    "video/mpeg",
    "video/x-msvideo",
    "video/x-ms-wmv",
    "video/quicktime",
  ]);
  assert.equal(playsOnHandsets("image/JPG; name=a.jpg"), true);
  assert.equal(playsOnHandsets("text/html"), false);
});

Deno.test("a Content-Type is read without its parameters, and must be one", () => {
  assert.equal(mimeOf(' Image/PNG ; name="a;b"'), "image/png");
  assert.equal(mimeOf("application/vnd.ms-excel"), "application/vnd.ms-excel");
  for (const bad of ["", ";", "image", "image/", "/png", "image/png/x", "ima ge/png", null]) {
    assert.equal(mimeOf(bad), null, String(bad));
  }
});

Deno.test("a URL's extension is that of its path's last segment", () => {
  const cases: [string, string | null][] = [
    ["https://a.example/b/photo.JPG", "jpg"],
    ["https://a.example/photo.tar.png?x=y.gif#z.mp4", "png"],
    ["https://a.example/photo", null],
    ["https://a.example/photo.", null],
    ["https://a.example/v1.2/photo", null],
    ["https://a.mp4/", null],
    ["https://a.mp4", null],
    ["nonsense.mp4", null],
  ];
  for (const [url, extension] of cases) assert.equal(extensionOfUrl(url), extension, url);
});
