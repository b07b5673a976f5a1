/** Two machines on one database: one submits messages, and their receipts come to the other. */
import assert from "node:assert/strict";
import { newCustomer } from "../../support/customer.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { addReceiver } from "../../support/named_receiver.ts";
import { startService } from "../../support/service.ts";
import { pause } from "../../support/until.ts";
import { type SmscSession, startSmsc } from "../../support/smsc.ts";

const COUNT = 300;

Deno.test("both postbacks of each message are sent to each receiver once, and in order, where its receipt comes to the other machine", async () => {
  await using smsc = await startSmsc();
  const config = {
    DATABASE_URL: await migratedDatabase(),
    QUEUE: "postgres",
    RESCUE_INTERVAL: "1s",
  };
  await using first = await startService({ config });
  const { host, port } = smsc;
  const fields = { name: "smsc", host, port, "system-id": "s", "password": "p" };
  assert.equal((await first.admin("POST", "/smscs", fields)).status, 201);
  await using _second = await startService({ config, account: { id: "second" }, senders: [] });
  await smsc.until(() => smsc.sessions.length >= 2);
  let isOther = true;
  /** Sends the receipt, at once or after the response to the submission. */
  const receipt = async (id: string, submitter: SmscSession, ms: number) => {
    if (ms > 0) await pause(ms);
    const other = smsc.sessions.find((session) => session !== submitter);
    isOther &&= other !== undefined;
    const short_message = `id:${id} sub:001 dlvrd:001 submit date:2607011200 ` +
      "done date:2607011200 stat:DELIVRD err:000 text:Hello";
    const numbers = { source_addr: "16175550100", destination_addr: "111122" };
    const status = await smsc.deliver({ ...numbers, esm_class: 4, short_message }, other);
    assert.equal(status, 0);
  };
  let ids = 0;
  const receipts: Promise<void>[] = [];
  smsc.respond = ({ session }) => {
    const messageId = String(++ids);
    receipts.push(receipt(messageId, session, ids % 3 === 0 ? 0 : ids % 30));
    return { messageId };
  };
  await using customer = await newCustomer(first);
  await using archive = await addReceiver(first, customer.account, "archive");
  const receivers = [customer.receiver, archive.receiver];
  const path = `/accounts/${customer.account}/senders/111122`;
  assert.equal((await first.admin("PATCH", path, { "sms-connector": "smsc" })).status, 200);
  const sent = (await Promise.all(Array.from({ length: 20 }, async () => {
    const own: string[] = [];
    for (let i = 0; i < COUNT / 20; i++) own.push(await customer.send());
    return own;
  }))).flat();
  for (const receiver of receivers) {
    for (const id of sent) await receiver.until(() => receiver.codes(id).length >= 2);
  }
  await Promise.all(receipts);
  assert.ok(isOther);
  for (const receiver of receivers) {
    for (const id of sent) assert.deepEqual(receiver.codes(id), ["N201", "N202"]);
    assert.equal(receiver.received.length, 2 * COUNT);
  }
});
