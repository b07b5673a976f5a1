/** Indentation of XML. */
import assert from "node:assert/strict";
import { indentXml } from "../../../src/console/model/indent_xml.ts";

Deno.test("each element gets a line of its own, and its text stays with it", () => {
  assert.equal(
    indentXml(`<?xml version="1.0"?>\n<a b="1"><c>text</c><d/><e></e><f><g>1</g></f></a>`),
    `<?xml version="1.0"?>\n<a b="1">\n  <c>text</c>\n  <d/>\n  <e></e>\n  <f>\n    <g>1</g>\n  </f>\n</a>`,
  );
});

Deno.test("what is no plain XML in one line stays as it is", () => {
  for (
    const text of [
      "",
      "Hello",
      '{"a":"<b></b>"}',
      "<a>\n<b/></a>",
      "<a><!-- > --><b/></a>",
      "<a><![CDATA[<b>]]></a>",
      "<a><b</a>",
    ]
  ) assert.equal(indentXml(text), text);
});

Deno.test("deep nesting, and tags that do not match, do not multiply the text", () => {
  for (const piece of ["<a>", "</a>", "<a", "<a>b", "<?a?>"]) {
    // Backtracking over all of it for each piece would take minutes.
    const text = piece.repeat((1 << 20) / piece.length);
    assert.ok(indentXml(text).length < 20 * text.length, piece);
  }
});
