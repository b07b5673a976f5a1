/** The pages of receivers, over HTTP. */
import assert from "node:assert/strict";
import { sharing } from "../support/sharing.ts";
import { type OpenOptions, startConsole } from "./console.ts";

const TAB = "/accounts/acme/postbacks";
const HOSTILE = `<img src=x onerror=alert(1)>"'`;

const check = sharing(async () => {
  const console = await startConsole();
  return {
    ...console,
    /** Lists the receivers of the account by name. */
    async receivers(): Promise<Record<string, Record<string, unknown>>> {
      const { items } = (await console.test.admin("GET", "/accounts/acme/receivers")).body;
      return Object.fromEntries(items.map((each: { receiver: string }) => [each.receiver, each]));
    },
    /** Creates a receiver over the admin API, and returns its page and secret. */
    async create(receiver: string, fields: Record<string, unknown> = {}) {
      const { status, body } = await console.test.admin("POST", "/accounts/acme/receivers", {
        receiver,
        url: "http://127.0.0.1:9/",
        ...fields,
      });
      assert.equal(status, 201);
      const secret: string = body["webhook-secret"];
      return { path: `/accounts/acme/receivers/${receiver}`, secret };
    },
    /** Sends a form, and returns where it leads to, or the page that it shows. */
    async send(path: string, form: Record<string, string>, options: OpenOptions = {}) {
      const response = await console.open(path, { cookie: console.admin, form, ...options });
      const text = await response.text();
      return { status: response.status, text, to: response.headers.get("location") };
    },
  };
});

check(
  "the receivers of the console: creates one, and shows its secret once",
  async ({ html, receivers, send }) => {
    const fields = {
      "receiver": "crm",
      "url": "https://crm.example.com/",
      "format": "xml",
      "was:format": "json",
      "codes": "N202, N311",
      "campaign-refs": "spring",
    };
    const created = await send(TAB, { do: "create", ...fields });
    assert.equal(created.status, 200);
    const secret = /value="(whsec_[^"]+)"/.exec(created.text)![1]!;
    assert.match(created.text, /href="\/console\/accounts\/acme\/receivers\/crm"/);
    const { crm } = await receivers();
    assert.equal(crm!["webhook-secret-hint"], secret.slice(-4));
    assert.deepEqual([crm!.format, crm!.codes, crm!["campaign-refs"]], [
      "xml",
      "N202, N311",
      "spring",
    ]);
    const again = await send(TAB, { do: "create", ...fields });
    assert.equal(again.status, 422);
    assert.doesNotMatch(again.text, /whsec_/);
    const page = await html(TAB);
    assert.equal(page.includes(secret), false);
    const [, row] = /receivers\/crm">(.*?)<\/tr>/.exec(page)!;
    const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, "");
    for (const text of ["https://crm.example.com/", "xml", "N202, N311", "spring"]) {
      assert.ok(textOf(row!).includes(text), text);
    }
    assert.match(row!, /href="\/docs\/codes#N202"/);
    const [, first] = /receivers\/default">(.*?)<\/tr>/.exec(page)!;
    assert.ok(textOf(first!).includes("all but N311"));
  },
);

check(
  "the receivers of the console: says what is wrong with a new one, and keeps its form",
  async ({ receivers, send }) => {
    const form = { do: "create", receiver: "odd", url: "https://odd.example.com/" };
    const codes = await send(TAB, { ...form, codes: HOSTILE });
    assert.equal(codes.status, 422);
    assert.match(codes.text, /id="field-codes-fault">codes must be a comma-separated list/);
    assert.match(codes.text, /name="receiver"[^>]*value="odd"/);
    assert.doesNotMatch(codes.text, /<img/);
    const senders = await send(TAB, { ...form, senders: "99999" });
    assert.match(senders.text, /id="field-senders-fault">senders: 99999 is not a sender/);
    const url = await send(TAB, { ...form, url: "ftp://odd.example.com/" });
    assert.match(url.text, /id="field-url-fault">url/);
    assert.equal("odd" in await receivers(), false);
  },
);

check(
  "the receivers of the console: changes one, and removes it",
  async ({ admin, create, html, open, receivers, send }) => {
    const { path } = await create("archive", { codes: "N202" });
    assert.match(await html(path), /Receiver <bdi>archive<\/bdi>/);
    const saved = await send(path, {
      "do": "save",
      "was:codes": "N202",
      "codes": "",
      "was:disabled": "false",
      "disabled": "true",
      "was:url": "http://127.0.0.1:9/",
      "url": "http://127.0.0.1:9/",
    });
    assert.deepEqual([saved.status, saved.to], [303, `/console${path}`]);
    const { archive } = await receivers();
    assert.deepEqual([archive!.codes, archive!.disabled, archive!.url], [
      null,
      true,
      "http://127.0.0.1:9/",
    ]);
    assert.match(
      await html(TAB),
      /receivers\/archive"><bdi>archive<\/bdi><\/a> <span [^>]*>disabled</,
    );
    const refused = await send(path, { "do": "save", "was:senders": "", "senders": "99999" });
    assert.match(refused.text, /id="field-senders-fault"/);
    const removed = await send(path, { do: "remove" });
    assert.deepEqual([removed.status, removed.to], [303, `/console${TAB}`]);
    assert.equal((await open(path, { cookie: admin })).status, 404);
  },
);

check(
  "the receivers of the console: changes the default one, which stays",
  async ({ html, receivers, send, test }) => {
    const path = "/accounts/acme/receivers/default";
    const page = await html(path);
    assert.doesNotMatch(page, /Remove the receiver/);
    const refused = await send(path, { do: "remove" });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /the receiver default cannot be removed/);
    const { default: before } = await receivers();
    const url = "https://postbacks.example.com/";
    await send(path, { "do": "save", "was:url": String(before!.url ?? ""), "url": url });
    assert.equal((await test.admin("GET", "/accounts/acme")).body["postback-url"], url);
  },
);

check(
  "the receivers of the console: posts a sample to one, in its format",
  async ({ create, html, send }) => {
    const bodies: string[] = [];
    const server = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      async (request) => {
        bodies.push(await request.text());
        return new Response(null, { status: 202 });
      },
    );
    const url = `http://127.0.0.1:${server.addr.port}/`;
    const { path } = await create("samples", { url, format: "xml" });
    const success = await send(path, { do: "ping" });
    assert.match(success.text, /The receiver took the sample/);
    assert.match(success.text, /<dt>HTTP status<\/dt><dd>202<\/dd>/);
    assert.match(bodies.join(), /^<\?xml .*<postback>.*<code>PING<\/code>/s);
    await server.shutdown();
    const failed = await send(path, { do: "ping" });
    assert.match(failed.text, /did not take the sample/);
    await send(path, { "do": "save", "was:url": url, "url": "" });
    const page = await html(path);
    assert.match(page, /parked until the receiver has a URL/);
    assert.doesNotMatch(page, /Send a sample/);
  },
);

check(
  "the receivers of the console: replaces the secret of one once, and of no other",
  async ({ create, html, receivers, send }) => {
    const { path, secret: first } = await create("rotated");
    const { default: before } = await receivers();
    const hint = /name="hint" value="([^"]{4})"/.exec(await html(path))![1]!;
    assert.equal(hint, first.slice(-4));
    const rotated = await send(path, { do: "rotate", hint });
    const secret = /value="(whsec_[^"]+)"/.exec(rotated.text)![1]!;
    assert.match(rotated.text, /signed with the previous secret as well/);
    const again = await send(path, { do: "rotate", hint });
    assert.match(again.text, /the secret was replaced since this page was opened/);
    const { default: after, rotated: receiver } = await receivers();
    assert.equal(receiver!["webhook-secret-hint"], secret.slice(-4));
    assert.deepEqual(after, before);
    assert.match(await html(path), /this secret and the previous one/);
  },
);

check(
  "the receivers of the console: shows a reader the settings of one, and no form",
  async ({ create, open, reader, send }) => {
    const { path } = await create("read", { codes: "N202" });
    const page = await (await open(path, { cookie: reader })).text();
    assert.match(page, /<dt>Codes<\/dt><dd><bdi>N202<\/bdi><\/dd>/);
    const forms = page.match(/<form[^>]*method="post"[^>]*>/g)!;
    assert.equal(forms.length, 1);
    assert.match(forms[0]!, /sign-out/);
    const refused = await send(path, { do: "remove" }, { cookie: reader });
    assert.equal(refused.status, 422);
  },
);

check(
  "the receivers of the console: leads from the page of all to that of one, and back",
  async ({ admin, create, html, open }) => {
    const { path } = await create("linked");
    const all = await html("/receivers?account=acme");
    assert.ok(all.includes(`href="/console${path}"`));
    const page = await html(path);
    assert.ok(page.includes('href="/console/receivers?account=acme&amp;receiver=linked"'));
    for (const missing of ["acme/receivers/none", "acme/receivers/mm7", "none/receivers/default"]) {
      const response = await open(`/accounts/${missing}`, { cookie: admin });
      assert.equal(response.status, 404, missing);
      await response.body?.cancel();
    }
  },
);
