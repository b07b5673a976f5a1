/** The size check finds files and functions over their limits, and leaves generated code out. */
import assert from "node:assert/strict";
import {
  checkFunctions,
  checkSizes,
  checkSpreads,
  describe,
  factories,
} from "../../tools/sizes.ts";

const lines = (count: number) => "// line\n".repeat(count);

/** Writes a function with lines of its own, two of which are its braces. */
const functionOf = (name: string, own: number) =>
  `function ${name}() {\n${"  work();\n".repeat(own - 2)}}\n`;

/** Writes files below a temporary folder, which goes afterwards. */
async function withFiles(
  files: Readonly<Record<string, string>>,
  check: (root: string) => void,
): Promise<void> {
  const root = await Deno.makeTempDir({ prefix: "slidepost-sizes-" });
  try {
    for (const [file, text] of Object.entries(files)) {
      await Deno.mkdir(`${root}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${root}/${file}`, text);
    }
    check(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("sizes: 400 lines in src and tools, 500 in test", async () => {
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
  await withFiles(files, (root) => {
    assert.deepEqual(checkSizes(root).map(describe), [
      "test/core/long_test.ts has 501 lines, more than 500",
      "tools/long.ts has 450 lines, more than 400",
      "src/core/long.ts has 401 lines, more than 400",
      "src/web/page.tsx has 401 lines, more than 400",
    ]);
  });
});

Deno.test("sizes: 80 lines a function of src, and a reason from 61 on", async () => {
  const files = {
    "src/core/short.ts": functionOf("short", 60),
    "src/core/long.ts": functionOf("unexplained", 61) + "// size: a table\n" +
      functionOf("table", 80),
    "src/core/longest.ts": "// size: no reason is enough\n" + functionOf("longest", 81),
    "src/core/factory.ts": `function create() {\n${functionOf("inner", 99)}}\n`,
    "src/generated/json.ts": functionOf("generated", 99),
    "tools/long.ts": functionOf("tool", 99),
    "test/core/long_test.ts": functionOf("test", 99),
  };
  await withFiles(files, (root) => {
    assert.deepEqual(checkFunctions(root), {
      refused: [
        "src/core/factory.ts:2 inner has 99 lines of its own, more than 80",
        "src/core/longest.ts:2 longest has 81 lines of its own, more than 80",
        "src/core/long.ts:1 unexplained has 61 lines of its own: split it, or write // size: and the reason above it",
      ],
      explained: ["src/core/long.ts:63 table has 80 lines of its own: a table"],
    });
    assert.deepEqual(factories(root), ["src/core/factory.ts:1 create has 101 lines, 2 of its own"]);
  });
});

Deno.test("sizes: no spread of an object or array literal", async () => {
  const files = {
    "src/core/spread.ts": `const object = {
  ...{ a, b },
  ...isShort && { c },
  ...(isLong ? { d } : {}),
};
const list = [
  ...["x", "y"],
  ...["x"].map(upper),
  ...[],
  ...(["x"] as const),
];
call(...["-x", value]);
`,
    "test/bench/spread.ts": "const list = [...[1, 2]];\n",
    "test/core/spread_test.ts": "const list = [...[1, 2] satisfies number[]];\n",
  };
  const lines = [2, 7, 9, 10, 12].map((line) => `src/core/spread.ts:${line}`);
  await withFiles(files, (root) => {
    assert.deepEqual(
      checkSpreads(root),
      [...lines, "test/core/spread_test.ts:1"].map((line) =>
        `${line} spreads a literal: write its entries as they are`
      ),
    );
  });
});
