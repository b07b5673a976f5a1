/** Pages of connectors in the console, over HTTP: set up, checked, tested, changed and removed. */
import assert from "node:assert/strict";
import { adminOperation } from "../../src/contract/admin.ts";
import { startHostedCarrier } from "../support/hosted_carrier.ts";
import { adminBody } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { startSmsc } from "../support/smsc.ts";
import { startConsole, type TestConsole } from "./console.ts";

const NEW = "/carriers/new";

/** Sends a form, and returns the page that follows, with its path. */
async function submit(
  { admin, open }: TestConsole,
  path: string,
  form: Record<string, string>,
): Promise<[html: string, path: string]> {
  const response = await open(path, { cookie: admin, form });
  if (response.status !== 303) return [await response.text(), path];
  await response.body?.cancel();
  const cookie = [admin, ...response.headers.getSetCookie().map((set) => set.split(";")[0])];
  const next = response.headers.get("location")!.replace("/console", "");
  return [await (await open(next, { cookie: cookie.join("; ") })).text(), next];
}

const check = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const console = parts.use(await startConsole({ ACCOUNT_CACHE_TTL: "0s" }));
  const smsc = parts.use(await startSmsc());
  const hosted = parts.use(startHostedCarrier());
  const running = parts.move();
  return { console, smsc, hosted, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

check("the pages of connectors say in two sentences what each kind needs", async (
  { console: { html } },
) => {
  const page = await html(NEW);
  const { kinds } = adminOperation("createConnector");
  assert.ok(kinds.length > 10);
  for (const { kind, title, description } of kinds) {
    assert.match(description, /^[^.]+( 3\.4)?[^.]*\. It needs [^.]+\.$/s, kind);
    assert.ok(page.includes(`<h2>${title}</h2>`), kind);
    assert.ok(page.includes(`href="/console${NEW}/${kind}"`), kind);
    const manual = /^(mmsc|smsc)_/.test(kind) ? `carriers#connect-to-an-${kind.slice(0, 4)}` : kind;
    assert.ok(page.includes(`href="/docs/${manual}"`), kind);
    const form = await html(`${NEW}/${kind}`);
    for (const field of adminOperation("createConnector").body) {
      const isOf = field.kind === undefined || field.kind === kind;
      const isShown = form.includes(`name="${field.name}"`);
      if (["kind", "disabled"].includes(field.name)) assert.ok(!isShown, field.name);
      else if (isOf) assert.ok(isShown, `${kind} ${field.name}`);
    }
  }
});

check("the pages of connectors set one up, keep what was refused, and show no secret", async (
  { console, smsc },
) => {
  const path = `${NEW}/smsc_smpp`;
  const form = { do: "create", name: "smsc", host: "no host!", port: "1", "system-id": "us" };
  const secret = "s3cr3t-of-the-bind";
  const [refused] = await submit(console, path, { ...form, password: secret });
  assert.match(refused, /host must be a host name or an IP address/);
  assert.match(refused, /value="no host!"/);
  assert.match(refused, /Secrets are not kept/);
  assert.ok(!refused.includes(secret));

  const [page, at] = await submit(console, path, {
    ...form,
    host: smsc.host,
    port: String(smsc.port),
    password: secret,
  });
  assert.equal(at, "/carriers/connectors/smsc");
  assert.match(page, /Connector smsc is set up/);
  assert.match(page, /placeholder="Set; empty keeps it"/);
  assert.ok(!page.includes(secret));
  assert.equal((await submit(console, path, { ...form, host: "h" }))[0].includes("already"), true);
  await smsc.until(() => smsc.sessions.length === 1);
  assert.equal(smsc.binds[0]!.password, secret);

  const [checked] = await submit(console, at, { do: "check" });
  assert.match(checked, /An SMSC has no check/);
  const was = { "was:system-type": "", "was:system-id": "us" };
  const [same] = await submit(console, at, { ...was, do: "save", "system-id": "us", password: "" });
  assert.match(same, /Nothing has changed/);
  const [saved] = await submit(console, at, { ...was, do: "save", "system-type": "VMA" });
  assert.match(saved, /Saved: System type\./);
  await smsc.until(() => smsc.binds.at(-1)!.system_type === "VMA");
  assert.equal(smsc.binds.at(-1)!.password, secret);
  const [wrong] = await submit(console, at, { ...was, do: "save", "system-type": "é" });
  assert.match(wrong, /system-type must have no characters but printable ASCII/);
  assert.match(wrong, /value="é"/);
});

check("the pages of connectors take settings of several lines, and check a hosted API", async (
  { console, hosted },
) => {
  const codes = "bad=recipient\r\nslow=throttled";
  const [page, at] = await submit(console, `${NEW}/http`, {
    "do": "create",
    "name": "hosted",
    "url": `${hosted.url}/send`,
    "headers": "Authorization: Bearer top-secret\r\nX-App: slidepost",
    "body": '{"to": "{to}",\r\n "text": "{text}"}',
    "check-url": `${hosted.url}/balance`,
    "callback-token": "0123456789abcdef",
    codes,
  });
  assert.match(page, /Connector hosted is set up/);
  assert.ok(!page.includes("top-secret") && !page.includes("0123456789abcdef"));
  const { body, codes: stored } = await adminBody(console.test, 200, "GET", "/connectors/hosted");
  assert.equal(body, '{"to": "{to}",\n "text": "{text}"}');
  assert.equal(stored, codes.replace("\r", ""));
  assert.match(page, /\/carriers\/hosted\/inbound/);
  const [checked] = await submit(console, at, { do: "check" });
  assert.match(checked, /class="state good">ok</);
});

check("the pages of connectors send a test by one alone, or say why not", async (
  { console, smsc },
) => {
  const path = "/carriers/connectors/tested/test";
  await adminBody(console.test, 201, "POST", "/connectors", {
    name: "tested",
    kind: "smsc_smpp",
    host: smsc.host,
    port: smsc.port,
    "system-id": "us",
  });
  const form = { do: "test", sender: "acme 111122", to: "16175550101" };
  const [refused] = await submit(console, path, { ...form, kind: "mms", text: "Hi" });
  assert.match(refused, /<p class="fault"[^>]*>kind: tested takes no MMS/);
  assert.match(refused, /value="Hi"/);
  assert.match(refused, /<option value="acme 111122" selected=""/);
  const [nobody] = await submit(console, path, { ...form, sender: "" });
  assert.match(nobody, /role="alert"/);
  const before = smsc.submitted.length;
  const [page, at] = await submit(console, path, form);
  assert.match(at, /^\/messages\//);
  assert.match(page, /The test goes by tested/);
  await smsc.until(() => smsc.submitted.length > before);
  assert.match(await console.html(at), /test of connector tested/);
});

check("the pages of connectors disable, enable and remove one, naming what goes by it", async (
  { console, hosted },
) => {
  const { test, html } = console;
  await adminBody(test, 201, "POST", "/connectors", {
    name: "old",
    kind: "http",
    url: hosted.url,
    body: '{"to": "{to}", "text": "{text}"}',
  });
  const { route } = await adminBody(test, 201, "POST", "/routes", {
    kind: "sms",
    operator: "0001470",
    connectors: "loopback,old",
  });
  const at = "/carriers/connectors/old";
  assert.match(await html(at), new RegExp(`Messages of route ${route} go to the next`));
  const [disabled] = await submit(console, at, { do: "disable" });
  assert.match(disabled, /Connector old is disabled/);
  assert.ok(!disabled.includes(`${at}/test"`));
  assert.match(
    await html("/carriers/routes"),
    /<bdi>old<\/bdi><\/code><span class="state bad">disabl/,
  );
  assert.match((await submit(console, at, { do: "enable" }))[0], /Connector old is enabled/);
  const [held] = await submit(console, at, { do: "remove" });
  assert.match(held, new RegExp(`connector is named by route ${route}`));
  const [removed, next] = await submit(console, at, { do: "remove", force: "true" });
  assert.equal(next, "/carriers");
  assert.match(removed, /Connector old is removed/);
  assert.match(await html("/carriers/routes"), /class="state bad">not set up/);
});

check("the pages of connectors have no controls for a token that reads", async (
  { console: { open, reader, test }, hosted },
) => {
  await adminBody(test, 201, "POST", "/connectors", {
    name: "seen",
    kind: "http",
    url: hosted.url,
    body: '{"to": "{to}", "text": "{text}"}',
  });
  const at = "/carriers/connectors/seen";
  const forms: [path: string, form: Record<string, string>][] = [
    [`${NEW}/http`, { do: "create", name: "x" }],
    [at, { do: "save", "was:burst": "0", burst: "1" }],
    [at, { do: "disable" }],
    [at, { do: "remove" }],
    [`${at}/test`, { do: "test", sender: "acme 111122", to: "16175550101" }],
  ];
  for (const [path, form] of forms) {
    const page = await (await open(path, { cookie: reader })).text();
    assert.doesNotMatch(page, /<button[^>]*name="do"[^>]*value="(?!check)/, path);
    const refused = await open(path, { cookie: reader, form });
    assert.match(await refused.text(), /this admin token lacks the scope/, path);
  }
  for (const path of ["/carriers/connectors/nobody", `${NEW}/fax`, "/carriers/connectors/a/test"]) {
    assert.equal((await open(path, { cookie: reader })).status, 404, path);
  }
});

check("the pages of connectors preview the requests of one, and keep nothing", async (
  { console },
) => {
  const path = `${NEW}/twilio`;
  const form = await console.html(path);
  assert.match(form, /value="preview" formtarget="_blank">Preview its requests in a tab</);
  assert.doesNotMatch(await console.html(`${NEW}/smsc_smpp`), /value="preview"/);
  const settings = {
    "do": "preview",
    "name": "<b>",
    "account-sid": "AC0123456789abcdef0123456789abcdef",
    "auth-token": "89abcdef0123456789abcdef01234567",
  };
  const [refused] = await submit(console, path, settings);
  assert.match(refused, /role="alert">name /);
  const [page] = await submit(console, path, { ...settings, name: "tulip" });
  assert.match(
    page,
    /<h2>For a text<\/h2>.*POST https:\/\/api\.twilio\.com\/.*<h2>For an MMS<\/h2>/s,
  );
  assert.doesNotMatch(page, /89abcdef0123456789abcdef01234567/);
  const { items } = await adminBody(console.test, 200, "GET", "/connectors");
  assert.ok(!items.some(({ name }: { name: string }) => name === "tulip"));
});
