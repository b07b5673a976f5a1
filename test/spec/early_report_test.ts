/** Reports that come before the response with the id of their message. */
import assert from "node:assert/strict";
import { reportReq } from "../chaos/relay_requests.ts";
import { settledTemplate } from "../http/door.ts";
import { accepted, startMmsc } from "../support/mmsc.ts";
import { adminBody, SHORT_CODE, startService } from "../support/service.ts";
import { basic } from "../support/vasp.ts";
import { receipt, startFixture } from "./smsc_fixture.ts";
import { FROM, sendMms, sendSms, TO } from "./traffic.ts";

const RELAY = { username: "them", password: "their password" };

Deno.test("an MMSC's report before its SubmitRsp is accepted, and is the message's outcome", async () => {
  await using mmsc = await startMmsc();
  await using stack = new AsyncDisposableStack();
  const test = await startService({});
  stack.defer(() => test.stop());
  await adminBody(test, 201, "POST", "/connectors", {
    name: "early",
    kind: "mmsc_mm7",
    url: mmsc.url,
    vaspid: "us",
    "relay-username": RELAY.username,
    "relay-password": RELAY.password,
  });
  const from = "222003";
  const sender = { ...SHORT_CODE, address: from, "mms-connector": "early" };
  await adminBody(test, 201, "POST", "/accounts/acme/senders", sender);
  const { contentType, body } = reportReq({ id: "early-1", status: "Retrieved", from, to: TO });
  let responseText = "";
  mmsc.respond = async (submitted) => {
    const response = await fetch(`${test.url}/mm7/relay/early`, {
      method: "POST",
      headers: {
        "content-type": contentType,
        authorization: basic(RELAY.username, RELAY.password),
      },
      body,
    });
    responseText = await response.text();
    return accepted(submitted, "early-1");
  };
  const mmsId = await settledTemplate(test, {
    "fallback-sms-text": "See it",
    slide: [{ "message-text": "Hello" }],
  });
  await sendMms(test, mmsId, { from });
  assert.match(responseText, /<StatusCode>1000</);
});

Deno.test("an SMSC's receipts before its responses are the outcome of each segment", async () => {
  await using fixture = await startFixture();
  const { test, smsc } = fixture;
  let ids = 0;
  smsc.respond = async () => {
    const messageId = `early-${++ids}`;
    assert.equal(await smsc.deliver(receipt(messageId, "DELIVRD")), 0);
    return { messageId };
  };
  await sendSms(test, { from: FROM, "message-text": "x".repeat(200) });
  assert.equal(ids, 2);
});
