/** The size check finds files over their limit, and leaves generated code and fixtures out. */
import assert from "node:assert/strict";
import { checkSizes, describe } from "../../tools/sizes.ts";

const lines = (count: number) => "// line\n".repeat(count);

Deno.test("sizes: 400 lines in src and tools, 500 in test", async () => {
  const root = await Deno.makeTempDir({ prefix: "slidepost-sizes-" });
  const files = {
    "mod.ts": lines(400),
    "src/core/long.ts": lines(401),
    "src/web/page.tsx": lines(400) + "// line 401, without a line feed",
    "src/generated/json.ts": lines(900),
    "src/client/generated.ts": lines(900),
    "src/web/manual/mm7.md": lines(900),
    "tools/long.ts": lines(450),
    "test/core/long_test.ts": lines(501),
    "test/core/short_test.ts": lines(500),
    "test/fixtures/long.ts": lines(900),
  };
  try {
    for (const [file, text] of Object.entries(files)) {
      await Deno.mkdir(`${root}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${root}/${file}`, text);
    }
    assert.deepEqual(checkSizes(root).map(describe), [
      "test/core/long_test.ts has 501 lines, more than 500",
      "tools/long.ts has 450 lines, more than 400",
      "src/core/long.ts has 401 lines, more than 400",
      "src/web/page.tsx has 401 lines, more than 400",
    ]);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
