import assert from "node:assert/strict";
import {
  readXml,
  type XmlElement,
  XmlError,
  type XmlOptions,
} from "../../../src/lib/xml/reader.ts";
import { bytes } from "../../mime/bytes.ts";

/** Formats a tree as `{namespace}name@attribute=value[children]"text"`. */
function shortly({ name, namespace, attributes, children, text }: XmlElement): string {
  return (namespace === null ? "" : `{${namespace}}`) + name +
    attributes.map((each) => `@${each.prefix && `${each.prefix}:`}${each.name}=${each.value}`)
      .join("") +
    (children.length > 0 ? `[${children.map(shortly).join(",")}]` : "") +
    (text === "" ? "" : JSON.stringify(text));
}

const READ: [xml: string, tree: string, why: string][] = [
  ["<a/>", "a", "an empty element"],
  ["<a ></a\n>", "a", "space in tags"],
  [`<?xml version="1.0" encoding="UTF-8"?>\n<a/>`, "a", "an XML declaration"],
  [`<?xml version='1.0' encoding='utf8' standalone='yes' ?><a/>`, "a", "another one"],
  [`\r\n <?xml version="1.0"?><a/>`, "a", "blank lines before the declaration"],
  ["\ufeff<a/>", "a", "a byte order mark"],
  [`<a b="1" c='2'/>`, "a@b=1@c=2", "both quotes"],
  [`<a b = "x>y'z"/>`, "a@b=x>y'z", "what an attribute may hold"],
  [`<a b="1\r\n2\t3"/>`, "a@b=1 2 3", "white space in an attribute"],
  ["<a>1\r\n2\r3</a>", 'a"1\\n2\\n3"', "line ends"],
  ["<a>x<b/>y</a>", 'a[b]"xy"', "mixed content"],
  ["<a>&amp;&lt;&gt;&quot;&apos;</a>", `a"&<>\\"'"`, "the five entities"],
  ["<a>&#65;&#x42;&#x1F600;</a>", 'a"AB😀"', "numeric references"],
  ["<a>&#38;amp;</a>", 'a"&amp;"', "references are resolved once"],
  ["<a><![CDATA[<b>&amp;]]]]><![CDATA[>]]></a>", 'a"<b>&amp;]]>"', "CDATA"],
  ["<!-- x --><a><!-- y > z --></a><!-- z -->", "a", "comments"],
  [`<a xmlns="u"><b xmlns=""/></a>`, "{u}a[b]", "a default namespace, and none"],
  [`<p:a xmlns:p="u" p:b="1"/>`, "{u}a@p:b=1", "a prefix"],
  [`<p:a xmlns:p="u"><p:a xmlns:p="v"/><p:b/></p:a>`, "{u}a[{v}a,{u}b]", "a prefix anew"],
  [`<a xml:lang="en"/>`, "a@xml:lang=en", "the prefix nobody declares"],
  ["<żółw ż='ć'>😀</żółw>", 'żółw@ż=ć"😀"', "letters beyond ASCII"],
  ["<a>\u0085\u2028</a>", 'a"\u0085\u2028"', "odd but allowed characters"],
];

for (const [xml, tree, why] of READ) {
  Deno.test(`XML is read: ${why}`, () => assert.equal(shortly(readXml(bytes(xml))), tree));
}

const REFUSED: [xml: string | Uint8Array, message: RegExp][] = [
  ["", /no XML/],
  ["hello", /text outside/],
  ["<a/>hello", /text outside/],
  ["<a/><b/>", /second root/],
  ["<a>", /ends inside <a>/],
  ["<a", /no space|malformed/],
  ["<a></b>", /<a> is not ended/],
  ["<a></ab>", /<a> is not ended/],
  ["<a><b></a></b>", /<b> is not ended/],
  ["</a>", /without its start/],
  ["< a/>", /malformed tag/],
  ["<1a/>", /malformed name/],
  ["<-a/>", /malformed name/],
  ["<a:b:c/>", /malformed name/],
  ["<:a/>", /malformed name/],
  ["<a×/>", /malformed name/],
  ["<a / >", /malformed tag/],
  [`<a b="1"c="2"/>`, /no space/],
  ["<a b/>", /without a value/],
  ["<a b=1/>", /without quotes/],
  [`<a b="1/>`, /without its end/],
  [`<a b="<"/>`, /< in an attribute/],
  [`<a b="1" b="2"/>`, /attribute b twice/],
  [`<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>`, /attribute b twice/],
  [`<a xmlns="u" xmlns="v"/>`, /declared twice/],
  [`<a xmlns:p=""/>`, /forbidden namespace/],
  [`<a xmlns:xml="u"/>`, /forbidden namespace/],
  [`<a xmlns:xmlns="u"/>`, /forbidden namespace/],
  [`<a xmlns="http://www.w3.org/XML/1998/namespace"/>`, /forbidden namespace/],
  ["<p:a/>", /prefix p is not declared/],
  [`<a p:b="1"/>`, /prefix p is not declared/],
  ["<a>&nbsp;</a>", /reference/],
  ["<a>&</a>", /reference/],
  ["<a>&amp</a>", /reference/],
  ["<a>& amp;</a>", /reference/],
  ["<a>&#0;</a>", /reference/],
  ["<a>&#xD800;</a>", /reference/],
  ["<a>&#x110000;</a>", /reference/],
  ["<a>&#-1;</a>", /reference/],
  ["<a>&toString;</a>", /reference/],
  [`<a b="&x;"/>`, /reference/],
  ["<a>]]></a>", /\]\]> in text/],
  ["<a><!-- x -- y --></a>", /comment/],
  ["<a><!-- x </a>", /comment/],
  ["<a><![CDATA[x</a>", /CDATA/],
  ["<![CDATA[x]]><a/>", /CDATA/],
  ["<a>\u0000</a>", /forbids, at character 3/],
  ["<a>\u001f</a>", /forbids/],
  ["<a>\uffff</a>", /forbids/],
  ["<!DOCTYPE a><a/>", /DOCTYPE/],
  ["<a><!ENTITY x 'y'></a>", /DOCTYPE or other/],
  ["<?xml-stylesheet href='x'?><a/>", /XML declaration|processing/],
  ["<a><?php x ?></a>", /processing instruction/],
  ["<a/><?xml version='1.0'?>", /processing instruction/],
  ["<?xml encoding='utf-8'?><a/>", /XML declaration/],
  ["<?xml version='1.0' encoding='x-klingon'?><a/>", /encoding x-klingon, which is unknown/],
  ["<?xml version='1.0' encoding='utf-7'?><a/>", /encoding utf-7, which is unknown/],
  ["<?xml version='1.0' encoding='utf-16'?><a/>", /encoding utf-16/],
  [Uint8Array.of(0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e), /not in UTF-8/],
  [Uint8Array.of(0xfe, 0xff, 0, 0x3c, 0, 0x61, 0, 0x2f, 0xd8), /not in its encoding utf-16be/],
];

for (const [xml, message] of REFUSED) {
  const title = typeof xml === "string" ? JSON.stringify(xml) : `bytes ${xml}`;
  Deno.test(`XML is refused: ${title}`, () => {
    const document = typeof xml === "string" ? bytes(xml) : xml;
    assert.throws(() => readXml(document), { name: "XmlError", message });
  });
}

const LENIENT: XmlOptions = { lenient: true };

Deno.test("lenient: a DOCTYPE with an external DTD and undeclared prefixes are ignored", () => {
  const doctype = `<!DOCTYPE smil PUBLIC "-//W3C//DTD SMIL 1.0//EN" "http://x.example/smil.dtd">`;
  assert.equal(shortly(readXml(bytes(`${doctype}<p:a q:b="1"/>`), LENIENT)), "a@q:b=1");
});

Deno.test("lenient: a DOCTYPE with an internal subset is refused", () => {
  for (const xml of [`<!DOCTYPE a [<!ENTITY x "y">]><a/>`, "<!DOCTYPE a", "<a><!DOCTYPE a></a>"]) {
    assert.throws(() => readXml(bytes(xml), LENIENT), XmlError);
  }
});

Deno.test("limits: a document just within is read, one beyond is refused", () => {
  const nested = (levels: number) => bytes("<a>".repeat(levels) + "</a>".repeat(levels));
  const attributes = (count: number) =>
    bytes(`<a ${Array.from({ length: count }, (_, i) => `a${i}=""`).join(" ")}/>`);
  const namespaces = (count: number) =>
    bytes(`<a ${Array.from({ length: count }, (_, i) => `xmlns:a${i}="u"`).join(" ")}><b/></a>`);
  const elements = (count: number) => bytes(`<a>${"<b/>".repeat(count - 1)}</a>`);
  const cases: [make: (n: number) => Uint8Array, limit: keyof XmlOptions][] = [
    [nested, "maxDepth"],
    [attributes, "maxAttributes"],
    [namespaces, "maxAttributes"],
    [elements, "maxElements"],
  ];
  for (const [make, limit] of cases) {
    readXml(make(5), { [limit]: 5 });
    assert.throws(() => readXml(make(6), { [limit]: 5 }), { message: /more than 5/ }, limit);
  }
  readXml(bytes("<a/>"), { maxBytes: 4 });
  assert.throws(() => readXml(bytes("<ab/>"), { maxBytes: 4 }), { message: /longer than 4/ });
});

Deno.test("elements read before a fault are kept", () => {
  const error = assertThrown(() => readXml(bytes("<a><b>1</b><c>&x;</c></a>")));
  assert.equal(shortly(error.root!), 'a[b"1",c]');
});

function assertThrown(work: () => unknown): XmlError {
  try {
    work();
  } catch (error) {
    if (error instanceof XmlError) return error;
  }
  assert.fail("no XmlError");
}
