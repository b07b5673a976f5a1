/** File names of messages from handsets. */
import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { fileNames } from "../../src/core/media/file_names.ts";
import { anyCodePoint } from "../support/code_points.ts";

interface Called {
  type?: string;
  location?: string;
  name?: string;
  contentId?: string;
}

function namesOf(...parts: Called[]): string[] {
  return fileNames(
    parts.map(({ type = "image/jpeg", location = null, name = null, contentId = null }) => ({
      type,
      location,
      name,
      contentId,
    })),
  );
}

const LONG = "x".repeat(200);

const CASES: [called: Called, name: string][] = [
  [{ location: "a.jpg", name: "b.jpg", contentId: "c.jpg" }, "a.jpg"],
  [{ name: "b.jpg", contentId: "c.jpg" }, "b.jpg"],
  [{ contentId: "c.jpg" }, "c.jpg"],
  [{ contentId: "132c4ca56a209475", type: "text/plain" }, "132c4ca56a209475.txt"],
  [{ contentId: "mms.smil", type: "application/smil" }, "mms.smil"],
  [{ contentId: "start", type: "application/smil" }, "start.smil"],
  [{ contentId: "image001.png@01D5.ABCD", type: "image/png" }, "image001.png"],
  [{ contentId: "img%201@x" }, "img 1.jpg"],
  [{ contentId: "4711@mms.example.com" }, "4711.jpg"],
  [{}, "part-1.jpg"],
  [{ type: "application/x-unknown" }, "part-1.bin"],
  ...Object.entries({
    "image/heif": "heif",
    "image/heic": "heic",
    "audio/mp4": "m4a",
    "audio/3gpp": "3gp",
    "audio/aac": "aac",
    "audio/amr-wb": "awb",
    "audio/x-caf": "caf",
    "video/3gpp2": "3g2",
    "text/x-vcalendar": "vcs",
    "text/x-vcard": "vcf",
    "application/smil": "smil",
    "text/html": "bin",
    "image/svg+xml": "bin",
  }).map(([type, extension]): [Called, string] => [{ type }, `part-1.${extension}`]),
  [{ type: "video/3gpp" }, "part-1.3gp"],
  [{ location: "photo.JPEG" }, "photo.JPEG"],
  [{ location: "clip.3gp", type: "video/3gpp" }, "clip.3gp"],
  [{ location: "v1.25", type: "image/png" }, "v1.25.png"],
  [{ location: "photo." }, "photo.jpg"],
  [{ location: "Zażółć 🌷.jpg" }, "Zażółć 🌷.jpg"],
  [{ location: "a%20b.jpg" }, "a b.jpg"],
  [{ location: "100%.jpg" }, "100%.jpg"],
  [{ location: "http://x.example/dir/pic.png?a=1#b", type: "image/png" }, "pic.png"],
  [{ location: "http://x.example/dir/", type: "image/png" }, "dir.png"],
  [{ location: "../../etc/passwd", type: "text/plain" }, "passwd.txt"],
  [{ location: "..%2f..%2fetc%2fpasswd", type: "text/plain" }, "passwd.txt"],
  [{ location: "C:\\Users\\me\\pic.jpg" }, "pic.jpg"],
  [{ location: "..", name: "b.jpg" }, "b.jpg"],
  [{ location: ".htaccess", type: "text/plain" }, "htaccess.txt"],
  [{ location: "...jpg" }, "jpg.jpg"],
  [{ name: "a\u0000\r\nb\u001b[2J\u202e.jpg" }, "ab[2J.jpg"],
  [{ name: `a<b>:"|?*.jpg` }, "a_b______.jpg"],
  [{ name: "\ud800.jpg" }, "�.jpg"],
  [{ name: `${LONG}.jpeg` }, `${"x".repeat(95)}.jpeg`],
  [{ name: LONG }, `${"x".repeat(96)}.jpg`],
  [{ name: `${"x".repeat(95)}🌷.jpg` }, `${"x".repeat(95)}.jpg`],
];

for (const [called, name] of CASES) {
  Deno.test(`a file named ${JSON.stringify(called).slice(0, 70)} is ${name.slice(0, 40)}`, () => {
    assert.deepEqual(namesOf(called), [name]);
  });
}

Deno.test("files of the same name get different names", () => {
  const a = { location: "a.jpg" };
  assert.deepEqual(namesOf(a, { location: "A.JPG" }, a, { location: "a-2.jpg" }), [
    "a.jpg",
    "A-2.JPG",
    "a-3.jpg",
    "a-2-2.jpg",
  ]);
  assert.deepEqual(namesOf({}, {}, { name: "part-2.jpg" }), [
    "part-1.jpg",
    "part-2.jpg",
    "part-2-2.jpg",
  ]);
  const [first, second] = namesOf({ name: `${LONG}.jpg` }, { name: `${LONG}.jpg` });
  assert.equal(second, `${"x".repeat(94)}-2.jpg`);
  assert.equal(first!.length, 100);
});

const called = fc.option(fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc.array(fc.constantFrom("..", "/", "\\", ".", "a", "\0", "%2f", "%00", "🌷", "\u202e", "jpg"))
    .map((pieces) => pieces.join("")),
));

Deno.test("any name becomes a safe one", () => {
  const part = fc.record({
    type: fc.constantFrom("image/jpeg", "application/smil", "x/y"),
    location: called,
    name: called,
    contentId: called,
  });
  fc.assert(fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
    const names = fileNames(parts);
    assert.equal(names.length, parts.length);
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, names.length);
    for (const name of names) {
      assert.ok(name.length > 0 && name.length <= 100, name);
      assert.doesNotMatch(name, /[/\\\p{C}]|^\./u);
      assert.match(name, /.\.[A-Za-z0-9]{1,5}$/);
    }
  }));
});
