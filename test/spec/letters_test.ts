/**
 * Contract section 8: texts are composed (NFC) before they are counted and sent, at every door;
 * typography becomes plain where the request, the account or the configuration say so.
 */
import assert from "node:assert/strict";
import { ask, faultOf } from "../http/door.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { createVasp, multipart, type Vasp } from "../support/vasp.ts";
import { type Body, carriedOnce, FROM, NO_MMS, save, sendMms, sendSms, TO } from "./traffic.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService({ account: { name: "Cafe\u0301" } });
  vasp = createVasp(test);
});

Deno.test.afterAll(async () => {
  await test.stop();
});

/** As macOS and iOS copy them: a letter and its mark apart. */
const apart = (text: string) => text.normalize("NFD");

Deno.test("letters: a text of sendsms is composed before it is counted and sent", async () => {
  const text = "Grüße aus Köln ".repeat(10).slice(0, 150);
  const sent = await sendSms(test, { "message-text": apart(text) });
  assert.equal(sent.response.segments, 1);
  assert.equal((await carriedOnce(test, sent)).text, text);
});

Deno.test("letters: composing changes no link, counted or not", async () => {
  const target = "https://shop.example/mu\u0308sli";
  const text = `Fu\u0308r Sie: ${target}`;
  const plain = await carriedOnce(test, await sendSms(test, { "message-text": text }));
  assert.equal(plain.text, "Für Sie: https://shop.example/mu%CC%88sli");
  const counted = { "message-text": text, "click-tracking": true };
  const { text: short } = await carriedOnce(test, await sendSms(test, counted));
  const [link] = /http:\S+$/.exec(short!)!;
  const response = await fetch(link, { redirect: "manual" });
  assert.equal(response.headers.get("location"), new URL(target).href);
});

Deno.test("letters: all texts of a template are composed, with the values in them", async () => {
  const { mmsId } = await save(test, {
    "message-subject": apart("Für {$größe|} à Paris"),
    "fallback-sms-text": apart("Für {$größe|}: ä"),
    slide: [{ "message-text": apart("Schöne Grüße, {$größe|}") }],
  });
  const data = { "merge-tag-data": { [apart("größe")]: apart("Zoë") } };
  const mms = await carriedOnce(test, await sendMms(test, mmsId, data));
  assert.equal(mms.subject, "Für Zoë à Paris");
  const part = mms.parts.find(({ type }) => type.startsWith("text/plain"))!;
  assert.equal(new TextDecoder().decode(part.bytes), "Schöne Grüße, Zoë");
  const sms = await carriedOnce(test, await sendMms(test, mmsId, { ...data, to: NO_MMS }));
  assert.match(sms.text!, /^Für Zoë: ä http:\S+$/);
});

Deno.test("letters: texts are held to their limits as they are sent", async () => {
  const saving = (text: string) =>
    ask(test, {
      action: "savemms",
      name: "x",
      "fallback-sms-text": "x",
      slide: [{ "message-text": text }],
    });
  assert.equal((await saving(apart("é".repeat(5000)))).status, 200);
  assert.equal(faultOf(await saving(apart("é".repeat(5001)))), "E228 400");
});

Deno.test("letters: the fallback SMS of an MM7 submission is composed", async () => {
  const text = {
    headers: ["Content-Type: text/plain; charset=utf-8", "Content-ID: <text>"],
    content: apart("für Sie"),
  };
  const sms = await submitted(`<Subject>${apart("Grüße")}</Subject>`, text);
  assert.match(sms, /^Grüße\nfür Sie http:\S+$/);
});

/** Submits a text to an operator without MMS, and returns the SMS that is sent. */
async function submitted(
  subject: string,
  part: { headers: string[]; content: string },
): Promise<string> {
  const id = await vasp.submit({
    fields: {
      Recipients: `<Recipients><To><Number>${NO_MMS}</Number></To></Recipients>`,
      Subject: subject,
      Content: `<Content href="cid:content" allowAdaptations="true"/>`,
    },
    content: {
      headers: [`Content-Type: multipart/related; boundary="inner"`, "Content-ID: <content>"],
      content: multipart("inner", [part]),
    },
  });
  await test.receiver.untilCodes(id, ["N101", "N102"]);
  return (await carriedOnce(test, { id })).text!;
}

/** Sends HELP from a handset, and returns the reply. */
async function replyTo(test: TestService, handset: string): Promise<string> {
  const sms = { from: handset, to: FROM, text: "HELP" };
  assert.equal((await test.admin("POST", "/loopback/sms", sms)).status, 201);
  const { body } = await until(
    () => test.admin("GET", `/loopback/messages?to=${handset}`),
    ({ body }) => body.items.length > 0,
  );
  return body.items[0].text;
}

Deno.test("letters: replies to keywords are composed", async () => {
  assert.match(await replyTo(test, "16175550161"), /^Café: Reply STOP/);
});

// ── smart-encoding ──

const TYPESET = "It’s “Größe” – now…";
const PLAIN = `It's "Größe" - now...`;

const SETTINGS: [configured: string, account: boolean | null, request: unknown, plain: boolean][] =
  [
    ["off", null, undefined, false],
    ["off", null, null, false],
    ["off", null, true, true],
    ["off", null, "true", true],
    ["off", null, false, false],
    ["off", true, undefined, true],
    ["off", true, false, false],
    ["off", false, true, true],
    ["on", null, undefined, true],
    ["on", null, false, false],
    ["on", null, "false", false],
    ["on", false, undefined, false],
    ["on", false, true, true],
    ["on", true, undefined, true],
  ];

for (const configured of ["off", "on"]) {
  Deno.test(`smart-encoding: the request wins, then the account, then SMS_PLAIN_TYPOGRAPHY=${configured}`, async () => {
    await using test = await startService({ config: { SMS_PLAIN_TYPOGRAPHY: configured } });
    const { mmsId } = await save(test, {
      "fallback-sms-text": TYPESET,
      slide: [{ "message-text": TYPESET }],
    });
    for (const [, account, request, plain] of SETTINGS.filter(([name]) => name === configured)) {
      const where = `${account} ${request}`;
      const change = { "smart-encoding": account };
      const { status, body } = await test.admin("PATCH", "/accounts/acme", change);
      assert.deepEqual([status, body["smart-encoding"]], [200, account]);
      const wish = request === undefined ? {} : { "smart-encoding": request };
      const sms = await sendSms(test, { "message-text": TYPESET, ...wish });
      assert.equal((await carriedOnce(test, sms)).text, plain ? PLAIN : TYPESET, where);
      const fallback = await carriedOnce(test, await sendMms(test, mmsId, { ...wish, to: NO_MMS }));
      assert.equal(fallback.text!.replace(/ http:\S+$/, ""), plain ? PLAIN : TYPESET, where);
    }
    const mms = await carriedOnce(test, await sendMms(test, mmsId, { "smart-encoding": true }));
    const part = mms.parts.find(({ type }) => type.startsWith("text/plain"))!;
    assert.equal(new TextDecoder().decode(part.bytes), TYPESET, "an MMS has any characters");
  });
}

Deno.test("smart-encoding: of an account it holds for MM7 and for replies to keywords, too", async () => {
  const change = (fields: Body) => test.admin("PATCH", "/accounts/acme", fields);
  await change({ "smart-encoding": true, name: "Tom’s" });
  const headers = ["Content-Type: text/plain; charset=utf-8", "Content-ID: <text>"];
  const sms = await submitted("<Subject>“Größe”</Subject>", { headers, content: "Now…" });
  assert.match(sms, /^"Größe"\nNow\.\.\. http:\S+$/);
  assert.match(await replyTo(test, "16175550162"), /^Tom's: Reply STOP/);
  await change({ "smart-encoding": null, name: "Acme" });
});

Deno.test("smart-encoding: it makes one message of two, and replaces no letter", async () => {
  const text = `“${"x".repeat(80)}” – ok…`;
  const send = (fields: Body) => sendSms(test, { "smart-encoding": true, ...fields });
  assert.equal((await send({ "message-text": text })).response.segments, 1);
  assert.equal((await sendSms(test, { "message-text": text })).response.segments, 2);
  const cyrillic = "“Привет” – да…";
  assert.equal((await carriedOnce(test, await send({ "message-text": cyrillic }))).text, cyrillic);
});

for (const wrong of ["maybe", 2, {}, [true]]) {
  Deno.test(`smart-encoding: ${JSON.stringify(wrong)} is refused`, async () => {
    const request = { action: "sendsms", from: FROM, to: TO, "message-text": "x" };
    const response = await ask(test, { ...request, "smart-encoding": wrong });
    assert.equal(faultOf(response), "E100 400");
    assert.match(response.body["error-info"], /smart-encoding/);
  });
}
