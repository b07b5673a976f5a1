/** The line to the store breaks when a commit is durable and its answer is not there: nobody knows. */
import assert from "node:assert/strict";
import { type BreakingLine, startBreakingLine } from "../support/breaking_line.ts";
import { migratedDatabase } from "../support/migrated.ts";
import {
  assertRefused,
  type ClientResponse,
  type Doors,
  insist,
  passLeases,
  startDoors,
  untilTold,
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

// deno-lint-ignore no-explicit-any -- tests look into answers field by field
async function items(path: string): Promise<any[]> {
  const { status, body } = await doors.test.admin("GET", path);
  assert.equal(status, 200, JSON.stringify(body));
  return body.items;
}

/** Asks, while the line breaks at these words. */
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

Deno.test("a text accepted unheard is refused; it is there once, and goes its way to the end", async () => {
  const text = newText();
  await unheard(text, "after", () => doors.sms(text));
  const [message, ...others] = await items("/messages?recipient=16175550100");
  assert.deepEqual([message.state, others], ["accepted", []]);
  passLeases();
  await untilTold(doors, message["tracking-id"], ["N201", "N202"]);
  const carried = await items(`/loopback/messages?tracking-id=${message["tracking-id"]}`);
  assert.deepEqual(carried.map(({ text }) => text), [text]);
});

Deno.test("a text that did not reach the store is refused, and nobody ever sees it", async () => {
  const text = newText();
  const before = await items("/messages?recipient=16175550100");
  await unheard(text, "before", () => doors.sms(text));
  assert.deepEqual(await items("/messages?recipient=16175550100"), before);
});

Deno.test("a submission accepted unheard is answered 1000 when the VASP repeats it, and sent once", async () => {
  const submit = () => doors.mm7("repeated");
  await unheard(`"kind":"MMS_MT"`, "after", submit);
  const { id } = await insist(submit);
  assert.equal((await insist(submit)).id, id);
  passLeases();
  await doors.mmsc.until(1);
  await untilTold(doors, id!, ["N101"]);
  assert.deepEqual((await items("/messages?recipient=16175550101")).length, 1);
  assert.equal(doors.mmsc.received.length, 1);
  // What the MMSC reports unheard it reports again.
  await unheard(`"to_state":"delivered"`, "after", () => doors.report());
  await insist(() => doors.report());
  passLeases();
  await untilTold(doors, id!, ["N101", "N102"]);
});

Deno.test("a handset's message kept unheard is answered when the MMSC repeats it, and told of once", async () => {
  const deliver = () => doors.inbound("repeated");
  await unheard(`"connector":"mmsc"`, "after", deliver);
  await insist(deliver);
  const stored = await items("/inbound");
  assert.equal(stored.length, 1);
  passLeases();
  await untilTold(doors, stored[0]["tracking-id"], ["N401"]);
});

/** Steps of a message on its way: what each says of it to the store, and what is on its log. */
const STEPS: Record<string, string> = {
  "it begins": `"to_state":"sent"`,
  "its carrier has it": `"to_state":"submitted"`,
  "it is delivered": `"to_state":"delivered"`,
};

for (const [step, words] of Object.entries(STEPS)) {
  for (const when of ["before", "after"] as const) {
    Deno.test(`a message goes out once, and is told of, though ${step} and the line breaks ${when}`, async () => {
      const broken = line.breakAt(words, when);
      const { id } = await insist(() => doors.sms());
      await broken;
      // As long as it is ours, we go on by ourselves.
      if (step !== "it is delivered" && when === "after" || step === "its carrier has it") {
        let state = "";
        while (!["submitted", "delivered"].includes(state)) {
          ({ state } = (await doors.test.admin("GET", `/messages/${id}`)).body);
        }
      }
      passLeases();
      await untilTold(doors, id!, ["N201", "N202"]);
      assert.equal((await items(`/loopback/messages?tracking-id=${id}`)).length, 1);
      const { body: { history } } = await doors.test.admin("GET", `/messages/${id}`);
      const events = history.map(({ event }: { event: string }) => event);
      assert.ok(!events.includes("submitted again"), events.join());
    });
  }
}

Deno.test("a postback of which the store does not hear at first that it arrived comes once", async () => {
  const broken = line.breakAt(`"result":"sent"`, "before");
  const { id } = await insist(() => doors.sms());
  await broken;
  await untilTold(doors, id!, ["N201", "N202"]);
  assert.deepEqual(doors.test.receiver.codes(id!), ["N201", "N202"]);
});
