/** Sign-in, sessions, rights, and requests of other sites. */
import assert from "node:assert/strict";
import { createOneTimeLinks } from "../../../src/console/session/one_time_links.ts";
import { createSessions } from "../../../src/console/session/session.ts";
import type { Holder, Principal } from "../../../src/http/admin/principal.ts";
import { createDatabase, startPostgres } from "../../support/postgres.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { ADMIN_TOKEN, startService } from "../../support/service.ts";
import { createVirtualTime } from "../../support/virtual_time.ts";
import { sharing } from "../../support/sharing.ts";
import { cookieOf, type OpenOptions, READ_TOKEN, startConsole } from "../console.ts";

const PRINCIPAL: Principal = { name: "admin", scopes: ["all"] };
const HOLDER: Holder = { principal: PRINCIPAL, secret: "one" };

const NONE_ENDED = { add: () => Promise.resolve(), has: () => Promise.resolve(false) };

const tokensOf = (holder: Holder) => ({
  byId: (id: string) => Promise.resolve(id === holder.principal.name ? holder : null),
});

Deno.test("a session ends at its time, with its token, and with any change of it", async () => {
  let now = 1_000;
  const clock = { now: () => now };
  const options = { clock, ttlMs: 100, tokens: tokensOf(HOLDER), ended: NONE_ENDED };
  const sessions = createSessions(options);
  const cookie = sessions.issue(HOLDER);
  assert.deepEqual(await sessions.read(cookie), PRINCIPAL);
  const others = createSessions({ ...options, tokens: tokensOf({ ...HOLDER, secret: "two" }) });
  assert.equal(await others.read(cookie), null);
  for (const forged of ["", "admin", cookie.replace("1100", "9100"), `${cookie}x`, `x${cookie}`]) {
    assert.equal(await sessions.read(forged), null, forged);
  }
  now = 1_100;
  assert.equal(await sessions.read(cookie), null);
});

Deno.test("a one-time code works once, and leaves the memory when it expires", () => {
  const time = createVirtualTime();
  const links = createOneTimeLinks({ time, ttlMs: 100 });
  const [used, late] = [links.issue(HOLDER), links.issue(HOLDER)];
  assert.deepEqual(links.redeem(used), HOLDER);
  assert.equal(links.redeem(used), null);
  assert.equal(time.nextAt, 100);
  time.moveTo(100);
  assert.equal(time.nextAt, null);
  assert.equal(links.redeem(late), null);
  assert.equal(links.redeem("unknown"), null);
  const forgotten = links.issue(HOLDER);
  links.close();
  assert.equal(time.nextAt, null);
  assert.equal(links.redeem(forgotten), null);
});

Deno.test("one-time codes in memory are bounded: the oldest gives way", () => {
  const time = createVirtualTime();
  const links = createOneTimeLinks({ time, ttlMs: 100 });
  const codes = Array.from({ length: 101 }, () => links.issue(HOLDER));
  assert.deepEqual(codes.map((code) => links.redeem(code)), [null, ...Array(100).fill(HOLDER)]);
  assert.equal(time.nextAt, null);
});

const check = sharing(() => startConsole());

check(
  "the console of a service asks for a token, and says when it is wrong",
  async ({ open }) => {
    const first = await open("/messages");
    assert.equal(first.status, 401);
    assert.match(
      await first.text(),
      /<input type="hidden" name="next" value="\/console\/messages"/,
    );
    const wrong = await open("/sign-in", { form: { token: "wrong", next: "/console/messages" } });
    assert.equal(wrong.status, 401);
    assert.match(await wrong.text(), /the admin token is missing or not valid/);
    assert.deepEqual(wrong.headers.getSetCookie(), []);
  },
);

check(
  "the console of a service leads nowhere but to its own pages after the sign-in",
  async ({ open }) => {
    for (const next of ["https://evil.example", "//evil.example", "/admin/v1", "/console\n"]) {
      const response = await open("/sign-in", { form: { token: ADMIN_TOKEN, next } });
      assert.equal(response.headers.get("location"), "/console", next);
      await response.body?.cancel();
    }
  },
);

check(
  "the console of a service has a cookie that scripts and other sites cannot use",
  async ({ open }) => {
    const response = await open("/sign-in", { form: { token: ADMIN_TOKEN } });
    await response.body?.cancel();
    assert.match(
      response.headers.getSetCookie()[0]!,
      /^slidepost_session=\S+; Path=\/console; Max-Age=43200; HttpOnly; SameSite=Strict$/,
    );
  },
);

check(
  "the console of a service allows neither inline scripts nor frames",
  async ({ admin, open }) => {
    const response = await open("/messages", { cookie: admin });
    const html = await response.text();
    assert.equal(response.status, 200);
    const policy = response.headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self'/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(html, /<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=/);
  },
);

check("the console of a service refuses what other sites ask for", async ({ admin, open }) => {
  const cases: OpenOptions[] = [
    { form: { do: "replay" }, headers: { "sec-fetch-site": "cross-site" } },
    { form: { do: "replay" }, headers: { "sec-fetch-site": "same-site" } },
    { form: { do: "replay" }, headers: { origin: "https://evil.example" } },
    { form: { do: "replay" }, headers: { origin: "null" } },
    { headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" } },
    {
      headers: {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "iframe",
      },
    },
  ];
  for (const request of cases) {
    const response = await open("/messages", { cookie: admin, ...request });
    assert.equal(response.status, 403, JSON.stringify(request));
    await response.body?.cancel();
  }
  const linked = await open("/messages", {
    cookie: admin,
    headers: { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
  });
  assert.equal(linked.status, 200);
  await linked.body?.cancel();
});

check(
  "the console of a service changes nothing for a token that reads",
  async ({ open, reader, test }) => {
    const response = await fetch(`${test.url}/admin/v1/accounts`, {
      method: "POST",
      headers: { authorization: `Bearer ${READ_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Other" }),
    });
    assert.equal(response.status, 403);
    assert.equal(
      (await response.json())["error-info"],
      "this admin token lacks the scope provision",
    );
    const list = await fetch(`${test.url}/admin/v1/accounts`, {
      headers: { authorization: `Bearer ${READ_TOKEN}` },
    });
    assert.equal((await list.json()).items.length, 1);
    const page = await open("/messages", { cookie: reader });
    assert.match(await page.text(), /reader, read only/);
  },
);

check(
  "the console of a service ends a session when its user signs out",
  async ({ admin, open }) => {
    const cookie = await cookieOf(await open("/sign-in", { form: { token: ADMIN_TOKEN } }));
    const response = await open("/sign-out", { cookie, form: {} });
    assert.equal(await cookieOf(response), "slidepost_session=");
    assert.match(response.headers.getSetCookie()[0]!, /Max-Age=0/);
    const again = await open("/sign-out", { cookie, form: {} });
    assert.equal(await cookieOf(again), "slidepost_session=");
    for (const [session, status] of [[cookie, 401], [admin, 200]] as const) {
      const page = await open("/messages", { cookie: session });
      await page.body?.cancel();
      assert.equal(page.status, status);
    }
  },
);

Deno.test("a session that ended on one machine has ended on the other", async () => {
  const DATABASE_URL = await migratedDatabase();
  await using here = await startConsole({ DATABASE_URL });
  await using there = await startService({
    config: { DATABASE_URL },
    account: { id: "other" },
    senders: [],
  });
  const statusThere = async () => {
    const response = await fetch(`${there.url}/console/messages`, {
      headers: { cookie: here.admin },
    });
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await statusThere(), 200);
  await (await here.open("/sign-out", { cookie: here.admin, form: {} })).body?.cancel();
  assert.equal(await statusThere(), 401);
});

Deno.test("a session that goes on has its status page while the database is down", async () => {
  const server = await startPostgres();
  const DATABASE_URL = await createDatabase(server.url);
  await using console = await startConsole({ DATABASE_URL, DATABASE_QUEUE_TIMEOUT: "10m" });
  const { admin, reader, open } = console;
  const statusOf = async (request: Promise<Response>) => {
    const response = await request;
    await response.body?.cancel();
    return response.status;
  };
  assert.equal(await statusOf(open("/status", { cookie: admin })), 200);
  await server[Symbol.asyncDispose]();
  assert.equal(await statusOf(open("/status", { cookie: admin })), 200);
  // Nobody knows whether this one has ended, and neither can be ended now.
  assert.equal(await statusOf(open("/status", { cookie: reader })), 503);
  assert.equal(await statusOf(open("/sign-out", { cookie: admin, form: {} })), 503);
  assert.equal(await statusOf(open("/sign-out", { cookie: reader, form: {} })), 503);
});

Deno.test("CONSOLE=off, and a service without tokens, have no console", async () => {
  await using test = await startService({ config: { CONSOLE: "off" } });
  for (const path of ["/console", "/console/sign-in"]) {
    const response = await fetch(`${test.url}${path}`);
    assert.equal(response.status, 404);
    await response.body?.cancel();
  }
  assert.equal(test.service.consoleLink(), null);
});
