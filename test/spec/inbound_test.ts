/** Messages from handsets (spec 6.4, 6.6), received through the loopback carrier. */
import assert from "node:assert/strict";
import { adminBody, jsonOf, startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";

const HANDSET = "16175550111";
const GIF = "R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=";

/** Returns the only postback of an inbound message. */
async function postbackOf({ receiver }: TestService, trackingId: string) {
  const isIts = ({ body }: { body: Record<string, unknown> }) => body["tracking-id"] === trackingId;
  await receiver.until((all) => all.some(isIts));
  const [postback, ...more] = receiver.received.filter(isIts);
  assert.deepEqual(more, []);
  return postback!;
}

type Case = (test: TestService) => Promise<void>;

const CASES: Record<string, Case> = {
  "6: MO postbacks are off until enabled for the account": async (test) => {
    const address = "222299";
    await adminBody(test, 201, "POST", "/accounts", {
      "account": "fresh",
      "name": "Fresh",
      "postback-url": test.receiver.url,
    });
    const sender = { address, kind: "short-code", country: "US" };
    await adminBody(test, 201, "POST", "/accounts/fresh/senders", sender);
    const write = async (kind: string): Promise<string> => {
      const message = { from: "16175550112", to: address, text: "Hello" };
      return (await adminBody(test, 201, "POST", `/loopback/${kind}`, message))["tracking-id"];
    };
    const codesOf = async (id: string) =>
      (await adminBody(test, 200, "GET", `/inbound/${id}`)).postbacks
        .map(({ code }: { code: string }) => code);
    assert.deepEqual(await codesOf(await write("sms")), []);
    assert.deepEqual(await codesOf(await write("mms")), []);
    const on = { "mms-mo-postbacks": true, "sms-mo-postbacks": true };
    await adminBody(test, 200, "PATCH", "/accounts/fresh", on);
    assert.deepEqual(await codesOf(await write("sms")), ["N211"]);
    assert.deepEqual(await codesOf(await write("mms")), ["N401"]);
  },

  "6.6: an SMS is reported by N211, with each of its fields and no other": async (test) => {
    const text = "Grüße\n🎉 \"& 'more'";
    const created = await adminBody(test, 201, "POST", "/loopback/sms", {
      "from": "+1 (617) 555-0111",
      "to": "111122",
      text,
      "operator-id": "0001470",
    });
    const id = created["tracking-id"];
    const { body, headers } = await postbackOf(test, id);
    const { timestamp, ...fields } = body;
    assert.deepEqual(fields, {
      "origin": "SMS_MO",
      "code": "N211",
      "from": HANDSET,
      "to": "111122",
      "message-text": text,
      "tracking-id": id,
    });
    assert.match(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/);
    assert.equal(headers.get("x-service-carrier-id"), "0001470");
    const { "received-at": _, ...shown } = created;
    assert.deepEqual(shown, {
      "tracking-id": id,
      "account": "acme",
      "kind": "SMS_MO",
      "connector": "loopback",
      "from": HANDSET,
      "to": "111122",
      "subject": null,
      text,
      "operator-id": "0001470",
      "files": [],
    });
    const { history, postbacks, ...read } = await adminBody(test, 200, "GET", `/inbound/${id}`);
    assert.deepEqual(read, created);
    assert.deepEqual(history.map(({ event }: { event: string }) => event), ["received"]);
    assert.deepEqual(postbacks.map(({ code }: { code: string }) => code), ["N211"]);
  },

  "6.6: each of several messages has a postback of its own": async (test) => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        adminBody(test, 201, "POST", "/loopback/sms", {
          "from": HANDSET,
          "to": "111122",
          "text": `number ${i}`,
        })),
    );
    for (const [i, { "tracking-id": id }] of all.entries()) {
      assert.equal((await postbackOf(test, id)).body["message-text"], `number ${i}`);
    }
  },

  "6.4: an MMS is reported by N401, and its files can be fetched": async (test) => {
    const created = await adminBody(test, 201, "POST", "/loopback/mms", {
      "from": HANDSET,
      "to": "111122",
      "subject": "Look",
      "text": "Our tulips ✓",
      "file": [
        { "name": "photos/dot.GIF", "content": GIF },
        { "name": "dot.GIF", "content": GIF },
        { "name": "list.xlsx", "content": "" },
        { "name": "what is it", "content": "AAEC" },
      ],
    });
    const { body } = await postbackOf(test, created["tracking-id"]);
    const { timestamp: _, content, ...fields } = body;
    assert.deepEqual(fields, {
      "origin": "MMS_MO",
      "code": "N401",
      "from": HANDSET,
      "to": "111122",
      "message-subject": "Look",
      "tracking-id": created["tracking-id"],
    });
    assert.deepEqual(
      created.files.map(({ name, type, bytes }: Record<string, unknown>) => [name, type, bytes]),
      [
        ["text.txt", "text/plain; charset=utf-8", 14],
        ["dot.GIF", "image/gif", 29],
        ["dot-2.GIF", "image/gif", 29],
        ["list.xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", 0],
        ["what is it.bin", "application/octet-stream", 3],
      ],
    );
    assert.deepEqual(
      content.map(({ file }: { file: string }) => file),
      created.files.map(({ url }: { url: string }) => url),
    );
    const fetched = await Promise.all(
      content.map(async ({ file }: { file: string }) => await (await fetch(file)).bytes()),
    );
    assert.equal(new TextDecoder().decode(fetched[0]), "Our tulips ✓");
    assert.deepEqual(fetched[1], Uint8Array.fromBase64(GIF));
    assert.deepEqual(fetched[4], Uint8Array.of(0, 1, 2));
  },

  "6.4: an MMS without subject has an empty one; files beyond a JSON request's limit fit": async (
    test,
  ) => {
    const content = new Uint8Array(3_000_000).fill(7);
    const created = await adminBody(test, 201, "POST", "/loopback/mms", {
      "from": HANDSET,
      "to": "111122",
      "file": [{ "name": "film.mp4", "content": content.toBase64() }],
    });
    const { body } = await postbackOf(test, created["tracking-id"]);
    assert.equal(body["message-subject"], "");
    const film = await (await fetch(body.content[0].file)).bytes();
    assert.deepEqual(film, content);
  },

  "6.6: messages to a shared short code belong to the account that wrote to the handset last":
    async (test) => {
      const address = {
        "address": "222200",
        "kind": "short-code",
        "country": "US",
        "shared": true,
      };
      const keys: Record<string, string> = {};
      for (const account of [`first-${crypto.randomUUID()}`, `last-${crypto.randomUUID()}`]) {
        const id = account.slice(0, 12);
        const created = await adminBody(test, 201, "POST", "/accounts", { account: id, name: id });
        await adminBody(test, 201, "POST", `/accounts/${id}/senders`, address);
        keys[id] = created["api-key"];
      }
      const say = async (from: string) =>
        (await adminBody(test, 201, "POST", "/loopback/sms", { from, to: "222200", text: "Hi" }))
          .account;
      const [first, last] = Object.keys(keys) as [string, string];
      assert.equal(await say(HANDSET), first, "the oldest, when nobody has written");
      for (const writer of [last, first, last]) {
        const sms = { action: "sendsms", from: "222200", to: HANDSET, "message-text": "Hello" };
        await jsonOf(await test.post(sms, { "x-api-key": keys[writer]! }));
        assert.equal(await say(HANDSET), writer);
      }
      assert.equal(await say("16175550112"), first, "another handset");
    },

  "6: N211 is enabled per account": async (test) => {
    const name = `quiet-${crypto.randomUUID().slice(0, 8)}`;
    await adminBody(test, 201, "POST", "/accounts", {
      "account": name,
      "name": name,
      "postback-url": test.receiver.url,
      "sms-mo-postbacks": false,
    });
    const address = { "address": "222201", "kind": "short-code", "country": "US" };
    await adminBody(test, 201, "POST", `/accounts/${name}/senders`, address);
    const message = { "from": HANDSET, "to": "222201", "text": "Hi" };
    const { "tracking-id": id } = await adminBody(test, 201, "POST", "/loopback/sms", message);
    assert.deepEqual((await adminBody(test, 200, "GET", `/inbound/${id}`)).postbacks, []);
    await adminBody(test, 200, "PATCH", `/accounts/${name}`, { "sms-mo-postbacks": true });
    const next = await adminBody(test, 201, "POST", "/loopback/sms", message);
    await postbackOf(test, next["tracking-id"]);
  },

  "the listing has SMS and MMS, page by page, newest first": async (test) => {
    const from = "16175550150";
    const created: unknown[] = [];
    for (let i = 0; i < 5; i++) {
      const message = { from, to: "111122", text: `number ${i}` };
      created.unshift(
        await adminBody(test, 201, "POST", `/loopback/${i % 2 === 0 ? "sms" : "mms"}`, message),
      );
    }
    const paged: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const more: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await adminBody(test, 200, "GET", `/inbound?from=${from}&limit=2${more}`);
      paged.push(...page.items);
      cursor = page["next-cursor"];
    }
    assert.deepEqual(paged, created);
  },

  "a message that no handset can send is refused, and nothing is stored": async (test) => {
    const before = await adminBody(test, 200, "GET", "/inbound");
    const sms = { "from": HANDSET, "to": "111122", "text": "Hi" };
    const mms = { "from": HANDSET, "to": "111122" };
    const file = { "name": "a.gif", "content": GIF };
    const table: [number, string, object, RegExp][] = [
      [400, "sms", { ...sms, "from": "111122" }, /^from is not an international number/],
      [400, "sms", { ...sms, "to": "ACME" }, /^to is neither a short code nor a number/],
      [404, "sms", { ...sms, "to": "999999" }, /^to is not a sender of any account/],
      [404, "mms", { ...mms, "to": "999999", "text": "Hi" }, /^to is not a sender of any account/],
      [400, "sms", { ...sms, "text": undefined }, /^text is required/],
      [400, "sms", { ...sms, "text": "x".repeat(39_016) }, /^text must have at most 39015/],
      [400, "sms", { ...sms, "subject": "x" }, /subject/],
      [400, "mms", mms, /^text or file is required/],
      [400, "mms", { ...mms, "file": [] }, /^text or file is required/],
      [400, "mms", { ...mms, "file": [{ ...file, "content": "%%%" }] }, /a\.gif: content is not/],
      [400, "mms", { ...mms, "file": [{ ...file, "name": "" }] }, /^file 1: name/],
      [400, "mms", { ...mms, "file": Array(51).fill(file) }, /^file /],
    ];
    for (const [status, kind, body, info] of table) {
      const response = await adminBody(test, status, "POST", `/loopback/${kind}`, body);
      assert.match(response["error-info"], info);
    }
    const large = "A".repeat(14_000_000);
    await adminBody(test, 413, "POST", "/loopback/mms", {
      ...mms,
      "file": [{ "name": "a.mp4", "content": large }],
    });
    assert.deepEqual(await adminBody(test, 200, "GET", "/inbound"), before);
  },

  "a customer's key injects nothing": async (test) => {
    const response = await fetch(`${test.url}/admin/v1/loopback/sms`, {
      method: "POST",
      headers: { "authorization": `Bearer ${test.apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ "from": HANDSET, "to": "111122", "text": "STOP" }),
    });
    assert.equal(response.status, 401);
    await response.body!.cancel();
  },
};

const check = sharing(() => startService());

for (const [name, run] of Object.entries(CASES)) check(`messages from handsets: ${name}`, run);
