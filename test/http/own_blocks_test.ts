/** `getblocks`, `block` and `unblock` through the JSON door. */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { adminBody, jsonOf, startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { until } from "../support/until.ts";
import type { Body } from "../spec/traffic.ts";

const SENDERS = [
  { address: "111122", kind: "short-code", country: "US" },
  { address: "18005550199", kind: "toll-free", country: "US" },
] as const;

const shared = sharing(() => startService({ senders: [...SENDERS] }));

type Post = (body: unknown) => Promise<Response>;

const blocksOf = async (post: Post, fields: object = {}): Promise<Body> =>
  await jsonOf(await post({ action: "getblocks", ...fields }));
const change = async (post: Post, action: "block" | "unblock", fields: object, status = 200) =>
  await jsonOf(await post({ action, ...fields }), status) as Body;

/** Sends a text, and returns the error code, or "Success". */
async function sent(post: Post, to: string, from = "111122"): Promise<string> {
  const response = await post({ action: "sendsms", from, to, "message-text": "Hello" });
  const body = await response.json();
  return body["error-code"] ?? body.status;
}

/** Opts a handset out or in by a keyword, and waits until the sender's blocks have changed. */
async function say(test: TestService, account: string, from: string, text: string): Promise<void> {
  const keyword = { from, to: "18005550199", text };
  await adminBody(test, 201, "POST", "/loopback/sms", keyword);
  await until(
    async () => (await test.admin("GET", `/accounts/${account}/blocks?number=${from}`)).body.items,
    (items) => items.length > 0 === (text === "STOP"),
  );
}

shared("a blocked recipient gets no message from the sender, or from none", async (test) => {
  const { post } = test;
  const mobile = "16175550601";
  const pair = { mobile: "+1 617-555-0601", from: "111122" };
  assert.deepEqual(await change(post, "block", pair), {
    status: "Success",
    mobile,
    from: "111122",
  });
  assert.equal(await sent(post, mobile), "E114");
  assert.equal(await sent(post, mobile, "18005550199"), "Success");
  assert.deepEqual(await change(post, "block", { mobile }), { status: "Success", mobile });
  assert.equal(await sent(post, mobile, "18005550199"), "E114");
  assert.deepEqual(await change(post, "unblock", pair), {
    status: "Success",
    mobile,
    from: "111122",
  });
  assert.equal(await sent(post, mobile), "Success");
  assert.equal(await sent(post, mobile, "18005550199"), "E114");
  assert.deepEqual(await change(post, "unblock", { mobile }), { status: "Success", mobile });
  assert.equal(await sent(post, mobile, "18005550199"), "Success");
  assert.equal((await change(post, "unblock", { mobile })).status, "Success");
});

shared(
  "blocks of a person, of an administrator and of the account are told apart",
  async (test) => {
    await using customer = await newCustomer(test);
    const { account, post } = customer;
    const since = Date.now();
    await change(post, "block", { mobile: "16175550613" });
    await change(post, "block", { mobile: "16175550613", from: "111122" });
    await adminBody(test, 201, "POST", `/accounts/${account}/blocks`, { number: "16175550612" });
    const { block, ...rest } = await blocksOf(post);
    assert.deepEqual(rest, { status: "Success" });
    for (const each of block) {
      assert.ok(Date.parse(each.since) >= since - 1);
      delete each.since;
    }
    assert.deepEqual(block, [
      { mobile: "16175550612", source: "operator" },
      { mobile: "16175550613", source: "api" },
      { mobile: "16175550613", from: "111122", source: "api" },
    ]);
    const shown = (await test.admin("GET", `/accounts/${account}/blocks`)).body.items;
    assert.deepEqual(shown.map((each: Body) => each["made-by"]), ["operator", "api", "api"]);
    const refused = await change(post, "unblock", { mobile: "16175550612" }, 403);
    assert.equal(refused["error-code"], "E114");
  },
);

shared("a person who opted out is not opted in by the account", async (test) => {
  const { account, post } = test;
  const mobile = "16175550621";
  const pair = { mobile, from: "18005550199" };
  await change(post, "block", pair);
  await say(test, account, mobile, "STOP");
  await until(
    async () => (await blocksOf(post, { from: pair.from })).block,
    (block) => block.some((each: Body) => each.mobile === mobile && each.source === "keyword"),
  );
  for (const fields of [pair, { mobile }]) {
    const refused = await change(post, "unblock", fields, 403);
    assert.equal(refused["error-code"], "E114");
    assert.match(refused["error-info"], /^mobile has opted out/);
  }
  await change(post, "block", pair);
  assert.equal((await change(post, "unblock", pair, 403))["error-code"], "E114");
  await say(test, account, mobile, "START");
  assert.equal(await sent(post, mobile, pair.from), "Success");
});

shared("a recipient's START does not lift a block of the account", async (test) => {
  const pair = { mobile: "16175550631", from: "18005550199" };
  await change(test.post, "block", pair);
  await adminBody(test, 201, "POST", "/loopback/sms", {
    from: pair.mobile,
    to: pair.from,
    text: "START",
  });
  assert.equal(await sent(test.post, pair.mobile, pair.from), "E114");
});

shared("a key that is limited to senders reaches their blocks only", async (test) => {
  const { post } = test;
  const { body } = await test.admin("POST", "/accounts/acme/keys", { senders: "18005550199" });
  const limited: Post = (request) => test.post(request, { "x-api-key": body["api-key"] });
  const mobile = "16175550641";
  for (const action of ["block", "unblock"] as const) {
    const all = await change(limited, action, { mobile }, 403);
    assert.equal(all["error-code"], "E111");
    assert.match(all["error-info"], /^from is required: x-api-key is limited/);
    const other = await change(limited, action, { mobile, from: "111122" }, 403);
    const unknown = await change(limited, action, { mobile, from: "777777" }, 403);
    assert.deepEqual(other, unknown);
  }
  const refused = await jsonOf(await limited({ action: "getblocks", from: "111122" }), 403);
  assert.equal(refused["error-code"], "E111");
  await change(post, "block", { mobile, from: "111122" });
  await change(post, "block", { mobile });
  await change(limited, "block", { mobile, from: "18005550199" });
  for (const fields of [{}, { from: "18005550199" }]) {
    const { block } = await blocksOf(limited, fields);
    const own = block.filter((each: Body) => each.mobile === mobile);
    assert.deepEqual(own.map(({ from }: Body) => from), ["18005550199"]);
    assert.ok(block.every(({ from }: Body) => from === "18005550199"));
  }
  const refusal = await change(limited, "unblock", { mobile, from: "18005550199" }, 403);
  assert.deepEqual(
    [refusal["error-code"], refusal["error-info"]],
    ["E114", "mobile is blocked for all senders of the account"],
  );
});

shared("getblocks goes through all blocks in pages, in the order of numbers", async (test) => {
  await using customer = await newCustomer(test);
  const { post } = customer;
  const mobiles = Array.from({ length: 9 }, (_, n) => `1617555065${n}`);
  for (const mobile of mobiles.toReversed()) await change(post, "block", { mobile });
  const found: string[] = [];
  for (let cursor: string | undefined = undefined;;) {
    const page = await blocksOf(post, { limit: 4, ...cursor && { cursor } });
    found.push(...page.block.map(({ mobile }: Body) => mobile));
    cursor = page["next-cursor"];
    if (cursor === undefined) break;
  }
  assert.deepEqual(found, mobiles);
  const first = await blocksOf(post, { limit: 1 });
  const elsewhere = await test.post({ action: "getblocks", cursor: first["next-cursor"] });
  assert.equal((await jsonOf(elsewhere, 400))["error-code"], "E2002");
});

shared("a block with an Idempotency-Key is answered once", async (test) => {
  const headers = { "idempotency-key": `block-${crypto.randomUUID()}` };
  const body = { action: "block", mobile: "16175550661", from: "111122" };
  const first = await (await test.post(body, headers)).text();
  await change(test.post, "unblock", { mobile: "16175550661", from: "111122" });
  const again = await test.post(body, headers);
  assert.equal(again.headers.get("idempotent-replayed"), "true");
  assert.equal(await again.text(), first);
  assert.equal(await sent(test.post, "16175550661"), "Success");
});
