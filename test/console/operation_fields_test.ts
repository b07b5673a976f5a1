/** Forms made of the fields of admin operations, and the bodies that they send. */
import assert from "node:assert/strict";
import { ApiRefusal } from "../../src/console/model/admin_api.ts";
import { jsx } from "hono/jsx";
import {
  OperationFacts,
  OperationFields,
  type OperationFieldsProps,
} from "../../src/console/components/operation_fields.tsx";
import { labelOf } from "../../src/console/model/field_names.ts";
import { htmlOf } from "../../src/console/html.tsx";
import { bodyFieldsOf, bodyOf } from "../../src/console/model/operation_body.ts";
import { GROUPS, groupsOf } from "../../src/console/pages/accounts/field_groups.ts";
import type { Field } from "../../src/contract/field.ts";

const field = (name: string, type: Field["type"], rest: Partial<Field> = {}) => ({
  name,
  type,
  description: "Some.",
  required: false,
  nullable: false,
  ...rest,
});

const FIELDS: readonly Field[] = [
  field("name", "string", { minLength: 1, maxLength: 200 }),
  field("url", "string", { nullable: true, format: "uri" }),
  field("rate", "integer", { nullable: true, minimum: 1, maximum: 9 }),
  field("on", "boolean"),
  field("kind", "string", { values: ["a", "b"] }),
  field("stop-text", "string", { nullable: true }),
  field("mm7-password", "string", { nullable: true, secret: true }),
];

const html = (props: Partial<OperationFieldsProps>) =>
  htmlOf(jsx(OperationFields, { of: FIELDS, ...props }));

/** A form whose fields were opened with some values, and have others now. */
function formOf(values: Record<string, [was: string, now: string]>): FormData {
  const form = new FormData();
  for (const [name, [was, now]] of Object.entries(values)) {
    form.append(`was:${name}`, was);
    form.append(name, now);
  }
  return form;
}

Deno.test("a body has the changed fields only, in their types", () => {
  const cases: [string, [was: string, now: string], Record<string, unknown>][] = [
    ["name", ["a", "a"], {}],
    ["name", ["a", "b"], { name: "b" }],
    ["name", ["a", ""], { name: "" }],
    ["name", ["a\r\nb", "ab"], {}],
    ["url", ["", ""], {}],
    ["url", ["http://a", ""], { url: null }],
    ["url", ["http://a ", "http://a"], {}],
    ["rate", ["", "5"], { rate: 5 }],
    ["rate", ["5", ""], { rate: null }],
    ["rate", ["5", "5.5"], { rate: "5.5" }],
    ["rate", ["5", "many"], { rate: "many" }],
    ["on", ["true", "false"], { on: false }],
    ["on", ["false", "true"], { on: true }],
    ["on", ["false", "false"], {}],
    ["on", ["false", "maybe"], { on: "maybe" }],
    ["kind", ["a", "b"], { kind: "b" }],
    ["stop-text", ["a\nb", "a\r\nb"], {}],
    ["stop-text", ["a", "a\r\nb"], { "stop-text": "a\nb" }],
    ["mm7-password", ["", ""], {}],
    ["mm7-password", ["", "new"], { "mm7-password": "new" }],
    ["unknown", ["", "x"], {}],
  ];
  for (const [name, values, body] of cases) {
    assert.deepEqual(bodyOf(FIELDS, formOf({ [name]: values })), body, `${name} ${values}`);
  }
});

Deno.test("a boolean that may be null is a choice of three, and no checkbox", () => {
  const wish = field("wish", "boolean", { nullable: true });
  const bodies: [was: string, now: string, body: Record<string, unknown>][] = [
    ["", "", {}],
    ["", "true", { wish: true }],
    ["", "false", { wish: false }],
    ["false", "", { wish: null }],
    ["true", "false", { wish: false }],
  ];
  for (const [was, now, body] of bodies) {
    assert.deepEqual(bodyOf([wish], formOf({ wish: [was, now] })), body, `${was} ${now}`);
  }
  for (const [value, text] of [[null, ""], [true, "true"], [false, "false"]] as const) {
    const page = html({ of: [wish], values: { wish: value } });
    assert.doesNotMatch(page, /checkbox/);
    assert.match(page, new RegExp(`name="was:wish" value="${text}"`));
    assert.match(page, /<option value="">–<\/option>/);
    if (text !== "") assert.match(page, new RegExp(`<option value="${text}" selected="">`));
    const facts = htmlOf(jsx(OperationFacts, { of: [wish], values: { wish: value } }));
    assert.equal(facts.includes("no<"), false);
  }
});

Deno.test("a checkbox says false by a hidden input, and a secret is removed by one", () => {
  const form = formOf({ on: ["false", "false"], "mm7-password": ["", ""] });
  form.append("on", "true");
  form.append("remove:mm7-password", "true");
  assert.deepEqual(bodyOf(FIELDS, form), { on: true, "mm7-password": null });
  form.set("mm7-password", "new");
  assert.deepEqual(bodyOf(FIELDS, form), { on: true, "mm7-password": "new" });
});

Deno.test("a form without what it was opened with, or with a file, changes nothing unasked", () => {
  const form = new FormData();
  form.append("name", new File(["x"], "x"));
  form.append("url", "");
  assert.deepEqual(bodyOf(FIELDS, form), {});
});

Deno.test("inputs have the limits, hints and values of their fields", () => {
  const page = html({ values: { name: "Acme", url: null, rate: 5, on: true, kind: "b" } });
  assert.match(page, /<label for="field-name">Name<\/label>/);
  assert.match(page, /<input id="field-name"[^>]*required[^>]*minlength="1" maxlength="200"/);
  assert.match(page, /type="number" min="1" max="9" step="1" value="5"/);
  assert.match(page, /type="url"/);
  assert.match(page, /type="checkbox" value="true" checked/);
  assert.match(page, /<option value="b" selected="">b<\/option>/);
  assert.doesNotMatch(page, /<option value="">/);
  assert.match(page, /<textarea id="field-stop-text"/);
  const hint = field("rate", "integer", {
    nullable: true,
    description: "Rate; null means `NONE`.",
    must: "be small",
  });
  assert.match(html({ of: [hint] }), /Rate; empty means <code>NONE<\/code>\. It must be small\./);
});

Deno.test("a new thing has the defaults of its fields, and nothing where it must choose", () => {
  const fields = [
    field("on", "boolean", { default: true }),
    field("kind", "string", { values: ["a", "b"], required: true }),
  ];
  const page = html({ of: fields });
  assert.match(page, /name="was:on" value="true"/);
  assert.match(page, /type="checkbox" value="true" checked/);
  assert.match(page, /<select[^>]* required[^>]*><option value="">Choose …<\/option>/);
});

Deno.test("passwords are never shown, not even refused ones", () => {
  const form = formOf({ "mm7-password": ["", "hunter2"] });
  const values = { "mm7-password": "hunter2", "mm7-password-set": true };
  const page = html({
    values,
    refused: { form, refusal: new ApiRefusal("mm7-password must not", 400, "E100") },
  });
  assert.doesNotMatch(page, /hunter2/);
  assert.match(page, /type="password"/);
  assert.match(page, /name="remove:mm7-password"/);
  assert.match(
    htmlOf(jsx(OperationFacts, { of: FIELDS, values })),
    /MM7 password<\/dt><dd><bdi>set</,
  );
});

Deno.test("a refused form keeps what was typed and what it was opened with", () => {
  const form = formOf({ name: ["Acme", `"><b>x`], rate: ["5", "many"] });
  const values = { name: "Changed meanwhile", rate: 7 };
  const page = html({
    values,
    refused: { form, refusal: new ApiRefusal("rate must be an integer", 400, "E100") },
  });
  assert.match(page, /name="was:name" value="Acme"/);
  assert.match(page, /value="&quot;&gt;&lt;b&gt;x"/);
  assert.match(page, /<input id="field-rate"[^>]*aria-invalid="true"/);
  assert.match(page, /id="field-rate-fault">rate must be an integer</);
  assert.equal(page.match(/class="fault"/g)!.length, 1);
  const other = html({
    values,
    refused: { form, refusal: new ApiRefusal("rate-limit must be an integer", 400, "E100") },
  });
  assert.doesNotMatch(other, /class="fault"/);
});

Deno.test("each field of an account is in exactly one group, and each group's fields exist", () => {
  const names = bodyFieldsOf("changeAccount").map(({ name }) => name);
  assert.deepEqual(Object.values(GROUPS).flat().sort(), names.sort());
});

Deno.test("a field that no group has is shown with the others", () => {
  const groups = groupsOf([field("name", "string"), field("novel", "integer")]);
  assert.deepEqual(
    groups.map(({ title, fields }) => [title, ...fields.map(({ name }) => name)]),
    [["Account", "name"], ["Other", "novel"]],
  );
});

Deno.test("labels are words, with the usual capitals", () => {
  assert.equal(labelOf("mm7-url"), "MM7 URL");
  assert.equal(labelOf("enforce-campaign-check"), "Enforce campaign check");
});
