/** Contract section 9: `extended-postbacks` of an account, with both settings side by side. */
import assert from "node:assert/strict";
import { ask, bodyOfSuccess } from "../http/door.ts";
import { type Customer, newCustomer } from "../support/customer.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { bytes, image } from "../support/media.ts";
import type { ReceivedPostback, Receiver } from "../support/receiver.ts";
import { adminBody, jsonOf, startService, type TestService } from "../support/service.ts";
import type { Body } from "./traffic.ts";

let test: TestService;
let files: FileServer;
let photo: string;
/** Account with the setting; that of the service is without. */
let extended: Customer;

Deno.test.beforeAll(async () => {
  files = startFiles();
  photo = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
  test = await startService();
  extended = await newCustomer(test, {
    extendedPostbacks: true,
    mmsMoPostbacks: true,
    smsMoPostbacks: true,
    optOut: true,
  });
  const senderOf = (account: string, address: string) =>
    adminBody(test, 201, "POST", `/accounts/${account}/senders`, {
      address,
      kind: "short-code",
      country: "US",
    });
  await senderOf("acme", "222266");
  await senderOf(extended.account, "222255");
});

Deno.test.afterAll(async () => {
  await extended[Symbol.asyncDispose]();
  await test.stop();
  await files.stop();
});

const AT_T = ',"operator-id":"0001470","operator-name":"AT&T"}';

/** Leaves out what two messages differ in. */
const normal = (raw: string) =>
  raw.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+\+00:00/g, "<time>")
    .replaceAll(/2222(55|66)/g, "<sender>");

const isOf = (id: string) => ({ body }: ReceivedPostback) => body["tracking-id"] === id;

async function untilReceived(receiver: Receiver, id: string, codes: string[]) {
  await receiver.untilCodes(id, codes);
  return receiver.received.filter(isOf(id));
}

/** Sends the same request from both accounts, and returns the postbacks of each. */
async function sendBoth(request: Record<string, unknown>, codes: string[]) {
  const send = async (key: string, receiver: Receiver) => {
    const body = { from: "111122", ...request };
    const { "tracking-id": id } = bodyOfSuccess(await ask(test, body, { key }));
    return await untilReceived(receiver, id, codes);
  };
  return {
    plain: await send(test.apiKey, test.receiver),
    more: await send(extended.apiKey, extended.receiver),
  };
}

interface Case {
  action: "sendsms" | "sendmms";
  to: string;
  codes: string[];
  slide?: () => unknown;
}

const text = (to: string, ...codes: string[]): Case => ({ action: "sendsms", to, codes });
const mms = (
  to: string,
  codes: string[],
  slide: () => unknown = () => ({ "message-text": "Hi" }),
): Case => ({ action: "sendmms", to, codes, slide });

const CASES: Case[] = [
  text("16175550101", "N201", "N202"),
  text("16175550104", "N201", "E201"),
  text("16175550105", "N201", "E202"),
  mms("16175550101", ["N101", "N102"]),
  mms("16175550103", ["N101", "N103"]),
  mms("16175550104", ["N101", "E101"]),
  mms("16175550105", ["N101", "E102"]),
  mms("16175550106", ["N101", "E102"]),
  mms("16175550101", ["N013", "N101", "N102"], () => ({ image: { url: photo } })),
  mms("16175550101", ["E011", "E101"], () => ({ image: { url: `${photo}.none` } })),
  mms("16175550101", ["E012", "E101"], () => ({ audio: { url: sound } })),
  mms("16175550101", ["E013", "E101"], () => ({ video: { url: film } })),
];

let sound: string;
let film: string;

Deno.test.beforeAll(async () => {
  const noise = new Uint8Array(2000).fill(255);
  sound = await files.add("broken.mp3", "audio/mpeg", await bytes("broken.mp3", noise));
  const broken = new TextEncoder().encode("no film");
  const headers = { "content-type": "video/mp4" };
  film = files.respond("broken.mp4", () => new Response(broken, { headers }));
});

for (const { action, to, codes, slide } of CASES) {
  Deno.test(`${action} to …${to.slice(-4)}: ${codes.join(", ")} with the operator, or as ever`, async () => {
    const content = slide === undefined
      ? { "message-text": "Hello" }
      : { slide: [slide()], "fallback-sms-text": "See it at example.com" };
    const request = { action, to, ...content };
    const { plain, more } = await sendBoth({ ...request, "operator-id": "0001470" }, codes);
    for (const [index, { raw }] of more.entries()) {
      assert.ok(raw.endsWith(AT_T), raw);
      const rest = `${raw.slice(0, -AT_T.length)}}`;
      assert.equal(normal(rest), normal(plain[index]!.raw));
      assert.ok(!("operator-id" in plain[index]!.body));
    }
  });
}

Deno.test("without a known operator the bodies are those of other accounts", async () => {
  const { plain, more } = await sendBoth(
    { action: "sendsms", to: "16175550101", "message-text": "Hello" },
    ["N201", "N202"],
  );
  assert.deepEqual(more.map(({ raw }) => normal(raw)), plain.map(({ raw }) => normal(raw)));
});

Deno.test("the name is an administrator's, and each attempt, replay and reader has that of the event", async () => {
  const rename = (name: string) =>
    adminBody(test, 200, "PATCH", "/operators/7654321", { name, country: "US" });
  await rename("Tulip Mobile");
  const ask = async (fields: object) =>
    await jsonOf(await extended.post({ action: "getevents", ...fields }));
  const { "next-cursor": after } = await ask({});
  const id = await extended.send("16175550101", { "operator-id": "7654321" });
  const sent = await untilReceived(extended.receiver, id, ["N201", "N202"]);
  const suffix = ',"operator-id":"7654321","operator-name":"Tulip Mobile"}';
  for (const { raw } of sent) assert.ok(raw.endsWith(suffix), raw);
  await rename("Rose Mobile");

  const bodies = sent.map(({ body }) => body);
  const { event } = await ask({ after, limit: 10 });
  assert.deepEqual(event.map(({ body }: Body) => JSON.stringify(body)), sent.map(({ raw }) => raw));
  const { postbacks } = await extended.message(id);
  assert.deepEqual(postbacks.map(({ body }: Body) => body), bodies);
  const [{ headers }] = sent as [ReceivedPostback];
  const webhookId = headers.get("webhook-id");
  await adminBody(test, 200, "POST", `/postbacks/${webhookId}/replay`);
  const [, , again] = await untilReceived(extended.receiver, id, ["N201", "N202", "N201"]);
  assert.equal(again!.raw, sent[0]!.raw);
  assert.equal(again!.headers.get("webhook-id"), webhookId);
});

/** Injects the same message from a handset to both accounts, and returns their postbacks. */
async function receiveBoth(kind: "sms" | "mms", fields: Record<string, unknown>) {
  const receive = async (to: string, receiver: Receiver) => {
    const message = { from: "16175550198", to, ...fields };
    const { "tracking-id": id } = await adminBody(test, 201, "POST", `/loopback/${kind}`, message);
    const [postback] = await untilReceived(receiver, id, [kind === "sms" ? "N211" : "N401"]);
    return postback!;
  };
  return {
    plain: await receive("222266", test.receiver),
    more: await receive("222255", extended.receiver),
  };
}

const KEYWORDS: [text: string, keyword: string | undefined][] = [
  ["Hello", undefined],
  [" stop. ", "STOP"],
  ["stop all", "STOP ALL"],
  ["Unstop", "START"],
  ["info", "HELP"],
  ["yes", undefined],
];

for (const kind of ["sms", "mms"] as const) {
  Deno.test(`an ${kind} from a handset has its keyword and operator last, or is as ever`, async () => {
    for (const operatorId of [undefined, "0001470"]) {
      for (const [text, keyword] of KEYWORDS) {
        const { plain, more } = await receiveBoth(kind, { text, "operator-id": operatorId });
        const added = { keyword, "operator-id": operatorId };
        const fields = JSON.stringify(added).slice(1);
        const suffix = fields === "}" ? "}" : `,${fields}`;
        assert.ok(more.raw.endsWith(suffix), more.raw);
        const without = (raw: string) => normal(raw).replace(/"content":\[.*\]/, "<files>");
        assert.equal(
          without(`${more.raw.slice(0, -suffix.length)}}`),
          without(plain.raw),
        );
      }
    }
  });
}
