/** Every row of the contract's table of errors (section 2), produced through the door. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { FAULTS } from "../../src/core/errors.ts";
import { ask, type DoorResponse, faultOf } from "./door.ts";
import {
  admin,
  assertAlikeInXml,
  databaseUrl,
  emoji,
  type ErrorRow,
  files,
  fragile,
  inXml,
  keys,
  line,
  posted,
  SAVE,
  sent,
  SMS,
  startServices,
  stopServices,
  templates,
  test,
  TEXT,
  withSlide,
} from "./errors_setup.ts";
import { ASK_ERRORS } from "./ask_errors.ts";
import { ONE_CALL_ERRORS } from "./one_call_errors.ts";
import { POOL_ERRORS } from "./pool_errors.ts";
import { madeFaults } from "./made_faults.ts";
import { OBJECT_ERRORS, prepareSends, SEND_ERRORS, TEMPLATE_SENDS } from "./object_errors.ts";
import { REQUEST_ERRORS } from "./request_errors.ts";
import { SCHEDULE_ERRORS } from "./schedule_errors.ts";
import { prepareCampaigns, SUBSCRIPTION_ERRORS } from "./subscription_errors.ts";
import { TEMPLATE_ERRORS } from "./template_errors.ts";

Deno.test.beforeAll(startServices);
Deno.test.beforeAll(prepareSends);
Deno.test.beforeAll(prepareCampaigns);
Deno.test.afterAll(stopServices);

const ROWS: ErrorRow[] = [
  ...REQUEST_ERRORS,
  ...TEMPLATE_ERRORS,
  ...OBJECT_ERRORS,
  ...SEND_ERRORS,
  ...ASK_ERRORS,
  ...ONE_CALL_ERRORS,
  ...SCHEDULE_ERRORS,
  ...POOL_ERRORS,
  ...SUBSCRIPTION_ERRORS,
  ...madeFaults({
    posted,
    sent: (more) => sent("ready", more),
    serve: files.respond,
  }),
  // The last two, in this order: they break the service that receives them.
  ["E503 500", "the store has a fault that no retry mends", async () => {
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    await sql`alter table message rename to gone`;
    await sql.end();
    return await askFragile(SMS);
  }, "internal error"],
  ["E504 503", "the store is not there", async () => {
    await line.cut();
    const refused = await askFragile(SMS);
    assert.match(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    return refused;
  }, "temporarily unable to accept; try again"],
];

/** Sends a body to the service that fails, in both forms. */
async function askFragile(body: object): Promise<DoorResponse> {
  const response = await ask(fragile, body);
  await assertAlikeInXml(fragile, body, response);
  return response;
}

for (const [fault, when, produce, info] of ROWS) {
  Deno.test(`${fault}: ${when}`, async () => {
    const response = await produce();
    assert.equal(faultOf(response), fault, response.body["error-info"]);
    if (typeof info === "string") assert.equal(response.body["error-info"], info);
    else assert.match(response.body["error-info"], info);
  });
}

for (const [fault, when, template, fields] of TEMPLATE_SENDS) {
  Deno.test(`${fault}, of a send by an administrator: ${when}`, async () => {
    const request = { from: "111122", to: "16175550101", ...fields };
    const response = await admin("POST", `/templates/${templates[template]}/send`, request)();
    assert.equal(faultOf(response), fault, response.body["error-info"]);
  });
}

Deno.test("the rows cover the catalogue of errors, and nothing else", () => {
  const catalogue = Object.values(FAULTS).map(({ json, http }) => `${json} ${http}`);
  const produced = ROWS.map(([fault]) => fault);
  assert.deepEqual([...new Set(produced)].sort(), [...new Set(catalogue)].sort());
});

Deno.test("most faults were compared in XML", () => {
  const compared = [...inXml].length;
  assert.ok(compared > 40, `${compared} faults: ${[...inXml].sort().join(", ")}`);
});

/** Requests just within the limits above. */
const TAKEN: [what: string, ask: () => Promise<DoorResponse>][] = [
  ["nine slides", posted({ ...SAVE, slide: Array(9).fill(TEXT) })],
  ["a text of 5000 emoji", posted(withSlide({ "message-text": emoji(5000) }))],
  ["a client-reference of 64 emoji", posted({ ...SAVE, "client-reference": emoji(64) })],
  [
    "no fallback text, where the template disables the fallback",
    posted({ ...SAVE, "fallback-sms-text": undefined, "disable-fallback-sms": true }),
  ],
  [
    "no fallback text, where the account has no fallback",
    () => ask(test, { ...SAVE, "fallback-sms-text": undefined }, { key: keys["no-fallback"] }),
  ],
  [
    "a send that brings the text for the fallback it enables",
    sent("quiet", { "disable-fallback-sms": false, "fallback-sms-text": "See it" }),
  ],
  [
    "timestamps beyond their maximum, which are cut to it",
    sent("ready", {
      "mms-expiry-timestamp": "2126-07-01",
      "fallback-sms-link-expiration": "2126-07-01",
    }),
  ],
  [
    "timestamps that are empty",
    sent("ready", {
      "mms-expiry-timestamp": "",
      "fallback-sms-link-expiration": "",
    }),
  ],
  [
    "a known operator-id, whatever the header says",
    posted({ ...SMS, "operator-id": "0001470" }, { headers: { "x-service-carrier-id": "7" } }),
  ],
  [
    "an operator-id that spares the lookup",
    () => ask(test, { ...SMS, "operator-id": "0001470" }, { key: keys["looked-up"] }),
  ],
  [
    "a campaign-ref where the account does not enforce it",
    posted({ ...SMS, "campaign-ref": "summer" }),
  ],
];

for (const [title, produce] of TAKEN) {
  Deno.test(`taken: ${title}`, async () => {
    const { status, body } = await produce();
    assert.equal(status, 200, JSON.stringify(body));
  });
}
