/** `getlinks` through the JSON door. */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { jsonOf, startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { type Body, carriedOnce, NO_MMS, save, sendMms, sendSms } from "../spec/traffic.ts";

const shared = sharing(() => startService());

const linksOf = async (test: Pick<TestService, "post">, id: string): Promise<Body[]> =>
  (await jsonOf(await test.post({ action: "getlinks", "tracking-id": id }))).link;

async function open(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(url, { redirect: "manual", headers });
  assert.equal(response.status, 302);
  await response.body?.cancel();
}

shared(
  "getlinks lists the short links of a text in their order, with their clicks",
  async (test) => {
    const sent = await sendSms(test, {
      "message-text":
        "One https://one.example/a?b=1 and https://two.example/ and https://one.example/a?b=1",
      "click-tracking": true,
    });
    const { text } = await carriedOnce(test, sent);
    const [first, second] = text!.match(/http:\S+/g)!;
    assert.deepEqual(await linksOf(test, sent.id), [
      { url: "https://one.example/a?b=1", "short-url": first, clicks: 0 },
      { url: "https://two.example/", "short-url": second, clicks: 0 },
    ]);
    const before = Date.now();
    for (let clicks = 0; clicks < 3; clicks++) await open(second!);
    await open(first!, { "user-agent": "WhatsApp/2.23.20.0" });
    const links = await linksOf(test, sent.id);
    assert.deepEqual(links.map(({ clicks }) => clicks), [0, 3]);
    assert.equal(links[0]["last-click-at"], undefined);
    assert.ok(Date.parse(links[1]["last-click-at"]) >= before - 1);
  },
);

shared("getlinks lists none of a message without any, nor the page of an MMS", async (test) => {
  const plain = await sendSms(test, { "message-text": "See https://one.example/" });
  assert.deepEqual(await linksOf(test, plain.id), []);
  const { mmsId } = await save(test, { slide: [{ "message-text": "Hello" }] });
  const paged = await sendMms(test, mmsId, { to: NO_MMS });
  assert.deepEqual(await linksOf(test, paged.id), []);
});

shared(
  "getlinks knows only the messages of the account, and of the key's senders",
  async (test) => {
    const sent = await sendSms(test, {
      "message-text": "See https://one.example/",
      "click-tracking": true,
    });
    await using neighbour = await newCustomer(test);
    const body = { action: "getlinks", "tracking-id": sent.id };
    const unknown = await jsonOf(await neighbour.post(body), 404);
    assert.equal(unknown["error-code"], "E2001");
    await test.admin("POST", "/accounts/acme/senders", {
      address: "18005550198",
      kind: "toll-free",
      country: "US",
    });
    const limited = await test.admin("POST", "/accounts/acme/keys", { senders: "18005550198" });
    const response = await test.post(body, { "x-api-key": limited.body["api-key"] });
    assert.deepEqual(await jsonOf(response, 404), unknown);
  },
);
