/** Messages that administrators send again. */
import assert from "node:assert/strict";
import { systemClock } from "../../../src/adapters/system/clock.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { newCustomer } from "../../support/customer.ts";
import { startLookupServer } from "../../support/provider.ts";
import { adminBody, jsonOf, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { settledTemplate } from "../door.ts";

const TO = "16175550101";
const TEXT = { action: "sendsms", from: "111122", to: TO, "message-text": "Hello" };

const resendOf = (id: string) => `/messages/${id}/resend`;

/** Reads a message, once it has ended. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
const ended = (test: TestService, id: string): Promise<any> =>
  until(
    async () => (await test.admin("GET", `/messages/${id}`)).body,
    ({ state }) => state === "delivered",
  );

/** Sends a request of a customer, and returns its message once it has ended. */
async function sent(test: TestService, fields: Record<string, unknown> = {}) {
  const { "tracking-id": id } = await jsonOf(await test.post({ ...TEXT, ...fields }));
  return await ended(test, id);
}

Deno.test("a text is sent again as a new message, and each names the other", async () => {
  const { log, lines } = recordedLog();
  await using test = await startService({ log });
  await using customer = await newCustomer(test, { enforceCampaignCheck: false });
  const id = await customer.send(TO, {
    "client-reference": "order-1",
    "message-text": "See https://shop.example.com/sale?x=1",
    "click-tracking": true,
  });
  const old = await ended(test, id);
  const resent = await adminBody(test, 201, "POST", resendOf(id));
  assert.notEqual(resent["tracking-id"], id);
  const fields = ["account", "kind", "from", "to", "client-reference", "campaign-ref", "segments"];
  for (const name of fields) assert.equal(resent[name], old[name], name);
  const second = await ended(test, resent["tracking-id"]);
  assert.equal(second["resent-from"], id);
  assert.deepEqual(second.history[0], {
    at: second["accepted-at"],
    event: "accepted",
    state: "accepted",
    details: `resent-from ${id}`,
  });
  const first = await ended(test, id);
  assert.deepEqual(first["resent-as"], [resent["tracking-id"]]);
  assert.equal(first["resent-from"], null);
  await customer.receiver.untilCodes(resent["tracking-id"], ["N201", "N202"]);

  // Its clicks are its own.
  const { items } = await adminBody(test, 200, "GET", "/links");
  const [newLink, oldLink] = items;
  assert.deepEqual([newLink["tracking-id"], oldLink["tracking-id"]], [resent["tracking-id"], id]);
  assert.equal(newLink.target, "https://shop.example.com/sale?x=1");
  assert.equal(second.content.text, `See ${newLink.url}`);
  assert.equal(old.content.text, `See ${oldLink.url}`);

  const audited = lines.find(({ facts }) => facts.operation === "resendMessage")!.facts;
  assert.deepEqual([audited["tracking-id"], audited.account], [
    resent["tracking-id"],
    customer.account,
  ]);
});

Deno.test("an MMS is sent again with a page of its own, until its template is deleted", async () => {
  await using test = await startService();
  const template = await settledTemplate(test, {
    "message-subject": "Sale",
    "fallback-sms-text": "See it",
    "slide": [{ "message-text": "Hello {$name}" }],
  });
  const old = await sent(test, {
    "action": "sendsavedmms",
    "mms-id": template,
    "merge-tag-data": { name: "Ana" },
  });
  const id = old["tracking-id"];
  const { "tracking-id": newId } = await adminBody(test, 201, "POST", resendOf(id));
  const { content, "mms-id": mmsId } = await ended(test, newId);
  assert.equal(mmsId, template);
  assert.deepEqual({ ...content, "page-url": null }, { ...old.content, "page-url": null });
  assert.notEqual(content["page-url"], old.content["page-url"]);
  await adminBody(test, 204, "DELETE", `/templates/${template}`);
  const refused = await adminBody(test, 404, "POST", resendOf(id));
  assert.equal(refused["error-code"], "E241");
});

Deno.test("a key sends a message again once, on whatever machine", async () => {
  const url = await migratedDatabase();
  const config = { DATABASE_URL: url, QUEUE: "postgres" };
  await using first = await startService({ config });
  await using second = await startService({ config, account: { id: "other" }, senders: [] });
  const { "tracking-id": id } = await sent(first);
  const clicks = Array.from({ length: 8 }, (_, click) =>
    adminBody(
      click % 2 === 0 ? first : second,
      201,
      "POST",
      resendOf(id),
      { "idempotency-key": "resend-1" },
    ));
  const ids = new Set((await Promise.all(clicks)).map((message) => message["tracking-id"]));
  assert.equal(ids.size, 1);
  const { "resent-as": resentAs } = await ended(first, id);
  assert.deepEqual(resentAs, [...ids]);
  // Another key, or none, sends another.
  await adminBody(second, 201, "POST", resendOf(id), { "idempotency-key": "resend-2" });
  await adminBody(second, 201, "POST", resendOf(id));
  assert.equal((await ended(first, id))["resent-as"].length, 3);
});

Deno.test("a message is sent again under the rules of its account", async () => {
  await using provider = startLookupServer();
  provider.respond = () => new Response(null, { status: 500 });
  const clock = movableClock();
  await using test = await startService({
    clock,
    config: {
      ACCOUNT_CACHE_TTL: "0s",
      OPERATOR_LOOKUP: "http",
      OPERATOR_LOOKUP_URL: provider.url,
    },
  });
  const codeOf = async (id: string, body?: unknown) => {
    const response = await test.admin("POST", resendOf(id), body);
    return `${response.body["error-code"]} ${response.status} ${response.body["error-info"]}`;
  };
  const change = (fields: Record<string, unknown>) =>
    adminBody(test, 200, "PATCH", "/accounts/acme", fields);
  const { "tracking-id": id } = await sent(test);

  assert.match(await codeOf("nobody"), /^E100 404 tracking-id does not exist/);
  assert.match(await codeOf(id, { "idempotency-key": "" }), /^E100 400 idempotency-key must/);
  assert.match(await codeOf(id, { times: 2 }), /^E100 400 .*unknown fields: times/);

  const template = await settledTemplate(test, {
    "fallback-sms-text": "See it",
    "slide": [{ "message-text": "Hello" }],
  });
  const soon = new Date(clock.now() + 3_600_000).toISOString();
  const { "tracking-id": paged } = await sent(test, {
    "action": "sendsavedmms",
    "mms-id": template,
    "fallback-sms-link-expiration": soon,
  });
  const open = { "action": "sendsavedmms", "mms-id": template };
  const { "tracking-id": mms } = await sent(test, open);
  clock.advance(3_600_001);
  assert.match(
    await codeOf(paged),
    /^E652 400 fallback-sms-link-expiration of the message is past/,
  );

  await adminBody(test, 201, "POST", "/accounts/acme/blocks", { number: TO });
  assert.match(await codeOf(id), /^E114 403/);
  await adminBody(test, 204, "DELETE", `/accounts/acme/blocks/${TO}`);
  const route = (fields: Record<string, string>) =>
    adminBody(test, 201, "POST", "/routes", { account: "acme", kind: "sms", ...fields });
  await route({ operator: "0001470", connectors: "loopback" });
  assert.match(await codeOf(id), /^E618 503/);
  await route({ connectors: "" });
  await change({ "operator-lookup": "never" });
  assert.match(await codeOf(id), /^E619 403/);
  await change({ "enforce-campaign-check": true });
  assert.match(await codeOf(id), /^E715 403/);
  await change({ "enforce-campaign-check": false, "disabled": true });
  assert.match(await codeOf(id), /^E103 403/);
  await change({ disabled: false });
  await adminBody(test, 200, "PATCH", "/accounts/acme/senders/111122", { country: "DE" });
  assert.match(await codeOf(mms), /^E110 400/);
  await adminBody(test, 204, "DELETE", "/accounts/acme/senders/111122");
  assert.match(await codeOf(id), /^E111 403/);
});

Deno.test("an account's rate holds for messages that are sent again", async () => {
  let stopped: number | null = null;
  const clock = { now: () => stopped ?? systemClock.now() };
  await using test = await startService({ clock, account: { rate: 2 } });
  const { "tracking-id": id } = await sent(test);
  // Beyond what the rate refills by then, so that it is full.
  stopped = clock.now() + 10_000;
  const statuses = await Promise.all(
    Array.from({ length: 3 }, async () => (await test.admin("POST", resendOf(id))).status),
  );
  assert.deepEqual(statuses.sort(), [201, 201, 429]);
});

Deno.test("a message that has not ended is not sent again", async () => {
  // The carrier's report comes when its time has come.
  await using test = await startService({ clock: { now: () => Date.UTC(2126, 10, 21) } });
  const { "tracking-id": id } = await jsonOf(await test.post(TEXT));
  const { body, status } = await test.admin("POST", resendOf(id));
  assert.equal(`${body["error-code"]} ${status}`, "E100 409");
  assert.match(body["error-info"], /^the message is \w+; only one that has ended is sent again$/);
});

Deno.test("automatic replies, and texts with another's link that has expired, are not sent again", async () => {
  const clock = movableClock();
  await using test = await startService({ clock, config: { CLICK_LINK_TTL: "1h" } });
  await adminBody(test, 200, "PATCH", "/accounts/acme", { "keyword-replies": "us" });
  const refusalOf = async (id: string) => {
    const { body, status } = await test.admin("POST", resendOf(id));
    return `${body["error-code"]} ${status} ${body["error-info"]}`;
  };
  const linked = await sent(test, {
    "message-text": "See https://shop.example.com/sale",
    "click-tracking": true,
  });
  const { items: [link] } = await adminBody(test, 200, "GET", "/links");
  const quoting = await sent(test, { "message-text": `Forwarded: ${link.url}` });
  await adminBody(test, 201, "POST", resendOf(quoting["tracking-id"]));
  clock.advance(3_600_001);
  assert.equal(
    await refusalOf(quoting["tracking-id"]),
    "E652 400 message-text has a short link that has expired",
  );
  // Its own link is made anew.
  const { "tracking-id": again } = await adminBody(
    test,
    201,
    "POST",
    resendOf(linked["tracking-id"]),
  );
  const { content } = await ended(test, again);
  assert.notEqual(content.text, linked.content.text);

  const handset = "16175550142";
  const stop = { from: handset, to: "111122", text: "STOP" };
  await adminBody(test, 201, "POST", "/loopback/sms", stop);
  const reply = await until(
    async () =>
      (await adminBody(test, 200, "GET", "/messages?account=acme")).items
        .find((message: Record<string, unknown>) => message["reply-to"] !== null),
    (message) => message !== undefined,
  );
  await ended(test, reply["tracking-id"]);
  assert.equal(
    await refusalOf(reply["tracking-id"]),
    "E100 409 the message is an automatic reply, which is not sent again",
  );
});
