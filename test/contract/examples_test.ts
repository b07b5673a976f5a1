/** Every example in openapi.yaml is valid under its schema, and accepted by the validators. */
import assert from "node:assert/strict";
import type { Content, Operation } from "../../tools/generate/document.ts";
import { type AdminOperationId, adminRequests } from "../../src/generated/admin.ts";
import { actionOf, ACTIONS, validate } from "../../src/generated/json.ts";
import { POSTBACK_CODES } from "../../src/generated/postback.ts";
import { assertPostback, assertValid, document } from "./validate.ts";

const examplesOf = (content: Content | undefined) =>
  Object.entries(content?.examples ?? {}).map(([name, { value }]) => ({ name, value }));

function* responsesOf({ operationId, responses }: Operation) {
  for (const [status, { content }] of Object.entries(responses)) {
    for (const [type, each] of Object.entries(content ?? {})) {
      yield { what: `${operationId} ${status}`, type, content: each };
    }
  }
}

Deno.test("request examples are valid", () => {
  for (const { operationId, body } of document.operations) {
    for (const { name, value } of examplesOf(body)) {
      assertValid(body!.schema, value, true, `${operationId} ${name}`);
    }
  }
});

Deno.test("response examples are valid", () => {
  for (
    const { what: title, content } of document.operations.flatMap((each) => [...responsesOf(each)])
  ) {
    for (const { name, value } of examplesOf(content)) {
      assertValid(content.schema, value, true, `${title} ${name}`);
    }
  }
});

Deno.test("every JSON status of the customer door has an example", () => {
  for (const { what: title, type, content } of responsesOf(document.operation("postAction"))) {
    if (type === "application/json") assert.ok(examplesOf(content).length > 0, title);
  }
});

Deno.test("every postback has an example, and it is valid", () => {
  assert.deepEqual(document.webhooks.map(({ path }) => path), [...POSTBACK_CODES]);
  assert.equal(POSTBACK_CODES.length, 22);
  for (const { path, body } of document.webhooks) {
    const examples = examplesOf(body);
    assert.ok(examples.length > 0, path);
    for (const { value } of examples) assertPostback(path, value);
  }
});

Deno.test("the generated validators accept every action example", () => {
  const seen = new Set<string>();
  for (const { name, value } of examplesOf(document.operation("postAction").body)) {
    const action = actionOf((value as { action: string }).action)!;
    seen.add(action);
    const { fault } = validate(action, value);
    assert.equal(fault, undefined, name);
  }
  assert.deepEqual([...seen].sort(), [...ACTIONS].sort());
});

Deno.test("the generated validators accept every admin example", () => {
  for (const { operationId, body } of document.operations) {
    const request = adminRequests[operationId as AdminOperationId];
    if (request === undefined || !("body" in request)) continue;
    for (const { name, value } of examplesOf(body)) {
      assert.ok(request.body.safeParse(value).success, `${operationId} ${name}`);
    }
  }
});
