import assert from "node:assert/strict";
import {
  checkContent,
  checkFile,
  CONTENT_TABLE,
  type ExtensionClass,
  type FetchedContent,
  type MimeClass,
} from "../../../src/core/media/content_check.ts";
import { MEDIA_TYPES } from "../../../src/core/media/media_types.ts";

const check = (kind: FetchedContent["kind"], declaredType: string, url: string) =>
  checkContent({ kind, declaredType, url });

Deno.test("the six rows of spec 2.3", () => {
  const urls: Record<ExtensionClass, string> = {
    supported: "https://a.example/clip.mp4",
    invalid: "https://a.example/clip.xyz",
    none: "https://a.example/clip",
  };
  const types: Record<MimeClass, string> = {
    supported: "video/mp4",
    "octet-stream": "application/octet-stream",
    other: "text/html",
  };
  const passes: Record<string, boolean> = {
    "supported supported": true,
    "supported invalid": true,
    "supported none": true,
    "octet-stream supported": true,
    "octet-stream invalid": false,
    "octet-stream none": false,
  };
  assert.equal(CONTENT_TABLE.length, 6);
  for (const { mime, extension } of CONTENT_TABLE) {
    const verdict = check("video", types[mime], urls[extension]);
    assert.equal(verdict.ok, passes[`${mime} ${extension}`], `${mime} ${extension}`);
    if (verdict.ok) assert.equal(verdict.type, "video/mp4");
  }
});

Deno.test("every type and alias of the table passes under its own kind and no other", () => {
  for (const { kind, type, aliases } of MEDIA_TYPES) {
    for (const declared of [type, ...aliases]) {
      assert.deepEqual(check(kind, declared, "https://a.example/x"), { ok: true, type });
      const other = kind === "pdf" ? "contact" : "pdf";
      assert.equal(check(other, declared, "https://a.example/x").ok, false);
    }
  }
});

Deno.test("octet-stream has the type of its extension", () => {
  for (const stream of ["application/octet-stream", "binary/octet-stream"]) {
    assert.deepEqual(check("calendar", stream, "https://a.example/a.ifb"), {
      ok: true,
      type: "text/calendar",
    });
  }
});

Deno.test("the declared type outweighs a supported extension of another kind", () => {
  assert.deepEqual(check("image", "image/png", "https://a.example/a.mp4"), {
    ok: true,
    type: "image/png",
  });
});

Deno.test("reasons name what the customer can change", () => {
  const cases: [FetchedContent["kind"], string, string, string][] = [
    ["image", "video/mp4", "/a.mp4", "the slide says image, but the content is video (video/mp4)"],
    [
      "image",
      "application/octet-stream",
      "/a.mp4",
      "the slide says image, but the content is video (video/mp4)",
    ],
    ["image", "text/html", "/a.jpg", "content type text/html is not supported"],
    ["image", "", "/a.jpg", "the response has no valid Content-Type"],
    [
      "image",
      "application/octet-stream",
      "/a.exe",
      "content type application/octet-stream needs a supported file extension, and .exe is not one",
    ],
    [
      "image",
      "application/octet-stream",
      "/a",
      "content type application/octet-stream needs a supported file extension, and the URL has none",
    ],
  ];
  for (const [kind, type, path, reason] of cases) {
    assert.deepEqual(check(kind, type, `https://a.example${path}`), { ok: false, reason });
  }
});

const start = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

const PNG = start("\x89PNG\r\n\x1a\n");
const NOISE = start("nothing that begins as anything");

const FILES: [
  kind: FetchedContent["kind"],
  type: string,
  name: string,
  start: Uint8Array,
  verdict: string,
][] = [
  ["image", "image/png", "a.jpg", PNG, "image/png"],
  ["image", "image/jpg", "a.png", PNG, "content: the content is not a JPEG, but a PNG"],
  ["image", "image/jpeg", "a.jpg", NOISE, "image/jpeg"],
  [
    "image",
    "application/octet-stream",
    "a.jpg",
    PNG,
    "transcoding: the content is not a JPEG, but a PNG",
  ],
  ["image", "application/octet-stream", "a.jpg", NOISE, "image/jpeg"],
  ["contact", "text/vcard", "a.vcf", NOISE, "content: the content is not a vCard"],
  [
    "pdf",
    "application/octet-stream",
    "a.pdf",
    PNG,
    "content: the content is not a PDF, but a PNG",
  ],
  [
    "image",
    "video/mp4",
    "a.png",
    PNG,
    "content: the slide says image, but the content is video (video/mp4)",
  ],
];

for (const [kind, declaredType, name, bytes, expected] of FILES) {
  Deno.test(`spec 2.3 rule 4: ${declaredType} at ${name}, ${expected}`, () => {
    const verdict = checkFile({ kind, declaredType, url: `https://a.example/${name}` }, bytes);
    assert.equal(verdict.ok ? verdict.type : `${verdict.of}: ${verdict.reason}`, expected);
  });
}
