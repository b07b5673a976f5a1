/**
 * Templates whose files are prepared while they are composed, as a browser without script uses the
 * form; templates that are composed again; the search for one.
 */
import assert from "node:assert/strict";
import { settledTemplate } from "../http/door.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { adminBody } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import { startConsole, type TestConsole } from "./console.ts";
import { fieldsOf, formOf } from "./forms.ts";

const PATH = "/templates/new";

interface Shared extends TestConsole {
  files: FileServer;
  photo: string;
}

const check = sharing(async (): Promise<Shared> => {
  await using parts = new AsyncDisposableStack();
  const files = parts.use(startFiles());
  const console = parts.use(await startConsole());
  const photo = await files.add("photo.jpg", "image/jpeg", await image("gps.jpg"));
  const running = parts.move();
  return { ...console, files, photo, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

type Fields = Record<string, string | readonly (string | File)[]>;

/** Presses a button of a page, with some fields changed. */
async function press(
  { admin, open }: Shared,
  page: string,
  fields: Fields,
): Promise<{ status: number; page: string; location: string | null }> {
  const form = formOf({ ...fieldsOf(page), ...fields });
  const response = await open(PATH, { cookie: admin, form });
  const { headers, status } = response;
  return { status, page: await response.text(), location: headers.get("location") };
}

const draftIn = (page: string): string => fieldsOf(page).draft![0]!;

/** Chooses a picture in a blank form. */
async function chosen(shared: Shared, fields: Fields = {}): Promise<string> {
  const picture = new File([await Deno.readFile(await image("gps.jpg"))], "gps.jpg");
  const blank = await shared.html(PATH);
  assert.equal(draftIn(blank), "");
  return (await press(shared, blank, { "do": "prepare", "file:0": [picture], ...fields })).page;
}

async function settled({ test }: Shared, id: string, state: string) {
  return await until(
    () => adminBody(test, 200, "GET", `/templates/${id}`),
    (template) => template.state === state,
  );
}

/** Fills a form with a file by its address. */
const withFile = (page: string, url: string): Fields => ({
  ...fieldsOf(page),
  "slide.0.file": JSON.stringify({ bytes: null, kind: "image", name: "x.jpg", shown: null, url }),
});

check("drafts: a file is prepared before the template has a name", async (shared) => {
  const page = await chosen(shared);
  const draft = draftIn(page);
  await settled(shared, draft, "ready");
  const typed = { "name": "Spring", "slide.0.text": "" };
  const looked = await press(shared, page, { ...typed, do: "prepare" });
  assert.equal(draftIn(looked.page), draft);
  assert.match(looked.page, /<h3>Slide 1: image<\/h3>.*<strong>rich, standard, basic<\/strong>/s);
  assert.match(looked.page, /<meter aria-label="rich: share of its limit"/);
  assert.doesNotMatch(await shared.html("/templates"), new RegExp(draft));
  const saved = await press(shared, looked.page, { do: "finish" });
  assert.equal(saved.location, `/console/templates/${draft}`);
  assert.equal((await settled(shared, draft, "ready")).name, "Spring");
});

check("drafts: what is typed changes none, what is pressed prepares the slides", async (shared) => {
  const page = await chosen(shared);
  const draft = draftIn(page);
  const typed = await press(shared, page, { "do": "preview", "slide.0.text": "Hello" });
  assert.equal(draftIn(typed.page), draft);
  const pressed = await press(shared, typed.page, { do: "add" });
  const second = draftIn(pressed.page);
  assert.notEqual(second, draft);
  assert.equal((await settled(shared, second, "ready")).slides, 1, "a blank slide waits");
  await adminBody(shared.test, 404, "GET", `/templates/${draft}`);
  const empty = await press(shared, pressed.page, { do: "detach 0.0" });
  assert.equal(draftIn(empty.page), "", "nothing is to be prepared");
});

check(
  "drafts: the address of a draft has the form with its slides, and follows it",
  async (shared) => {
    const draft = draftIn(await chosen(shared, { "slide.0.text": "Kept" }));
    await settled(shared, draft, "ready");
    const page = await shared.html(`${PATH}?draft=${draft}`);
    assert.equal(draftIn(page), draft);
    assert.match(page, />\n?Kept</);
    assert.match(page, /<strong>rich, standard, basic<\/strong>/);
    const leading = await shared.html(`/templates/${draft}`);
    assert.ok(leading.includes(`href="/console/templates/new?draft=${draft}"`));

    const headers = { accept: "text/event-stream" };
    const stream = await shared.open(`${PATH}?draft=${draft}`, { cookie: shared.admin, headers });
    const reader = stream.body!.getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const { prepared } = JSON.parse(new TextDecoder().decode(value).slice("data: ".length));
    assert.match(prepared, /<meter aria-label="basic: share of its limit"/);
    assert.match(await shared.html(`${PATH}?draft=none`), /that you add is prepared at once/);
  },
);

check(
  "drafts: a file that cannot be used is refused at its slide, and fetched again",
  async (shared) => {
    const { files } = shared;
    const url = files.respond("late.jpg", () => new Response("", { status: 503 }));
    const blank = await shared.html(PATH);
    const fields = withFile(blank, url);
    const { page } = await press(shared, blank, { ...fields, do: "prepare" });
    const draft = draftIn(page);
    await settled(shared, draft, "failed");
    const refused = await press(shared, page, { do: "finish", name: "Late" });
    assert.equal(refused.status, 422);
    assert.match(refused.page, /A file cannot be used\. Remove it, or have it fetched again\./);
    assert.match(refused.page, /<p class="mistake"><bdi>The image failed: [^<]*503/);
    await files.add("late.jpg", "image/jpeg", await image("gps.jpg"));
    const again = await press(shared, refused.page, { do: "again" });
    assert.notEqual(draftIn(again.page), draft);
    await settled(shared, draftIn(again.page), "ready");
    const saved = await press(shared, again.page, { do: "finish" });
    assert.equal(saved.location, `/console/templates/${draftIn(again.page)}`);
  },
);

check("drafts: where none can be made, the template is saved all the same", async (shared) => {
  const page = await chosen(shared);
  const forged = { ...fieldsOf(page), "draft": "none", "name": "Forged", "do": "finish" };
  const { location } = await press(shared, page, forged);
  const id = location!.split("/").at(-1)!;
  assert.equal((await settled(shared, id, "ready")).name, "Forged");
});

check("templates: a duplicate has the same content, and another id", async (shared) => {
  const { html, photo, test } = shared;
  const content = {
    "name": "Original",
    "message-subject": "Subject",
    "fallback-sms-text": "Fallback",
    "client-reference": "its own",
    "disable-fallback-sms-link": true,
    "slide": [
      { "image": { url: `${photo}?name=ä%ff` }, "message-text": "One {$name|you}" },
      { "message-text": "Two" },
    ],
  };
  const original = await settledTemplate(test, content);
  assert.match(await html(`/templates/${original}`), />Duplicate</);
  const page = await html(`${PATH}?from=${original}`);
  assert.equal(draftIn(page), "");
  assert.deepEqual(fieldsOf(page).name, ["Copy of Original"]);
  const fields = { "do": "finish", "no-link": "yes" };
  assert.match(page, /<input[^>]*name="no-link"[^>]* checked=""/);
  assert.doesNotMatch(page, /<input[^>]*name="no-fallback"[^>]* checked=""/);
  const { location } = await press(shared, page, fields);
  const id = location!.split("/").at(-1)!;
  assert.notEqual(id, original);
  const [copy, first] = await Promise.all([id, original].map((id) => settled(shared, id, "ready")));
  assert.deepEqual(copy.content, first.content);
  assert.equal(copy["client-reference"], "its own");
  assert.deepEqual(copy.media, first.media);
});

check(
  "templates: one that failed is corrected, with the faults at their slides",
  async (shared) => {
    const { files, html, photo, test } = shared;
    const bad = files.respond("bad.jpg", () => new Response("text"));
    const slide = [{ image: { url: photo } }, { image: { url: bad } }];
    const text = { "fallback-sms-text": "x" };
    const failed = await settledTemplate(test, { ...text, name: "Failed", slide });
    const shown = await html(`/templates/${failed}`);
    assert.match(shown, />Correct and save again</);
    assert.doesNotMatch(shown, />Duplicate</);
    const page = await html(`${PATH}?from=${failed}`);
    assert.deepEqual(fieldsOf(page).name, ["Failed"]);
    const [, second] = page.split('data-slide="1"');
    assert.match(second!, /<p class="mistake"><bdi>The image failed: /);
    assert.equal(page.match(/The image failed: /g)?.length, 1);
    const without = await press(shared, page, { do: "remove 1" });
    const { location } = await press(shared, without.page, { do: "finish" });
    assert.match(location!, /^\/console\/templates\/[\da-f-]{36}$/);
  },
);

check("templates: one with an image template, and readers, have no such form", async (shared) => {
  const { html, open, photo, reader, test } = shared;
  const text = { "fallback-sms-text": "x" };
  const drawn = await settledTemplate(test, {
    ...text,
    slide: [{ image: { "background-image-url": photo } }],
  });
  assert.doesNotMatch(await html(`/templates/${drawn}`), />Duplicate</);
  const plain = await settledTemplate(test, { ...text, slide: [{ "message-text": "Hello" }] });
  const page = await (await open(`/templates/${plain}`, { cookie: reader })).text();
  assert.doesNotMatch(page, />Duplicate</);
});

check("templates: a search finds part of a name, and the start of an id", async (shared) => {
  const { html, test } = shared;
  const save = (name: string) =>
    settledTemplate(test, {
      name,
      "fallback-sms-text": "x",
      "slide": [{ "message-text": "x" }],
    });
  const [sale, other] = [await save("Summer <SALE> 50 %"), await save("Autumn")];
  for (const text of ["<sale>", " 50 % ", sale, sale.slice(0, 13).toUpperCase()]) {
    const page = await html(`/templates?text=${encodeURIComponent(text)}`);
    assert.ok(page.includes(`data-key="${sale}"`), text);
    const isTimed = text.length === 13;
    assert.ok(isTimed || !page.includes(`data-key="${other}"`), text);
  }
  assert.match(await html("/templates?text=nothing+like+it"), /No template is like this/);
  const { items } = await adminBody(test, 200, "GET", "/templates?text=%20%20&limit=200");
  assert.ok(items.length > 1, "blanks search for nothing");
});
