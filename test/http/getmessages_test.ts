/** `getmessages` through the JSON door. */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { jsonOf, startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import type { Body } from "../spec/traffic.ts";

const shared = sharing(() =>
  startService({
    senders: [
      { address: "111122", kind: "short-code", country: "US" },
      { address: "18005550199", kind: "toll-free", country: "US" },
    ],
  })
);

type Post = (body: unknown) => Promise<Response>;

const list = async (post: Post, fields: object = {}, status = 200): Promise<Body> =>
  await jsonOf(await post({ action: "getmessages", ...fields }), status);

const idsOf = ({ message }: Body): string[] => message.map((each: Body) => each["tracking-id"]);

/** Reads all pages; calls `between` after each. */
async function allOf(post: Post, fields: object, between = () => Promise.resolve()) {
  const ids: string[] = [];
  for (let cursor: string | undefined = undefined;;) {
    const page: Body = await list(post, { ...fields, ...cursor && { cursor } });
    ids.push(...idsOf(page));
    cursor = page["next-cursor"];
    if (cursor === undefined) return ids;
    await between();
  }
}

const sendAs = async (post: Post, fields: object = {}): Promise<string> => {
  const text = { action: "sendsms", from: "111122", to: "16175550111", "message-text": "Hello" };
  return (await jsonOf(await post({ ...text, ...fields })))["tracking-id"];
};

shared(
  "getmessages lists the account's messages, the newest first, as getmessage has them",
  async (test) => {
    await using customer = await newCustomer(test);
    assert.deepEqual(await list(customer.post), { status: "Success", message: [] });
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const id = await customer.send("16175550111", { "client-reference": `r-${n}` });
      await customer.receiver.untilCodes(id, ["N201", "N202"]);
      ids.unshift(id);
    }
    const page = await list(customer.post);
    assert.deepEqual(idsOf(page), ids);
    assert.ok(!("next-cursor" in page));
    for (const message of page.message) {
      const body = { action: "getmessage", "tracking-id": message["tracking-id"] };
      const { status: _, events: __, ...fields } = await jsonOf(await customer.post(body));
      assert.deepEqual(message, fields);
    }
  },
);

shared("getmessages finds messages by each filter, and by several at once", async (test) => {
  await using customer = await newCustomer(test);
  const { post } = customer;
  const first = await sendAs(post, { "client-reference": "one" });
  const second = await sendAs(post, { to: "16175550112", "client-reference": "two" });
  const refused = await sendAs(post, { to: "16175550104" });
  await customer.receiver.untilCodes(refused, ["N201", "E201"]);
  for (const id of [first, second]) await customer.receiver.untilCodes(id, ["N201", "N202"]);
  const cases: [fields: object, expected: string[]][] = [
    [{ to: "16175550111" }, [first]],
    [{ to: "+1 (617) 555-0111" }, [first]],
    [{ to: 16175550111 }, [first]],
    [{ to: "16175550119" }, []],
    [{ from: "111122" }, [refused, second, first]],
    [{ from: "222233" }, []],
    [{ state: "failed" }, [refused]],
    [{ state: "delivered" }, [second, first]],
    [{ state: "" }, [refused, second, first]],
    [{ "client-reference": "two" }, [second]],
    [{ "client-reference": "tw" }, []],
    [{ "start-date": "2020-01-01" }, [refused, second, first]],
    [{ "end-date": "2020-01-01" }, []],
    [{ "start-date": "2020-01-01", "end-date": "2090-01-01T00:00:00+02:00", to: "16175550112" }, [
      second,
    ]],
    [{ to: "16175550111", state: "failed" }, []],
    [{ to: "16175550111", state: "delivered", from: "111122", "client-reference": "one" }, [first]],
    [{ to: null, cursor: null, limit: null }, [refused, second, first]],
  ];
  for (const [fields, expected] of cases) {
    assert.deepEqual(idsOf(await list(post, fields)), expected, JSON.stringify(fields));
  }
  const [, { "accepted-at": later }, { "accepted-at": earlier }] = (await list(post)).message;
  assert.deepEqual(idsOf(await list(post, { "start-date": later })), [refused, second]);
  const between = { "start-date": earlier, "end-date": later };
  assert.deepEqual(idsOf(await list(post, between)), [first]);
});

shared("getmessages has each message once while new ones arrive", async (test) => {
  for (const fields of [{}, { from: "111122" }, { to: "16175550111" }]) {
    await using customer = await newCustomer(test);
    const { post } = customer;
    const ids: string[] = [];
    for (let n = 0; n < 25; n++) ids.unshift(await sendAs(post));
    const found = await allOf(post, { ...fields, limit: 4 }, async () => void await sendAs(post));
    assert.deepEqual(found, ids, JSON.stringify(fields));
    assert.deepEqual((await allOf(post, { ...fields, limit: "100" })).slice(6), ids);
  }
});

shared("getmessages has 50 messages on a page, or as many as a request says", async (test) => {
  await using customer = await newCustomer(test);
  const ids = await Promise.all(Array.from({ length: 51 }, () => sendAs(customer.post)));
  assert.equal((await list(customer.post)).message.length, 50);
  assert.equal((await list(customer.post, { limit: 51 })).message.length, 51);
  assert.equal((await list(customer.post, { limit: "1" })).message.length, 1);
  assert.deepEqual((await allOf(customer.post, {})).sort(), ids.sort());
});

shared("getmessages lists only what is the account's, and the key's", async (test: TestService) => {
  await using customer = await newCustomer(test);
  await sendAs(test.post);
  const tollFree = await sendAs(test.post, { from: "18005550199", "client-reference": "both" });
  await sendAs(test.post, { "client-reference": "both" });
  assert.deepEqual(idsOf(await list(customer.post)), []);
  const { body } = await test.admin("POST", "/accounts/acme/keys", { senders: "18005550199" });
  const limited: Post = (request) => test.post(request, { "x-api-key": body["api-key"] });
  const reached: object[] = [
    {},
    { from: "18005550199" },
    { to: "16175550111" },
    { "client-reference": "both" },
    { "start-date": "2020-01-01" },
  ];
  for (const fields of reached) {
    assert.deepEqual(await allOf(limited, fields), [tollFree], JSON.stringify(fields));
  }
  for (const fields of [{ from: "111122" }, { from: "222233" }]) {
    assert.deepEqual(await list(limited, fields), { status: "Success", message: [] });
  }
});

shared("getmessages takes only cursors of its own", async (test) => {
  await using customer = await newCustomer(test);
  for (let n = 0; n < 2; n++) {
    await sendAs(test.post);
    await sendAs(customer.post);
  }
  const own = (await list(customer.post, { limit: 1 }))["next-cursor"];
  const others = (await list(test.post, { limit: 1 }))["next-cursor"];
  assert.equal((await list(customer.post, { cursor: own })).message.length, 1);
  const wrong = [others, `${own}A`, own.slice(1), own.toLowerCase(), "message:x", "x".repeat(2000)];
  for (const cursor of wrong) {
    assert.equal((await list(customer.post, { cursor }, 400))["error-code"], "E2002", cursor);
  }
});
