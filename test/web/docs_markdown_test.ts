import assert from "node:assert/strict";
import { renderMarkdown } from "../../src/web/docs/markdown.ts";

const html = (source: string) => String(renderMarkdown(source).html);

Deno.test("HTML in Markdown is text, and markers of generated tables are left out", () => {
  assert.equal(
    html("a <b>b</b> <img src=x onerror=y>"),
    "<p>a &lt;b&gt;b&lt;/b&gt; &lt;img src=x onerror=y&gt;</p>\n",
  );
  assert.equal(html("<script>x</script>\n"), "&lt;script&gt;x&lt;/script&gt;\n");
  assert.equal(html("<!-- table -->\n\nText"), "<p>Text</p>\n");
});

Deno.test("links lead to pages of the site; those to other files are text", () => {
  assert.equal(html("[a](mm7.md#content)"), '<p><a href="/docs/mm7#content">a</a></p>\n');
  assert.equal(html("[a](index.md)"), '<p><a href="/docs">a</a></p>\n');
  assert.equal(html("[a](https://deno.com)"), '<p><a href="https://deno.com">a</a></p>\n');
  assert.equal(html("[`a`](../../../mod.ts)"), "<p><code>a</code></p>\n");
  assert.equal(html("[a](javascript:alert(1))"), "<p>a</p>\n");
});

Deno.test("headings have anchors as on GitHub, and a repeated one has its number", () => {
  const { html, sections } = renderMarkdown("# T\n\nIntro\n\n## A, `b` & c\n\nx\n\n## A, b & c\n");
  assert.match(String(html), /<h2 id="a-b--c">A, <code>b<\/code> &amp; c .*<h2 id="a-b--c-1">/s);
  assert.deepEqual(sections.map(({ id, title, text }) => [id, title, text.trim()]), [
    ["", "T", "Intro"],
    ["a-b--c", "A, b & c", "x"],
    ["a-b--c-1", "A, b & c", ""],
  ]);
});

Deno.test("code is escaped, and a table scrolls by the keyboard", () => {
  assert.equal(
    html("```sh\na <b\n```"),
    '<pre tabindex="0"><code class="language-sh">a &lt;b\n</code></pre>\n',
  );
  assert.match(html("| a |\n| - |\n| b |"), /<div class="table" tabindex="0" role="group"/);
});
