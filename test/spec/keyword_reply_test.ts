/**
 * Contract section 6a: HELP is answered, STOP and START are confirmed once. A reply is a message
 * like any other, but has no postbacks.
 */
import assert from "node:assert/strict";
import { ask } from "../http/door.ts";
import { movableClock } from "../support/movable_clock.ts";
import { startService, type TestService } from "../support/service.ts";
import { sharing } from "../support/sharing.ts";
import { startSmsc } from "../support/smsc.ts";
import { until } from "../support/until.ts";
import type { Body } from "./traffic.ts";

const US = { address: "111122", kind: "short-code", country: "US" } as const;
const OTHER_US = { ...US, address: "333344" } as const;
const CANADIAN = { ...US, address: "555566", country: "CA" } as const;

const clock = movableClock();
const HOUR = 3_600_000;

interface Fixture {
  test: TestService;
  /** Number of a handset that no other test uses. */
  handset: string;
  /** Sends a text from the handset, and returns the stored message. */
  say(text: string, to?: string): Promise<Body>;
  /** Waits for this number of texts to the handset, and returns them, oldest first. */
  textsReceived(count: number): Promise<string[]>;
  /** Lists all messages to the handset, newest first. */
  messages(): Promise<Body[]>;
}

type Case = (fixture: Fixture) => Promise<void>;

function fixtureOf(test: TestService, handset: string): Fixture {
  const messages = async (): Promise<Body[]> =>
    (await test.admin("GET", `/messages?recipient=${handset}&limit=100`)).body.items;
  return {
    test,
    handset,
    messages,
    async say(text, to = US.address) {
      const { status, body } = await test.admin("POST", "/loopback/sms", {
        from: handset,
        to,
        text,
      });
      assert.equal(status, 201);
      return body;
    },
    async textsReceived(count) {
      const { body } = await until(
        () => test.admin("GET", `/loopback/messages?to=${handset}&limit=100`),
        ({ body }) => body.items.length >= count,
      );
      assert.equal(body.items.length, count, JSON.stringify(body.items));
      return body.items.map(({ text }: Body) => text).reverse();
    },
  };
}

const change = async (test: TestService, fields: Body) =>
  assert.equal((await test.admin("PATCH", "/accounts/acme", fields)).status, 200);

const CASES: Record<string, Case> = {
  "STOP is confirmed once, in spite of the block, and only the STOP has a postback": async (
    { test, handset, say, textsReceived, messages },
  ) => {
    const { "tracking-id": inbound } = await say("Stop");
    const [text] = await textsReceived(1);
    assert.match(text!, /^Tulip Shop: You get no more messages from this number\./);
    const body = { action: "sendsms", from: US.address, to: handset, "message-text": "Hello" };
    assert.equal((await ask(test, body)).body["error-code"], "E114");
    for (const again of ["STOP", "stop!", "STOPALL"]) await say(again);
    const [reply, ...others] = await messages();
    assert.deepEqual(others, []);
    assert.deepEqual(
      [reply.from, reply.to, reply.kind, reply["reply-to"]],
      [US.address, handset, "SMS_MT", inbound],
    );
    const id = reply["tracking-id"];
    const { body: read } = await until(
      () => test.admin("GET", `/messages/${id}`),
      ({ body }) => body.state === "delivered",
    );
    assert.deepEqual(read.postbacks, []);
    assert.equal(read.history[0].details, `in reply to ${inbound}`);
    const { history } = (await test.admin("GET", `/inbound/${inbound}`)).body;
    assert.deepEqual(
      history.map(({ event, details }: Body) => [event, details]),
      [["received", undefined], ["opted out", undefined], ["answered", `by ${id}`]],
    );
    await test.receiver.untilCodes(inbound, ["N211"]);
    assert.deepEqual(test.receiver.codes(id), []);
  },

  "START is confirmed if it lifts a block": async ({ say, textsReceived }) => {
    await say("START");
    await say("STOP");
    await textsReceived(1);
    await say("START");
    const [, started] = await textsReceived(2);
    assert.match(started!, /^Tulip Shop: You get messages from this number again\./);
    await say("UNSTOP");
    await textsReceived(2);
  },

  "HELP and INFO are answered, also to a handset that is blocked": async (
    { say, textsReceived },
  ) => {
    await say("STOP");
    await say("info");
    const [, help] = await textsReceived(2);
    assert.match(help!, /^Tulip Shop: Reply STOP/);
  },

  "AIDE is answered in French, and an opt-out in the language of the words beside it": async (
    { test, say, textsReceived },
  ) => {
    await say("Aide !");
    const [help] = await textsReceived(1);
    assert.match(help!, /^Tulip Shop : répondez ARRET/);
    await say("stop por favor");
    assert.match((await textsReceived(2))[1]!, /^Tulip Shop: ya no recibe mensajes/);
    const path = "/accounts/acme/replies";
    const same = { "help-words": "AIDE", "stop-words": "arrêtez, stop svp" };
    const { status, body } = await test.admin("PATCH", `${path}/fr`, same);
    assert.deepEqual([status, body["stop-words"]], [200, "ARRÊTEZ, STOP SVP"]);
    for (const fields of [{ "stop-words": "aide" }, { "help-words": "s\u200btop, please" }]) {
      assert.equal((await test.admin("PATCH", `${path}/fr`, fields)).status, 400);
    }
    await test.admin("PATCH", `${path}/fr`, { "help-words": "", "stop-words": "" });
  },

  "ARRET is answered in French": async ({ say, textsReceived }) => {
    await say("Arrêt");
    const [text] = await textsReceived(1);
    assert.match(text!, /^Tulip Shop : plus aucun message/);
  },

  "a service that answers our replies gets one reply of each kind an hour": async (fixture) => {
    const { say, textsReceived } = fixture;
    for (let i = 0; i < 5; i++) await say("HELP");
    await textsReceived(1);
    await say("HELP", OTHER_US.address);
    await textsReceived(2);
    for (let i = 0; i < 3; i++) {
      await say("STOP");
      await say("START");
    }
    await textsReceived(4);
    clock.advance(HOUR + 1000);
    await say("HELP");
    await textsReceived(5);
  },

  "a repeated message is answered once": async (fixture) => {
    const { test, handset, textsReceived, messages } = fixture;
    await using smsc = await startSmsc();
    const name = `smsc-${handset}`;
    const fields = { name, host: smsc.host, port: smsc.port, "system-id": "us", password: "p" };
    assert.equal((await test.admin("POST", "/smscs", fields)).status, 201);
    await smsc.until(() => smsc.sessions.length > 0);
    const deliver = {
      source_addr: handset,
      destination_addr: US.address,
      short_message: "HELP",
      sequence_number: 7,
    };
    for (let i = 0; i < 3; i++) assert.equal(await smsc.deliver(deliver), 0);
    await textsReceived(1);
    assert.equal((await messages()).length, 1);
    assert.equal((await test.admin("DELETE", `/smscs/${name}`)).status, 204);
  },

  "an operator's block has no reply": async (
    { test, handset, say, textsReceived, messages },
  ) => {
    const block = { number: handset, originator: US.address };
    assert.equal((await test.admin("POST", "/accounts/acme/blocks", block)).status, 201);
    for (const word of ["STOP", "START", "HELP", "STOPALL"]) await say(word);
    assert.deepEqual(await messages(), []);
    await textsReceived(0);
  },

  "senders of other countries send replies if the account enables them": async (
    { test, say, textsReceived },
  ) => {
    await say("HELP", CANADIAN.address);
    await say("HELP");
    await textsReceived(1);
    await change(test, { "keyword-replies": "all" });
    await say("HELP", CANADIAN.address);
    await textsReceived(2);
    await change(test, { "keyword-replies": "none" });
    await say("STOP");
    await textsReceived(2);
    await change(test, { "keyword-replies": "us", "opt-out": false });
    await say("START");
    await textsReceived(2);
    await change(test, { "opt-out": true });
  },

  "words and texts are the account's own, by language": async (
    { test, say, textsReceived },
  ) => {
    const path = "/accounts/acme/replies";
    const spanish = {
      "stop-words": "alto,  baja ya ",
      "help-words": "AYUDA",
      "help-text": "Tulipanes: llame al 617 555 0100.",
    };
    const { status, body } = await test.admin("PATCH", `${path}/es`, spanish);
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual([body["stop-words"], body["help-text"]], [
      "ALTO, BAJA YA",
      spanish["help-text"],
    ]);
    const english = { "help-text": "Call 617 555 0100." };
    await test.admin("PATCH", `${path}/en`, english);
    await say("ayuda");
    assert.deepEqual(await textsReceived(1), [spanish["help-text"]]);
    await say("Baja  ya.");
    assert.match((await textsReceived(2))[1]!, /^Tulip Shop: ya no recibe mensajes/);
    const { body: { items } } = await test.admin("GET", path);
    assert.deepEqual(items.map(({ language }: Body) => language), ["en", "fr", "es"]);
    assert.equal(items[0]["help-text"], english["help-text"]);
    assert.match(items[0]["stop-text"], /^Tulip Shop: /);
    for (const language of ["en", "es"]) {
      const nothing = { "stop-words": "", "help-words": "", "help-text": null };
      await test.admin("PATCH", `${path}/${language}`, nothing);
    }
    await say("ALTO", OTHER_US.address);
    await textsReceived(2);
    assert.match((await test.admin("GET", path)).body.items[0]["help-text"], /^Tulip Shop: /);
  },

  "invalid words and texts are refused": async ({ test }) => {
    const path = "/accounts/acme/replies";
    await test.admin("PATCH", `${path}/fr`, { "help-words": "AIDE" });
    const refused: [status: number, path: string, fields: Body, info: RegExp][] = [
      [400, `${path}/es`, { "stop-words": "stop" }, /^stop-words: STOP is a keyword already$/],
      [400, `${path}/es`, { "help-words": "aide" }, /^help-words: AIDE is a keyword already$/],
      [400, `${path}/es`, { "stop-words": "a1", "help-words": "A1" }, /^help-words: A1 is a /],
      [400, `${path}/es`, { "stop-words": "no?" }, /^stop-words must be words of letters/],
      [400, `${path}/es`, { "stop-words": "x".repeat(41) }, /^stop-words must be words of/],
      [400, `${path}/es`, { "stop-text": " " }, /^stop-text must have a character/],
      [400, `${path}/es`, { "stop-text": "x".repeat(321) }, /^stop-text must have at most 320/],
      [400, `${path}/de`, { "stop-text": "x" }, /^language must be one of en, fr, es/],
      [404, "/accounts/nobody/replies/en", { "stop-text": "x" }, /account/],
    ];
    for (const [status, at, fields, info] of refused) {
      const response = await test.admin("PATCH", at, fields);
      assert.equal(response.status, status, JSON.stringify([at, fields, response.body]));
      assert.match(response.body["error-info"], info);
    }
    assert.equal((await test.admin("GET", "/accounts/nobody/replies")).status, 404);
    const same = await test.admin("PATCH", `${path}/fr`, { "help-words": "AIDE, INFOS" });
    assert.equal(same.body["help-words"], "AIDE, INFOS");
    const both = await Promise.all([
      test.admin("PATCH", `${path}/fr`, { "help-text": "Aide." }),
      test.admin("PATCH", `${path}/fr`, { "stop-text": "Fin." }),
    ]);
    assert.deepEqual(both.map(({ status }) => status), [200, 200]);
    const { body: { items: [, french] } } = await test.admin("GET", path);
    assert.deepEqual([french["help-text"], french["stop-text"]], ["Aide.", "Fin."]);
  },
};

const test = sharing(() =>
  startService({
    clock,
    senders: [US, OTHER_US, CANADIAN],
    account: { name: "Tulip Shop" },
    config: { RESCUE_INTERVAL: "1s" },
  })
);

for (const [index, [name, run]] of Object.entries(CASES).entries()) {
  test(`replies to keywords: ${name}`, (service) =>
    run(fixtureOf(service, `${16175550301 + index}`)));
}
