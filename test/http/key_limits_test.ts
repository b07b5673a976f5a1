/** API keys that are limited to actions, senders and networks, at both doors. */
import assert from "node:assert/strict";
import { postTo } from "../support/outside.ts";
import { startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { createVasp } from "../support/vasp.ts";

const SENDERS = [
  { address: "111122", kind: "short-code", country: "US" },
  { address: "18005550199", kind: "toll-free", country: "US" },
] as const;

const TEXT = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };

interface Issued {
  "key-id": string;
  "api-key": string;
}

async function issue(test: TestService, limits: object): Promise<Issued> {
  const { status, body } = await test.admin("POST", "/accounts/acme/keys", limits);
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

async function sendAs(test: TestService, { "api-key": key }: Issued, request: object = TEXT) {
  const response = await test.post(request, { "x-api-key": key });
  const body = await response.json();
  return [response.status, body["error-code"] ?? body.status, body["error-info"] ?? null];
}

const shared = sharing(() =>
  startService({
    senders: [...SENDERS],
    config: { TRUSTED_PROXIES: "127.0.0.1", FORWARDED_HEADER: "x-forwarded-for" },
  })
);

shared("API keys with limits perform their actions, and no others", async (test) => {
  const key = await issue(test, { actions: "sendsms , createcontact" });
  assert.deepEqual(await sendAs(test, key), [200, "Success", null]);
  const contact = { action: "createcontact", name: { "first-name": "Ada" } };
  const card = await test.post(contact, { "x-api-key": key["api-key"] });
  assert.equal(card.status, 200);
  await card.body!.cancel();
  assert.deepEqual(
    await sendAs(test, key, { action: "savemms", name: "A" }),
    [403, "E104", "x-api-key may not perform savemms"],
  );
  const refused = await vaspOf(test, key).post();
  assert.match(refused, /2551.*the API key may not submit over MM7/s);
});

shared("API keys with limits ask and block where that is among their actions", async (test) => {
  const asking = await issue(test, { actions: "getmessages, getblocks, block, unblock" });
  const pair = { mobile: "16175550171", from: "111122" };
  for (
    const request of [
      { action: "getmessages" },
      { action: "getblocks" },
      { action: "block", ...pair },
      { action: "unblock", ...pair },
    ]
  ) {
    assert.deepEqual(await sendAs(test, asking, request), [200, "Success", null]);
  }
  const unknown = { action: "getmessage", "tracking-id": "any" };
  for (const request of [TEXT, unknown, { ...unknown, action: "getlinks" }]) {
    assert.deepEqual(
      await sendAs(test, asking, request),
      [403, "E104", `x-api-key may not perform ${request.action}`],
    );
  }
  const sending = await issue(test, { actions: "sendsms" });
  assert.deepEqual(
    await sendAs(test, sending, unknown),
    [403, "E104", "x-api-key may not perform getmessage"],
  );
});

shared(
  "API keys with limits submit over MM7 where that is among their actions, and do nothing else",
  async (test) => {
    const key = await issue(test, { actions: "submit" });
    assert.match(await vaspOf(test, key).post(), /<StatusCode>1000</);
    assert.deepEqual(
      await sendAs(test, key),
      [403, "E104", "x-api-key may not perform sendsms"],
    );
  },
);

shared(
  "API keys with limits send from their senders: others are none of the account's",
  async (test) => {
    const key = await issue(test, { senders: "18005550199" });
    assert.deepEqual(
      await sendAs(test, key, { ...TEXT, from: "18005550199" }),
      [200, "Success", null],
    );
    const [status, code] = await sendAs(test, key);
    assert.deepEqual([status, code], await refusedSender(test));
    assert.match(await vaspOf(test, key).post(), /<StatusCode>2563</);
  },
);

shared(
  "API keys with limits are used from their networks, behind a proxy as well",
  async (test) => {
    const key = await issue(test, { networks: "203.0.113.0/24, 2001:db8::7" });
    const from = async (client: string | null) => {
      const headers: Record<string, string> = client === null ? {} : { "x-forwarded-for": client };
      const response = await postTo(test.url, key["api-key"], TEXT, headers);
      const body = await response.json();
      return [response.status, body["error-info"] ?? null];
    };
    const refusal = [403, "x-api-key may not be used from this address"];
    assert.deepEqual(await from("203.0.113.9"), [200, null]);
    assert.deepEqual(await from("2001:db8::7"), [200, null]);
    assert.deepEqual(await from("203.0.114.9"), refusal);
    assert.deepEqual(await from("2001:db8::8"), refusal);
    assert.deepEqual(await from("203.0.113.9, 198.51.100.1"), refusal);
    assert.deepEqual(await from(null), refusal);
    assert.match(
      await vaspOf(test, key).post(),
      /2568.*the API key may not be used from this address/s,
    );
  },
);

shared("API keys with limits are changed at once, and lose their limits by null", async (test) => {
  const key = await issue(test, { actions: "sendsms" });
  const path = `/accounts/acme/keys/${key["key-id"]}`;
  const changed = await test.admin("PATCH", path, { actions: "savemms" });
  assert.equal(changed.body.actions, "savemms");
  assert.equal((await sendAs(test, key))[0], 403);
  const freed = await test.admin("PATCH", path, { actions: null });
  assert.equal(freed.body.actions, null);
  assert.equal((await sendAs(test, key))[0], 200);
  // What is not given stays.
  await test.admin("PATCH", path, { senders: "111122", networks: "10.0.0.0/8" });
  const narrowed = await test.admin("PATCH", path, { actions: "sendsms" });
  assert.deepEqual(
    [narrowed.body.actions, narrowed.body.senders, narrowed.body.networks],
    ["sendsms", "111122", "10.0.0.0/8"],
  );
  assert.equal((await test.admin("DELETE", path)).status, 204);
  assert.equal((await test.admin("PATCH", path, { actions: null })).status, 404);
});

shared("API keys with limits are refused with the field that is wrong", async (test) => {
  const refused = async (limits: object) => {
    const { status, body } = await test.admin("POST", "/accounts/acme/keys", limits);
    assert.equal(status, 400, JSON.stringify(body));
    return body["error-info"];
  };
  assert.match(await refused({ actions: "sendfax" }), /^actions must be a comma-separated list/);
  assert.match(await refused({ actions: "" }), /^actions must be/);
  assert.match(await refused({ senders: "999" }), /^senders: 999 is not a sender of the account/);
  assert.match(
    await refused({ networks: "10.0.0.0/99" }),
    /^networks must be a list of addresses/,
  );
  assert.match(await refused({ networks: "example.com" }), /^networks must be a list/);
  assert.match(await refused({ actions: ["sendsms"] }), /^actions must be a string/);
});

const vaspOf = (test: TestService, { "api-key": apiKey }: Issued) => {
  const vasp = createVasp({ url: test.url, account: test.account, apiKey });
  return { post: async () => (await vasp.post()).xml };
};

/** Returns status and code of a text from a sender that the account does not have. */
async function refusedSender(test: TestService): Promise<unknown[]> {
  const response = await test.post({ ...TEXT, from: "777777" });
  return [response.status, (await response.json())["error-code"]];
}
