/** A message that waits, on its page in the console. */
import assert from "node:assert/strict";
import { sharing } from "../support/sharing.ts";
import { jsonOf } from "../support/service.ts";
import { startConsole } from "./console.ts";

const check = sharing(startConsole);

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

check(
  "the page of a scheduled message says until when it waits, and cancels it",
  async (console) => {
    const { admin, html, open, reader, test } = console;
    const window = { "from": "00:00", "to": "24:00", "time-zone": "Europe/Berlin" };
    const request = { ...SMS, "send-at": tomorrow(), "delivery-window": window };
    const { "tracking-id": id } = await jsonOf(await test.post(request));
    const path = `/messages/${id}`;
    const page = await html(path);
    assert.match(page, /<span class="state calm">scheduled<\/span>/);
    assert.match(page, /It waits until/);
    assert.match(page, /mon,tue,wed,thu,fri,sat,sun 00:00-24:00 Europe\/Berlin/);
    assert.match(page, /aria-label="Cancel the message to 16175550101"/);
    const readers = await (await open(path, { cookie: reader })).text();
    assert.doesNotMatch(readers, /aria-label="Cancel the message/);
    const done = await open(path, { cookie: admin, form: { do: "cancel" } });
    assert.equal(done.status, 303);
    await done.body?.cancel();
    const canceled = await html(path);
    assert.match(canceled, /<span class="state calm">canceled<\/span>/);
    assert.match(canceled, /Canceled/);
    assert.doesNotMatch(canceled, /aria-label="Cancel the message|It waits until/);
  },
);

check("scheduled and canceled messages are found by their states", async ({ html, test }) => {
  const { "tracking-id": id } = await jsonOf(await test.post({ ...SMS, "send-at": tomorrow() }));
  assert.ok((await html("/messages?state=scheduled")).includes(id));
  assert.ok((await html("/messages?query=scheduled")).includes(id));
  assert.ok((await html("/messages?state=any-open")).includes(id));
  await (await test.post({ "action": "cancelmessage", "tracking-id": id })).body?.cancel();
  assert.ok((await html("/messages?query=canceled")).includes(id));
  assert.ok(!(await html("/messages?state=any-open")).includes(id));
});
