/** Drafts of templates: `as-draft` and `draft` of the admin operation that performs `savemms`. */
import assert from "node:assert/strict";
import { createAccount } from "../../src/actions/provision.ts";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { type Body, sendMms } from "../spec/traffic.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let test: TestService;
let files: FileServer;
let photo: string;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  photo = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

interface Options {
  "as-draft"?: boolean;
  "draft"?: string;
  "idempotency-key"?: string;
}

const slideOf = (url: string) => [{ "image": { url }, "message-text": "Hello" }];

/** Performs a request for an account, and returns the status with the body. */
const perform = (request: object, options: Options, account = test.account) =>
  test.admin("POST", `/accounts/${account}/actions`, { request, ...options });

async function saved(fields: object, options: Options, account?: string): Promise<string> {
  const request = { action: "savemms", name: "a name", "disable-fallback-sms": true, ...fields };
  const { status, body } = await perform(request, options, account);
  assert.equal(status, 200, JSON.stringify(body));
  return body["mms-id"];
}

const drafted = (slide: object[], options: Options = {}) =>
  saved({ slide }, { "as-draft": true, ...options });

const read = (mmsId: string): Promise<Body> => adminBody(test, 200, "GET", `/templates/${mmsId}`);

async function settled(mmsId: string, state: string): Promise<Body> {
  return await until(() => read(mmsId), (template) => template.state === state);
}

const isGone = async (mmsId: string) =>
  (await test.admin("GET", `/templates/${mmsId}`)).status === 404;

const postbacksOf = (mmsId: string): string[] =>
  test.receiver.received.map(({ body }) => body).filter((body) => body["mms-id"] === mmsId)
    .map(({ code }) => code);

/** Asserts that customers, and lists, know no template of this id. */
async function assertUnknown(mmsId: string): Promise<void> {
  const listed = bodyOfSuccess(await ask(test, { action: "getmmstemplates" }));
  assert.ok(!JSON.stringify(listed).includes(mmsId));
  assert.ok(!JSON.stringify(await adminBody(test, 200, "GET", "/templates")).includes(mmsId));
  const send = { "mms-id": mmsId, "from": "111122", "to": "16175550101" };
  assert.match(faultOf(await ask(test, { action: "sendsavedmms", ...send })), /E241/);
  assert.match(faultOf(await ask(test, { action: "deletemmsid", "mms-id": mmsId })), /E241/);
  const { "mms-id": _id, ...addresses } = send;
  await adminBody(test, 404, "POST", `/templates/${mmsId}/send`, addresses);
  await adminBody(test, 404, "PATCH", `/templates/${mmsId}`, { name: "another" });
}

Deno.test("a draft is prepared, shown to nobody, and becomes a template under its mms-id", async () => {
  const draft = await drafted(slideOf(photo));
  const ready = await settled(draft, "ready");
  assert.deepEqual(ready.media.map(({ state }: Body) => state), ["done"]);
  assert.ok(ready.media[0].renditions.length > 0);
  assert.ok(Date.parse(ready["draft-until"]) > Date.parse(ready["created-at"]));
  assert.deepEqual([ready.history, ready.postbacks], [[], []]);
  await assertUnknown(draft);

  assert.equal(await drafted(slideOf(photo), { draft }), draft);
  const fields = {
    "slide": slideOf(photo),
    "name": "Spring",
    "message-subject": "Subject",
    "fallback-sms-text": "See it",
    "disable-fallback-sms": false,
    "client-reference": "ref",
  };
  assert.equal(await saved(fields, { draft, "idempotency-key": "one" }), draft);
  assert.equal(await saved(fields, { draft, "idempotency-key": "one" }), draft);
  await test.receiver.until(() => postbacksOf(draft).length > 0);
  assert.deepEqual(postbacksOf(draft), ["N003"]);
  const template = await read(draft);
  assert.ok(!("draft-until" in template));
  assert.equal(template.name, "Spring");
  assert.equal(template["client-reference"], "ref");
  assert.equal(template.content.subject, "Subject");
  assert.equal(template.content["fallback-text"], "See it");
  assert.deepEqual(template.media, ready.media);
  assert.deepEqual(template.history.map(({ event }: Body) => event), ["saved", "transcoded"]);
  const listed = bodyOfSuccess(await ask(test, { action: "getmmstemplates" }));
  assert.equal(listed["mms-template"][0]["mms-id"], draft);
  await sendMms(test, draft);

  assert.notEqual(await saved(fields, { draft }), draft, "it is no draft any more");
  assert.deepEqual(postbacksOf(draft), ["N003", "N101", "N102"]);
});

Deno.test("a draft that is saved while it is prepared has its postback once it is ready", async () => {
  const held = Promise.withResolvers<void>();
  using _file = { [Symbol.dispose]: held.resolve };
  const picture = await Deno.readFile(await image("photo.jpg"));
  const url = files.respond("held.jpg", async () => {
    await held.promise;
    return new Response(picture, { headers: { "content-type": "image/jpeg" } });
  });
  const draft = await drafted(slideOf(url));
  await until(() => files.requests.get("held.jpg"), (requests) => requests === 1);
  assert.equal(await saved({ slide: slideOf(url) }, { draft }), draft);
  assert.equal((await read(draft)).state, "locked");
  held.resolve();
  await test.receiver.until(() => postbacksOf(draft).length > 0);
  assert.deepEqual(postbacksOf(draft), ["N003"]);
  assert.equal(files.requests.get("held.jpg"), 1);
  const { history } = await settled(draft, "ready");
  assert.deepEqual(history.map(({ event }: Body) => event), ["saved", "transcoded"]);
});

Deno.test("a draft with other slides goes, and the template is prepared anew", async () => {
  const first = await drafted(slideOf(photo));
  const second = await drafted([{ "message-text": "Other" }], { draft: first });
  assert.notEqual(second, first);
  assert.ok(await isGone(first));
  await settled(second, "ready");
  const template = await saved({ slide: [{ "message-text": "Third" }] }, { draft: second });
  assert.notEqual(template, second);
  assert.ok(await isGone(second));
  await test.receiver.until(() => postbacksOf(template).length > 0);
  assert.deepEqual([first, second].map(postbacksOf), [[], []]);
});

Deno.test("a draft that has failed tells nobody, and is not saved", async () => {
  const slide = slideOf(files.respond("none.jpg", () => new Response("", { status: 404 })));
  const draft = await drafted(slide);
  const { media } = await settled(draft, "failed");
  assert.match(media[0].error, /404/);
  assert.equal(await drafted(slide, { draft }), draft);
  const template = await saved({ slide, "client-reference": "failed" }, { draft });
  assert.notEqual(template, draft);
  assert.ok(await isGone(draft));
  const codes = () =>
    test.receiver.received.filter(({ body }) => body["client-reference"] === "failed")
      .map(({ body }) => body.code);
  await test.receiver.until(() => codes().length > 0);
  assert.deepEqual(codes(), ["E011"]);
});

Deno.test("drafts belong to their account, and to savemms", async () => {
  const draft = await drafted([{ "message-text": "Hello" }]);
  await createAccount(test.service.provision, { id: "other", name: "Other" });
  const slide = [{ "message-text": "Hello" }];
  for (const as of [{}, { "as-draft": true }]) {
    assert.notEqual(await saved({ slide }, { draft, ...as }, "other"), draft);
    assert.equal((await settled(draft, "ready")).account, test.account);
  }
  const text = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
  for (const option of [{ "as-draft": true }, { draft }]) {
    const { status, body } = await perform(text, option);
    assert.equal(status, 400);
    assert.match(body["error-info"], /^(as-draft|draft) is for savemms only$/);
  }
  const direct = await ask(test, { action: "savemms", name: "n", slide, "as-draft": true });
  assert.equal(direct.status, 400, "customers have no drafts");
});

Deno.test("a draft is removed as a template is", async () => {
  const template = await saved({ slide: [{ "message-text": "Hello" }] }, {});
  const draft = await drafted([{ "message-text": "Hello" }]);
  await adminBody(test, 204, "DELETE", `/templates/${draft}`);
  assert.ok(await isGone(draft));
  await adminBody(test, 404, "DELETE", `/templates/${draft}`);
  const listed = bodyOfSuccess(await ask(test, { action: "getmmstemplates", "items-per-page": 1 }));
  assert.equal(listed["mms-template"][0]?.["mms-id"], template, "it leaves no gap");
});

Deno.test("drafts count for TEMPLATES_LOCKED_MAX, and the earlier one gives its place up", async () => {
  await using own = await startService({ config: { TEMPLATES_LOCKED_MAX: "2" } });
  const held = Promise.withResolvers<void>();
  using _files = { [Symbol.dispose]: held.resolve };
  const slide = (name: string) =>
    slideOf(files.respond(name, async () => {
      await held.promise;
      return new Response("", { status: 404 });
    }));
  const request = { action: "savemms", name: "n", "disable-fallback-sms": true };
  const options = { "as-draft": true };
  const perform = (request: object, options: Options) =>
    own.admin("POST", `/accounts/${own.account}/actions`, { request, ...options });
  const first = await perform({ ...request, slide: slide("a") }, options);
  const second = await perform({ ...request, slide: slide("b") }, options);
  assert.equal(second.status, 200);
  const refused = await perform({ ...request, slide: slide("c") }, options);
  assert.equal(refused.status, 429);
  assert.equal(refused.body["error-code"], "E1002");
  const draft = first.body["mms-id"];
  const instead = await perform({ ...request, slide: slide("d") }, { ...options, draft });
  assert.equal(instead.status, 200);
});
