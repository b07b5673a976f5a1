/** Spec 2.3, slide rules 2 and 9: lists of files without any, and subjects that are no text. */
import assert from "node:assert/strict";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { carriedOnce, save, sendMms } from "./traffic.ts";

let test: TestService;
let files: FileServer;
let picture: { url: string };

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  picture = { url: await files.add("dot.gif", "image/gif", await image("dot.gif")) };
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const TEXT = { "message-text": "Hello" };
const SAVE = { action: "savemms", name: "x", "fallback-sms-text": "See it", slide: [TEXT] };
const saveSlide = (slide: object) => ask(test, { ...SAVE, slide: [slide] });

/** Kinds of files, and lists without any. */
const EMPTY: [kind: string, list: unknown[]][] = [
  ...["image", "audio", "video", "contact", "calendar", "pdf", "ms-excel"]
    .map((kind): typeof EMPTY[number] => [kind, []]),
  ["image", [null]],
];

for (const [kind, list] of EMPTY) {
  Deno.test(`spec 2.3 slide rule 2: ${kind} ${JSON.stringify(list)} is no file`, async () => {
    bodyOfSuccess(await saveSlide({ [kind]: list, ...TEXT }));
    const alone = await saveSlide({ [kind]: list });
    assert.equal(faultOf(alone), "E313 400");
    assert.match(alone.body["error-info"], /^slide 1: needs content or message-text$/);
    const other = kind === "pdf" ? "contact" : "pdf";
    bodyOfSuccess(await saveSlide({ [kind]: list, [other]: picture }));
  });
}

Deno.test("spec 2.3 slide rule 2: null in a list is no file either, and a file without url none", async () => {
  const { postbacks } = await save(test, { slide: [{ image: [null, picture] }] });
  assert.deepEqual(postbacks.map(({ code }) => code), ["N003"]);
  assert.equal(faultOf(await saveSlide({ image: [{}] })), "E229 400");
  assert.equal(faultOf(await saveSlide({ image: ["a.jpg"] })), "E229 400");
});

/** Subjects with characters that no handset shows, and what arrives. */
const SUBJECTS: [what: string, subject: string, arrives: string | null][] = [
  ["NUL", "Tulips\0 today", "Tulips today"],
  ["half an emoji", "Tulips \ud83c", "Tulips"],
  ["the other half", "\udf37 tulips", "tulips"],
  ["whole emoji", "Tulips 🌷", "Tulips 🌷"],
  ["halves alone", "\ud83c\0\ud83c", null],
];

for (const [what, subject, arrives] of SUBJECTS) {
  Deno.test(`spec 2.3 slide rule 9: a subject with ${what} is ${JSON.stringify(arrives)}`, async () => {
    const { mmsId } = await save(test, { slide: [TEXT], "message-subject": subject });
    const saved = await carriedOnce(test, await sendMms(test, mmsId));
    assert.equal(saved.subject, arrives);
    const own = await save(test, { slide: [TEXT], "message-subject": "Another" });
    const sent = await sendMms(test, own.mmsId, { "message-subject": subject });
    assert.equal((await carriedOnce(test, sent)).subject, arrives);
  });
}

Deno.test("spec 2.3 slide rule 9: the limit of a subject counts what is left of it", async () => {
  const subject = (length: number) => ({ ...SAVE, "message-subject": `${"s".repeat(length)}\0` });
  bodyOfSuccess(await ask(test, subject(1000)));
  assert.equal(faultOf(await ask(test, subject(1001))), "E100 400");
  const text = { ...SAVE, slide: [{ "message-text": "Tulips \0" }] };
  assert.equal(faultOf(await ask(test, text)), "E100 400", "other texts are refused");
});
