/** Contract section 9: `getmmstemplates` and `deletemmsid`; `template rename` and `remove`. */
import assert from "node:assert/strict";
import { createAccount } from "../../src/actions/provision.ts";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { type Body, carriedOnce, FROM, NO_MMS, save, sendMms, TO } from "../spec/traffic.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";

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

const TEXT = { slide: [{ "message-text": "Hello" }] };

const list = async (fields: object = {}, key?: string): Promise<Body> =>
  bodyOfSuccess(
    await ask(test, { action: "getmmstemplates", ...fields }, key === undefined ? {} : { key }),
  );

const idsIn = (page: Body): string[] =>
  page["mms-template"].map((template: Body) => template["mms-id"]);

const remove = (mmsId: unknown, key?: string) =>
  ask(test, { action: "deletemmsid", "mms-id": mmsId }, key === undefined ? {} : { key });

Deno.test("getmmstemplates: the answer to the letter, newest first", async () => {
  await using own = await startService();
  const first = await save(own, { ...TEXT, name: "First", "message-subject": "Spring" });
  const slide = [{ image: { url: photo } }, { "message-text": "Bye" }];
  const second = await save(own, { slide, name: "Second" });
  const body = bodyOfSuccess(await ask(own, { action: "GetMmsTemplates" }));
  const [newest, oldest] = body["mms-template"];
  assert.deepEqual(body, {
    "status": "Success",
    "page-number": 1,
    "items-per-page": 100,
    "total-results": 2,
    "mms-template": [{
      "mms-id": second.mmsId,
      "mms-name": "Second",
      "mms-subject": "",
      "date-created": newest["date-created"],
      "total-slides": 2,
      "mms-size": newest["mms-size"],
    }, {
      "mms-id": first.mmsId,
      "mms-name": "First",
      "mms-subject": "Spring",
      "date-created": oldest["date-created"],
      "total-slides": 1,
      "mms-size": oldest["mms-size"],
    }],
  });
  const sent = await carriedOnce(own, await sendMms(own, second.mmsId));
  const raw = sent.parts.reduce((sum, { bytes }) => sum + bytes.length, 0);
  // SMIL counts with what is reserved for it.
  const overhead = newest["mms-size"] - raw * 1.37 - 814;
  assert.ok(overhead >= 0 && overhead <= 2 * 512 * 1.37 + 1, `${overhead}`);

  const after = bodyOfSuccess(
    await ask(own, { action: "getmmstemplates", "start-date": oldest["date-created"] }),
  );
  assert.equal(after["start-date"], oldest["date-created"]);
  assert.deepEqual(idsIn(after), [second.mmsId]);
  assert.equal(after["total-results"], 1);
});

Deno.test("a template that is being encoded, or failed, is listed with size 0", async () => {
  const failed = await save(test, { slide: [{ image: { url: `${photo}.none` } }] });
  const { "mms-template": [template] } = await list({ "items-per-page": 1 });
  assert.equal(template["mms-id"], failed.mmsId);
  assert.equal(template["mms-size"], 0);
});

Deno.test("pages: each template once, while some of them are removed", async () => {
  const since = new Date(Date.now() - 1).toISOString();
  const all: string[] = [];
  for (let i = 0; i < 60; i++) all.unshift((await save(test, TEXT)).mmsId);
  const removed = [all[2]!, all[7]!, all[30]!, all[45]!];
  const seen: string[] = [];
  for (let page = 1;; page++) {
    const body = await list({ "start-date": since, "page-number": page, "items-per-page": "7" });
    if (page === 2) { for (const mmsId of removed) bodyOfSuccess(await remove(mmsId)); }
    if (page > 9) {
      assert.deepEqual(body["mms-template"], []);
      assert.equal(body["total-results"], 56);
      break;
    }
    seen.push(...idsIn(body));
  }
  assert.deepEqual(seen, all.filter((mmsId) => !removed.slice(2).includes(mmsId)));
});

Deno.test("getmmstemplates refuses what is no page, size or time by its code", async () => {
  const cases: [Record<string, unknown>, string][] = [
    [{ "page-number": 0 }, "E212 400"],
    [{ "page-number": "x" }, "E212 400"],
    [{ "page-number": 1.5 }, "E212 400"],
    [{ "items-per-page": 0 }, "E213 400"],
    [{ "items-per-page": 1001 }, "E213 400"],
    [{ "items-per-page": [] }, "E213 400"],
    [{ "start-date": "yesterday" }, "E214 400"],
    [{ "start-date": {} }, "E214 400"],
  ];
  for (const [fields, fault] of cases) {
    const response = await ask(test, { action: "getmmstemplates", ...fields });
    assert.equal(faultOf(response), fault, JSON.stringify(fields));
    assert.equal(response.body.status, "Failure");
    assert.match(response.body["error-info"], new RegExp(`^${Object.keys(fields)[0]} `));
  }
});

Deno.test("deletemmsid: gone at once for every action; the messages before arrive", async () => {
  const { mmsId } = await save(test, { slide: [{ image: { url: photo } }] });
  const page = sendMms(test, mmsId, { to: NO_MMS });
  const sent = await sendMms(test, mmsId);
  const { id } = await page;
  assert.deepEqual(bodyOfSuccess(await remove(mmsId)), { "status": "Success", "mms-id": mmsId });
  for (const action of ["sendsavedmms", "deletemmsid"]) {
    const response = await ask(test, { action, "mms-id": mmsId, from: FROM, to: TO });
    assert.equal(faultOf(response), "E241 404");
  }
  assert.equal(idsIn(await list()).includes(mmsId), false);
  assert.equal((await test.admin("GET", `/templates/${mmsId}`)).status, 404);
  assert.equal((await carriedOnce(test, sent)).parts[1]!.type, "image/jpeg");
  const { text } = await carriedOnce(test, { id });
  const link = /http:\S+$/.exec(text!)![0];
  const [, source] = /<img[^>]* src="([^"]+)"/.exec(await (await fetch(link)).text())!;
  const shown = await fetch(new URL(source!, link));
  assert.equal(shown.status, 200);
  await shown.body?.cancel();
});

Deno.test("deletemmsid while a file is fetched: no postback comes", async () => {
  const release = Promise.withResolvers<void>();
  const requested = Promise.withResolvers<void>();
  const content = await Deno.readFile(await image("photo.jpg"));
  const url = files.respond("held.jpg", async () => {
    requested.resolve();
    await release.promise;
    return new Response(content, { headers: { "content-type": "image/jpeg" } });
  });
  const reference = crypto.randomUUID();
  const { "mms-id": mmsId } = bodyOfSuccess(
    await ask(test, {
      action: "savemms",
      name: "held",
      "client-reference": reference,
      "disable-fallback-sms": true,
      slide: [{ image: { url } }],
    }),
  );
  await requested.promise;
  bodyOfSuccess(await remove(mmsId));
  release.resolve();
  // A later template is ready after it would have been.
  await save(test, { slide: [{ image: { url: photo } }] });
  const codes = test.receiver.received.filter(({ body }) => body["client-reference"] === reference);
  assert.deepEqual(codes, []);
});

Deno.test("deletemmsid refuses a missing, unknown and another account's mms-id", async () => {
  const { mmsId } = await save(test, TEXT);
  const { apiKey } = await createAccount(test.service.provision, { id: "other", name: "Other" });
  assert.equal(faultOf(await remove(undefined)), "E620 400");
  assert.equal(faultOf(await remove("")), "E620 400");
  assert.equal(faultOf(await remove("none")), "E241 404");
  assert.equal(faultOf(await remove(mmsId, apiKey)), "E241 404");
  assert.deepEqual((await list({}, apiKey))["mms-template"], []);
  assert.ok(idsIn(await list()).includes(mmsId));
});

Deno.test("an administrator renames and removes a template", async () => {
  const { mmsId } = await save(test, TEXT);
  const renamed = await adminBody(test, 200, "PATCH", `/templates/${mmsId}`, { name: "Autumn" });
  assert.equal(renamed.name, "Autumn");
  const [template] = (await list({ "items-per-page": 1 }))["mms-template"];
  assert.equal(template["mms-name"], "Autumn");
  for (const name of ["", " ", null, "x".repeat(201)]) {
    await adminBody(test, 400, "PATCH", `/templates/${mmsId}`, { name });
  }
  await adminBody(test, 204, "DELETE", `/templates/${mmsId}`);
  await adminBody(test, 404, "DELETE", `/templates/${mmsId}`);
  await adminBody(test, 404, "PATCH", `/templates/${mmsId}`, { name: "Winter" });
});
