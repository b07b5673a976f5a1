/** Files that editors and GitHub read: the workflows, the issue forms and `.editorconfig`. */
import assert from "node:assert/strict";
import { parse } from "npm:yaml@2.9.1";
import deno from "../../deno.json" with { type: "json" };
import { ROOT } from "../support/manual.ts";

const GITHUB = `${ROOT}.github`;

// deno-lint-ignore no-explicit-any -- the shapes are what the tests check
async function readYaml(path: string): Promise<any> {
  return parse(await Deno.readTextFile(`${GITHUB}/${path}`));
}

const namesIn = (folder: string) => [...Deno.readDirSync(`${GITHUB}/${folder}`)].map((e) => e.name);

interface Step {
  uses?: string;
  run?: string;
}

Deno.test("a workflow runs .ci/run on pushes and pull requests", async () => {
  const { on, jobs } = await readYaml("workflows/ci.yml");
  assert.deepEqual(Object.keys(on).sort(), ["pull_request", "push"]);
  const steps: Step[] = jobs.test.steps;
  assert.deepEqual(steps.map(({ run }) => run).filter((run) => run !== undefined), [".ci/run"]);
  const { mode } = await Deno.stat(`${ROOT}.ci/run`);
  assert.equal(mode! & 0o111, 0o111);
});

Deno.test("workflows may only read, pin what they use, and name tasks that exist", async () => {
  for (const name of namesIn("workflows")) {
    const { permissions, jobs } = await readYaml(`workflows/${name}`);
    assert.deepEqual(permissions, { contents: "read" }, name);
    const steps = Object.values<{ steps: Step[] }>(jobs).flatMap(({ steps }) => steps);
    for (const { uses = "x@v1.0.0", run = "" } of steps) {
      assert.match(uses, /@v\d+\.\d+\.\d+$/, name);
      const task = /deno task (\w+)/.exec(run)?.[1];
      assert.ok(task === undefined || task in deno.tasks, `${name}: ${run}`);
    }
  }
});

/** Types of the fields of an issue form. */
const FIELDS = ["markdown", "textarea", "input", "dropdown", "checkboxes"];

Deno.test("each issue form has a name, and fields with an id and a label of their own", async () => {
  const forms = namesIn("ISSUE_TEMPLATE").filter((name) => name !== "config.yml");
  assert.deepEqual(forms.sort(), ["bug.yml", "feature.yml"]);
  for (const form of forms) {
    const { name, description, body } = await readYaml(`ISSUE_TEMPLATE/${form}`);
    assert.ok(name !== "" && description !== "", form);
    const fields: { type: string; id: string; attributes: Record<string, string> }[] = body;
    assert.deepEqual(fields.filter(({ type }) => !FIELDS.includes(type)), [], form);
    const inputs = fields.filter(({ type }) => type !== "markdown");
    assert.ok(inputs.every(({ id, attributes }) => /^[\w-]+$/.test(id) && attributes.label), form);
    for (
      const part of [
        inputs.map(({ id }) => id),
        inputs.map((field) => field.attributes.label),
      ]
    ) {
      assert.equal(new Set(part).size, inputs.length, form);
    }
  }
});

/** Sections of an `.editorconfig`, each with its properties. */
function sectionsOf(text: string): Map<string, Record<string, string>> {
  return new Map(
    text.split(/^(?=\[)/m).map((section) => {
      const [heading, ...lines] = section.split("\n");
      return [heading!, Object.fromEntries(lines.map((line) => line.split(" = ")))];
    }),
  );
}

Deno.test(".editorconfig agrees with deno fmt", async () => {
  const all = sectionsOf(await Deno.readTextFile(`${ROOT}.editorconfig`)).get("[*]")!;
  const { lineWidth, indentWidth = 2, useTabs = false }: {
    lineWidth: number;
    indentWidth?: number;
    useTabs?: boolean;
  } = deno.fmt;
  assert.equal(all.max_line_length, `${lineWidth}`);
  assert.equal(all.indent_size, `${indentWidth}`);
  assert.equal(all.indent_style, useTabs ? "tab" : "space");
});
