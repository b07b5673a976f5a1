/**
 * Published requests of compatible interfaces, with base URL, key, sender, numbers and addresses of
 * files changed: each is taken, has the published response's names, and does what it says.
 */
import assert from "node:assert/strict";
import { type FileServer, startFiles } from "../support/files.ts";
import { audio, bytes, image } from "../support/media.ts";
import { startService, type TestService } from "../support/service.ts";
import { responseOf } from "../xml/requests.ts";
import type { FamilyExample, Values } from "./family/example.ts";
import { SINCH } from "./family/sinch.ts";
import { SKYCORE } from "./family/skycore.ts";
import { type Body, carriedOnce, FROM, save, textsOf, TO } from "./traffic.ts";

let test: TestService;
let files: FileServer;
let values: Values;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  const card = await bytes(
    "card.vcf",
    "BEGIN:VCARD\r\nVERSION:3.0\r\nN:Silva;Ana\r\nEND:VCARD\r\n",
  );
  const event = await bytes("event.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n");
  values = {
    apiKey: test.apiKey,
    from: FROM,
    to: TO,
    image: await files.add("1.jpg", "image/jpeg", await image("photo.jpg")),
    audio: await files.add("1.mp3", "audio/mp3", await audio({ seconds: 1 })),
    contact: await files.add("2.vcf", "text/vcard", card),
    calendar: await files.add("2.ics", "text/calendar", event),
    mmsId: "",
    operatorId: "0001470",
  };
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

/** Saves the template that the examples send. */
async function template(): Promise<string> {
  const slide = [
    { "message-text": "{$firstname|Sir}, {$gender|unknown}" },
    { "message-text": "Bye" },
  ];
  return (await save(test, { "message-subject": "Hello", slide })).mmsId;
}

async function post({ form, isForm = false }: FamilyExample, document: string): Promise<Response> {
  const path = form === "json" ? "/api/v2" : "/api/v2/xml";
  return await fetch(test.url + path, {
    method: "POST",
    headers: form === "json"
      ? { "content-type": "application/json", "x-api-key": test.apiKey }
      : { "content-type": isForm ? "application/x-www-form-urlencoded" : "text/xml" },
    body: isForm ? new URLSearchParams({ xml: document }).toString() : document,
  });
}

/** Makes sure that the account has a campaign. */
async function addCampaign(reference: string): Promise<void> {
  const campaign = { "campaign-ref": reference, title: "A campaign", from: FROM };
  const { status, body } = await test.admin("POST", "/accounts/acme/campaigns", campaign);
  assert.ok(status === 201 || status === 409, JSON.stringify(body));
}

/** Waits for the postbacks that belong to a response, from this position on. */
async function assertPostbacks(
  belongs: (body: Body) => boolean,
  codes: readonly string[],
  from: number,
): Promise<void> {
  const received = () =>
    test.receiver.received.slice(from).map(({ body }) => body).filter(belongs)
      .map(({ code }) => code);
  await test.receiver.until(() => received().length >= codes.length);
  assert.deepEqual(received(), codes);
}

for (const example of [...SINCH, ...SKYCORE]) {
  const { source, action, arrives, campaign, changed, names, postbacks } = example;
  Deno.test(`${source}: ${action} (changed: ${changed})`, async () => {
    if (campaign !== undefined) await addCampaign(campaign);
    const mmsId = await template();
    const from = test.receiver.received.length;
    const response = await post(example, example.request({ ...values, mmsId }));
    const body = await response.bytes();
    assert.equal(response.status, 200, new TextDecoder().decode(body));
    const fields = example.form === "json"
      ? JSON.parse(new TextDecoder().decode(body))
      : responseOf(body).fields;
    assert.deepEqual(names.filter((name) => !(name in fields)), []);
    const id = fields["tracking-id"] ?? fields.TRACKINGID;
    const saved = fields["mms-id"] ?? fields.MMSID;
    const belongs = (each: Body) =>
      campaign !== undefined
        ? each.origin === "SUB"
        : id === undefined
        ? each["mms-id"] === saved
        : each["tracking-id"] === id;
    if (postbacks.length > 0) await assertPostbacks(belongs, postbacks, from);
    if (arrives === undefined) return;
    const message = await carriedOnce(test, { id });
    assert.deepEqual([message.subject, textsOf(message)], [arrives.subject, arrives.texts]);
  });
}
