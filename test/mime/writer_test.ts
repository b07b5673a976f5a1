import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { cidUrl, indexParts } from "../../src/core/media/part_reference.ts";
import { type Part, readMime, startOf } from "../../src/mime/reader.ts";
import {
  type OutgoingMultipart,
  type OutgoingPart,
  writeMultipart,
} from "../../src/mime/writer.ts";
import { bytes, joined, text } from "./bytes.ts";

const BOUNDARY = "slidepost_0-9";

Deno.test("written messages, to the byte", () => {
  const { contentType, chunks, bytes: count } = writeMultipart({
    start: "one",
    startType: "text/xml",
    parts: [
      { type: "text/xml; charset=utf-8", contentId: "one", content: bytes("<a/>") },
      {
        contentId: "two",
        content: {
          subtype: "mixed",
          parts: [{
            type: "image/jpeg",
            location: "a b.jpg",
            transferEncoding: "base64",
            content: bytes("hello"),
          }],
        },
      },
    ],
  }, "b");
  assert.equal(
    contentType,
    'multipart/related; boundary="b.0.0"; type="text/xml"; start="<one>"',
  );
  const lines = [
    "--b.0.0",
    "Content-Type: text/xml; charset=utf-8",
    "Content-ID: <one>",
    "Content-Transfer-Encoding: binary",
    "",
    "<a/>",
    "--b.0.0",
    'Content-Type: multipart/mixed; boundary="b.0.1"',
    "Content-ID: <two>",
    "Content-Transfer-Encoding: binary",
    "",
    "--b.0.1",
    "Content-Type: image/jpeg",
    "Content-Location: a%20b.jpg",
    "Content-Transfer-Encoding: base64",
    "",
    "aGVsbG8=",
    "--b.0.1--",
    "",
    "--b.0.0--",
    "",
  ];
  assert.equal(text(joined(chunks)), lines.join("\r\n"));
  assert.equal(count, joined(chunks).length);
});

Deno.test("content is not copied", () => {
  const content = bytes("hello");
  assert.ok(writeMultipart({ parts: [{ content }] }, "b").chunks.includes(content));
});

Deno.test("a boundary that occurs in the content is not used", () => {
  const parts = ["\r\n--b.0.0--\r\n", "--b.1.", "--b.3", "--b.x"].map((each) => ({
    content: bytes(each),
  }));
  const { contentType, chunks } = writeMultipart({ parts }, "b");
  assert.match(contentType, /"b\.2\.0"/);
  const read = readMime(contentType, joined(chunks));
  assert.deepEqual(
    read.parts.map(({ content }) => text(content)),
    parts.map(({ content }) => text(content)),
  );
});

Deno.test("names keep the characters that presentations refer to them by", () => {
  for (const name of ["img 1@x", "a+b=c/d$e", "100%25", "50%", "a%20b.jpg", '"quoted"']) {
    const part = { contentId: name, location: name.replace(" ", "_"), content: bytes("") };
    const { contentType, chunks } = writeMultipart({ parts: [part], start: name }, BOUNDARY);
    const [read] = readMime(contentType, joined(chunks)).parts;
    assert.equal(read!.contentId, name);
    assert.equal(read!.location, part.location);
  }
});

Deno.test("a name cannot add header lines", () => {
  const evil = 'a\r\nX-Evil: 1\r\n\r\n"';
  const { contentType, chunks } = writeMultipart({
    start: evil,
    startType: evil,
    parts: [{ type: `text/plain; a=${evil}`, contentId: evil, location: evil, content: bytes("") }],
  }, "b");
  assert.doesNotMatch(contentType, /[\r\n]/);
  const [part] = readMime(contentType, joined(chunks)).parts;
  assert.deepEqual([...part!.headers.keys()], [
    "content-type",
    "content-id",
    "content-location",
    "content-transfer-encoding",
  ]);
});

Deno.test("an unusable boundary is the caller's mistake", () => {
  for (const boundary of ["", "a b", "a".repeat(59), "a\n"]) {
    assert.throws(() => writeMultipart({ parts: [] }, boundary), TypeError);
  }
});

const content = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.array(fc.constantFrom("\r\n", "\n", "\r", "--", BOUNDARY, ".0.0", ".1.0", "--", " ", "x"))
    .map((pieces) => bytes(pieces.join(""))),
);
const leaf: fc.Arbitrary<OutgoingPart> = fc.record({
  type: fc.constantFrom("text/plain", "image/jpeg; name=a.jpg"),
  contentId: fc.string({ minLength: 1, unit: "grapheme" }).map((id) => `${id.trim()}.id`),
  location: fc.stringMatching(/^[a-z]{1,8}\.jpg$/),
  transferEncoding: fc.constantFrom("binary" as const, "base64" as const),
  content,
}, { requiredKeys: ["type", "content"] });
const multipart = (depth: number): fc.Arbitrary<OutgoingMultipart> =>
  fc.record({
    parts: fc.array(
      depth === 0
        ? leaf
        : fc.oneof(leaf, fc.record({ content: multipart(depth - 1) })) as fc.Arbitrary<
          OutgoingPart
        >,
      { minLength: 1, maxLength: 4 },
    ),
  });

function compare(read: Part, { parts }: OutgoingMultipart): void {
  assert.equal(read.parts.length, parts.length);
  const find = indexParts(read.parts);
  parts.forEach((written, i) => {
    const part = read.parts[i]!;
    if (!(written.content instanceof Uint8Array)) return compare(part, written.content);
    assert.deepEqual(Uint8Array.from(part.content), Uint8Array.from(written.content));
    assert.equal(part.type, written.type!.split(";")[0]);
    assert.equal(part.location, written.location ?? null);
    if (written.contentId === undefined) assert.equal(part.contentId, null);
    else assert.equal(find(cidUrl(written.contentId))?.contentId, part.contentId);
  });
}

Deno.test("any multipart that is written is read back unchanged", () => {
  fc.assert(
    fc.property(multipart(2), (written) => {
      const { contentType, chunks, bytes: count } = writeMultipart(written, BOUNDARY);
      const body = joined(chunks);
      assert.equal(body.length, count);
      compare(readMime(contentType, body), written);
    }),
    { numRuns: 500 },
  );
});

Deno.test("the start part that is written is found", () => {
  const parts = ["one", "two"].map((contentId) => ({ contentId, content: bytes(contentId) }));
  const { contentType, chunks } = writeMultipart({ start: "two", parts }, BOUNDARY);
  assert.equal(startOf(readMime(contentType, joined(chunks)))?.contentId, "two");
});
