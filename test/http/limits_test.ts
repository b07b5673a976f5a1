/** Each field of the customers' door at its limit and one over it, as openapi.yaml has them. */
import assert from "node:assert/strict";
import { faultByCode, FAULTS } from "../../src/core/errors.ts";
import { type Action, ACTIONS } from "../../src/generated/json.ts";
import type { Schema } from "../../tools/generate/document.ts";
import { fieldsOf, type Path, type RequestField } from "../contract/request_fields.ts";
import { document } from "../contract/validate.ts";
import { startService, type TestService } from "../support/service.ts";
import { ask, bodyOfSuccess, faultOf, settledTemplate } from "./door.ts";

// deno-lint-ignore no-explicit-any -- bodies are put together field by field
type Body = any;

const TEXT = { "message-text": "Hello" };
const WINDOW = { "delivery-window": { days: ["mon"], from: "09:00", to: "20:00" } };
const TO = { from: "111122", to: "16175550101" };

let test: TestService;
let mmsId: string;

Deno.test.beforeAll(async () => {
  test = await startService();
  mmsId = await settledTemplate(test, { "fallback-sms-text": "See it", slide: [TEXT, TEXT] });
  await test.admin("POST", "/accounts/acme/campaigns", {
    "campaign-ref": "spring",
    "from": "111122",
    "cta-text": "Reply YES",
    "welcome-text": "Welcome",
    "goodbye-text": "Goodbye",
  });
});

Deno.test.afterAll(() => test.stop());

/** Builds the example of an action, without files to fetch. */
function bodyOf(action: Action): Body {
  const { examples } = document.operation("postAction").body!;
  const body: Body = structuredClone(examples![action]!.value);
  switch (action) {
    case "savemms":
      return { ...body, slide: [TEXT] };
    case "sendsavedmms": {
      const [image] = body["dynamic-image"];
      delete image["background-image-url"];
      delete body["mms-expiry-timestamp"];
      const { action: _, ...contact } = bodyOf("createcontact");
      return { ...body, ...TO, ...WINDOW, "mms-id": mmsId, "dynamic-contact": [contact] };
    }
    case "sendsms":
      return { ...body, ...TO, ...WINDOW };
    case "sendmms":
      return { ...body, ...WINDOW };
    case "createimage":
      delete body["background-image-url"];
      return body;
    case "createcontact":
      delete body["photo-url"];
      return body;
    default:
      return body;
  }
}

/** Returns the body with a value at this path; missing parents are created. */
function withValue(body: Body, [step, ...rest]: Path, value: (previous: Body) => Body): Body {
  if (step === undefined) return value(body);
  if (step === "[]") return [withValue(body?.[0], rest, value), ...(body ?? []).slice(1)];
  const key = step === "{}" ? Object.keys(body ?? {})[0] ?? "text-area-1" : step;
  return { ...body, [key]: withValue(body?.[key], rest, value) };
}

const filled = (length: number) => "😀".repeat(length);

const MANY: Record<RequestField["kind"], (schema: Schema, previous: Body, more: number) => Body> = {
  text: ({ maxLength }, _previous, more) => filled(maxLength! + more),
  list: ({ maxItems }, previous, more) => Array(maxItems! + more).fill(previous[0]),
  map: ({ maxProperties }, previous, more) => {
    const [name, value] = Object.entries(previous ?? { "text-area-1": { text: "Hi" } })[0]!;
    const names = Array.from({ length: maxProperties! + more }, (_, at) => at + 1);
    return Object.fromEntries(names.map((at) => [name.replace(/1?$/, String(at)), value]));
  },
};

const UNITS = {
  text: ["maxLength", "characters"],
  list: ["maxItems", "items"],
  map: ["maxProperties", "fields"],
} as const;

function codeOf({ "x-error": codes }: Schema, keyword: string): string {
  return (typeof codes === "string" ? codes : codes?.[keyword]) ?? "E100";
}

const LIMITED = ACTIONS.flatMap((action) => {
  const { schema } = document.actions().find((candidate) => candidate.action === action)!;
  return fieldsOf(document, schema, [])
    .filter(({ kind, schema }) => schema[UNITS[kind][0]] !== undefined)
    .map((field) => ({ ...field, action }));
});

for (const { action, kind, path, schema } of LIMITED) {
  const [keyword, unit] = UNITS[kind];
  const limit = schema[keyword]!;
  const code = codeOf(schema, keyword);
  const field = path.filter((step) => step !== "[]" && step !== "{}").join(" ");
  const send = (more: number) =>
    ask(test, withValue(bodyOf(action), path, (previous) => MANY[kind](schema, previous, more)));

  Deno.test(`${action} ${field}: ${limit} ${unit}, with one more ${code}`, async () => {
    const within = await send(0);
    // Its meaning may still be invalid, such as a URL of nothing but emoji.
    assert.ok(within.status < 500);
    assert.doesNotMatch(String(within.body["error-info"]), /must have (at most|only names)/);
    const over = await send(1);
    assert.equal(faultOf(over), `${code} ${FAULTS[faultByCode(code)].http}`);
    const steps = path.at(-1) === "{}" ? path.slice(0, -1) : path;
    const last = steps.findLast((step) => step !== "[]" && step !== "{}")!;
    const expected = new RegExp(`${last}\\b.* must have at most ${limit} ${unit}$`);
    assert.match(over.body["error-info"], expected);
  });
}

Deno.test("an action takes its free texts and lists at their limits together", async () => {
  const save = bodyOf("savemms");
  for (const { kind, path, schema } of LIMITED.filter(({ action }) => action === "savemms")) {
    if (path.length > 1) continue;
    save[path[0]!] = MANY[kind](schema, save[path[0]!], 0);
  }
  bodyOfSuccess(await ask(test, save));
  const contact = bodyOf("createcontact");
  for (const name of ["organization", "title", "note"]) {
    contact[name] = filled(LIMITED.find(({ path }) => path[0] === name)!.schema.maxLength!);
  }
  assert.equal((await test.post(contact)).status, 200);
});

Deno.test("savemms name: 900 KB are refused, and nothing of it is stored", async () => {
  const { status, body } = await ask(test, { ...bodyOf("savemms"), name: "x".repeat(900_000) });
  assert.deepEqual([status, body["error-info"]], [400, "name must have at most 200 characters"]);
  const { body: { items } } = await test.admin("GET", "/templates?limit=200");
  assert.ok(items.every(({ name }: { name: string }) => [...name].length <= 200));
});

Deno.test("sendsms campaign-ref: 900 KB are refused", async () => {
  const { body } = await ask(test, { ...bodyOf("sendsms"), "campaign-ref": "x".repeat(900_000) });
  assert.equal(body["error-info"], "campaign-ref must have at most 200 characters");
});

Deno.test("to-displayonly: 100 numbers, with one more E100", async () => {
  const send = (count: number) => {
    const numbers = Array.from({ length: count }, (_, at) => `+1617555${1000 + at}`).join(", ");
    return ask(test, { ...bodyOf("sendsavedmms"), "to-displayonly": numbers });
  };
  bodyOfSuccess(await send(100));
  const over = await send(101);
  assert.equal(faultOf(over), "E100 400");
  assert.equal(over.body["error-info"], "to-displayonly has more than 100 numbers");
});

Deno.test("merge-tag-data: names of 100 characters, with one more E100", async () => {
  const send = (length: number) =>
    ask(test, { ...bodyOf("sendsavedmms"), "merge-tag-data": { [filled(length)]: "x" } });
  bodyOfSuccess(await send(100));
  const over = await send(101);
  assert.equal(faultOf(over), "E100 400");
  assert.match(over.body["error-info"], /^merge-tag-data .* must have only names of at most 100 /);
});

Deno.test("X-Service-Carrier-Id: one of more characters than any operator's id is E651", async () => {
  const { schema } = document.operation("postAction").parameters
    .find(({ name }) => name === "X-Service-Carrier-Id")!;
  const headers = { "x-service-carrier-id": "1".repeat(schema.maxLength! + 1) };
  assert.equal(faultOf(await ask(test, bodyOf("sendsms"), { headers })), "E651 400");
});

for (const list of ["phone", "email", "physical-address", "website"]) {
  Deno.test(`createcontact ${list}: however many there are, the first four count`, async () => {
    const body = bodyOf("createcontact");
    const many = [...Array(4).fill(body[list][0]), ...Array(5000).fill({ url: filled(9) })];
    assert.equal((await test.post({ ...body, [list]: many })).status, 200);
  });
}
