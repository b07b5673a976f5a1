/** Public linters find nothing in openapi.yaml, nor in the documents that the service serves. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import customer from "../../../src/generated/customer_api.json" with { type: "json" };
import { runTool } from "../../support/npm_tool.ts";
import { newDirectory } from "../../support/scratch.ts";
import { optionArgs } from "../../../src/lib/option_args.ts";

const DOCUMENTS = [
  "openapi.yaml",
  "src/generated/customer_api.json",
  "src/generated/admin_api.json",
].map((path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url)));

/** Lists the problems that Redocly finds by its recommended rules. */
async function redocly(file: string): Promise<string[]> {
  const directory = await newDirectory();
  await Deno.writeTextFile(`${directory}/redocly.yaml`, "extends: [recommended]\n");
  const { output, stdout } = await runTool("@redocly/cli", [
    "lint",
    file,
    ...optionArgs({ "--config": "redocly.yaml", "--format": "json" }),
  ], directory);
  assert.ok(stdout.startsWith("{"), output);
  return JSON.parse(stdout).problems.map((problem: { ruleId: string }) => problem.ruleId);
}

/** Lists the problems that Spectral finds by its rules for OpenAPI. */
async function spectral(file: string): Promise<string[]> {
  const directory = await newDirectory();
  await Deno.writeTextFile(`${directory}/rules.yaml`, "extends: spectral:oas\n");
  const { output, stdout } = await runTool("@stoplight/spectral-cli", [
    "lint",
    file,
    ...optionArgs({ "--ruleset": "rules.yaml", "--format": "json" }),
  ], directory);
  const start = stdout.indexOf("[");
  assert.ok(start >= 0, output);
  const problems = JSON.parse(stdout.slice(start, stdout.lastIndexOf("]") + 1));
  return problems.map((problem: { code: string }) => problem.code);
}

for (const [name, lint] of Object.entries({ redocly, spectral })) {
  Deno.test(`${name} finds nothing in any document by its own set of rules`, async () => {
    for (const document of DOCUMENTS) assert.deepEqual(await lint(document), [], document);
  });

  Deno.test(`${name} notices an operation without an id`, async () => {
    const document = structuredClone(customer) as { paths: { "/api/v2": { post: object } } };
    Object.assign(document.paths["/api/v2"].post, { operationId: undefined });
    const file = `${await newDirectory()}/faulty.json`;
    await Deno.writeTextFile(file, JSON.stringify(document));
    assert.deepEqual(await lint(file), ["operation-operationId"]);
  });
}
