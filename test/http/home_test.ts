/** The root of the service. */
import assert from "node:assert/strict";
import { startService } from "../support/service.ts";

Deno.test("the root leads to the console where there is one", async () => {
  await using test = await startService();
  const response = await fetch(`${test.url}/`, { redirect: "manual" });
  await response.body?.cancel();
  assert.deepEqual([response.status, response.headers.get("location")], [302, "/console"]);
});

const LINKS: Readonly<Record<string, readonly [Record<string, string>, readonly string[]]>> = {
  "without a console": [{ CONSOLE: "off" }, ["/docs", "/openapi.json"]],
  "without a console and the manual": [{ CONSOLE: "off", DOCS: "off" }, ["/openapi.json"]],
};

for (const [title, [config, links]] of Object.entries(LINKS)) {
  Deno.test(`the root is a page with the documents ${title}`, async () => {
    await using test = await startService({ config });
    const response = await fetch(`${test.url}/`, { redirect: "manual" });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get("content-type"), "text/html; charset=utf-8");
    assert.match(response.headers.get("content-security-policy")!, /default-src 'none'/);
    const html = await response.text();
    assert.deepEqual([...html.matchAll(/href="([^"]*)"/g)].map(([, link]) => link), links);
    for (const link of links) {
      const document = await fetch(test.url + link);
      await document.body?.cancel();
      assert.equal(document.status, 200, link);
    }
    const head = await fetch(`${test.url}/`, { method: "HEAD" });
    assert.deepEqual([head.status, await head.text()], [200, ""]);
  });
}
