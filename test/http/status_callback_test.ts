/** `status-callback` of a message (contract section 9), and postbacks in XML. */
import assert from "node:assert/strict";
import { newCustomer } from "../support/customer.ts";
import { startFiles } from "../support/files.ts";
import { addReceiver, changeReceiver, isSignedBy } from "../support/named_receiver.ts";
import { startReceiver } from "../support/receiver.ts";
import { adminBody, jsonOf, startService } from "../support/service.ts";
import { lintForm } from "../mm7/xmllint.ts";
import { until } from "../support/until.ts";

const SENT = ["N201", "N202"];

const test = await startService({
  config: {
    POSTBACK_SCHEDULE: "0.1s, 1h",
    POSTBACK_TIMEOUT: "2m",
    RESCUE_INTERVAL: "1s",
    ACCOUNT_CACHE_TTL: "0s",
  },
});
Deno.test.afterAll(() => test.stop());

Deno.test("a status-callback takes the place of default, and of no other receiver", async () => {
  await using customer = await newCustomer(test);
  await using archive = await addReceiver(test, customer.account, "archive");
  const callback = await startReceiver();
  const url = `${callback.url}?order=4711`;
  const id = await customer.send("16175550100", { "status-callback": url });
  await callback.untilCodes(id, SENT);
  await archive.receiver.untilCodes(id, SENT);
  for (const postback of callback.received) {
    assert.ok(isSignedBy(customer.webhookSecret, postback));
  }
  const { items } = await adminBody(test, 200, "GET", `/postbacks?tracking-id=${id}`);
  const receivers = new Set(items.map(({ receiver }: { receiver: string }) => receiver));
  assert.deepEqual(
    [...receivers].sort().map((name) => String(name).replace(/\d+$/, "#")),
    ["archive", "callback-#"],
  );
  // The next message has none.
  const next = await customer.send();
  await customer.receiver.untilCodes(next, SENT);
  assert.deepEqual(customer.receiver.codes(id), []);
  await callback.stop();
});

Deno.test("a status-callback gets the codes that default gets, whether that is disabled or not", async () => {
  await using customer = await newCustomer(test);
  const callback = await startReceiver();
  const change = { disabled: true, codes: "N202,E201,E202", format: "xml" };
  await changeReceiver(test, customer.account, "default", change);
  const id = await customer.send("16175550100", { "status-callback": callback.url });
  await callback.untilCodes(id, ["N202"]);
  assert.equal(callback.received[0]!.headers.get("content-type"), "application/xml");
  await callback.stop();
});

Deno.test("every send takes a status-callback, and its files' faults go there, too", async () => {
  await using customer = await newCustomer(test);
  await using files = startFiles();
  const callback = await startReceiver();
  const common = {
    "from": "111122",
    "to": "16175550100",
    "status-callback": callback.url,
    "disable-fallback-sms": true,
  };
  const slide = [{ "message-text": "Hello" }];
  const saved = await jsonOf(
    await customer.post({ action: "savemms", name: "Text", "disable-fallback-sms": true, slide }),
  );
  await customer.receiver.until((received) => received.length === 1);
  const sent = await jsonOf(
    await customer.post({ action: "sendsavedmms", "mms-id": saved["mms-id"], ...common }),
  );
  await callback.untilCodes(sent["tracking-id"], ["N101", "N102"]);
  const direct = await jsonOf(await customer.post({ action: "sendmms", slide, ...common }));
  await callback.untilCodes(direct["tracking-id"], ["N101", "N102"]);
  const bad = await jsonOf(
    await customer.post({
      action: "sendmms",
      ...common,
      slide: [{
        image: { url: files.respond("none.jpg", () => new Response(null, { status: 404 })) },
      }],
    }),
  );
  await callback.untilCodes(bad["tracking-id"], ["E011", "E101"]);
  assert.equal(customer.receiver.received.length, 1);
  await callback.stop();
});

Deno.test("a status-callback that is gone or down delays no other message", async () => {
  await using customer = await newCustomer(test);
  const gone = await startReceiver();
  gone.respond = () => new Response(null, { status: 410 });
  const id = await customer.send("16175550100", { "status-callback": gone.url });
  const states = async () => {
    const { items } = await adminBody(test, 200, "GET", `/postbacks?tracking-id=${id}`);
    return items.map(({ state }: { state: string }) => state).join();
  };
  await until(states, (found) => found === "dead,dead");
  // The receiver default is as it was.
  const next = await customer.send();
  await customer.receiver.untilCodes(next, SENT);
  await gone.stop();
});

Deno.test("a status-callback is refused where no postback may go", async () => {
  await using customer = await newCustomer(test);
  const slide = [{ "message-text": "Hello" }];
  const requests = [
    { action: "sendsms", "message-text": "Hello" },
    { action: "sendmms", slide, "disable-fallback-sms": true },
  ];
  const urls = ["nonsense", "ftp://example.com/", "http://169.254.1.1/", "http://u:p@10.0.0.1/"];
  for (const request of requests) {
    for (const url of [...urls, `https://example.com/${"a".repeat(2000)}`]) {
      const body = { ...request, from: "111122", to: "16175550100", "status-callback": url };
      const refused = await jsonOf(await customer.post(body), 400);
      assert.equal(refused["error-code"], "E2101", url);
      assert.match(refused["error-info"], /^status-callback/);
    }
  }
});

Deno.test("a receiver's XML has the names and the order of the JSON, and its signature", async () => {
  await using customer = await newCustomer(test, {
    mmsMoPostbacks: true,
    smsMoPostbacks: true,
  });
  await using xml = await addReceiver(test, customer.account, "xml", { format: "xml" });
  const id = await customer.send("16175550177", { "campaign-ref": `<"&'> ünï` });
  await customer.receiver.untilCodes(id, SENT);
  await xml.receiver.untilCodes(id, SENT);
  const png = "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=";
  const injected = await adminBody(test, 201, "POST", "/loopback/mms", {
    from: "16175550177",
    to: "111122",
    text: "a < b",
    file: [{ name: "dot.gif", content: png }],
  });
  await customer.receiver.untilCodes(injected["tracking-id"], ["N401"]);
  await xml.receiver.untilCodes(injected["tracking-id"], ["N401"]);
  assert.equal(await lintForm(xml.receiver.received.map(({ raw }) => raw)), "");
  for (const postback of xml.receiver.received) {
    assert.ok(isSignedBy(xml.secret, postback));
    assert.equal(postback.headers.get("content-type"), "application/xml");
    const [json] = customer.receiver.received.filter(({ body }) =>
      body.code === postback.body.code && body["tracking-id"] === postback.body["tracking-id"]
    );
    const { content, ...fields } = json!.body;
    const expected = content === undefined
      ? fields
      : { ...fields, content: { file: content.map(({ file }: { file: string }) => file) } };
    assert.deepEqual(postback.body, expected);
    assert.deepEqual(Object.keys(postback.body), Object.keys(json!.body));
  }
});
