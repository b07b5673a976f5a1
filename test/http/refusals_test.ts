/** Refusals that say what to do: all that is missing, the known actions, the place, and the help. */
import assert from "node:assert/strict";
import { ACTIONS } from "../../src/generated/actions.ts";
import { type Customer, newCustomer } from "../support/customer.ts";
import { ADMIN_TOKEN, startService, type TestService } from "../support/service.ts";
import { basic } from "../support/vasp.ts";
import { ask, type DoorResponse, faultOf } from "./door.ts";
import { askXml } from "./xml.ts";

let test: TestService;
/** Account with `error-help`; that of the service is without. */
let helped: Customer;

Deno.test.beforeAll(async () => {
  test = await startService();
  helped = await newCustomer(test, { errorHelp: true });
});

Deno.test.afterAll(async () => {
  await helped[Symbol.asyncDispose]();
  await test.stop();
});

const SMS = { action: "sendsms", from: "111122", to: "16175550101", "message-text": "Hello" };

const infoOf = ({ body }: DoorResponse) => body["error-info"];

Deno.test("a refusal names all missing fields, and has the code of the first", async () => {
  const cases: [body: Record<string, unknown>, fault: string, info: string][] = [
    [{ action: "sendsms" }, "E712 400", "message-text is required; also missing: to, from"],
    [{ ...SMS, from: null, to: null }, "E110 400", "to is required; also missing: from"],
    [{ ...SMS, to: ["home"], from: null }, "E110 400", "to must be a string; also missing: from"],
    [{ ...SMS, from: undefined }, "E111 400", "from is required"],
    [
      { action: "savemms", slide: [{ video: {} }, { audio: {} }] },
      "E311 400",
      "name is required; also missing: slide 1: video url, slide 2: audio url",
    ],
    [
      { action: "createcalendar" },
      "E1703 400",
      "event-title: the title cannot be empty; also missing: event-description, event-location, " +
      "event-start-datetime, event-end-datetime, event-timezone",
    ],
  ];
  for (const [body, fault, info] of cases) {
    const response = await ask(test, body);
    assert.deepEqual([faultOf(response), infoOf(response)], [fault, info]);
  }
  const { fields } = await askXml(test, "<request><action>sendsms</action></request>");
  assert.equal(fields["error-info"], "message-text is required; also missing: to, from");
  const { body } = await test.admin("POST", "/accounts/acme/senders", {});
  assert.equal(body["error-info"], "address is required; also missing: kind, country");
});

Deno.test("an action that is missing or unknown gets the known ones, and the nearest", async () => {
  const actions = ACTIONS.join(", ");
  const cases: [body: Record<string, unknown>, info: string][] = [
    [{}, `action is required: one of ${actions}`],
    [{ action: "sendfax" }, `action is unknown: one of ${actions}`],
    [{ action: "SendSm" }, `action is unknown: one of ${actions}; did you mean sendsms?`],
  ];
  for (const [body, info] of cases) {
    assert.equal(infoOf(await ask(test, body, { early: true })), info);
  }
});

Deno.test("JSON with a fault gets its place", async () => {
  const cases: [body: string, info: string][] = [
    ["", "it is empty"],
    [" \n", "it is empty"],
    ['{"action":"sendsms"', "it ends too early, line 1, column 20"],
    ['{\n  "action": "sendsms",\n}', "an unexpected character, line 3, column 1"],
    ["{action: 1}", "an unexpected character, line 1, column 2"],
    [`{"to": "🙂\u0007"}`, "an unexpected character, line 1, column 10"],
  ];
  for (const [body, info] of cases) {
    const response = await ask(test, body, { early: true });
    assert.equal(faultOf(response), "E108 400");
    assert.equal(infoOf(response), `the body is not parseable JSON: ${info}`);
  }
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" };
  const url = `${test.url}/admin/v1/accounts`;
  const response = await fetch(url, { method: "POST", headers, body: '{\n"name" "a"}' });
  const { "error-info": info } = await response.json();
  const fault = "an unexpected character, line 2, column 8";
  assert.equal(info, `the body is not parseable JSON: ${fault}`);
});

Deno.test("a path that does not exist is refused as JSON, for every method", async () => {
  for (const path of ["/api", "/api/v1", "/api/v2/none", "/mm7", "/favicon.png", "/a/b?c=d"]) {
    for (const method of ["GET", "POST", "DELETE"]) {
      const response = await fetch(test.url + path, { method });
      assert.equal(response.status, 404, path);
      assert.deepEqual(await response.json(), {
        "status": "failure",
        "error-code": "E100",
        "error-info": "this path does not exist",
      });
    }
  }
});

Deno.test("error-help puts the link of the header into the body, of JSON and XML", async () => {
  const { apiKey: key } = helped;
  const refused = [
    await ask(test, { action: "sendsms" }, { key }),
    await ask(test, "{", { key, early: true }),
    await ask(test, { ...SMS, to: "home" }, { key }),
  ];
  for (const { body, headers } of refused) {
    const [, link] = /^<(.*)>; rel="help"$/.exec(headers.get("link")!)!;
    assert.equal(body.help, link);
    assert.ok(link!.endsWith(`/docs/codes#${body["error-code"]}`));
  }
  assert.deepEqual(Object.keys(refused[2]!.body).at(-1), "help");
  const headers = { "x-api-key": key };
  const { fields } = await askXml(test, "<request><action>fax</action></request>", { headers });
  assert.match(fields.help!, /\/docs\/codes#E107$/);
  const performed = await test.admin("POST", `/accounts/${helped.account}/actions`, {
    request: { action: "sendsms" },
  });
  assert.match(performed.body.help, /\/docs\/codes#E/);

  await test.admin("PATCH", `/accounts/${helped.account}`, { disabled: true });
  const disabled = await ask(test, SMS, { key, early: true });
  assert.deepEqual([faultOf(disabled), "help" in disabled.body], ["E103 403", true]);
  await test.admin("PATCH", `/accounts/${helped.account}`, { disabled: false });
});

Deno.test("help is in no body of an account without error-help, nor over MM7", async () => {
  assert.equal("help" in (await ask(test, { action: "sendsms" })).body, false);
  const { body } = await ask(test, SMS, { key: "of-nobody", early: true });
  assert.deepEqual([body["error-code"], "help" in body], ["E104", false]);
  const response = await fetch(`${test.url}/mm7/v1`, {
    method: "POST",
    headers: {
      authorization: basic(helped.account, helped.apiKey),
      "content-type": "text/xml",
    },
    body: "<none/>",
  });
  assert.doesNotMatch(await response.text(), /help|docs/);
});
