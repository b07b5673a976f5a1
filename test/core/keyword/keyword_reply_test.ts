import assert from "node:assert/strict";
import { LANGUAGES } from "../../../src/core/keyword/keyword.ts";
import {
  customKeywords,
  type ReplySettings,
  replyText,
  replyTo,
} from "../../../src/core/keyword/keyword_reply.ts";
import { countSegments } from "../../../src/core/sms/sms_text.ts";
import { isGsm } from "../../../src/core/sms/gsm_alphabet.ts";

const ACCOUNT: ReplySettings = { name: "Tulip Shop", keywordReplies: "us", replies: {} };
const KINDS = ["stop", "start", "help"] as const;
const MATCH = { keyword: "stop all", language: "en" } as const;

for (const language of LANGUAGES) {
  for (const kind of KINDS) {
    Deno.test(`the reply to ${kind} in ${language} names the account, in one SMS`, () => {
      const text = replyText({ ...ACCOUNT, name: "The Tulip Shop of Boston" }, kind, language);
      assert.ok(text.startsWith("The Tulip Shop of Boston"), text);
      assert.ok(isGsm(text), text);
      assert.equal(countSegments(text), 1, text);
    });
  }
}

Deno.test("an account's own text is sent as it is, the others are the defaults", () => {
  const replies = { en: { words: {}, texts: { stop: "Bye." } } };
  assert.equal(replyTo({ ...ACCOUNT, replies }, { country: "US" }, MATCH), "Bye.");
  assert.match(replyText({ ...ACCOUNT, replies }, "help", "en"), /^Tulip Shop: /);
  assert.match(replyText({ ...ACCOUNT, replies }, "stop", "fr"), /^Tulip Shop : /);
});

Deno.test("the account chooses the countries whose senders get replies to keywords", () => {
  const table: [ReplySettings["keywordReplies"], country: string, hasReply: boolean][] = [
    ["none", "US", false],
    ["us", "US", true],
    ["us", "CA", false],
    ["all", "US", true],
    ["all", "CA", true],
  ];
  for (const [keywordReplies, country, hasReply] of table) {
    const text = replyTo({ ...ACCOUNT, keywordReplies }, { country }, MATCH);
    assert.equal(text !== null, hasReply, `${keywordReplies} ${country}`);
  }
});

Deno.test("an account's keywords are those of all its languages", () => {
  const replies = { es: { words: { stop: ["ALTO"] }, texts: {} } };
  assert.deepEqual(customKeywords({ replies }), { es: { stop: ["ALTO"] } });
});
