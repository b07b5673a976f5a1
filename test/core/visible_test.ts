import assert from "node:assert/strict";
import { visible, visibleJson } from "../../src/core/visible.ts";

const TEXTS: [text: string, shown: string, what: string][] = [
  ["Grüße, 你好 🎉 مرحبا", "Grüße, 你好 🎉 مرحبا", "ordinary text stays"],
  ["\x1b]0;owned\x07", "\\x1b]0;owned\\x07", "ESC and BEL"],
  ["\u009b31mred", "\\x9b31mred", "the CSI of C1"],
  ["a\0\x7f", "a\\x00\\x7f", "NUL and DEL"],
  ["a\nname  value\r\tb", "a\\nname  value\\r\\tb", "line breaks and tabs"],
  ["a\u2028b\u2029c\u0085d", "a\\u2028b\\u2029c\\x85d", "other line breaks"],
  ["\u202egnp.exe\u2066\u2069", "\\u202egnp.exe\\u2066\\u2069", "bidirectional controls"],
];

for (const [text, shown, title] of TEXTS) {
  Deno.test(`made visible: ${title}`, () => assert.equal(visible(text), shown));

  Deno.test(`made visible in JSON, of the same value: ${title}`, () => {
    const json = visibleJson(JSON.stringify({ [text]: [text] }));
    assert.deepEqual(JSON.parse(json), { [text]: [text] });
    assert.equal(visible(json), json, "nothing is left to be made visible");
  });
}
