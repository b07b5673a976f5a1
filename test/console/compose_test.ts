/** Forms that send a text or a picture and save a template, as a browser without script uses them. */
import assert from "node:assert/strict";
import { mistakeOf } from "../../src/console/composition/mistake.ts";
import {
  type Composition,
  compositionOfForm,
  compositionOfQuery,
  requestOf,
} from "../../src/console/composition/composition.ts";
import { ApiRefusal } from "../../src/console/model/admin_api.ts";
import { sharing } from "../support/sharing.ts";
import { cookieOf, startConsole } from "./console.ts";
import { fieldsOf, formOf } from "./forms.ts";

const GIF = Uint8Array.fromBase64("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=");
const PICTURE = new File([GIF], "tiny.gif", { type: "image/gif" });

const check = sharing(startConsole);

type Shared = Awaited<ReturnType<typeof startConsole>>;

/** Opens a form, and sends it with some fields changed. */
async function send(
  { admin, html, open }: Shared,
  path: string,
  fields: Record<string, string | (string | File)[]>,
) {
  const form = formOf({ ...fieldsOf(await html(path)), do: "finish", ...fields });
  return await open(path, { cookie: admin, form });
}

/** Presses another button of the page that came back. */
async function press(
  { admin, open }: Shared,
  path: string,
  page: string,
  fields: Record<string, string | (string | File)[]>,
): Promise<string> {
  return await (await open(path, { cookie: admin, form: formOf({ ...fieldsOf(page), ...fields }) }))
    .text();
}

check("compose: a text goes to the phone on the screen, once for each form", async (shared) => {
  const page = await shared.html("/send/text");
  const fields = fieldsOf(page);
  assert.deepEqual(fields.to, ["16175550101"]);
  const form = () => formOf({ ...fields, "do": "finish", "slide.0.text": "Hello" });
  const first = await shared.open("/send/text", { cookie: shared.admin, form: form() });
  assert.equal(first.status, 303);
  assert.equal(
    first.headers.get("location"),
    "/console/phone?number=16175550101&with=111122",
  );
  const followed = await shared.open(first.headers.get("location")!.slice("/console".length), {
    cookie: `${shared.admin}; ${await cookieOf(first)}`,
  });
  assert.match(await followed.text(), /role="status">Sent\. It arrives on this phone\./);
  await (await shared.open("/send/text", { cookie: shared.admin, form: form() })).body?.cancel();
  const { body } = await shared.test.admin("GET", "/messages?recipient=16175550101");
  assert.equal(body.items.length, 1);
});

check("compose: a picture is sent with the form that it was chosen in", async (shared) => {
  const response = await send(shared, "/send/picture", {
    "file:0": [PICTURE],
    "to": "+1 617-555-0123",
  });
  assert.equal(response.status, 303);
  assert.match(response.headers.get("location")!, /^\/console\/phone\?number=16175550123&with=/);
  await response.body?.cancel();
});

check("compose: a template is saved with its slides in their order", async (shared) => {
  const path = "/templates/new";
  const film = new File(["x"], "film.mp4", { type: "video/mp4" });
  const fields = fieldsOf(await shared.html(path));
  let page = await press(shared, path, "", {
    ...fields,
    "do": "preview",
    "name": `Spring & "more"`,
    "file:0": [PICTURE, film],
    "slide.0.text": "<One> {$name|you}",
  });
  assert.equal(page.match(/class="slide-card"/g)?.length, 2, "a film shares no slide");
  page = await press(shared, path, page, { do: "add" });
  page = await press(shared, path, page, { "do": "up 1", "slide.2.text": "Three" });
  page = await press(shared, path, page, { do: "remove 1" });
  page = await press(shared, path, page, { do: "detach 0.0" });
  const { slide, name } = JSON.parse(
    /<h2>JSON<\/h2><div class="copyable"><pre tabindex="0">([^<]*)</.exec(page)![1]!.replaceAll(
      "&quot;",
      '"',
    )
      .replaceAll("&amp;", "&"),
  );
  assert.deepEqual(slide, [{}, { "message-text": "Three" }]);
  assert.equal(name, 'Spring & "more"');
  const empty = await shared.open(path, {
    cookie: shared.admin,
    form: formOf({ ...fieldsOf(page), do: "finish" }),
  });
  assert.equal(empty.status, 422);
  assert.match(await empty.text(), /Slide 1 is empty\. Give it a picture, a file or a text\./);
  page = await press(shared, path, page, { "do": "preview", "file:0": [PICTURE] });
  const saved = await shared.open(path, {
    cookie: shared.admin,
    form: formOf({ ...fieldsOf(page), do: "finish" }),
  });
  const location = saved.headers.get("location")!;
  await saved.body?.cancel();
  const id = /^\/console\/templates\/([\w-]+)$/.exec(location)![1];
  const { body } = await shared.test.admin("GET", `/templates/${id}`);
  assert.equal(body.name, 'Spring & "more"');
  assert.equal(body.content.slides.length, 2);
  assert.equal(body.content["fallback-text"], "You have got a picture message.");
});

check("compose: what is refused stays, and is explained at its field", async (shared) => {
  const cases: [path: string, fields: Record<string, string>, id: string, text: string | null][] = [
    ["/send/text", { to: "" }, "field-to", "Write the number of the phone, with its country code."],
    ["/send/text", { to: "12" }, "field-to", "The number is not"],
    ["/send/text", { "slide.0.text": " " }, "text-0", "Write a text."],
    ["/send/picture", {}, "text-0", "Slide 1 is empty."],
    ["/send/picture", { fallback: " " }, "field-fallback", null],
    ["/templates/new", { "name": "" }, "field-name", "Give the template a name."],
  ];
  for (const [path, fields, id, text] of cases) {
    const typed: Record<string, string> = path === "/send/text" || id === "field-fallback"
      ? { "slide.0.text": "Typed" }
      : {};
    const response = await send(shared, path, { "subject": "Kept", ...typed, ...fields });
    const page = await response.text();
    assert.equal(response.status, 422, `${path} ${id}`);
    const control = new RegExp(`<(?:input|textarea)[^>]*id="${id}"[^>]*>`).exec(page)![0];
    assert.match(control, /autofocus/, `${path} ${id}`);
    assert.match(control, /aria-invalid="true"/);
    assert.ok(
      page.includes(text ?? "Write the text for phones that take no MMS."),
      `${path} ${id}`,
    );
    if (path !== "/send/text") assert.match(page, /value="Kept"/);
    if ("slide.0.text" in typed && !("slide.0.text" in fields)) assert.match(page, />\n?Typed</);
  }
});

check("compose: a file that phones do not take is named, and the others stay", async (shared) => {
  const response = await send(shared, "/send/picture", {
    "do": "preview",
    "file:0": [
      PICTURE,
      new File(["x"], "setup.exe"),
      new File([], "<empty>.gif", { type: "image/gif" }),
    ],
  });
  assert.equal(response.status, 422);
  const page = await response.text();
  assert.match(page, /setup\.exe is of a kind that phones do not take\./);
  assert.match(page, /tiny\.gif/);
  const empty = await send(shared, "/send/picture", {
    "file:0": [new File([], "<empty>.gif", { type: "image/gif" })],
  });
  assert.match(await empty.text(), /&lt;empty&gt;\.gif is empty\./);
});

check("compose: forms say nothing of the API, except in the request", async ({ html }) => {
  for (const path of ["/send/text", "/send/picture", "/templates/new"]) {
    const page = await html(path);
    const [form] = /<form[^>]*data-compose.*?<\/form>/s.exec(page)!;
    const words = form.replaceAll(/<[^>]*>/g, " ");
    assert.doesNotMatch(words, /message-text|fallback-sms|sendsms|sendmms|savemms|mms-id|url/i);
    assert.match(page, /<summary>Show the request<\/summary>/);
    assert.match(page, /curl -s/);
  }
});

check("compose: values that no form of ours has are left out", async (shared) => {
  const hostile = [
    "{",
    "null",
    "[]",
    JSON.stringify({ bytes: 1, name: "x", sha256: "../../x", type: "image/gif", url: "http://a/" }),
    JSON.stringify({ bytes: "1", name: "x", sha256: "0".repeat(64), type: "image/gif", url: "/" }),
    JSON.stringify({ bytes: 1, name: "x", sha256: "0".repeat(64), type: "text/html", url: "/" }),
  ];
  const response = await send(shared, "/send/picture", {
    "do": "down 99.x",
    "slide.0.file": hostile,
    "slide.0.text": "</textarea><script>alert(1)</script>",
    "slide.0.key": '"><b>',
  });
  const page = await response.text();
  assert.equal(response.status, 200);
  assert.doesNotMatch(page, /<script>alert|slide-files|<b>/);
});

check("compose: who may only read sees the forms, and sends nothing", async (shared) => {
  const { open, reader } = shared;
  const page = await (await open("/send/text", { cookie: reader })).text();
  assert.match(page, /Your token may not send\./);
  const fields = { ...fieldsOf(page), "slide.0.text": "Hello", "do": "finish" };
  const refused = await open("/send/text", { cookie: reader, form: formOf(fields) });
  assert.equal(refused.status, 422);
  await refused.body?.cancel();
  assert.doesNotMatch(await (await open("/messages", { cookie: reader })).text(), /Send a text/);
});

check("compose: each account asks for what it needs", async (shared) => {
  const { html, test } = shared;
  const account = {
    "account": "plain",
    "name": "Plain",
    "allow-fallback-sms": false,
    "enforce-campaign-check": true,
  };
  const created = await test.admin("POST", "/accounts", account);
  assert.equal(created.status, 201, JSON.stringify(created.body));
  const page = await html("/send/picture?account=plain");
  assert.match(page, /The account has no sender for this\./);
  assert.match(page, /Campaign of the subscription/);
  assert.doesNotMatch(page, /If a phone takes no MMS/);
  assert.match(await html("/send/picture?account=nobody"), /does not exist/);
});

Deno.test("an address fills a form in", () => {
  const query = new URLSearchParams("to=1&from=2&text=Hello&subject=S");
  const { slides, ...composition } = compositionOfQuery("text", query);
  assert.equal(slides[0]!.text, "Hello");
  assert.deepEqual(requestOf({ ...composition, slides }), {
    "action": "sendsms",
    "from": "2",
    "to": "1",
    "message-text": "Hello",
  });
});

Deno.test("refusals are told in the words of the form", () => {
  const form = new FormData();
  form.set("to", "1");
  const composition: Composition = compositionOfForm("picture", form);
  const tell = (code: string, message: string) =>
    mistakeOf(composition, new ApiRefusal(message, 400, code));
  assert.deepEqual(tell("E100", "from is required"), {
    control: "from",
    text: "The sender is required.",
  });
  assert.deepEqual(tell("E228", "slide 1: message-text must have at most 5000 characters"), {
    control: "slide.0.text",
    text: "Slide 1: The text must have at most 5000 characters.",
  });
  assert.deepEqual(tell("E229", "slide 9: image url: this host is not public"), {
    control: null,
    text: "Slide 9: Image url: this host is not public.",
  });
  assert.equal(tell("E225", "slide must have at most 9 items").control, null);
  assert.deepEqual(tell("E999", "tomorrow"), { control: null, text: "Tomorrow." });
});
