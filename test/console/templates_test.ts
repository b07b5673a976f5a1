/** The gallery of templates, a template's page, and sending a test. */
import assert from "node:assert/strict";
import { startFiles } from "../support/files.ts";
import { image } from "../support/media.ts";
import { settledTemplate } from "../http/door.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import { startConsole } from "./console.ts";

const TEXT = { "fallback-sms-text": "Hello", "slide": [{ "message-text": "Hello" }] };

Deno.test("templates in the console: an empty gallery says how to save the first one", async () => {
  await using console = await startConsole();
  const page = await console.html("/templates");
  assert.match(page, /There is no template yet/);
  assert.match(page, /&quot;action&quot;: &quot;savemms&quot;/);
  assert.ok(page.includes(`curl -s &#39;${console.test.url}/api/v2&#39;`), page);
});

/** Shares a console with two templates, of which one failed. */
const check = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const files = parts.use(startFiles());
  const console = parts.use(await startConsole());
  const picture = await files.add("picture.jpg", "image/jpeg", await image("gps.jpg"));
  const ready = await settledTemplate(console.test, {
    ...TEXT,
    "name": "Spring",
    "message-subject": "For {$name|you}",
    "disable-fallback-sms-link": true,
    "slide": [
      { "image": { url: picture }, "message-text": "Hello {$Name|friend}" },
      {
        image: {
          "background-image-url": picture,
          "barcode": { "id": "{$code}", "rotate": "90" },
          "text-area": { "text-area-1": { "text": "Until {$until|Friday}" } },
        },
      },
    ],
  });
  const evil = await settledTemplate(console.test, {
    "name": `<img src=x onerror=alert(1)> \u202egnp.exe\u0007 ${"long".repeat(40)}`,
    "message-subject": "</bdi><script>alert(1)</script>",
    "fallback-sms-text": "x",
    "slide": [
      { image: { url: `${files.respond("bad.jpg", () => new Response("text"))}?<b>&"'` } },
      { "message-text": "<mark>{$<b>|<i>}</mark>" },
    ],
  });
  const running = parts.move();
  return { ...console, evil, ready, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

check(
  "templates in the console: the gallery shows pictures, states and what failed",
  async ({ html }) => {
    const page = await html("/templates");
    assert.match(
      page,
      /<img class="thumbnail" src="\/console\/files\/[\da-f]{64}\?type=image%2Fjpeg&amp;name=/,
    );
    assert.match(page, /Spring<\/bdi>/);
    assert.match(page, /2 slides/);
    assert.match(page, /Slide 1, image: <bdi>[^<]+/);
    assert.match(page, /&lt;img src=x onerror=alert\(1\)&gt; \\u202egnp\.exe\\x07/);
  },
);

check(
  "templates in the console: the gallery is filtered by account and state, in the address",
  async ({ admin, evil, html, open, ready }) => {
    const failed = await html("/templates?account=acme&state=failed");
    assert.ok(failed.includes(evil) && !failed.includes(ready));
    assert.match(failed, /<option value="failed" selected="">/);
    assert.match(await html("/templates?state=locked"), /No template is like this/);
    const wrong = await open("/templates?state=lost", { cookie: admin });
    assert.equal(wrong.status, 400);
    assert.match(await wrong.text(), /state must be one of locked, ready, failed/);
  },
);

check(
  "templates in the console: a template's page has its texts, its forms and their limits",
  async ({ html, ready }) => {
    const page = await html(`/templates/${ready}`);
    assert.match(page, /For <mark class="tag">{\$name\|you}<\/mark>/);
    assert.match(page, /Hello <mark class="tag">{\$Name\|friend}<\/mark>/);
    assert.match(page, /Without a link to the message&#39;s page/);
    assert.match(page, /<strong>rich, standard, basic<\/strong> image\/jpeg/);
    assert.match(page, /of 500 kB \/ 300 kB \/ 100 kB/);
    assert.match(page, /200×400 of 640×1138 \/ 640×480/);
    assert.match(page, /of 1 MB, and what is drawn/);
    assert.match(page, /image drawn for each recipient, on <a href="http:[^"]+picture\.jpg"/);
    assert.match(page, /QR Code · at 0, 0 · 300 or more×300 pixels.* · turned by 90°/);
    assert.match(page, /Text · at 50, 400 · 200 pixels wide · OpenSans 20 · #000000/);
    assert.match(page, /rel="noopener noreferrer nofollow"/);
    assert.match(page, /aria-label="Replay N003"/);
  },
);

check(
  "templates in the console: a failed template says why, and is not sent",
  async ({ evil, html }) => {
    const page = await html(`/templates/${evil}`);
    assert.match(page, /The template cannot be sent, because a file failed:/);
    assert.match(page, /value="retry"/);
    assert.doesNotMatch(page, /Send a test/);
    assert.doesNotMatch(page, /<script>|<img src=x|<b>|<i>/);
    assert.match(page, /<mark class="tag">{\$&lt;b&gt;\|&lt;i&gt;}<\/mark>/);
    assert.match(page, /<title>&lt;img src=x/);
  },
);

Deno.test("templates in the console: a failed one is tried again, and can be sent", async () => {
  await using files = startFiles();
  await using console = await startConsole();
  const { admin, html, open, reader, test } = console;
  const url = files.respond("picture.jpg", () => new Response("down", { status: 503 }));
  const id = await settledTemplate(test, { ...TEXT, slide: [{ image: { url } }] });
  const path = `/templates/${id}`;
  const page = await html(path);
  assert.match(page, /Try its files again/);
  assert.match(page, /The account gets the\s+result as a new postback/);
  assert.doesNotMatch(await (await open(path, { cookie: reader })).text(), /value="retry"/);
  await files.add("picture.jpg", "image/jpeg", await image("gps.jpg"));
  const retried = await open(path, { cookie: admin, form: { do: "retry" } });
  await retried.body?.cancel();
  assert.equal(retried.headers.get("location"), `/console${path}`);
  const ready = await until(() => html(path), (page) => /class="state good">ready/.test(page));
  assert.match(ready, /Its files are fetched again/);
  assert.match(ready, /Send a test/);
  assert.doesNotMatch(ready, /value="retry"/);
  const again = await open(path, { cookie: admin, form: { do: "retry" } });
  assert.equal(again.status, 422);
  assert.match(await again.text(), /the template is ready; only one that failed is retried/);
});

check(
  "templates in the console: a test is sent with merge tags, and leads to its message",
  async ({ admin, html, open, ready, test }) => {
    const form = { "do": "send", "from": "111122", "to": " 16175550101 ", "tag:name": "Ana" };
    const sent = await open(`/templates/${ready}`, {
      cookie: admin,
      form: { ...form, "tag:until": "", "client-reference": "a test" },
    });
    assert.equal(sent.status, 303, await sent.text());
    const [, id] = /^\/console(\/messages\/[\w-]+)$/.exec(sent.headers.get("location")!)!;
    const { body } = await test.admin("GET", id!);
    assert.equal(body["client-reference"], "a test");
    assert.equal(body.content.subject, "For Ana");
    assert.equal(body.content.slides[0].text, "Hello Ana");
    const page = await html(`/templates/${ready}`);
    assert.match(page, /name="to" value="16175550101"/);
  },
);

check(
  "templates in the console: a refused test keeps what was typed",
  async ({ admin, open, ready }) => {
    const form = { "do": "send", "from": "111122", "to": "12", "tag:name": `"><b>`, "tag:x": "" };
    const refused = await open(`/templates/${ready}`, { cookie: admin, form });
    assert.equal(refused.status, 422);
    const page = await refused.text();
    assert.match(page, /<p class="problem" role="alert">to is not an international number/);
    assert.match(page, /name="to" value="12"/);
    assert.match(page, /name="tag:name" value="&quot;&gt;&lt;b&gt;"/);
  },
);

check(
  "templates in the console: a reader sees all, and sends nothing",
  async ({ open, reader, ready }) => {
    const page = await (await open(`/templates/${ready}`, { cookie: reader })).text();
    assert.match(page, /As a request/);
    assert.doesNotMatch(page, /value="send"|value="replay"/);
    const form = { do: "send", from: "111122", to: "16175550101" };
    const refused = await open(`/templates/${ready}`, { cookie: reader, form });
    assert.equal(refused.status, 422);
    assert.match(await refused.text(), /this admin token lacks the scope/);
  },
);

check(
  "templates in the console: a postback is sent again",
  async ({ admin, html, open, ready }) => {
    const [, id] = /name="id" value="([^"]+)"/.exec(await html(`/templates/${ready}`))!;
    const replayed = await open(`/templates/${ready}`, {
      cookie: admin,
      form: { do: "replay", id: id! },
    });
    await replayed.body?.cancel();
    assert.equal(replayed.headers.get("location"), `/console/templates/${ready}`);
  },
);

check("templates in the console: an unknown template is not found", async ({ admin, open }) => {
  const response = await open("/templates/unknown", { cookie: admin });
  assert.equal(response.status, 404);
  assert.match(await response.text(), /mms-id does not exist/);
});

check(
  "templates in the console: a long gallery has pages, in both directions",
  async ({ evil, html, ready, test }) => {
    for (let i = 0; i < 48; i++) {
      const saved = await test.post({ action: "savemms", name: `Number ${i}`, ...TEXT });
      assert.equal(saved.status, 200);
    }
    const linkOf = (page: string, rel: string) =>
      new RegExp(`<a href="/console([^"]+)" rel="${rel}">`).exec(page)?.[1]?.replaceAll(
        "&amp;",
        "&",
      );
    const first = await html("/templates?account=acme");
    assert.equal(linkOf(first, "prev"), undefined);
    const second = await html(linkOf(first, "next")!);
    assert.ok(second.includes(ready) && second.includes(evil) && !first.includes(ready));
    assert.equal(linkOf(second, "next"), undefined);
    assert.equal(linkOf(second, "prev"), "/templates?account=acme");
  },
);

check(
  "templates in the console: accounts that are too many for a list are typed",
  async ({ html, test }) => {
    const ids = Array.from({ length: 200 }, (_, i) => `account-${i}`);
    await Promise.all(ids.map(async (account) => {
      const { status } = await test.admin("POST", "/accounts", { account, name: account });
      assert.equal(status, 201);
    }));
    const saved = await test.post({ action: "savemms", name: "The latest", ...TEXT });
    assert.equal(saved.status, 200);
    const page = await html("/templates?account=acme");
    assert.match(page, /<input id="field-account" name="account" value="acme" list="list-account"/);
    assert.match(page, /<h2><bdi>The latest<\/bdi><\/h2>/);
  },
);

check("templates in the console: one is renamed, and deleted", async (console) => {
  const { admin, html, open, reader, test } = console;
  const id = await settledTemplate(test, { ...TEXT, name: "Before" });
  const path = `/templates/${id}`;
  const act = (form: Record<string, string>, cookie = admin) => open(path, { cookie, form });
  const renamed = await act({ do: "rename", name: "<After>" });
  assert.equal(renamed.headers.get("location"), `/console${path}`);
  await renamed.body?.cancel();
  const page = await html(path);
  assert.match(page, /<h1><bdi>&lt;After&gt;<\/bdi><\/h1>/);
  assert.match(page, /aria-label="Delete &lt;After&gt;"/);
  const blank = await act({ do: "rename", name: " " });
  assert.equal(blank.status, 422);
  assert.match(await blank.text(), /name must not be blank.*name="name" value=" "/s);
  const refused = await act({ do: "remove" }, reader);
  assert.equal(refused.status, 422);
  const readers = await (await open(path, { cookie: reader })).text();
  assert.doesNotMatch(await refused.text() + readers, />Rename<|Delete the template/);
  const removed = await act({ do: "remove" });
  assert.equal(removed.headers.get("location"), "/console/templates");
  await removed.body?.cancel();
  const gone = await open(path, { cookie: admin });
  assert.equal(gone.status, 404);
  await gone.body?.cancel();
});
