/** Contract section 8: `operator-lookup` of an account, which says what look-ups it pays for. */
import assert from "node:assert/strict";
import { settledTemplate } from "../http/door.ts";
import { type LookupServer, startLookupServer } from "../support/provider.ts";
import { adminBody, startService, type TestService } from "../support/service.ts";
import { type Body, sendMms, sendSms } from "./traffic.ts";

const ATT = "0001470";

let test: TestService;
let provider: LookupServer;
let mmsId: string;

Deno.test.beforeAll(async () => {
  provider = startLookupServer();
  test = await startService({
    config: { OPERATOR_LOOKUP: "http", OPERATOR_LOOKUP_URL: provider.url },
  });
  const slide = [{ "message-text": "Hello" }];
  mmsId = await settledTemplate(test, { "fallback-sms-text": "See it", slide });
});

Deno.test.afterAll(async () => {
  await test.stop();
  await provider[Symbol.asyncDispose]();
});

let last = 16175551000;
/** Returns a number of which no operator is known. */
const nobody = () => String(++last);

const admin = (status: number, method: string, path: string, request?: unknown): Promise<Body> =>
  adminBody(test, status, method, path, request);
const setLookups = (policy: string) =>
  admin(200, "PATCH", "/accounts/acme", { "operator-lookup": policy });

/** Operators in the header of a message's postbacks, in their order. */
const headersOf = (id: string): (string | null)[] =>
  test.receiver.received.filter(({ body }) => body["tracking-id"] === id)
    .map(({ headers }) => headers.get("x-service-carrier-id"));

/** Sends a message of a kind, and returns its look-ups and the operators that its postbacks name. */
async function lookupsOf(kind: string, fields: Record<string, unknown> = {}) {
  const to = nobody();
  const { id } = kind === "sms"
    ? await sendSms(test, { to, ...fields })
    : await sendMms(test, mmsId, { to, ...fields });
  const count = provider.requests.filter(({ number }) => number === to).length;
  return [count, ...headersOf(id)];
}

const POLICIES: [
  policy: string,
  mms: (number | string | null)[],
  sms: (number | string | null)[],
][] = [
  ["mms", [1, ATT, ATT], [0, null, null]],
  ["always", [1, ATT, ATT], [1, ATT, ATT]],
  ["never", [0, null, null], [0, null, null]],
];

for (const [policy, mms, sms] of POLICIES) {
  Deno.test(`operator-lookup ${policy}: look-ups and headers of an MMS and a text`, async () => {
    const account = await setLookups(policy);
    assert.equal(account["operator-lookup"], policy);
    assert.deepEqual([await lookupsOf("mms"), await lookupsOf("sms")], [mms, sms]);
    const fields = { "operator-id": ATT };
    assert.deepEqual(await lookupsOf("sms", fields), [0, ATT, ATT], "one that the request names");
  });
}

Deno.test("operator-lookup never: a route by operator is chosen by what is known without a fee", async () => {
  await setLookups("never");
  const { route } = await admin(201, "POST", "/routes", {
    kind: "sms",
    operator: ATT,
    connectors: "loopback",
  });
  assert.deepEqual(await lookupsOf("sms"), [0, null, null]);
  await admin(204, "DELETE", `/routes/${route}`);
});

Deno.test("operator-lookup always: a text goes out where the look-up fails, and force-send-as-sms makes none", async () => {
  await setLookups("always");
  const { respond } = provider;
  provider.respond = () => new Response(null, { status: 500 });
  assert.deepEqual(await lookupsOf("sms"), [1, null, null]);
  provider.respond = respond;
  assert.deepEqual(await lookupsOf("mms", { "force-send-as-sms": true }), [0, null, null]);
});

Deno.test("a new account has operator-lookup mms, and no other word is taken", async () => {
  await admin(201, "POST", "/accounts", { account: "fresh", name: "Fresh" });
  assert.equal((await admin(200, "GET", "/accounts/fresh"))["operator-lookup"], "mms");
  await admin(400, "PATCH", "/accounts/fresh", { "operator-lookup": "sometimes" });
  await admin(400, "PATCH", "/accounts/fresh", { "operator-lookup": null });
});
