/** The page that tries actions: its forms, what they send, and what they say. */
import assert from "node:assert/strict";
import { ACTION_REQUESTS } from "../../src/contract/action.ts";
import {
  addRow,
  type Entered,
  enteredOf,
  fieldInError,
  readEntered,
  removeRow,
  ROWS_MAX,
  shapeOf,
  valueOf,
} from "../../src/console/action_form/entered.ts";
import { outcomeOf, propertiesOf } from "../../src/console/action_form/outcome.ts";
import { validate } from "../../src/generated/json.ts";
import { sharing } from "../support/sharing.ts";
import { startConsole } from "./console.ts";

const GIF = Uint8Array.fromBase64("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=");

const formOf = (action: string) => ACTION_REQUESTS.find((form) => form.action === action)!;

for (const { action, examples, body: form } of ACTION_REQUESTS) {
  for (const { name, body } of examples) {
    Deno.test(`the example ${name} is the same after it went through the form`, () => {
      const values = controlsOf(enteredOf(form, body));
      const sent = { action, ...valueOf(form, readEntered(form, values)) as object };
      const { fault, request } = validate(action, sent);
      assert.equal(fault, undefined);
      assert.deepEqual(request, validate(action, body).request);
    });
  }
}

/** Lists the controls that a form with this content sends. */
function controlsOf(entered: Entered, name = ""): [string, string][] {
  if (typeof entered === "string") return [[name, entered]];
  return Object.entries(entered)
    .flatMap(([step, each]) => controlsOf(each, name === "" ? step : `${name}.${step}`));
}

Deno.test("rows are added and removed, within a bound", () => {
  const { body: form } = formOf("savemms");
  const entered = readEntered(form, [["slide.0.message-text", "a"], [
    "slide.7.message-text",
    "b",
  ]]);
  addRow(form, entered, "slide.1.image.text-area");
  addRow(form, entered, "slide");
  removeRow(form, entered, "slide.0");
  assert.deepEqual(valueOf(form, entered), {
    slide: [
      { image: { "text-area": { "text-area-1": {} } }, "message-text": "b" },
      {},
    ],
  });
  for (let i = 0; i < 2 * ROWS_MAX; i++) addRow(form, entered, "slide");
  assert.equal((valueOf(form, entered) as { slide: unknown[] }).slide.length, ROWS_MAX);
  for (const path of ["", "name", "slide.99", "slide.x.image", "nothing.0", "__proto__"]) {
    const before = structuredClone(entered);
    addRow(form, entered, path === "" ? "name" : path);
    removeRow(form, entered, `${path}.0`);
    assert.deepEqual(entered, before, path);
  }
});

Deno.test("a fault of the JSON door leads to its field", () => {
  const { body: form } = formOf("sendsavedmms");
  const entered = readEntered(form, [
    ["dynamic-image.0.barcode.id", "x"],
    ["dynamic-image.1.text-area.0.text", "x"],
    ["merge-tag-data.0.key", "first"],
  ]);
  const cases: [string, string | null][] = [
    ["to is not a valid number", "to"],
    ["to-displayonly must have at most 4000 characters", "to-displayonly"],
    ["dynamic-image 1: barcode id is required", "dynamic-image.0.barcode.id"],
    [
      "dynamic-image 2: text-area text-area-1 text: every text area needs text",
      "dynamic-image.1.text-area.0.text",
    ],
    ["dynamic-image 2: cannot share", "dynamic-image.1"],
    ["merge-tag-data first must be text", "merge-tag-data.0"],
    ["the recipient has opted out", null],
  ];
  for (const [info, field] of cases) assert.equal(fieldInError(form, entered, info), field, info);
});

Deno.test("properties of a file have values with colons, quotation marks and breaks", () => {
  const text =
    'BEGIN:X\r\nNOTE:say "hi: now\\, or\\n never\r\nATTENDEE;CN="a:b":mailto:c\r\n d\r\n' +
    "SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9\r\n";
  assert.deepEqual(propertiesOf(text), [
    { name: "NOTE", value: 'say "hi: now, or\n never' },
    { name: 'ATTENDEE;CN="a:b"', value: "mailto:cd" },
    { name: "SUMMARY", value: "Café" },
  ]);
});

Deno.test("a response with a file keeps its bytes, type, name and warnings", async () => {
  const response = new Response(new Uint8Array([1, 2]), {
    headers: {
      "content-type": "image/jpeg; charset=utf-8",
      "content-disposition": "inline; filename=image.jpg",
      "slidepost-warning": "one, other",
    },
  });
  assert.deepEqual(await outcomeOf(response), {
    kind: "file",
    status: 200,
    type: "image/jpeg",
    name: "image.jpg",
    warnings: ["one", "other"],
    bytes: new Uint8Array([1, 2]),
  });
});

const SMS = { do: "send", from: "111122", to: "16175550101", "message-text": "Hello" };

const check = sharing(async () => {
  const console = await startConsole();
  const { admin, open } = console;
  return {
    ...console,
    async post(action: string, form: Record<string, string>, cookie = admin) {
      const response = await open(`/try/${action}`, {
        cookie,
        form: { account: "acme", "shown-account": "acme", ...form },
      });
      return { status: response.status, html: await response.text() };
    },
    /** Sends a form with files. */
    async submit(action: string, form: FormData) {
      const response = await open(`/try/${action}`, { cookie: admin, form });
      return { status: response.status, html: await response.text() };
    },
  };
});

check(
  "the page that tries actions has a form for each action, with all of its fields",
  async ({ admin, html, open }) => {
    const list = await html("/try");
    for (const { action, body } of ACTION_REQUESTS) {
      assert.match(list, new RegExp(`href="/console/try/${action}"`));
      const page = await html(`/try/${action}`);
      for (const field of body.fields) {
        const { name } = field;
        if (shapeOf(field) === "text") assert.match(page, new RegExp(` name="${name}"`), name);
        else assert.match(page, new RegExp(`<legend>${name}</legend>`), name);
      }
      assert.match(page, /<option value="acme" selected/);
    }
    assert.equal((await open("/try/fly", { cookie: admin })).status, 404);
  },
);

check(
  "the page that tries actions fills the form in from its address, and from an example",
  async ({ html }) => {
    const linked = await html("/try/sendsms?from=111122&to=16175550101&message-text=A%20%3Cb%3E");
    assert.match(linked, /<textarea[^>]*name="message-text"[^>]*>\nA &lt;b&gt;<\/textarea>/);
    assert.match(linked, /name="to"[^>]*value="16175550101"/);
    const example = await html("/try/sendsms?example=sendsms");
    // The example's sender is not the account's: its own is chosen.
    assert.match(example, /<option value="111122" selected/);
    assert.match(example, /Your parcel is here/);
    assert.doesNotMatch(example, /28444/);
  },
);

check(
  "the page that tries actions shows the JSON and the command, without a key",
  async ({ post, test }) => {
    const { html, status } = await post("sendsms", {
      do: "preview",
      from: "111122",
      to: "1",
      "message-text": "it's <b>",
      "click-tracking": "true",
    });
    assert.equal(status, 200);
    assert.match(html, /&quot;click-tracking&quot;: true/);
    assert.match(html, /&quot;message-text&quot;: &quot;it&#39;s &lt;b&gt;&quot;/);
    assert.match(html, /x-api-key: \$API_KEY/);
    assert.doesNotMatch(html, new RegExp(test.apiKey));
  },
);

check("the page that tries actions adds and removes slides without script", async ({ post }) => {
  const form = { name: "A", "slide.0.message-text": "one", "slide.1.message-text": "two" };
  const added = await post("savemms", { ...form, do: "add slide" });
  assert.match(added.html, /<legend>slide 3<\/legend>/);
  const removed = await post("savemms", { ...form, do: "remove slide.0" });
  assert.match(removed.html, /name="slide\.0\.message-text"[^>]*>\ntwo</);
  assert.doesNotMatch(removed.html, /<legend>slide 2<\/legend>/);
});

check(
  "the page that tries actions sends once, however often its button is pressed, and links the message",
  async ({ post, test }) => {
    const first = await post("sendsms", { ...SMS, nonce: "once" });
    assert.equal(first.status, 200);
    const id = /href="\/console\/messages\/([^"]+)"/.exec(first.html)![1]!;
    assert.equal((await test.admin("GET", `/messages/${id}`)).body.content.text, "Hello");
    const second = await post("sendsms", { ...SMS, nonce: "once" });
    assert.match(second.html, new RegExp(`/console/messages/${id}"`));
    const other = await post("sendsms", { ...SMS, nonce: "once", "message-text": "Hello again" });
    assert.equal(other.status, 200);
    assert.doesNotMatch(other.html, new RegExp(id));
  },
);

check(
  "the page that tries actions shows a refusal at its field, with all that was typed",
  async ({ post }) => {
    const { html, status } = await post("sendsms", { ...SMS, to: "<script>" });
    assert.equal(status, 422);
    assert.match(html, /role="alert">to /);
    assert.match(html, /aria-invalid="true"[^>]*aria-describedby="field-to-fault/);
    assert.match(html, /<p class="mistake" id="field-to-fault">to /);
    assert.match(html, /<a href="#field-to">Go to the field<\/a>/);
    assert.match(html, /<code><bdi>E110<\/bdi><\/code>/);
    assert.match(html, /value="&lt;script&gt;"/);
    assert.match(html, />\nHello<\/textarea>/);
    const slide = await post("savemms", {
      do: "send",
      name: "A",
      "fallback-sms-text": "A",
      "slide.0.message-text": "one",
      "slide.1.message-text": "",
    });
    assert.match(slide.html, /<legend>slide 2<\/legend><p class="mistake">slide 2/);
  },
);

check(
  "the page that tries actions uploads a file, and enters its URL",
  async ({ submit }) => {
    const form = new FormData();
    form.set("do", "upload slide.0.image.url");
    form.set("account", "acme");
    form.set("slide.0.message-text", "kept");
    form.set("file:slide.0.image.url", new File([GIF], "dot.gif"));
    form.set("file:slide.0.audio.url", new File([""], ""));
    const { html, status } = await submit("savemms", form);
    assert.equal(status, 200);
    const url = /name="slide\.0\.image\.url"[^>]* value="([^"]+)"/.exec(html)![1]!;
    assert.match(html, new RegExp(`&quot;url&quot;: &quot;${url}&quot;`));
    assert.match(html, /Uploaded; it is there until/);
    assert.match(html, />\nkept<\/textarea>/);
    assert.deepEqual(await (await fetch(url)).bytes(), GIF);
  },
);

check(
  "the page that tries actions says why a file is not uploaded, at its field",
  async ({ submit }) => {
    const cases: [field: string, file: File | string | null, reason: RegExp][] = [
      ["slide.0.image.url", null, /fault">choose a file first/],
      ["slide.0.image.url", "text", /fault">choose a file first/],
      ["slide.0.image.url", new File([""], "a.gif"), /fault">choose a file first/],
    ];
    for (const [field, file, reason] of cases) {
      const form = new FormData();
      form.set("do", `upload ${field}`);
      form.set("slide.0.message-text", "kept");
      if (file !== null) form.set(`file:${field}`, file);
      const { html, status } = await submit("savemms", form);
      assert.equal(status, 200);
      assert.match(html, reason);
      assert.match(html, />\nkept<\/textarea>/);
    }
    for (const field of ["name", "slide", "slide.9.image.url", "__proto__.url", ""]) {
      const form = new FormData();
      form.set("do", `upload ${field}`);
      form.set(`file:${field}`, new File([GIF], "dot.gif"));
      const { html, status } = await submit("savemms", form);
      assert.equal(status, 400, field);
      assert.match(html, /no such field takes a file/);
    }
  },
);

check("the page that tries actions draws a picture, and says why it cannot", async ({ post }) => {
  const drawn = await post("createimage", { do: "draw", "text-area.0.text": "Hello" });
  const jpeg = /src="data:image\/jpeg;base64,([^"]+)"/.exec(drawn.html)![1]!;
  assert.deepEqual([...Uint8Array.fromBase64(jpeg).slice(0, 2)], [0xff, 0xd8]);
  const empty = await post("createimage", { do: "draw" });
  assert.equal(empty.status, 200);
  assert.match(empty.html, /E1501/);
});

check(
  "the page that tries actions shows the fields of a contact, and offers its file",
  async ({ post }) => {
    const { html } = await post("createcontact", {
      do: "send",
      "name.first-name": "Ana",
      "phone.0.number": "14085550111",
      note: "<i>",
    });
    assert.match(html, /<dt>FN<\/dt><dd><bdi[^>]*>Ana<\/bdi>/);
    assert.match(html, /<dt>NOTE<\/dt><dd><bdi[^>]*>&lt;i&gt;<\/bdi>/);
    assert.match(html, /href="data:text\/vcard;base64,[^"]+" download="contact\.vcf"/);
  },
);

check(
  "the page that tries actions lets a reader look, and send nothing",
  async ({ open, post, reader, test }) => {
    const page = await (await open("/try/sendsms", { cookie: reader })).text();
    assert.doesNotMatch(page, /value="send"/);
    assert.doesNotMatch(
      await (await open("/try/savemms", { cookie: reader })).text(),
      /type="file"/,
    );
    const before = (await test.admin("GET", "/messages")).body.items.length;
    const { html, status } = await post("sendsms", { ...SMS, nonce: "reader" }, reader);
    assert.equal(status, 422);
    assert.match(html, /this admin token lacks the scope all/);
    assert.equal((await test.admin("GET", "/messages")).body.items.length, before);
    const preview = await post("sendsms", { ...SMS, do: "preview" }, reader);
    assert.equal(preview.status, 200);
  },
);

check(
  "the page that tries actions offers the senders of the chosen account, and survives an unknown one",
  async ({ post, test }) => {
    await test.admin("POST", "/accounts", { account: "other", name: "<b>Other" });
    const sender = { address: "333344", kind: "short-code", country: "US" };
    await test.admin("POST", "/accounts/other/senders", sender);
    const { html } = await post("sendsms", { ...SMS, do: "preview", account: "other" });
    assert.match(html, /<option value="333344" selected/);
    assert.doesNotMatch(html, /<option value="111122"/);
    assert.match(html, /&lt;b&gt;Other/);
    const unknown = await post("sendsms", { ...SMS, account: "nobody" });
    assert.equal(unknown.status, 422);
    assert.match(unknown.html, /account does not exist/);
  },
);
