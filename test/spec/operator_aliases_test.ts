/** Contract section 9, family: Sinch's ids of operators, wherever a request names one. */
import assert from "node:assert/strict";
import { ask, bodyOfSuccess, faultOf } from "../http/door.ts";
import { askXml, xmlFaultOf } from "../http/xml.ts";
import {
  adminBody,
  jsonOf,
  SHORT_CODE,
  startService,
  type TestService,
} from "../support/service.ts";
import { createVasp, type Vasp } from "../support/vasp.ts";
import { FROM, TO } from "./traffic.ts";

let test: TestService;
let vasp: Vasp;

Deno.test.beforeAll(async () => {
  test = await startService({ senders: [SHORT_CODE], config: { ACCOUNT_CACHE_TTL: "0s" } });
  vasp = createVasp(test);
});

Deno.test.afterAll(() => test.stop());

const SMS = { action: "sendsms", from: FROM, to: TO, "message-text": "Hello" };
const HEADERS = ["x-service-carrier-id", "x-mblox-carrier-id"];

/** Tracking-id of a message, or the fault of its request. */
type Sent = { id: string } | { fault: string };

/** Sends of a message to an operator, by the field or header that names it. */
const SENDS: Record<string, (operator: string) => Promise<Sent>> = {
  "operator-id in JSON": (operator) => json({ ...SMS, "operator-id": operator }),
  "operator-id of sendmms": (operator) =>
    json({
      ...SMS,
      action: "sendmms",
      slide: [{ "message-text": "Hi" }],
      "fallback-sms-text": "Hi",
      "operator-id": operator,
    }),
  async "operator-id in XML"(operator) {
    const response = await askXml(test, { ...SMS, "operator-id": operator });
    return response.status === 200
      ? { id: response.fields["tracking-id"] }
      : { fault: xmlFaultOf(response) };
  },
  ...Object.fromEntries(HEADERS.flatMap((header) => [
    [`${header} over JSON`, (operator: string) => json(SMS, { [header]: operator })],
    [`${header} over MM7`, async (operator: string) => {
      const { code, messageId } = await vasp.post({ headers: { [header]: operator } });
      return code === 1000 ? { id: messageId! } : { fault: String(code) };
    }],
  ])),
};

async function json(body: object, headers: Record<string, string> = {}): Promise<Sent> {
  const response = await ask(test, body, { headers });
  return response.status === 200
    ? { id: bodyOfSuccess(response)["tracking-id"] }
    : { fault: faultOf(response) };
}

const operatorOf = async (id: string) =>
  (await adminBody(test, 200, "GET", `/messages/${id}`))["operator-id"];

const ALIASES: Record<string, string> = {
  "31002": "0001470",
  "31003": "0001890",
  "31004": "0001570",
  "31012": "0001840",
};

for (const [alias, operator] of Object.entries(ALIASES)) {
  for (const [field, send] of Object.entries(SENDS)) {
    Deno.test(`${alias} is ${operator}: ${field}`, async () => {
      const sent = await send(alias);
      assert.ok("id" in sent, JSON.stringify(sent));
      assert.equal(await operatorOf(sent.id), operator);
    });
  }
}

for (const id of ["31005", "31062", "10488", "30210", "30211", "30212", "30213", "30214"]) {
  Deno.test(`${id} is an operator that the catalogue lacks: E651`, async () => {
    for (const [field, send] of Object.entries(SENDS)) {
      const fault = field.endsWith("MM7") ? "2566" : "E651 400";
      assert.deepEqual(await send(id), { fault }, field);
    }
  });
}

Deno.test("answers and postbacks have the operator's own id", async () => {
  const sent = await json({ ...SMS, "operator-id": "31002" });
  assert.ok("id" in sent);
  await test.receiver.untilCodes(sent.id, ["N201", "N202"]);
  const postback = test.receiver.received.find(({ body }) => body["tracking-id"] === sent.id);
  assert.equal(postback!.headers.get("x-service-carrier-id"), "0001470");
  const message = await jsonOf(
    await test.post({ action: "getmessage", "tracking-id": sent.id }),
  );
  assert.equal(message["operator-id"], "0001470");
});

Deno.test("X-Service-Carrier-Id comes before X-Mblox-Carrier-Id, unless it is empty", async () => {
  const sendWith = async (own: string) => {
    const headers = { "x-service-carrier-id": own, "x-mblox-carrier-id": "31003" };
    const sent = await json(SMS, headers);
    assert.ok("id" in sent);
    return await operatorOf(sent.id);
  };
  assert.equal(await sendWith("0001470"), "0001470");
  assert.equal(await sendWith(""), "0001890");
});

// The last test: it changes the catalogue.
Deno.test("an operator that an administrator adds under such an id comes first", async () => {
  for (const [id, name, country] of [["31002", "Tulip", "NL"], ["30210", "Rogers", "CA"]]) {
    await adminBody(test, 200, "PATCH", `/operators/${id}`, { name, country });
    for (const [field, send] of Object.entries(SENDS)) {
      const sent = await send(id!);
      assert.ok("id" in sent, field);
      assert.equal(await operatorOf(sent.id), id, field);
    }
  }
});
