/** Encodings of XML documents: by mark, charset and declaration, at the door and of carriers. */
import assert from "node:assert/strict";
import { readXml, XmlError } from "../../../src/lib/xml/reader.ts";
import { bytes } from "../../mime/bytes.ts";
import { utf16 } from "../../support/utf16.ts";

type Octets = (string | number)[];

/** Builds a document of ASCII texts and of single octets. */
const octets = (...parts: Octets) =>
  Uint8Array.from(parts.flatMap((part) => typeof part === "number" ? [part] : [...bytes(part)]));
const declared = (encoding: string, ...text: Octets) =>
  octets(`<?xml version="1.0" encoding="${encoding}"?>\n<a>`, ...text, "</a>");

const wide = (order: "big" | "little", text: string, head = "") =>
  utf16(`${head}<a>${text}</a>`, order);
const DECLARED_UTF16 = `<?xml version="1.0" encoding="UTF-16"?>`;

/** Documents with the charset of their Content-Type, and their text. */
const READ: [why: string, document: Uint8Array, charset: string | null, text: string][] = [
  ["ISO-8859-1", declared("ISO-8859-1", "Gr", 0xfc, 0xdf, "e"), null, "Grüße"],
  ["ISO-8859-1 by charset", octets("<a>Gr", 0xfc, "n</a>"), "ISO-8859-1", "Grün"],
  ["windows-1252", declared("windows-1252", 0x93, "x", 0x94), null, "“x”"],
  ["ISO-8859-15", declared("ISO-8859-15", 0xa4), null, "€"],
  ["GB2312", declared("GB2312", 0xb3, 0xc9, 0xb9, 0xa6), null, "成功"],
  ["cp936", declared("cp936", 0xb3, 0xc9, 0xb9, 0xa6), null, "成功"],
  ["GB18030", declared("gb18030", 0x94, 0x39, 0xda, 0x33), null, "💩"],
  ["Big5", declared("Big5", 0xa6, 0xa8, 0xa5, 0x5c), null, "成功"],
  ["ms949", declared("ms949", 0xbc, 0xba, 0xb0, 0xf8), null, "성공"],
  ["Shift_JIS", declared("Shift_JIS", 0x90, 0xac, 0x8c, 0xf7), null, "成功"],
  ["ISO-2022-JP", declared("iso-2022-jp", 0x1b, "$B@.8y", 0x1b, "(B"), null, "成功"],
  ["KOI8-R", declared("koi8-r", 0xd5, 0xd3), null, "ус"],
  ["US-ASCII that is UTF-8", bytes(`<?xml version="1.0" encoding="US-ASCII"?><a>é</a>`), null, "é"],
  ["US-ASCII that is Latin-1", declared("us-ascii", 0xe9), null, "é"],
  [
    "a name of UTF-8 in small letters",
    bytes(`<?xml version='1.0' encoding='utf8'?><a>é</a>`),
    null,
    "é",
  ],
  ["a charset before the declaration", declared("koi8-r", 0xe9), "iso-8859-1", "é"],
  ["a charset that the bytes are not in", declared("ISO-8859-1", 0xe9), "utf-8", "é"],
  ["a declaration that the bytes are not in", declared("utf-8", 0xe9), "iso-8859-1", "é"],
  ["UTF-8 with the declaration of another", declaredUtf8("ISO-8859-1", "é"), "utf-8", "é"],
  ["UTF-8 under the charset of another", declaredUtf8("UTF-8", "é"), "ISO-8859-1", "é"],
  ["UTF-8 that says UTF-16, as .NET writes", declaredUtf8("utf-16", "é"), "utf-8", "é"],
  ["an unknown charset, and a known encoding", declared("GBK", 0xb3, 0xc9), "klingon", "成"],
  ["a mark of UTF-8", bytes("\ufeff<a>é</a>"), "iso-8859-1", "é"],
  ...(["big", "little"] as const).flatMap((order): typeof READ => [
    [`UTF-16 with a mark, ${order}`, wide(order, "雪", `\ufeff${DECLARED_UTF16}`), null, "雪"],
    [`UTF-16 with a mark alone, ${order}`, wide(order, "雪", "\ufeff"), "utf-8", "雪"],
    [
      `UTF-16 without a mark, ${order}`,
      wide(order, "雪".repeat(99), DECLARED_UTF16),
      "utf-16",
      "雪".repeat(99),
    ],
    [
      `UTF-16 that says UTF-8, ${order}`,
      wide(order, "é", `<?xml version="1.0" encoding="UTF-8"?>`),
      null,
      "é",
    ],
    [
      `UTF-16 after blank lines, ${order}`,
      wide(order, "snow", `\r\n${DECLARED_UTF16}`),
      "utf-16",
      "snow",
    ],
  ]),
];

function declaredUtf8(encoding: string, text: string): Uint8Array {
  return bytes(`<?xml version="1.0" encoding="${encoding}"?><a>${text}</a>`);
}

for (const [why, document, charset, text] of READ) {
  Deno.test(`XML is decoded: ${why}`, () => {
    assert.equal(readXml(document, { charset }).text, text);
  });
}

const DTD = `<!DOCTYPE a [<!ENTITY x "y">]>`;

const REFUSED: [why: string, document: Uint8Array, charset: string | null, message: RegExp][] = [
  ["no UTF-8", octets("<a>", 0xe9, "</a>"), null, /not in UTF-8/],
  ["no UTF-8 by charset", octets("<a>", 0xe9, "</a>"), "utf-8", /not in UTF-8/],
  ["half a character of GB2312", declared("GB2312", 0xb3), null, /not in its encoding GB2312/],
  ["half a character of UTF-16", wide("big", "x\ud800", "\ufeff"), null, /not in its encoding/],
  ["ASCII that says UTF-16", bytes(`${DECLARED_UTF16}<a/>`), null, /not in its encoding UTF-16/],
  ["an encoding nobody knows", declared("x-klingon", "x"), null, /x-klingon, which is unknown/],
  ["an encoding of attacks", declared("iso-2022-kr", "x"), null, /iso-2022-kr, which is unknown/],
  ["a DOCTYPE in UTF-16", wide("little", "&x;", `\ufeff${DECLARED_UTF16}${DTD}`), null, /DOCTYPE/],
  ["a DOCTYPE in UTF-16 by its zeros", wide("big", "&x;", DTD), null, /DOCTYPE/],
  ["an entity in GBK", declared("GBK", "&x;"), null, /reference/],
  ["a DOCTYPE in ISO-2022-JP", declared("iso-2022-jp", 0x1b, "(J<!DOCTYPE a>"), null, /DOCTYPE/],
];

for (const [why, document, charset, message] of REFUSED) {
  Deno.test(`XML is refused by its encoding: ${why}`, () => {
    assert.throws(() => readXml(document, { charset }), { name: "XmlError", message });
  });
}

/** Documents that are salvaged, and their text. */
const SALVAGED: [why: string, document: Uint8Array, text: string][] = [
  ["a byte that is not UTF-8", octets("<a>x", 0xe9, "y</a>"), "x\ufffdy"],
  ["half a character of GB2312", declared("GB2312", "x", 0xff), "x\ufffd"],
  ["half a character of UTF-16", wide("big", "x\ud800", "\ufeff"), "x\ufffd"],
  ["UTF-16 with an octet too many", octets(...wide("little", "x", "\ufeff"), 10), "x"],
  ["an unknown encoding", declared("x-klingon", "x"), "x"],
  ["ASCII that says UTF-16", bytes(`${DECLARED_UTF16}<a>x</a>`), "x"],
  ["a forbidden character", octets("<a>x", 0, 7, "</a>"), "x\ufffd\ufffd"],
  ["a processing instruction before", bytes(`<?xml-stylesheet href="x"?><a>x</a>`), "x"],
  ["a processing instruction within", bytes("<a>x<?php a > b ?>y</a>"), "xy"],
  ["a declaration of its own kind", bytes(`<?xml encoding="utf-8" version="1"?><a>x</a>`), "x"],
  ["two declarations", bytes(`<?xml version="1.0"?><?xml version="1.0"?><a>x</a>`), "x"],
  ["text around the root", bytes("Warning: x<a>x</a>done"), "x"],
  ["a bare ampersand", bytes("<a>AT&T & co</a>"), "AT&T & co"],
  ["an entity of HTML", bytes("<a>x&nbsp;y</a>"), "x&nbsp;y"],
  ["]]> in text", bytes("<a>x]]></a>"), "x]]>"],
];

for (const [why, document, text] of SALVAGED) {
  Deno.test(`XML of a carrier is salvaged: ${why}`, () => {
    assert.equal(readXml(document, { salvage: true }).text, text);
    assert.throws(() => readXml(document), XmlError);
  });
}

Deno.test("a salvaged document keeps no entity, and no DOCTYPE that has some", () => {
  const document = bytes(`${DTD}<a>&x;</a>`);
  assert.throws(() => readXml(document, { salvage: true, lenient: true }), /DOCTYPE/);
  assert.equal(readXml(bytes("<a>&x;</a>"), { salvage: true }).text, "&x;");
});
