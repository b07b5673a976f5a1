/** Bodies that break the rules, read for what MMSCs send. */
import assert from "node:assert/strict";
import fc from "npm:fast-check@4.10.2";
import { MimeError } from "../../src/mime/errors.ts";
import { type Part, readMime } from "../../src/mime/reader.ts";
import { bytes, joined, text } from "./bytes.ts";
import { octet, text as wapText, uintvar, wapMultipart } from "./wap_multipart.ts";

const TYPE = "multipart/related; boundary=b";
const tolerant = { tolerant: true };
const nested = (inner: string, end = "\r\n--b--") =>
  `--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n${inner}${end}`;
const encoded = (encoding: string, content: string) =>
  `--b\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n--b--`;

/** Lists the leaves: position, type and content. */
function leaves(part: Part): string[] {
  if (part.parts.length > 0) return part.parts.flatMap(leaves);
  return [`${part.position} ${part.type} ${text(part.content)}`];
}

/** Lists the leaves of a body as the rules read it; null: they refuse it. */
function readStrictly(body: string): string[] | null {
  try {
    return leaves(readMime(TYPE, bytes(body)));
  } catch (error) {
    if (error instanceof MimeError) return null;
    throw error;
  }
}

const READ: [why: string, body: string, parts: string[]][] = [
  ["no last boundary", "--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n", [
    "1 text/plain one",
    "2 text/plain two",
  ]],
  ["no last boundary, and no line break", "--b\r\n\r\none\r\n--b\r\n\r\ntwo", [
    "1 text/plain one",
    "2 text/plain two",
  ]],
  ["no last boundary, with LF line ends", "--b\n\none\n", ["1 text/plain one"]],
  ["content that ends in line breaks, without the last boundary", "--b\r\n\r\none\r\n\r\n", [
    "1 text/plain one\r\n",
  ]],
  ["a last boundary that ends as any other", "--b\r\n\r\none\r\n--b\r\n \r\n", [
    "1 text/plain one",
  ]],
  ["an inner multipart without its end", nested("--c\r\n\r\none\r\n"), ["1.1 text/plain one"]],
  ["neither end", nested("--c\r\n\r\none\r\n", ""), ["1.1 text/plain one"]],
  [
    "an inner multipart without its end before another with the same boundary",
    `${nested("--c\r\n\r\none\r\n", "\r\n")}${nested("--c\r\n\r\ntwo\r\n--c--")}`,
    ["1.1 text/plain one", "2.1 text/plain two"],
  ],
  ["an encoding that is none", encoded("8bits", "a=41"), ["1 text/plain a=41"]],
  ["a line after base64", encoded("base64", "b25l\r\nstray"), ["1 text/plain one"]],
  ["a blank line and a line after base64", encoded("base64", "b25lMQ==\r\n\r\n-- x\r\n"), [
    "1 text/plain one1",
  ]],
];

for (const [why, body, parts] of READ) {
  Deno.test(`a tolerant reader reads ${why}, which a strict one does not`, () => {
    assert.deepEqual(leaves(readMime(TYPE, bytes(body), tolerant)), parts);
    assert.notDeepEqual(readStrictly(body), parts);
  });
}

const REFUSED: [why: string, body: string, fault: string][] = [
  ["base64 that is none", encoded("base64", "%%%"), "encoding"],
  ["two lines after base64", encoded("base64", "b25l\r\n!\r\n!"), "encoding"],
  ["no boundary at all", "hello", "structure"],
  ["a multipart without parts", nested("hello"), "structure"],
  ["a header without end", "--b\r\n\r\none\r\n--b\r\nContent-Type: x/y", "structure"],
];

for (const [why, body, fault] of REFUSED) {
  Deno.test(`a tolerant reader refuses ${why}`, () => {
    assert.throws(() => readMime(TYPE, bytes(body), tolerant), { name: "MimeError", fault });
  });
}

Deno.test("a tolerant reader reads what follows the rules as a strict one does", () => {
  const line = fc.constantFrom("", "one", "--b", "--c", "--b--", "--c--", "\r\n", "Content-ID: x");
  const inner = fc.array(line).map((lines) => lines.join("\r\n"));
  const bodies = fc.oneof(inner, inner.map((content) => nested(`--c\r\n\r\n${content}\r\n--c--`)));
  fc.assert(fc.property(bodies, (body) => {
    const strict = readStrictly(body);
    fc.pre(strict !== null);
    // An enclosing boundary inside a multipart ends it, by the rules; a strict reader sees none.
    fc.pre(!/--c[^]*\r\n--b(?:--)?\r\n[^]*--c--/.test(body));
    assert.deepEqual(leaves(readMime(TYPE, bytes(body), tolerant)), strict);
  }));
});

const WAP = "application/vnd.wap.multipart.related";

Deno.test("a multipart of WAP has its parts, types, names and charsets", () => {
  const inner = wapMultipart([{ type: "audio/amr", content: bytes("#!AMR") }]);
  const body = wapMultipart([
    { type: 0x1e, contentId: "<p1>", location: "a.jpg", content: bytes("jpeg") },
    { type: 3, charset: 106, name: `say "hi".txt`, content: bytes("Grüße") },
    {
      type: "application/smil",
      fields: joined([octet(0xae), octet(1), octet(0x81), wapText("X-Y"), wapText("z")]),
      content: bytes("<smil/>"),
    },
    { type: 0x70, content: bytes("?") },
    { type: 0x23, content: inner },
  ]);
  const { parts } = readMime(WAP, body, tolerant);
  const [picture, note, smil, unknown, mixed] = parts;
  assert.deepEqual(
    [picture!.type, picture!.contentId, picture!.location],
    ["image/jpeg", "p1", "a.jpg"],
  );
  assert.deepEqual(
    [note!.type, note!.parameters.get("charset"), note!.name, text(note!.content)],
    ["text/plain", "utf-8", `say "hi".txt`, "Grüße"],
  );
  assert.deepEqual([smil!.type, smil!.headers.get("x-y")], ["application/smil", "z"]);
  assert.equal(unknown!.type, "application/octet-stream");
  assert.deepEqual(leaves(mixed!), ["5.1 audio/amr #!AMR"]);
});

Deno.test("a type of WAP in its short form is read", () => {
  const entry = (type: Uint8Array) =>
    joined([octet(1), octet(type.length), octet(1), type, octet(65)]);
  assert.deepEqual(
    [entry(octet(0x9d)), entry(wapText("x/y"))].map((body) =>
      leaves(readMime(WAP, body, tolerant))
    ),
    [["1 image/gif A"], ["1 x/y A"]],
  );
});

Deno.test("a multipart of WAP keeps the limits of any other", () => {
  const entry = { type: 3, content: bytes("one") };
  const wap = (count: number) => wapMultipart(Array(count).fill(entry));
  const limited = (limits: object, body: Uint8Array) => () =>
    readMime(WAP, body, { ...tolerant, ...limits });
  assert.throws(limited({ maxContentBytes: 5 }, wap(2)), { fault: "limit" });
  assert.throws(limited({ maxDepth: 0 }, wap(2)), { fault: "limit" });
  const bomb = joined([uintvar(0x7fffffff), wap(3)]);
  assert.deepEqual(limited({}, bomb)().parts, []);
});

Deno.test("any bytes are a multipart of WAP or a file", () => {
  const sample = wapMultipart([
    { type: 0x1e, contentId: "<p1>", location: "a", content: bytes("jpeg") },
    { type: "text/plain", charset: 106, name: "b", content: bytes("text") },
  ]);
  fc.assert(fc.property(fc.array(fc.tuple(fc.nat(sample.length - 1), fc.nat(255))), (changes) => {
    const body = sample.slice();
    for (const [at, value] of changes) body[at] = value;
    try {
      readMime(WAP, body, tolerant);
    } catch (error) {
      assert.ok(error instanceof MimeError);
    }
  }));
});
