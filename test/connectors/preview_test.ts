/** Previews of requests: as they would be sent, without credentials. */
import assert from "node:assert/strict";
import { httpProtocol } from "../../src/connectors/http/protocol.ts";
import { previewRequests } from "../../src/connectors/http_carrier/preview.ts";
import { smsgateProtocol } from "../../src/connectors/smsgate/protocol.ts";
import { twilioProtocol } from "../../src/connectors/twilio/protocol.ts";

import { httpCase, LEAST } from "./providers/http.ts";
import { startSmsgate } from "./providers/smsgate.ts";
import { startTwilio } from "./providers/twilio.ts";

Deno.test("a preview of the template has both kinds of messages, and no credentials", async () => {
  await using fake = await httpCase.start();
  const { server, settings } = fake;
  const [sms, mms, ...others] = previewRequests(httpProtocol(settings));
  assert.deepEqual(others, []);
  assert.deepEqual([sms!.kind, mms!.kind], ["SMS", "MMS"]);
  assert.deepEqual([sms!.method, sms!.url], ["POST", `${server.url}/v2/messages?key=•••`]);
  assert.deepEqual(sms!.headers, {
    "accept": "*/*",
    "content-type": "application/json",
    "authorization": "•••",
    "idempotency-key": "•••",
  });
  const body = JSON.parse(mms!.body!);
  assert.deepEqual([body.message.subject, body.message.media.length], ["Spring & summer", 2]);
  assert.match(body.callback, /^https:\/\/slidepost\.example\.net\/carriers\/.*\?token=•••$/);
  const text = JSON.stringify([sms, mms]);
  for (const secret of ["made-up-credential", "key+of", "key%2Bof", "token-of-callbacks"]) {
    assert.ok(!text.includes(secret), secret);
  }
});

Deno.test("a preview of a provider has its requests", async () => {
  await using twilio = await startTwilio();
  const [sms, mms] = previewRequests(twilioProtocol(twilio.settings));
  const form = new URLSearchParams(mms!.body!);
  assert.equal(form.getAll("MediaUrl").length, 2);
  assert.match(form.get("Body")!, /^Spring & summer\n\nTulips/, "it takes no subject");
  assert.equal(sms!.headers.authorization, "•••");
  assert.ok(!JSON.stringify([sms, mms]).includes(twilio.settings.authToken));
  await using smsgate = await startSmsgate();
  assert.deepEqual(previewRequests(smsgateProtocol(smsgate.settings)).map(({ kind }) => kind), [
    "SMS",
  ], "it takes no MMS");
});

Deno.test("a preview of a GET has no body, and one file where there is one placeholder", () => {
  const [sms, mms] = previewRequests(httpProtocol({
    ...LEAST,
    method: "GET",
    url: "https://sms.example.net/?to={to}&text={text}",
    mmsUrl: "https://sms.example.net/mms?to={to}&text={text}&file={media-url-1}",
  }));
  assert.deepEqual([sms!.body, mms!.body], [null, null]);
  assert.equal(new URL(mms!.url).searchParams.getAll("file").length, 1);
});
