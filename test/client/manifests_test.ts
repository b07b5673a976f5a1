/** Manifests of the clients' packages. */
import assert from "node:assert/strict";
import deno from "../../deno.json" with { type: "json" };
import { blocksOf, MANUAL, readPage, ROOT } from "../support/manual.ts";

const VERSIONS = {
  "src/client/python/pyproject.toml": /^version = "(.+)"$/m,
  "src/client/java/pom.xml": /<version>(.+)<\/version>/,
  "src/client/go/README.md": /slidepost@v(\S+)/,
  [`${MANUAL}/clients.md`]: /slidepost@v(\S+)/,
};

Deno.test("the clients have the version of the service", async () => {
  for (const [path, pattern] of Object.entries(VERSIONS)) {
    const text = await Deno.readTextFile(`${ROOT}${path}`);
    assert.equal(pattern.exec(text)?.[1], deno.version, path);
  }
});

Deno.test("every language has an example of sending and one of receiving", async () => {
  const languages = ["ts", "python", "go", "php", "java"];
  for (const name of ["clients.md", "receivers.md"]) {
    const blocks = blocksOf(await readPage(`${MANUAL}/${name}`));
    assert.deepEqual(blocks.map(({ language }) => language), languages, name);
  }
});
