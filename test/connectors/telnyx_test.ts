/** Connector to Telnyx: what is its own, beside the tests that all providers share. */
import assert from "node:assert/strict";
import { NewTelnyx } from "../../src/generated/admin.ts";
import { telnyxProtocol, type TelnyxSettings } from "../../src/connectors/telnyx/protocol.ts";
import { BASE_URL, NAME } from "./carrier.ts";
import { mms, type ProviderCarrier, sms, startProviderCarrier } from "./providers/carrier.ts";
import { readDocument } from "./providers/documents.ts";
import { callbackRequest, type FakeCallback } from "./providers/fake.ts";
import { event, PROFILE_ID, telnyxCase } from "./providers/telnyx.ts";
import { textPart } from "./carrier.ts";

const start = (changes?: Partial<TelnyxSettings>) => startProviderCarrier(telnyxCase, changes);

const INBOUND_URL = `${BASE_URL}/carriers/${NAME}/inbound`;

Deno.test("telnyx: a message names its profile, and reports come to its own address only", async () => {
  await using carrier = await start({ messagingProfileId: PROFILE_ID });
  const submission = sms({ from: "Tulips", text: "Hello" });
  await carrier.connector.submit(submission);
  assert.deepEqual(lastBody(carrier), {
    from: "Tulips",
    to: `+${submission.to}`,
    type: "SMS",
    messaging_profile_id: PROFILE_ID,
    text: "Hello",
    webhook_url: `${BASE_URL}/carriers/${NAME}/status/${submission.trackingId}`,
    use_profile_webhooks: false,
  });
  const { headers } = carrier.fake.server.calls[0]!;
  const { apiKey } = carrier.fake.settings as TelnyxSettings;
  assert.equal(headers.get("authorization"), `Bearer ${apiKey}`);
});

Deno.test("telnyx: an MMS without files goes out as MMS by its subject, else as SMS", async () => {
  await using carrier = await start();
  const parts = [textPart("text", "text.txt", "Tulips")];
  for (const [subject, type] of [["Spring", "MMS"], [null, "SMS"]] as const) {
    const { status } = await carrier.connector.submit(mms({ subject, parts }));
    assert.equal(status, "accepted", type);
    assert.equal(lastBody(carrier).type, type);
  }
});

Deno.test("telnyx: the code of an error counts, whatever status it comes with", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  for (const status of [400, 403, 409, 422, 429, 500]) {
    server.intercept = () => ({ status, json: { errors: [{ code: "40300", title: "STOP" }] } });
    const result = await connector.submit(sms());
    assert.deepEqual("outcome" in result && result.outcome, {
      outcome: "rejected",
      details: "Message Rejected",
      reason: "Telnyx 40300: STOP",
    });
  }
  server.intercept = () => ({ status: 429, json: { errors: [{ code: "40333", title: "" }] } });
  assert.equal((await connector.submit(sms())).status, "temporary");
  server.intercept = () => ({ status: 422, json: { errors: [{ code: "77777", title: "New" }] } });
  assert.equal((await connector.submit(sms())).status, "permanent");
});

Deno.test("telnyx: a response of another form confirms nothing", async () => {
  await using carrier = await start();
  const { connector, fake: { server } } = carrier;
  const bodies = [
    null,
    [],
    "id",
    {},
    { data: null },
    { data: [] },
    { data: { id: null } },
    { data: { id: "" } },
    { data: { id: {} } },
    { data: { id: "x".repeat(501) } },
    { errors: [] },
    { errors: {} },
    { errors: [null, 1] },
  ];
  for (const json of bodies) {
    server.intercept = () => ({ status: 200, json });
    assert.equal((await connector.submit(sms())).status, "unconfirmed", JSON.stringify(json));
  }
  server.intercept = () => ({ status: 400, json: { errors: [{ code: {}, title: 1 }] } });
  assert.equal((await connector.submit(sms())).status, "permanent");
});

Deno.test("telnyx: the message of a report is that of the signed body, not of the path", async () => {
  await using carrier = await start();
  const { connector, fake } = carrier;
  await connector.submit(sms());
  const [received] = fake.received;
  const callback = fake.status(received!, "delivered", null);
  await deliver(carrier, { ...callback, path: "/status/another-message" });
  const [report] = carrier.reports;
  assert.deepEqual([report!.carrierId, report!.trackingId], [received!.id, received!.reference]);
});

Deno.test("telnyx: reports without an address of ours, or with that of others", async () => {
  await using carrier = await start();
  const payload = { id: "id-1", to: [{ status: "sent" }], errors: null };
  const urls = [undefined, null, 7, "", "no URL", "https://example.com/hooks", INBOUND_URL];
  for (const webhook_url of urls) {
    await deliver(carrier, event("/inbound", "message.sent", { ...payload, webhook_url }));
    assert.equal(carrier.reports.at(-1)!.trackingId, null);
  }
  const webhook_url = `${BASE_URL}/carriers/${NAME}/status/t-1`;
  await deliver(carrier, event("/inbound", "message.sent", { ...payload, webhook_url }));
  assert.equal(carrier.reports.at(-1)!.trackingId, "t-1");
});

Deno.test("telnyx: signatures of another form or time are refused", async () => {
  await using carrier = await start();
  const { connector: { callbacks }, fake } = carrier;
  const callback = fake.inbound({ id: "1", from: "16175550111", to: "16175550100", text: "" })!;
  const verifies = (headers: Record<string, string>) =>
    callbacks.verifies(callbackRequest({
      ...callback,
      headers: { ...callback.headers, ...headers },
    }));
  assert.equal(verifies({}), true);
  for (const signature of ["", "=", "AAAA", "ä", "A".repeat(10_000), `${"A".repeat(86)}==`]) {
    assert.equal(verifies({ "telnyx-signature-ed25519": signature }), false, signature);
  }
  for (const timestamp of ["", "x", "0x1", "1e9", "99999999999999"]) {
    assert.equal(verifies({ "telnyx-timestamp": timestamp }), false, timestamp);
  }
});

Deno.test("telnyx: messages of handsets in all forms of the examples", async () => {
  await using carrier = await start();
  const texts: { from: string; to: string }[] = [];
  carrier.parts.host.inboundSms = (message) => Promise.resolve(texts.push(message) > 0);
  const fields = { id: "id-1", type: "SMS", text: "Hello", subject: "", media: [] };
  await deliver(
    carrier,
    event("/inbound", "message.received", {
      ...fields,
      from: "+16175550111",
      to: ["+16175550100"],
    }),
  );
  await deliver(
    carrier,
    event("/inbound", "message.received", {
      ...fields,
      from: { phone_number: "+16175550111" },
      to: [{ phone_number: "+16175550100" }, { phone_number: "+16175550101" }],
      cc: [{ phone_number: "+16175550102" }],
      text: null,
      media: null,
    }),
  );
  assert.deepEqual(texts.map(({ from, to }) => [from, to]), [
    ["16175550111", "16175550100"],
    ["16175550111", "16175550100"],
  ]);
  await deliver(
    carrier,
    event("/inbound", "message.received", {
      ...fields,
      type: "MMS",
      subject: "Spring",
      from: { phone_number: "+16175550111" },
      to: [{ phone_number: "+16175550100" }],
    }),
  );
  assert.deepEqual(carrier.inbound.map(({ subject, files }) => [subject, files.length]), [
    ["Spring", 1],
  ]);
});

Deno.test("telnyx: events of no interest are taken, webhooks of other versions are not", async () => {
  await using carrier = await start();
  for (
    const name of ["messaging-profile.spend-limit-reached", "message.delivered", "call.hangup"]
  ) {
    assert.equal((await deliver(carrier, event("/inbound", name, null))).status, 200);
  }
  const rcs = { id: "id-1", type: "RCS", from: {}, to: [], body: {} };
  assert.equal((await deliver(carrier, event("/inbound", "message.received", rcs))).status, 200);
  const bodies = {
    [JSON.stringify({ data: { record_type: "link_clicked", message_id: "id-1" } })]: 200,
    [JSON.stringify({ sms_id: "id-1", from: "+16175550111", body: "Hello" })]: 400,
  };
  for (const [body, status] of Object.entries(bodies)) {
    const request = callbackRequest({ method: "POST", path: "/inbound", headers: {}, body });
    assert.equal((await carrier.connector.callbacks.receive(request)).status, status, body);
  }
  const half = [
    { type: "SMS", from: "+16175550111", to: ["+16175550100"] },
    { type: "SMS", id: "id-1", to: ["+16175550100"] },
    { type: "SMS", id: "id-1", from: "+16175550111", to: "+16175550100" },
    { type: "MMS", id: "id-1", from: "+16175550111", to: ["+16175550100"], media: [{}] },
  ];
  for (const payload of half) {
    const { status } = await deliver(carrier, event("/inbound", "message.received", payload));
    assert.equal(status, 400, JSON.stringify(payload));
  }
  assert.deepEqual([carrier.reports, carrier.inbound], [[], []]);
});

Deno.test("telnyx: a text among the media keeps its charset", async () => {
  await using carrier = await start();
  const { fake: { server } } = carrier;
  const url = `${server.url}/media/note.txt`;
  const media = [{ url, content_type: "text/plain" }];
  const message = { id: "id-1", type: "MMS", from: "+16175550111", to: ["+16175550100"], media };
  const types = {
    "text/plain; charset=iso-8859-1": "text/plain; charset=iso-8859-1",
    'Text/Plain; Charset="UTF-16"': "text/plain; charset=utf-16be",
    "text/plain": "text/plain",
  };
  for (const [served, type] of Object.entries(types)) {
    const headers = { "content-type": served, "content-length": "4" };
    server.intercept = () => ({ status: 200, headers, body: Uint8Array.of(0, 0x4f, 0, 0x4b) });
    await deliver(carrier, event("/inbound", "message.received", message));
    assert.equal(carrier.inbound.at(-1)!.files[0]!.type, type);
  }
});

Deno.test("telnyx: only Telnyx gets the key for media", async () => {
  await using carrier = await start();
  const settings = carrier.fake.settings as TelnyxSettings;
  const { authorization, mediaAuthorization } = telnyxProtocol({
    ...settings,
    url: "https://proxy.example/v2",
  });
  const hosts = {
    "https://media.telnyx.com/1.jpg": true,
    "https://telnyx.com/1.jpg": true,
    "https://proxy.example/1.jpg": true,
    "http://media.telnyx.com/1.jpg": false,
    "https://bucket.s3.amazonaws.com/1.jpg?X-Amz-Signature=1": false,
    "https://nottelnyx.com/1.jpg": false,
    "https://telnyx.com.example/1.jpg": false,
    "https://example.com/telnyx.com": false,
  };
  for (const [url, isTrusted] of Object.entries(hosts)) {
    const expected = isTrusted ? `Bearer ${settings.apiKey}` : null;
    assert.equal(mediaAuthorization!(new URL(url), authorization!(0)), expected, url);
  }
});

Deno.test("telnyx: the checks ask as its document has it", async () => {
  const document = await readDocument("telnyx.json");
  for (const messagingProfileId of [null, PROFILE_ID]) {
    await using carrier = await start({ messagingProfileId });
    const findings = await carrier.connector.check();
    assert.deepEqual(findings.map(({ fact, isOk }) => [fact, isOk]), [
      ["the credentials are right", true],
      ["messaging profile Flowers posts messages of handsets here", true],
      ["1 of 1 numbers take MMS", true],
    ]);
    const { calls, replies } = carrier.fake.server;
    for (const call of calls) document.assertValid(call);
    for (const { call, reply } of replies) {
      document.assertResponse(call, reply.status, reply.json);
    }
  }
});

Deno.test("telnyx: the checks tell what is missing, and where", async () => {
  const profile = { id: PROFILE_ID, enabled: true, webhook_api_version: "2" };
  const here = { ...profile, webhook_url: INBOUND_URL };
  const cases: [path: string, data: unknown, fact: RegExp, advice: RegExp][] = [
    ["/balance", { available_credit: "-0.10" }, /credit is -0\.10/, /add funds/],
    ["/messaging_profiles", [], /no messaging profile/, /add one/],
    ["/messaging_profiles", [profile], /none of 1 .* here/, new RegExp(INBOUND_URL)],
    ["/messaging_profiles", [{ ...here, enabled: false }], /is disabled/, /enable/],
    ["/messaging_profiles", [{ ...here, webhook_api_version: "1" }], /version 1/, /to 2/],
    ["/phone_numbers/messaging", [{}, { messaging_profile_id: "x" }], /1 of 2 .* no/, /assign/],
  ];
  for (const [path, data, fact, advice] of cases) {
    await using carrier = await start();
    carrier.fake.server.intercept = (call) =>
      call.path === path ? { status: 200, json: { data } } : undefined;
    const failed = (await carrier.connector.check()).filter(({ isOk }) => !isOk);
    assert.equal(failed.length, 1, path);
    assert.match(failed[0]!.fact, fact);
    assert.match(failed[0]!.advice!, advice);
  }
});

Deno.test("telnyx: the checks of a profile tell where it posts, and bear any response", async () => {
  await using carrier = await start({ messagingProfileId: PROFILE_ID });
  const { connector, fake: { server } } = carrier;
  server.intercept = ({ path }) =>
    path.startsWith("/messaging_profiles/")
      ? { status: 200, json: { data: { name: "Other", webhook_url: null } } }
      : undefined;
  const [failed] = (await connector.check()).filter(({ isOk }) => !isOk);
  assert.equal(failed!.fact, "messaging profile Other posts messages of handsets to no address");
  for (const json of [null, [], { data: null }, { data: "x" }, { data: [null, 1] }]) {
    server.intercept = () => ({ status: 200, json });
    assert.ok((await connector.check()).length > 0);
  }
});

Deno.test("telnyx: the checks know that a page is not all profiles", async () => {
  await using carrier = await start();
  carrier.fake.server.intercept = ({ path }) =>
    path === "/messaging_profiles"
      ? { status: 200, json: { data: [{}], meta: { total_pages: 2 } } }
      : undefined;
  const [, finding] = await carrier.connector.check();
  assert.equal(finding!.isOk, true);
  assert.match(finding!.fact, /none of the first 1 messaging profiles/);
});

Deno.test("telnyx: settings that cannot be right are refused", () => {
  const least = { name: "telnyx", kind: "telnyx", ...telnyxCase.least };
  assert.equal(NewTelnyx.parse(least).unconfirmed, "wait");
  const publicKey = `${telnyxCase.least["public-key"]}`;
  const faulty = [
    { "public-key": publicKey.slice(0, -1) },
    { "public-key": `${publicKey.slice(0, 42)}B=` },
    { "public-key": "-----BEGIN PUBLIC KEY-----" },
    { "messaging-profile-id": "Flowers" },
    { "api-key": "" },
    { "api-key": "two\nlines" },
  ];
  for (const setting of faulty) {
    const fields = { ...least, ...setting };
    assert.equal(NewTelnyx.safeParse(fields).success, false, JSON.stringify(setting));
  }
});

function lastBody({ fake: { server } }: ProviderCarrier): Record<string, unknown> {
  return JSON.parse(server.calls.at(-1)!.text);
}

async function deliver(
  { connector: { callbacks } }: ProviderCarrier,
  callback: FakeCallback,
): Promise<Response> {
  const request = callbackRequest(callback);
  assert.equal(callbacks.verifies(request), true);
  return await callbacks.receive(request);
}
