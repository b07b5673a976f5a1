/** Carriers and receivers in the console, over HTTP. */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { adminBody } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { startConsole, type TestConsole } from "./console.ts";
import { until } from "../support/until.ts";

const CONFIG = {
  ACCOUNT_CACHE_TTL: "0s",
  DELIVER_RETRY: "0.1s",
  POSTBACK_SCHEDULE: "0.1s",
};

const ROUTES = "/carriers/routes";

/** Reads a page until it matches. */
const untilHtml = ({ html }: TestConsole, path: string, pattern: RegExp): Promise<string> =>
  until(() => html(path), (page) => pattern.test(page));

/** Sends a form, and returns the page that follows. */
async function submit(
  { admin, open }: TestConsole,
  path: string,
  form: Record<string, string>,
): Promise<string> {
  const response = await open(path, { cookie: admin, form });
  if (response.status !== 303) return await response.text();
  await response.body?.cancel();
  const cookie = [admin, ...response.headers.getSetCookie().map((set) => set.split(";")[0])];
  const next = response.headers.get("location")!.replace("/console", "");
  return await (await open(next, { cookie: cookie.join("; ") })).text();
}

const check = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const console = parts.use(await startConsole(CONFIG));
  const customer = parts.use(await newCustomer(console.test));
  const hostile = "http://127.0.0.1:9/<img src=x onerror=alert(1)>\"'";
  const victim = parts.use(await newCustomer(console.test, { postbackUrl: hostile }));
  const running = parts.move();
  return { console, customer, victim, [Symbol.asyncDispose]: () => running.disposeAsync() };
});

check(
  "the pages of carriers and receivers show connectors, charts and their table",
  async ({ console: { html } }) => {
    const page = await html("/carriers");
    assert.match(page, /<code><bdi>loopback<\/bdi><\/code>/);
    assert.equal(page.match(/role="img"/g)?.length, 3);
    assert.match(page, /<title id="throughput-title">Messages a minute<\/title>/);
    assert.equal(page.match(/<td class="number">/g)?.length, 60 * 7);
    assert.doesNotMatch(page, /\sstyle=|<script(?![^>]*\bsrc=)/);
  },
);

check(
  "the pages of carriers and receivers add, change and remove routes, and keep what was refused",
  async ({ console, customer }) => {
    const { html, test } = console;
    const form = { do: "add-route", kind: "sms", sender: customer.account };
    const refused = await submit(console, ROUTES, { ...form, connector: "nobody" });
    assert.match(refused, /nobody is not one of loopback/);
    assert.match(refused, /<option value="nobody" selected=""/);
    assert.match(refused, new RegExp(`<option value="${customer.account}" selected=""`));
    const added = await submit(console, ROUTES, { ...form, connector: "loopback" });
    const [, route] = /Route (\d+) is added/.exec(added)!;
    assert.match(added, new RegExp(`<strong>SMS</strong> <span>of <bdi>${customer.account}`));
    assert.match(added, /1\. first<\/span><code><bdi>loopback/);
    const changed = await submit(console, ROUTES, {
      do: "change-route",
      route: route!,
      connector: "",
    });
    assert.match(changed, /is changed/);
    assert.match(changed, /<strong>refused<\/strong>/);
    const listed = (await adminBody(test, 200, "GET", "/routes")).items.at(-1);
    assert.deepEqual([listed.connectors, listed.account], ["", customer.account]);
    const page = await html(
      `${ROUTES}?account=${customer.account}&from=111122&to=16175550199&kind=sms`,
    );
    assert.match(page, /It has no connectors: the message is refused/);
    const chosen = await html(
      `${ROUTES}?sender=${customer.account}+111122&to=16175550199&kind=sms`,
    );
    assert.match(chosen, /It has no connectors: the message is refused/);
    assert.match(
      await submit(console, ROUTES, { do: "remove-route", route: route! }),
      /is removed/,
    );
  },
);

check(
  "the pages of carriers and receivers explain the route of a message, or why they cannot",
  async ({ console: { html } }) => {
    const page = await html(`${ROUTES}?account=acme&from=111122&to=16175550107&kind=mms`);
    assert.match(page, /As its fallback SMS/);
    assert.match(page, /Loopback without MMS/);
    assert.match(page, /DEFAULT_CONNECTOR decides/);
    const evil = encodeURIComponent("<script>alert(1)</script>");
    const wrong = await html(`${ROUTES}?account=acme&from=111122&to=${evil}&kind=mms`);
    assert.match(wrong, /to is not a number/);
    assert.ok(!wrong.includes("<script>alert"));
    assert.match(wrong, /value="&lt;script&gt;/);
  },
);

check(
  "the pages of carriers and receivers list and replay postbacks that did not arrive",
  async ({ console, customer }) => {
    const { test } = console;
    const { account, receiver } = customer;
    receiver.respond = () => new Response("</pre><script>no</script>", { status: 500 });
    await customer.send();
    const path = `/receivers?account=${account}`;
    const dead = await untilHtml(console, path, /HTTP 500/);
    await untilHtml(console, path, /postbacks? match(es)?\./);
    assert.ok(!dead.includes("<script>no"));
    receiver.respond = () => new Response(null, { status: 204 });
    const query = `account=${account}&state=dead`;
    const { items } = await adminBody(test, 200, "GET", `/postbacks?${query}`);
    assert.match(
      await submit(console, path, { do: "replay", id: items[0].id }),
      /The postback is sent again/,
    );
    await untilHtml(console, path, /None yet/);
    const none = await submit(console, path, {
      do: "replay-all",
      account,
      state: "dead",
      code: "",
    });
    assert.match(none, /0 postbacks are sent again/);
    await untilHtml(console, `${path}&state=sent`, /class="state calm">sent/);
  },
);

check("the pages of carriers and receivers test a receiver", async ({ console, victim }) => {
  const { test } = console;
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    ({ url }) => new Response(null, { status: url.endsWith("/missing") ? 404 : 204 }),
  );
  const url = `http://127.0.0.1:${server.addr.port}/`;
  await using pinged = await newCustomer(test, { postbackUrl: url });
  const took = await submit(console, "/receivers", { do: "ping", account: pinged.account });
  assert.match(took, /took the test postback: HTTP 204/);
  const named = { receiver: "crm", url: `${url}missing`, format: "xml" };
  const created = await test.admin("POST", `/accounts/${pinged.account}/receivers`, named);
  assert.equal(created.status, 201);
  const form = { do: "ping", account: pinged.account, receiver: "crm" };
  const refused = await submit(console, "/receivers", form);
  assert.match(refused, /receiver crm of [\w-]+ did not take the test postback: HTTP 404/);
  const lost = await submit(console, "/receivers", { do: "ping", account: victim.account });
  assert.match(lost, /did not take the test postback/);
});

check(
  "the pages of carriers and receivers show hostile addresses as text",
  async ({ console: { html, open, reader } }) => {
    const page = await html("/receivers");
    assert.ok(!page.includes("<img"));
    assert.match(page, /&lt;img src=x/);
    for (const query of ["cursor=%00", "state=%27", "code=%3Cscript%3E", "after=x"]) {
      const response = await open(`/receivers?${query}`, { cookie: reader });
      assert.ok(response.status < 500, query);
      assert.doesNotMatch(await response.text(), /<script>/, query);
    }
  },
);

check(
  "the pages of carriers and receivers have no controls for a token that reads",
  async ({ console: { open, reader }, customer }) => {
    const forms: [path: string, form: Record<string, string>][] = [
      ["/carriers/routes", { do: "add-route", kind: "sms", connector: "loopback" }],
      ["/receivers", { do: "ping", account: customer.account }],
      ["/receivers", { do: "replay-all", account: customer.account, state: "dead" }],
    ];
    for (const [path, form] of forms) {
      const page = await (await open(path, { cookie: reader })).text();
      assert.doesNotMatch(page, /<button[^>]*name="do"/, path);
      const refused = await open(path, { cookie: reader, form });
      assert.match(await refused.text(), /this admin token lacks the scope/, path);
    }
  },
);
