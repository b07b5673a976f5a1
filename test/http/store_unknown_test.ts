/**
 * The connection to the store breaks before the response to a durable commit arrives, so that the
 * commit's outcome is unknown.
 */
import assert from "node:assert/strict";
import { type BreakingLine, startBreakingLine } from "../support/breaking_line.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { until } from "../support/until.ts";
import {
  assertRefused,
  type ClientResponse,
  type Doors,
  insist,
  passLeases,
  startDoors,
  untilReported,
} from "./store_doors.ts";

let line: BreakingLine;
let doors: Doors;

Deno.test.beforeAll(async () => {
  line = startBreakingLine(await migratedDatabase());
  doors = await startDoors({ DATABASE_URL: line.url });
});

Deno.test.afterAll(async () => {
  await doors[Symbol.asyncDispose]();
  await line[Symbol.asyncDispose]();
});

// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
async function items(path: string): Promise<any[]> {
  const { status, body } = await doors.test.admin("GET", path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items;
}

/** Sends a request while the connection breaks at this statement. */
async function unheard(
  words: string,
  when: "before" | "after",
  door: () => Promise<ClientResponse>,
): Promise<void> {
  const broken = line.breakAt(words, when);
  assertRefused(await door());
  await broken;
}

let texts = 0;
const newText = () => `nobody hears of this: ${++texts}`;

Deno.test("a text whose commit went unconfirmed is refused; it is stored once, and delivered", async () => {
  const text = newText();
  await unheard(text, "after", () => doors.sms(text));
  const [message, ...others] = await items("/messages?recipient=16175550100");
  assert.deepEqual([message.state, others], ["sent", []]);
  passLeases();
  await untilReported(doors, message["tracking-id"], ["N201", "N202"]);
  const carried = await items(`/loopback/messages?tracking-id=${message["tracking-id"]}`);
  assert.deepEqual(carried.map(({ text }) => text), [text]);
});

Deno.test("a text that did not reach the store is refused, and never sent", async () => {
  const text = newText();
  const before = await items("/messages?recipient=16175550100");
  await unheard(text, "before", () => doors.sms(text));
  assert.deepEqual(await items("/messages?recipient=16175550100"), before);
});

Deno.test("a submission whose commit went unconfirmed gets 1000 when the VASP repeats it, and is sent once", async () => {
  const submit = () => doors.mm7("repeated");
  await unheard(`"kind":"MMS_MT"`, "after", submit);
  const { id } = await insist(submit);
  assert.equal((await insist(submit)).id, id);
  passLeases();
  await doors.mmsc.until(1);
  await untilReported(doors, id!, ["N101"]);
  assert.deepEqual((await items("/messages?recipient=16175550101")).length, 1);
  assert.equal(doors.mmsc.received.length, 1);
  // The MMSC repeats a report that went unanswered.
  await unheard(`"to_state":"delivered"`, "after", () => doors.report());
  await insist(() => doors.report());
  passLeases();
  await untilReported(doors, id!, ["N101", "N102"]);
});

Deno.test("a handset's message whose commit went unconfirmed is accepted when the MMSC repeats it, and reported once", async () => {
  const deliver = () => doors.inbound("repeated");
  await unheard(`"connector":"mmsc"`, "after", deliver);
  await insist(deliver);
  const stored = await items("/inbound");
  assert.equal(stored.length, 1);
  passLeases();
  await untilReported(doors, stored[0]["tracking-id"], ["N401"]);
});

/** States of a message's delivery behind its acceptance, with the statement that stores each. */
const STEPS: Record<string, string> = {
  submitted: `"to_state":"submitted"`,
  delivered: `"to_state":"delivered"`,
};

for (const [step, words] of Object.entries(STEPS)) {
  for (const when of ["before", "after"] as const) {
    Deno.test(`a message is sent once and reported, though the connection breaks ${when} its state "${step}" is stored`, async () => {
      const broken = line.breakAt(words, when);
      const { id } = await insist(() => doors.sms());
      await broken;
      // While the lease is ours, the service goes on by itself.
      if (step === "submitted") {
        await until(
          () => doors.test.admin("GET", `/messages/${id}`),
          ({ body }) => ["submitted", "delivered"].includes(body.state),
        );
      }
      passLeases();
      await untilReported(doors, id!, ["N201", "N202"]);
      assert.equal((await items(`/loopback/messages?tracking-id=${id}`)).length, 1);
      const { body: { history } } = await doors.test.admin("GET", `/messages/${id}`);
      const events = history.map(({ event }: { event: string }) => event);
      assert.ok(!events.includes("submitted again"), events.join());
    });
  }
}

Deno.test("a postback whose success the store does not record at first is sent once", async () => {
  const broken = line.breakAt(`"result":"sent"`, "before");
  const { id } = await insist(() => doors.sms());
  await broken;
  await untilReported(doors, id!, ["N201", "N202"]);
  assert.deepEqual(doors.test.receiver.codes(id!), ["N201", "N202"]);
});
