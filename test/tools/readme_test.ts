import assert from "node:assert/strict";
import { currentReadme } from "../../tools/readme.ts";

Deno.test("the README's tables are what their sources say", async () => {
  const { is, shouldBe } = await currentReadme();
  assert.equal(is, shouldBe, "README.md is behind its sources; run: deno task readme");
});
