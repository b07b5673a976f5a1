/** The quick gates of `deno task ok`, as tests, unless it has just run them: CI runs nothing else. */
import assert from "node:assert/strict";
import { gates, pass } from "../../tools/ok.ts";

for (const gate of Deno.env.has("TEST_GATES_PASSED") ? [] : gates) {
  Deno.test(`gate: ${gate.name}`, async () => {
    const { passed, output } = await pass(gate);
    assert.ok(passed, `deno ${gate.command.join(" ")}\n\n${output}\n\n→ ${gate.cure}`);
  });
}
