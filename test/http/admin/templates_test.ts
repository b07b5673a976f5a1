/** Templates through the admin API: what they contain, their log, and sending one. */
import assert from "node:assert/strict";
import { requestOf } from "../../../src/program/admin/command_line.ts";
import { operationOf } from "../../../src/program/admin/find_operation.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { adminBody, SHORT_CODE, startService } from "../../support/service.ts";
import { sharing } from "../../support/sharing.ts";
import { settledTemplate } from "../door.ts";

/** Clock that stands still, so that no rate is refilled. */
const STOPPED = { now: () => Date.UTC(2026, 10, 21) };

const SEND = { from: "111122", to: "16175550101" };

const sendOf = (id: string) => `/templates/${id}/send`;

/** Starts a service with a template. */
const shared = sharing(async () => {
  const { log, lines } = recordedLog();
  const test = await startService({ log });
  const id = await settledTemplate(test, {
    "name": "Voucher",
    "message-subject": "For {$name|you}",
    "fallback-sms-text": "A voucher for {$name|you}",
    "disable-fallback-sms-link": true,
    "slide": [
      { "message-text": "Hello {$name|you}" },
      {
        image: {
          "barcode": { "id": "{$code}", "type": "Code 128", "position-x": "10", "rotate": "90" },
          "text-area": { "text-area-1": { "text": "{$until}", "font-color": "#cc0000" } },
        },
      },
    ],
  });
  return { id, lines, test, [Symbol.asyncDispose]: () => test.stop() };
});

shared(
  "templates of a service are read with all that was saved, and what happened",
  async ({ id, test }) => {
    const template = await adminBody(test, 200, "GET", `/templates/${id}`);
    const { content, history, postbacks } = template;
    assert.deepEqual(
      { ...content, slides: undefined },
      {
        "subject": "For {$name|you}",
        "slides": undefined,
        "fallback-text": "A voucher for {$name|you}",
        "disable-fallback-sms": false,
        "disable-fallback-sms-link": true,
      },
    );
    const [text, drawn] = content.slides;
    assert.deepEqual(text, { text: "Hello {$name|you}" });
    const { barcode, ...picture } = drawn.picture;
    assert.deepEqual(
      [barcode.id, barcode.type, barcode["position-x"], barcode.width, barcode.rotate],
      ["{$code}", "Code 128", 10, null, 90],
    );
    assert.deepEqual(picture, {
      "background-image-url": null,
      "text-areas": [{
        "text": "{$until}",
        "position-x": 50,
        "position-y": 400,
        "width": 200,
        "font": "OpenSans",
        "font-size": 20,
        "font-color": "#cc0000",
      }],
    });
    assert.deepEqual(
      history.map(({ event, state }: Record<string, unknown>) => [event, state]),
      [["saved", "locked"], ["transcoded", "ready"]],
    );
    assert.deepEqual(postbacks.map(({ code }: { code: string }) => code), ["N003"]);
    assert.match(template["client-reference"], /^[\da-f-]{36}$/);
  },
);

shared(
  "templates of a service are sent as their account sends them",
  async ({ id, lines, test }) => {
    lines.length = 0;
    const message = await adminBody(test, 201, "POST", sendOf(id), {
      ...SEND,
      "client-reference": "a test",
      "merge-tag-data": { Name: "Ana" },
    });
    assert.deepEqual(
      [message.account, message["mms-id"], message.to, message["client-reference"]],
      ["acme", id, "16175550101", "a test"],
    );
    const { content } = await adminBody(test, 200, "GET", `/messages/${message["tracking-id"]}`);
    assert.equal(content.subject, "For Ana");
    // Nothing remains of the drawn slide, whose tags have no values.
    assert.deepEqual(content.slides, [{ text: "Hello Ana", files: [] }]);
    const audited = lines.find(({ message }) => message === "admin change")!.facts;
    assert.deepEqual(
      [audited.operation, audited["mms-id"], audited["tracking-id"], audited.account],
      ["sendTemplate", id, message["tracking-id"], "acme"],
    );
  },
);

shared(
  "templates of a service are refused as the account's own requests are",
  async ({ id, test }) => {
    const codeOf = async (template: string, body: Record<string, unknown>) => {
      const response = await test.admin("POST", sendOf(template), { ...SEND, ...body });
      return `${response.body["error-code"]} ${response.status}`;
    };
    assert.equal(await codeOf(id, { from: "999999" }), "E111 403");
    assert.equal(await codeOf(id, { from: "pool:none" }), "E2201 403");
    assert.equal(await codeOf(id, { to: "12" }), "E110 400");
    assert.equal(await codeOf(id, { "merge-tag-data": { name: "x".repeat(5001) } }), "E100 400");
    assert.equal(await codeOf("unknown", {}), "E100 404");
    await adminBody(test, 201, "POST", "/accounts/acme/blocks", { number: "16175550142" });
    assert.equal(await codeOf(id, { to: "16175550142" }), "E114 403");
    const unmade = { slide: [{ image: { url: `${test.url}/missing.jpg` } }] };
    const failed = await settledTemplate(test, {
      ...unmade,
      "fallback-sms-text": "A picture",
    });
    assert.equal(await codeOf(failed, {}), "E1001 409");
    await adminBody(test, 200, "PATCH", "/accounts/acme", { disabled: true });
    assert.equal(await codeOf(id, {}), "E103 403");
  },
);

Deno.test("an account's rate holds for a template that an administrator sends, too", async () => {
  await using test = await startService({
    clock: STOPPED,
    senders: [SHORT_CODE],
    account: { rate: 2 },
  });
  const id = await settledTemplate(test, {
    "fallback-sms-text": "Hello",
    "slide": [{ "message-text": "Hello" }],
  });
  const statuses = await Promise.all(
    Array.from(
      { length: 4 },
      async () => (await test.admin("POST", `/templates/${id}/send`, SEND)).status,
    ),
  );
  // Saving it took the first of two.
  assert.deepEqual(statuses.sort(), [201, 429, 429, 429]);
});

Deno.test("merge tags are options of the command line, by name and value", async () => {
  const words = ["--from", "111122", "--to", "16175550101"];
  const target = { url: "http://127.0.0.1", token: "token" };
  const operation = operationOf(["template", "send"]);
  const pairs = ["--merge-tag-data", "name=Ana", "--merge-tag-data=code=a=b"];
  const request = await requestOf(operation, ["abc", ...words, ...pairs], target);
  assert.equal(new URL(request.url).pathname, "/admin/v1/templates/abc/send");
  assert.deepEqual(await request.json(), {
    ...SEND,
    "merge-tag-data": { name: "Ana", code: "a=b" },
  });
  await assert.rejects(
    requestOf(operation, ["abc", ...words, "--merge-tag-data", "name"], target),
    { name: "UsageError", message: "--merge-tag-data takes a name and a value: name=value" },
  );
});
