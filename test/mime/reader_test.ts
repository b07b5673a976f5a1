import assert from "node:assert/strict";
import { MimeError, type MimeFault } from "../../src/mime/errors.ts";
import { type MimeLimits, type Part, readMime, startOf, textOf } from "../../src/mime/reader.ts";
import { bytes, text } from "./bytes.ts";

const TYPE = "multipart/related; boundary=b";

/** Lists the leaves: position, type and content. */
function leaves(part: Part): string[] {
  if (part.parts.length > 0) return part.parts.flatMap(leaves);
  return [`${part.position} ${part.type} ${text(part.content)}`];
}

const READ: [why: string, type: string, body: string, parts: string[]][] = [
  ["two parts", TYPE, "--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\n", [
    "1 text/plain one",
    "2 text/plain two",
  ]],
  ["LF line ends", TYPE, "--b\nContent-Type: x/y\n\none\n--b--\n", ["1 x/y one"]],
  ["a quoted boundary", 'multipart/related; boundary="b c"', "--b c\r\n\r\none\r\n--b c--", [
    "1 text/plain one",
  ]],
  ["a boundary with =", "multipart/related; boundary==b=c", "--=b=c\r\n\r\none\r\n--=b=c--", [
    "1 text/plain one",
  ]],
  ["an empty line first", TYPE, "\r\n--b\r\n\r\none\r\n--b--", ["1 text/plain one"]],
  ["preamble and epilogue", TYPE, "ignore\r\nme\r\n--b\r\n\r\none\r\n--b--\r\nand\r\n--b\r\nme", [
    "1 text/plain one",
  ]],
  ["the last boundary ends the body", TYPE, "--b\r\n\r\none\r\n--b--", ["1 text/plain one"]],
  ["space after boundaries", TYPE, "--b \t\r\n\r\none\r\n--b-- \r\n", ["1 text/plain one"]],
  ["empty content", TYPE, "--b\r\n\r\n\r\n--b--", ["1 text/plain "]],
  ["no content at all", TYPE, "--b\r\nContent-Type: x/y\r\n\r\n--b--", ["1 x/y "]],
  ["content that ends in line breaks", TYPE, "--b\r\n\r\none\r\n\r\n--b--", [
    "1 text/plain one\r\n",
  ]],
  ["content with boundaries inside lines", TYPE, "--b\r\n\r\none --b\r\n --b--\r\n--b--", [
    "1 text/plain one --b\r\n --b--",
  ]],
  ["a longer boundary in content", TYPE, "--b\r\n\r\n--b2\r\n--bb--\r\n--b-x\r\n--b--", [
    "1 text/plain --b2\r\n--bb--\r\n--b-x",
  ]],
  ["folded headers", TYPE, "--b\r\nContent-Type:\r\n x/y;\r\n\tname=z\r\n\r\none\r\n--b--", [
    "1 x/y one",
  ]],
  ["header names in any case", TYPE, "--b\r\ncONTENT-tYPE : X/Y\r\n\r\none\r\n--b--", [
    "1 x/y one",
  ]],
  [
    "base64, in upper case",
    TYPE,
    "--b\r\nContent-Transfer-Encoding: BASE64\r\n\r\nb25l\r\n\r\n--b--",
    ["1 text/plain one"],
  ],
  [
    "an encoding with a comment",
    TYPE,
    "--b\r\nContent-Transfer-Encoding: base64 (sic)\r\n\r\nb25l\r\n--b--",
    ["1 text/plain one"],
  ],
  [
    "quoted-printable",
    TYPE,
    "--b\r\nContent-Transfer-Encoding: Quoted-Printable\r\n\r\n=6Fne\r\n--b--",
    ["1 text/plain one"],
  ],
  [
    "nested, without a line break between the boundaries",
    TYPE,
    "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\none\r\n--c--\r\n--b\r\n\r\ntwo\r\n--b--",
    ["1.1 text/plain one", "2 text/plain two"],
  ],
  [
    "nested, with preamble and epilogue",
    TYPE,
    "--b\r\nContent-Type: multipart/related; boundary=c\r\n\r\n\r\n--c\r\n\r\none\r\n--c\r\n\r\ntwo\r\n--c--\r\n\r\n--b--",
    ["1.1 text/plain one", "1.2 text/plain two"],
  ],
  [
    "an inner boundary that begins like the outer",
    TYPE,
    "--b\r\nContent-Type: multipart/related; boundary=bb\r\n\r\n--bb\r\n\r\none\r\n--bb--\r\n--b--",
    ["1.1 text/plain one"],
  ],
  [
    "an outer boundary that begins like the inner",
    "multipart/related; boundary=bb",
    "--bb\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n\r\none\r\n--b--\r\n--bb--",
    ["1.1 text/plain one"],
  ],
  [
    "nested, in base64",
    TYPE,
    `--b\r\nContent-Type: multipart/related; boundary=c\r\nContent-Transfer-Encoding: base64\r\n\r\n${
      btoa("--c\r\n\r\none\r\n--c--")
    }\r\n--b--`,
    ["1.1 text/plain one"],
  ],
  ["no multipart", "text/xml", "<a/>", [" text/xml <a/>"]],
];

for (const [why, type, body, parts] of READ) {
  Deno.test(`multipart: ${why}`, () =>
    assert.deepEqual(leaves(readMime(type, bytes(body))), parts));
}

const nested = (levels: number): string =>
  levels === 0 ? "one" : `--${levels}\r\n` +
    (levels === 1 ? "" : `Content-Type: multipart/mixed; boundary=${levels - 1}\r\n`) +
    `\r\n${nested(levels - 1)}\r\n--${levels}--`;
const parts = (count: number) => "--b\r\n\r\none\r\n".repeat(count) + "--b--";

const REFUSED: [
  why: string,
  type: string,
  body: string,
  fault: MimeFault,
  message: string,
  limits?: MimeLimits,
][] = [
  [
    "a malformed Content-Type",
    "multipart",
    "",
    "contentType",
    "the body has a malformed Content-Type",
  ],
  [
    "no boundary",
    "multipart/related",
    "",
    "contentType",
    "the body is multipart without a usable boundary",
  ],
  [
    "a boundary of 71",
    `multipart/related; boundary=${"b".repeat(71)}`,
    "",
    "contentType",
    "the body is multipart without a usable boundary",
  ],
  ["an empty body", TYPE, "", "structure", "the body has no last boundary"],
  ["no parts", TYPE, "--b--", "structure", "the body has no parts"],
  [
    "no last boundary",
    TYPE,
    "--b\r\n\r\none\r\n--b\r\n\r\ntwo",
    "structure",
    "the body has no last boundary",
  ],
  [
    "broken off in a header",
    TYPE,
    "--b\r\nContent-Type: x/y\r\n",
    "structure",
    "part 1 ends inside its header",
  ],
  [
    "a header without a name",
    TYPE,
    "--b\r\nhello\r\n\r\none\r\n--b--",
    "structure",
    "part 1 has a header line without a name",
  ],
  [
    "a header with an empty name",
    TYPE,
    "--b\r\n: x\r\n\r\none\r\n--b--",
    "structure",
    "part 1 has a header line without a name",
  ],
  [
    "a part without a usable type",
    TYPE,
    "--b\r\n\r\none\r\n--b\r\nContent-Type: x\r\n\r\ntwo\r\n--b--",
    "contentType",
    "part 2 has a malformed Content-Type",
  ],
  [
    "broken base64",
    TYPE,
    "--b\r\nContent-Transfer-Encoding: base64\r\n\r\n!\r\n--b--",
    "encoding",
    "part 1 does not decode by its Content-Transfer-Encoding",
  ],
  [
    "an unknown encoding",
    TYPE,
    "--b\r\nContent-Transfer-Encoding: x\r\n\r\n!\r\n--b--",
    "encoding",
    "part 1 does not decode by its Content-Transfer-Encoding",
  ],
  [
    "an inner multipart without its end",
    TYPE,
    "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\none\r\n--b--",
    "structure",
    "part 1 has no last boundary",
  ],
  [
    "an inner boundary like the outer",
    TYPE,
    "--b\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\none\r\n--b--",
    "structure",
    "the body has no last boundary",
  ],
  ["too many parts", TYPE, parts(4), "limit", "the body has more than 3 parts in all", {
    maxParts: 3,
  }],
  [
    "too deep",
    "multipart/mixed; boundary=3",
    nested(3),
    "limit",
    "part 1.1 is inside more than 2 multiparts",
    { maxDepth: 2 },
  ],
  [
    "a long header",
    TYPE,
    `--b\r\nX: ${"x".repeat(100)}\r\n\r\none\r\n--b--`,
    "limit",
    "part 1 has a header of more than 99 bytes",
    { maxHeaderBytes: 99 },
  ],
  ["much content", TYPE, parts(4), "limit", "part 4 brings the content to more than 11 bytes", {
    maxContentBytes: 11,
  }],
];

for (const [why, type, body, fault, message, limits] of REFUSED) {
  Deno.test(`multipart is refused: ${why}`, () => {
    assert.throws(() => readMime(type, bytes(body), limits), { name: "MimeError", fault, message });
  });
}

Deno.test("a message just within the limits is read", () => {
  readMime(TYPE, bytes(parts(3)), { maxParts: 3, maxContentBytes: 9, maxHeaderBytes: 2 });
  readMime("multipart/mixed; boundary=3", bytes(nested(3)), { maxDepth: 3 });
});

Deno.test("content is a view of the body, not a copy", () => {
  const body = bytes("--b\r\n\r\none\r\n--b--");
  assert.equal(readMime(TYPE, body).parts[0]!.content.buffer, body.buffer);
});

Deno.test("names of parts", () => {
  const header = (lines: string) =>
    readMime(TYPE, bytes(`--b\r\n${lines}\r\n\r\none\r\n--b--`)).parts[0]!;
  assert.equal(header("Content-ID: <a@b>").contentId, "a@b");
  assert.equal(header("Content-ID:  a@b ").contentId, "a@b");
  assert.equal(header("Content-ID: <>").contentId, null);
  assert.equal(header("X: y").contentId, null);
  assert.equal(header("Content-Location: a.jpg").location, "a.jpg");
  assert.equal(header("Content-Type: x/y; name=a.jpg").name, "a.jpg");
  assert.equal(header('Content-Disposition: attachment; filename="b c.jpg"').name, "b c.jpg");
  assert.equal(header("X: y").name, null);
  assert.equal(header("X-A: 1\r\nx-a: 2").headers.get("x-a"), "1");
});

const STARTS: [parameter: string, position: string][] = [
  ["", "1"],
  ["; start=two", "2"],
  ["; start=<two>", "2"],
  ['; start="<two>"', "2"],
  ['; start="<none>"', "1"],
];

for (const [parameter, position] of STARTS) {
  Deno.test(`the start of "${parameter}" is part ${position}`, () => {
    const body = "--b\r\nContent-ID: one\r\n\r\n\r\n--b\r\nContent-ID: <two>\r\n\r\n\r\n--b--";
    assert.equal(startOf(readMime(TYPE + parameter, bytes(body)))?.position, position);
  });
}

Deno.test("a part without parts has no start", () => {
  assert.equal(startOf(readMime("text/plain", bytes(""))), null);
});

Deno.test("text is read in its charset", () => {
  assert.equal(textOf(readMime("text/plain", bytes("ż"))), "ż");
  assert.equal(textOf(readMime("text/plain; charset=ISO-8859-2", Uint8Array.of(0xbf))), "ż");
  assert.throws(() => textOf(readMime("text/plain; charset=x-y", bytes(""))), MimeError);
});
