/** The quick gates of `deno task ok` as tests, since CI runs nothing else. */
import assert from "node:assert/strict";
import { gates, pass } from "../../../tools/ok.ts";

for (const gate of gates) {
  Deno.test(`gate: ${gate.name}`, async () => {
    const { passed, output } = await pass(gate);
    assert.ok(passed, `deno ${gate.command.join(" ")}\n\n${output}\n\n→ ${gate.cure}`);
  });
}
