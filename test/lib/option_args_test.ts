import assert from "node:assert/strict";
import { optionArgs } from "../../src/lib/option_args.ts";

Deno.test("options are followed by their values, in order", () => {
  assert.deepEqual(optionArgs({ "-b:v": 96_000, "-f": "mp4" }), ["-b:v", "96000", "-f", "mp4"]);
  assert.deepEqual(optionArgs({}), []);
});
