/** The layer check finds forbidden imports, and the program passes it. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { checkLayers, describe } from "../../tools/layers.ts";

Deno.test("imports of the program point down", async () => {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  assert.deepEqual((await checkLayers(root)).map(describe), []);
});

/** Forbidden imports, each added to a tree that is clean without it. */
const forbidden: readonly {
  readonly title: string;
  readonly file: string;
  readonly source: string;
  readonly found: string;
}[] = [
  {
    title: "upwards",
    file: "src/core/slides.ts",
    source: `\nimport "../adapters/store.ts";`,
    found: "src/core/slides.ts:2 imports src/adapters/store.ts: " +
      "core may not see adapters (only program may)",
  },
  {
    title: "upwards, as a type",
    file: "src/core/slides.ts",
    source: `import type { Config } from "../config/mod.ts";\nexport type Slides = Config;`,
    found: "src/core/slides.ts:1 imports src/config/mod.ts: " +
      "core may not see config, ports, log, metrics, tracing (imports point down)",
  },
  {
    title: "upwards, dynamically, from a file that mod.ts does not reach",
    file: "src/mime/lonely.ts",
    source: `export const load = () =>\n  import("../http/app.ts");`,
    found: "src/mime/lonely.ts:2 imports src/http/app.ts: " +
      "mime may not see http (imports point down)",
  },
  {
    title: "sideways",
    file: "src/jobs/deliver.ts",
    source: `import "../actions/sendsms.ts";`,
    found: "src/jobs/deliver.ts:1 imports src/actions/sendsms.ts: " +
      "jobs may not see actions (folders on one step do not know each other)",
  },
  {
    title: "an adapter, from above",
    file: "src/http/app.ts",
    source: `import "../adapters/store.ts";`,
    found: "src/http/app.ts:1 imports src/adapters/store.ts: " +
      "http may not see adapters (only program may)",
  },
  {
    title: "the service, from the client",
    file: "src/client/client.ts",
    source: `import "../core/slides.ts";`,
    found: "src/client/client.ts:1 imports src/core/slides.ts: " +
      "client may not see core (only generated)",
  },
  {
    title: "a test",
    file: "src/http/app.ts",
    source: `import "../../test/support.ts";`,
    found: "src/http/app.ts:1 imports test/support.ts: " +
      "the program may not see its tests and tools",
  },
  {
    title: "a package, from the core",
    file: "src/core/slides.ts",
    source: `import "zod";`,
    found: "src/core/slides.ts:1 imports npm:zod: core may import no packages",
  },
  {
    title: "the system, from the core",
    file: "src/core/slides.ts",
    source: `import "node:fs";`,
    found: "src/core/slides.ts:1 imports node:fs: core may import no packages",
  },
  {
    title: "anything, from a folder without a layer",
    file: "src/utils/all.ts",
    source: `import "../core/slides.ts";`,
    found: "src/utils/all.ts:1 imports src/core/slides.ts: " +
      "this file has no layer: add its folder to the table in tools/layers.ts",
  },
  {
    title: "a circle within a folder",
    file: "src/jobs/report.ts",
    source: `import type {} from "./deliver.ts";`,
    found: "src/jobs/report.ts:1 imports src/jobs/deliver.ts: " +
      "closes a circle: src/jobs/deliver.ts → src/jobs/report.ts → src/jobs/deliver.ts",
  },
  {
    title: "a circle between folders whose files form none",
    file: "src/http/json/door.ts",
    source: `import "../app.ts";`,
    found: "src/http/json/door.ts:1 imports src/http/app.ts: " +
      "closes a circle: src/http → src/http/json → src/http",
  },
];

for (const { title, file, source, found } of forbidden) {
  Deno.test(`forbidden: ${title}`, async () => {
    const root = await plant({ ...clean, [file]: source });
    try {
      assert.deepEqual((await checkLayers(root)).map(describe), [found]);
    } finally {
      await Deno.remove(root, { recursive: true });
    }
  });
}

Deno.test("the tree without them is clean", async () => {
  const root = await plant(clean);
  try {
    assert.deepEqual(await checkLayers(root), []);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

const clean: Readonly<Record<string, string>> = {
  "deno.json": `{ "imports": { "zod": "npm:zod" } }`,
  "mod.ts": `import "./src/program/service.ts";
    import deno from "./deno.json" with { type: "json" };`,
  "src/generated/json.ts": `import "zod";`,
  "src/core/slides.ts": `import "../generated/json.ts";`,
  "src/config/mod.ts": `import "../log/mod.ts";\nexport interface Config { port: number }`,
  "src/log/mod.ts": "",
  "src/actions/sendsms.ts": `import "../core/slides.ts";`,
  "src/jobs/deliver.ts": `import "../config/mod.ts";\nimport "./report.ts";`,
  "src/jobs/report.ts": "",
  // A folder's mod.ts composes its subfolders, which may import what lies beside it.
  "src/jobs/mod.ts": `import "./transcode/mod.ts";`,
  "src/jobs/transcode/mod.ts": `import "../report.ts";`,
  "src/adapters/store.ts": `import "node:fs";`,
  "src/http/app.ts": `import "../actions/sendsms.ts";\nimport "./json/response.ts";`,
  "src/http/json/door.ts": "",
  "src/http/json/response.ts": "",
  "src/program/service.ts": `import "../http/app.ts";\nimport "../adapters/store.ts";`,
  "src/client/client.ts": `import "../generated/json.ts";`,
  "test/support.ts": "",
};

async function plant(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await Deno.makeTempDir({ prefix: "slidepost-layers-" });
  for (const [path, source] of Object.entries(files)) {
    await Deno.mkdir(`${root}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeTextFile(`${root}/${path}`, source);
  }
  return root;
}
