/** The pages of accounts, over HTTP. */
import assert from "node:assert/strict";
import { recordedLog } from "../support/log_lines.ts";
import { sharing } from "../support/sharing.ts";
import { type OpenOptions, startConsole } from "./console.ts";

const HOSTILE = `<img src=x onerror=alert(1)>"'\u202e\n`;
const ESCAPED = "&lt;img src=x onerror=alert(1)&gt;&quot;&#39;\\u202e\\n";

const TABS = [
  "",
  "/keys",
  "/senders",
  "/pools",
  "/postbacks",
  "/campaigns",
  "/subscriptions",
  "/opt-outs",
  "/replies",
];

const check = sharing(async () => {
  const { log, lines } = recordedLog();
  const console = await startConsole({ WEBHOOK_SECRET_OVERLAP: "1h" }, log);
  return {
    ...console,
    /** Lines of the log. */
    lines,
    async account(id = "acme") {
      return (await console.test.admin("GET", `/accounts/${id}`)).body;
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
  "the accounts of the console: saves what has changed, and keeps what others changed meanwhile",
  async ({ account, html, send, test }) => {
    await test.admin("PATCH", "/accounts/acme", { rate: 7 });
    const saved = await send("/accounts/acme", {
      "do": "save",
      "was:rate": "5",
      "rate": "5",
      "was:name": "Acme",
      "name": "Acme & Co",
      "was:opt-out": "true",
      "opt-out": "false",
    });
    assert.deepEqual([saved.status, saved.to], [303, "/console/accounts/acme"]);
    const { rate, name, "opt-out": optOut } = await account();
    assert.deepEqual([rate, name, optOut], [7, "Acme & Co", false]);
    assert.match(await html("/accounts"), /<bdi>Acme &amp; Co<\/bdi>/);
  },
);

check(
  "the accounts of the console: leaves an audit line for each change, with who and what",
  async ({ lines, send }) => {
    lines.length = 0;
    await send("/accounts/acme", { "do": "save", "was:rate": "7", "rate": "9" });
    const [line, ...others] = lines.filter(({ message }) => message === "admin change");
    assert.equal(others.length, 0);
    const { who, operation, account, status } = line!.facts;
    assert.deepEqual([line!.level, who, operation, account, status], [
      "info",
      "admin",
      "changeAccount",
      "acme",
      200,
    ]);
    lines.length = 0;
    await send("/accounts/acme", { "do": "save", "was:rate": "9", "rate": "9" });
    assert.equal(lines.some(({ message }) => message === "admin change"), false);
  },
);

check(
  "the accounts of the console: says what is wrong at its field, and keeps the form",
  async ({ account, send }) => {
    const form = { "do": "save", "was:rate": "", "rate": "0", "was:name": "Acme", "name": "Typed" };
    const refused = await send("/accounts/acme", form);
    assert.equal(refused.status, 422);
    assert.match(refused.text, /id="field-rate-fault">rate must/);
    assert.match(refused.text, /name="name"[^>]*value="Typed"/);
    assert.notEqual((await account()).name, "Typed");
  },
);

check(
  "the accounts of the console: writes passwords, and never shows them",
  async ({ account, html, send }) => {
    await send("/accounts/acme", {
      "do": "save",
      "was:mm7-username": "",
      "mm7-username": "us",
      "mm7-password": "hunter2",
    });
    assert.equal((await account())["mm7-password-set"], true);
    const page = await html("/accounts/acme");
    assert.doesNotMatch(page, /hunter2/);
    assert.match(page, /Set; empty keeps it/);
    await send("/accounts/acme", {
      "do": "save",
      "remove:mm7-password": "true",
      "mm7-password": "",
    });
    assert.equal((await account())["mm7-password-set"], false);
  },
);

check(
  "the accounts of the console: disables and enables an account",
  async ({ account, html, send }) => {
    await send("/accounts/acme", { do: "disable" });
    assert.equal((await account()).disabled, true);
    assert.match(await html("/accounts/acme"), /This account is disabled/);
    await send("/accounts/acme", { do: "enable" });
    assert.equal((await account()).disabled, false);
  },
);

check(
  "the accounts of the console: creates an account once, however often its form is sent",
  async ({ html, send }) => {
    const id = /name="proposed-id" value="([\da-f]{12})"/.exec(await html("/accounts"))![1]!;
    const form = { "do": "create", "proposed-id": id, "name": "Zoë's", "account": "" };
    const created = await send("/accounts", form);
    assert.equal(created.status, 200);
    assert.match(created.text, /readonly[^>]* value="[A-Za-z0-9]{32}"/);
    assert.match(created.text, /value="whsec_/);
    const again = await send("/accounts", form);
    assert.equal(again.status, 422);
    assert.match(again.text, new RegExp(`role="alert">[^<]*${id}[^<]*<`));
  },
);

check(
  "the accounts of the console: shows a hostile name on every page as it is",
  async ({ html, test }) => {
    await test.admin("POST", "/accounts", { account: "hostile", name: HOSTILE });
    for (const tab of TABS) {
      const page = await html(`/accounts/hostile${tab}`);
      assert.ok(page.includes(`<bdi>${ESCAPED}</bdi>`), tab);
      assert.doesNotMatch(page, /<img/);
    }
  },
);

check(
  "the accounts of the console: issues a key once, and revokes it",
  async ({ html, lines, send, test }) => {
    const page = await html("/accounts/acme/keys");
    const keys = /name="keys" value="(\d+)"/.exec(page)![1]!;
    lines.length = 0;
    const issued = await send("/accounts/acme/keys", { do: "issue", keys });
    const key = /value="([A-Za-z0-9]{32})"/.exec(issued.text)![1]!;
    assert.equal(JSON.stringify(lines).includes(key), false);
    const again = await send("/accounts/acme/keys", { do: "issue", keys });
    assert.equal(again.status, 422);
    assert.match(again.text, /another key was issued since this page was opened/);
    const { items } = (await test.admin("GET", "/accounts/acme/keys")).body;
    assert.equal(items.length, Number(keys) + 1);
    const list = await html("/accounts/acme/keys");
    assert.equal(list.includes(key), false);
    assert.ok(list.includes(`…${key.slice(-4)}`));
    await send("/accounts/acme/keys", { "do": "revoke", "key-id": items.at(-1)["key-id"] });
    assert.match(await html("/accounts/acme/keys"), />revoked</);
    const response = await test.post({ action: "x" }, { "x-api-key": key });
    assert.equal(response.status, 401);
    await response.body?.cancel();
  },
);

check(
  "the accounts of the console: adds, changes and removes a sender",
  async ({ admin, html, open, send, test }) => {
    const path = "/accounts/acme/senders";
    const fields = { address: "A&B co.", kind: "alphanumeric", country: "FR" };
    assert.equal((await send(path, { do: "add", ...fields })).status, 303);
    const refused = await send(path, { do: "add", ...fields, address: HOSTILE });
    assert.equal(refused.status, 422);
    assert.doesNotMatch(refused.text, /<img/);
    const [, link] = /href="\/console([^"]*A%26B%20co\.)"/.exec(await html(path))!;
    assert.match(await html(link!), /Sender <bdi>A&amp;B co\.<\/bdi>/);
    await send(link!, { "do": "save", "was:country": "FR", "country": "DE" });
    const { items } = (await test.admin("GET", path)).body;
    const changed = items.find(({ address }: { address: string }) => address === "A&B co.");
    assert.equal(changed.country, "DE");
    await send(link!, { do: "remove" });
    assert.equal((await open(link!, { cookie: admin })).status, 404);
  },
);

check(
  "the accounts of the console: subscribes recipients to campaigns, whatever their names",
  async ({ html, send }) => {
    const path = "/accounts/acme/subscriptions";
    const subscription = {
      "campaign-ref": `a/b?c#d%2e ${HOSTILE.trim()}`,
      recipient: "16175550101",
    };
    assert.equal((await send(path, { do: "add", ...subscription })).status, 303);
    assert.ok((await html(path)).includes("a/b?c#d%2e &lt;img"));
    assert.equal((await send(path, { do: "remove", ...subscription })).status, 303);
    assert.match(await html(path), /Nobody is subscribed/);
    const dots = await send(path, { "do": "remove", "campaign-ref": "..", "recipient": "1" });
    assert.equal(dots.status, 422);
  },
);

check(
  "the accounts of the console: creates, changes and removes a campaign",
  async ({ admin, html, open, send, test }) => {
    const path = "/accounts/acme/campaigns";
    const fields = { "campaign-ref": "A&B sale?", "from": "111122", "cta-text": "Reply YES" };
    assert.equal((await send(path, { do: "create", ...fields })).status, 303);
    const refused = await send(path, { do: "create", ...fields, from: HOSTILE });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /from is not a sender of the account/);
    assert.doesNotMatch(refused.text, /<img/);
    const [, link] = /href="\/console([^"]*A%26B%20sale%3F)"/.exec(await html(path))!;
    assert.match(await html(link!), /Campaign <bdi>A&amp;B sale\?<\/bdi>/);
    await send(link!, { "do": "save", "was:title": "", "title": "Sale" });
    const read = await test.admin("GET", `${path}/${encodeURIComponent("A&B sale?")}`);
    assert.deepEqual([read.body.title, read.body["cta-text"]], ["Sale", "Reply YES"]);
    const recipient = { "campaign-ref": "A&B sale?", "recipient": "16175550101" };
    const subscriptions = "/accounts/acme/subscriptions";
    await send(subscriptions, { do: "add", ...recipient });
    const used = await send(link!, { do: "remove" });
    assert.match(used.text, /campaign has recipients who are subscribed/);
    await send(subscriptions, { do: "remove", ...recipient });
    assert.equal((await send(link!, { do: "remove" })).status, 303);
    assert.equal((await open(link!, { cookie: admin })).status, 404);
  },
);

check(
  "the accounts of the console: creates, changes and removes a pool, and sends from it",
  async ({ admin, html, open, send, test }) => {
    const path = "/accounts/acme/pools";
    assert.match(await html(path), /The account has no pool yet/);
    const fields = { "pool": "winter", "senders": "111122:3", "sticky-days": "8" };
    assert.equal((await send(path, { do: "create", ...fields })).status, 303);
    const refused = await send(path, { do: "create", ...fields, pool: "odd", senders: HOSTILE });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /senders must be senders, separated by commas/);
    assert.doesNotMatch(refused.text, /<img/);
    const [, link] = /href="\/console([^"]*\/pools\/winter)"/.exec(await html(path))!;
    assert.match(await html(link!), /pool:winter/);
    const form = { "was:senders": "111122:3", "senders": "111122", "was:sticky-days": "8" };
    await send(link!, { "do": "save", ...form, "sticky-days": "30" });
    const { items: [pool] } = (await test.admin("GET", path)).body;
    assert.deepEqual([pool.senders, pool["sticky-days"]], ["111122", 30]);
    assert.match(await html("/send/text?account=acme"), /<option value="pool:winter"/);
    assert.equal((await send(link!, { do: "remove" })).status, 303);
    assert.equal((await open(link!, { cookie: admin })).status, 404);
  },
);

check(
  "the accounts of the console: blocks numbers, finds them, and lifts the blocks",
  async ({ html, send }) => {
    const path = "/accounts/acme/opt-outs";
    await send(path, { do: "add", number: "+1 617 555 0109" });
    await send(path, { do: "add", number: "16175550108", originator: "111122" });
    const found = await html(`${path}?number=16175550109`);
    assert.match(found, /<bdi>16175550109<\/bdi>/);
    assert.doesNotMatch(found, /<bdi>16175550108<\/bdi>/);
    await send(path, { do: "lift", number: "16175550109" });
    await send(path, { do: "lift", number: "16175550108", originator: "111122" });
    assert.match(await html(path), /Nobody has opted out/);
  },
);

check(
  "the accounts of the console: changes the replies of one language",
  async ({ send, test }) => {
    const path = "/accounts/acme/replies";
    const form = { "do": "save", "language": "fr", "stop-text": "Fini.", "was:stop-text": "" };
    assert.equal((await send(path, form)).status, 303);
    const { items } = (await test.admin("GET", path)).body;
    assert.deepEqual(items.map((each: { "stop-text": string }) => each["stop-text"] === "Fini."), [
      false,
      true,
      false,
    ]);
    const refused = await send(path, { ...form, "stop-words": "x".repeat(600) });
    assert.match(refused.text, /id="fr-stop-words-fault"/);
    assert.equal(refused.text.match(/class="fault"/g)!.length, 1);
  },
);

check(
  "the accounts of the console: posts a sample, and says what the receiver responded",
  async ({ send, test }) => {
    const receiver = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen: () => {} },
      () => new Response(null, { status: 204 }),
    );
    const url = `http://127.0.0.1:${receiver.addr.port}/`;
    await test.admin("PATCH", "/accounts/acme", { "postback-url": url });
    const success = await send("/accounts/acme/postbacks", { do: "ping" });
    assert.match(success.text, /The receiver took the sample/);
    assert.match(success.text, /<dt>HTTP status<\/dt><dd>204<\/dd>/);
    await receiver.shutdown();
    const failed = await send("/accounts/acme/postbacks", { do: "ping" });
    assert.match(failed.text, /did not take the sample/);
    assert.match(failed.text, /<dt>Error<\/dt>/);
    await test.admin("PATCH", "/accounts/acme", { "postback-url": null });
    const none = await send("/accounts/acme/postbacks", { do: "ping" });
    assert.match(none.text, /role="alert">the account has no postback-url/);
  },
);

check(
  "the accounts of the console: replaces the webhook secret once",
  async ({ account, html, send, test }) => {
    const path = "/accounts/acme/postbacks";
    const hint = /name="hint" value="([^"]{4})"/.exec(await html(path))![1]!;
    assert.equal(hint, test.webhookSecret.slice(-4));
    const form = { do: "rotate", hint };
    const rotated = await send(path, form);
    const secret = /value="(whsec_[^"]+)"/.exec(rotated.text)![1]!;
    assert.match(rotated.text, /signed with the previous secret as well/);
    const again = await send(path, form);
    assert.match(again.text, /the secret was replaced since this page was opened/);
    assert.equal((await account())["webhook-secret-hint"], secret.slice(-4));
    const page = await html(path);
    assert.equal(page.includes(secret), false);
    assert.match(page, /this secret and the previous one/);
  },
);

check(
  "the accounts of the console: shows a reader facts without forms, and changes nothing for one",
  async ({ account, open, reader, send }) => {
    const further = ["/acme/senders/111122", "/acme/receivers/default"];
    for (const path of ["", ...TABS.map((tab) => `/acme${tab}`), ...further]) {
      const response = await open(`/accounts${path}`, { cookie: reader });
      assert.equal(response.status, 200, path);
      const page = await response.text();
      const forms = page.match(/<form[^>]*method="post"[^>]*>/g)!;
      assert.equal(forms.length, 1, `${path}: ${forms}`);
      assert.match(forms[0]!, /sign-out/);
    }
    const form = { "do": "save", "was:name": "", "name": "Mine" };
    const refused = await send("/accounts/acme", form, { cookie: reader });
    assert.equal(refused.status, 422);
    assert.notEqual((await account()).name, "Mine");
  },
);

check(
  "the accounts of the console: has no page for an account that does not exist",
  async ({ admin, open }) => {
    for (const tab of TABS) {
      const response = await open(`/accounts/none${tab}`, { cookie: admin });
      assert.equal(response.status, 404, tab);
      await response.body?.cancel();
    }
  },
);

check("the accounts of the console: lists accounts page by page", async ({ html, test }) => {
  for (let i = 0; i < 50; i++) {
    const created = await test.admin("POST", "/accounts", { account: `z${i}`, name: `Z ${i}` });
    assert.equal(created.status, 201);
  }
  const first = await html("/accounts");
  const [, next] = /<a href="\/console([^"]*)" rel="next">/.exec(first)!;
  const second = await html(next!.replaceAll("&amp;", "&"));
  assert.match(second, />First page</);
  assert.doesNotMatch(second, /rel="next"/);
});
