/** An MMS of a handset to several: an N401 for each that is a sender (contract section 8). */
import assert from "node:assert/strict";
import { sharing } from "../support/sharing.ts";
import { adminBody, type TestService } from "../support/service.ts";
import { GIF, type HandsetDoors, startHandsetDoors, textContent, textTo } from "./handset_doors.ts";

const OTHERS = ["222444", "222555"] as const;
const [STRANGER, FRIEND] = ["16175559001", "16175559002"];

type Case = (doors: HandsetDoors, handset: string) => Promise<void>;

const to = (name: "To" | "Cc" | "Bcc", number: string, more = "") =>
  `<${name}><Number${more}>${number}</Number></${name}>`;

/** Lists the recipients of a handset's messages, in order. */
async function stored({ test }: HandsetDoors, handset: string): Promise<string[]> {
  const { items } = await adminBody(test, 200, "GET", `/inbound?from=${handset}&limit=100`);
  return items.map((item: { to: string }) => item.to).sort();
}

/** Lists the recipients in the N401 of a handset's messages. */
async function announced({ test: { receiver } }: HandsetDoors, handset: string, count: number) {
  const bodies = () =>
    receiver.received.map(({ body }) => body).filter(({ from }) => from === handset);
  await receiver.until(() => bodies().length >= count);
  assert.ok(bodies().every(({ code }) => code === "N401"));
  return bodies().map((body) => body.to).sort();
}

const CASES: Record<string, Case> = {
  "our number may stand anywhere in To": async (doors, handset) => {
    const recipients = to("To", STRANGER) + to("To", FRIEND) + to("To", "222333");
    assert.equal(await doors.mm7(handset, [GIF], { recipients }), 1000);
    assert.deepEqual(await announced(doors, handset, 1), ["222333"]);
  },

  "our number may stand in Cc or Bcc": async (doors, handset) => {
    for (const header of ["Cc", "Bcc"] as const) {
      const recipients = to("To", STRANGER) + to(header, "222333");
      assert.equal(await doors.mm7(handset, [GIF], { recipients }), 1000, header);
    }
    assert.deepEqual(await announced(doors, handset, 2), ["222333", "222333"]);
  },

  "each of our numbers gets it once, with the same files": async (doors, handset) => {
    const recipients = to("To", STRANGER) + to("To", "222444") + to("Cc", "222333") +
      to("Cc", "222444") + to("Bcc", "222555");
    assert.equal(await doors.mm7(handset, [GIF, textContent("Hi")], { recipients }), 1000);
    const all = ["222333", "222444", "222555"];
    assert.deepEqual(await announced(doors, handset, 3), all);
    const { items } = await adminBody(doors.test, 200, "GET", `/inbound?from=${handset}`);
    const files = items.map((item: { files: { sha256: string }[] }) =>
      item.files.map(({ sha256 }) => sha256).join()
    );
    assert.equal(new Set(files).size, 1);
    const content: { file: string }[] = doors.test.receiver.received.map(({ body }) => body)
      .filter(({ from }) => from === handset).flatMap(({ content }) => content);
    assert.equal(new Set(content.map(({ file }) => file)).size, 6);
    for (const { file } of content) assert.equal((await fetch(file)).status, 200, file);
  },

  "a sender is meant by every form of its number": async (doors, handset) => {
    const sender = { address: "5511961234567", kind: "10dlc", country: "BR" };
    await adminBody(doors.test, 201, "POST", "/accounts/acme/senders", sender);
    const recipients = to("To", STRANGER) + to("Cc", "551161234567");
    assert.equal(await doors.mm7(handset, [GIF], { recipients }), 1000);
    assert.deepEqual(await stored(doors, handset), [sender.address]);
  },

  "a repeated delivery has no effect": async (doors, handset) => {
    const recipients = to("To", STRANGER) + to("To", "222444") + to("To", "222333");
    const again = { recipients, transactionId: "the-same" };
    const codes = await Promise.all([1, 2, 3].map(() => doors.mm7(handset, [GIF], again)));
    assert.deepEqual(codes, [1000, 1000, 1000]);
    assert.deepEqual(await stored(doors, handset), ["222333", "222444"]);
  },

  "STOP to a group opts out of each of its senders": async (doors, handset) => {
    const recipients = to("To", STRANGER) + to("To", "222444") + to("Cc", "222333");
    assert.equal(await doors.mm7(handset, [textContent("STOP")], { recipients }), 1000);
    const codes = ["222333", "222444", "222555"].map((from) => textTo(doors.test, handset, from));
    assert.deepEqual(await Promise.all(codes), ["E114", "E114", undefined]);
  },

  "2002 where none is ours, and nothing is stored": async (doors, handset) => {
    for (const recipients of [to("To", STRANGER), to("To", STRANGER) + to("Cc", FRIEND)]) {
      assert.equal(await doors.mm7(handset, [GIF], { recipients }), 2002);
    }
    assert.deepEqual(await stored(doors, handset), []);
  },

  "an address that is only shown gets nothing": async (doors, handset) => {
    const shown = to("To", "222444", ' displayOnly="true"');
    assert.equal(await doors.mm7(handset, [GIF], { recipients: shown + to("To", "222333") }), 1000);
    assert.deepEqual(await stored(doors, handset), ["222333"]);
  },

  "a sender that another connector carries gets nothing, unless it is the only one": async (
    doors,
    handset,
  ) => {
    const path = "/accounts/acme/senders/222555";
    const by = { "mms-connector": "telnyx", "sms-connector": "telnyx" };
    await adminBody(doors.test, 200, "PATCH", path, by);
    const recipients = to("To", "222555") + to("To", "222333");
    assert.equal(await doors.mm7(handset, [GIF], { recipients }), 1000);
    assert.deepEqual(await stored(doors, handset), ["222333"]);
    const alone = to("To", STRANGER) + to("To", "222555");
    assert.equal(await doors.mm7(handset, [GIF], { recipients: alone }), 1000);
    assert.deepEqual(await stored(doors, handset), ["222333", "222555"]);
    const none = { "mms-connector": null, "sms-connector": null };
    await adminBody(doors.test, 200, "PATCH", path, none);
  },

  "a shared sender's account is that of the VASID": async (doors, handset) => {
    const address = "222777";
    const shared = { address, "kind": "short-code", "country": "US", "shared": true };
    for (const account of ["news", "weather"]) {
      await adminBody(doors.test, 201, "POST", "/accounts", { account, "name": account });
      const sender = { ...shared, "vasid": account };
      await adminBody(doors.test, 201, "POST", `/accounts/${account}/senders`, sender);
    }
    const recipients = to("To", "222333") + to("Cc", address);
    assert.equal(await doors.mm7(handset, [GIF], { recipients, vasid: "weather" }), 1000);
    const { items } = await adminBody(doors.test, 200, "GET", `/inbound?from=${handset}`);
    const owners = items.map((item: { to: string; account: string }) => [item.to, item.account]);
    assert.deepEqual(owners.sort(), [["222333", "acme"], [address, "weather"]]);
  },

  "a sender of a disabled account gets nothing": async (doors, handset) => {
    const address = "222888";
    await adminBody(doors.test, 201, "POST", "/accounts", { account: "gone", name: "Gone" });
    const sender = { address, kind: "short-code", country: "US" };
    await adminBody(doors.test, 201, "POST", "/accounts/gone/senders", sender);
    await adminBody(doors.test, 200, "PATCH", "/accounts/gone", { disabled: true });
    const recipients = to("To", address) + to("To", "222333");
    assert.equal(await doors.mm7(handset, [GIF], { recipients }), 1000);
    assert.deepEqual(await stored(doors, handset), ["222333"]);
  },

  "of Telnyx: to and cc, as objects or as texts, in any order": async (doors, handset) => {
    const numbers = (...all: string[]) => all.map((phone_number) => ({ phone_number }));
    const id = `group-${handset}`;
    const message = { id, type: "MMS", from: { phone_number: `+${handset}` }, text: "Hi" };
    const first = { to: numbers(`+${STRANGER}`, "222444"), cc: numbers("222333") };
    const again = { to: ["222333"], cc: ["222444", `+${STRANGER}`, null, 7, {}] };
    for (const recipients of [first, again]) {
      assert.equal(await doors.telnyx({ ...message, ...recipients }), 200);
    }
    assert.deepEqual(await announced(doors, handset, 2), ["222333", "222444"]);
    assert.deepEqual(await stored(doors, handset), ["222333", "222444"]);
  },

  "of the template kind: all that its path finds": async (doors, handset) => {
    const recipients = [`+${STRANGER}`, "222444", "222333"];
    assert.equal(await doors.hosted({ from: handset, to: recipients, text: "STOP" }), 200);
    assert.deepEqual(await stored(doors, handset), ["222333", "222444"]);
    assert.equal(await textTo(doors.test, handset, "222444"), "E114");
  },
};

async function startGroup(): Promise<HandsetDoors> {
  const doors = await startHandsetDoors();
  for (const address of OTHERS) await addSender(doors.test, address);
  return doors;
}

async function addSender(test: TestService, address: string): Promise<void> {
  const sender = { address, kind: "short-code", country: "US" };
  await adminBody(test, 201, "POST", "/accounts/acme/senders", sender);
}

const check = sharing(startGroup);

for (const [index, [name, run]] of Object.entries(CASES).entries()) {
  check(`an MMS to several: ${name}`, (doors) => run(doors, `${16175560001 + index}`));
}
