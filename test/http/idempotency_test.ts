/**
 * Idempotency-Key (contract section 1): a repeated request gets the first response, and is not
 * performed again.
 */
import assert from "node:assert/strict";
import { createAccount, issueKey } from "../../src/actions/provision.ts";
import { document } from "../contract/validate.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { bytesOf, redAboveBlue } from "../support/jpegs.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { shareShortCode, startService, type TestService } from "../support/service.ts";
import { createVasp } from "../support/vasp.ts";
import { settledTemplate } from "./door.ts";
import {
  askKeyed,
  assertDone,
  assertRefused,
  assertReplayed,
  fieldsOf,
  IN_PROGRESS,
  isInProgress,
  newKey,
  untilResponded,
  USED,
} from "./keyed.ts";

const FROM = { from: "111122", to: "16175550101" };
const SMS = { action: "sendsms", ...FROM, "message-text": "Hello" };
const SAVE = {
  action: "savemms",
  name: "Sale",
  "fallback-sms-text": "See it",
  slide: [{ "message-text": "Hello" }],
};
const EVENT = {
  action: "createcalendar",
  "event-title": "Launch",
  "event-description": "We begin",
  "event-location": "Paris",
  "event-start-datetime": "2026-07-01T10:00:00",
  "event-end-datetime": "2026-07-01T11:00:00",
  "event-timezone": "Europe/Paris",
};
const CONTACT = { action: "createcontact", name: { "first-name": "Ada" } };
const IMAGE = { action: "createimage", barcode: { id: "A-1" } };

const HOUR = 3_600_000;

async function picture(): Promise<Response> {
  const headers = { "content-type": "image/jpeg" };
  return new Response(await bytesOf(redAboveBlue().jpeg()), { headers });
}

/** Adds a file that is served only once released. */
function slowFile(files: FileServer, name: string) {
  const requested = Promise.withResolvers<void>();
  const { promise, resolve: respond } = Promise.withResolvers<Response>();
  const url = files.respond(name, () => {
    requested.resolve();
    return promise;
  });
  return { url, requested: requested.promise, release: respond };
}

let test: TestService;
let mmsId: string;
/** Advance of the service's clock, in milliseconds. */
let ahead = 0;
/** Time at which the service's clock stands still; null: it runs. */
let stoppedAt: number | null = null;
const files = startFiles();

const keyed = (title: string, run: () => Promise<void>) =>
  Deno.test(`Idempotency-Key: ${title}`, run);

Deno.test.beforeAll(async () => {
  test = await startService({ clock: { now: () => (stoppedAt ?? Date.now()) + ahead } });
  mmsId = await settledTemplate(test, SAVE);
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const send = (key: string, body: unknown) => askKeyed(test, key, body);
const sent = async (recipient: string) =>
  (await test.admin("GET", `/messages?recipient=${recipient}&limit=100`)).body.items;
const customer = async (id: string, rate: number | null = null) => {
  const { apiKey } = await createAccount(test.service.provision, { id, name: id, rate });
  await shareShortCode(test, id);
  return { url: test.url, apiKey };
};

const ACTIONS: Record<string, () => object> = {
  sendsms: () => ({ ...SMS, "click-tracking": true, "message-text": "See https://example.com/" }),
  sendsavedmms: () => ({ action: "sendsavedmms", ...FROM, "mms-id": mmsId }),
  savemms: () => SAVE,
  createimage: () => IMAGE,
  createcontact: () => CONTACT,
  createcalendar: () => EVENT,
};

for (const [action, body] of Object.entries(ACTIONS)) {
  keyed(`${action} again gets the same bytes, as often as it comes`, async () => {
    const key = newKey();
    const first = await send(key, body());
    assertDone(first);
    for (let times = 0; times < 3; times++) assertReplayed(await send(key, body()), first);
    assertRefused(await send(key, { ...body(), more: 1 }), "E121 409", USED);
    assertReplayed(await send(key, body()), first);
  });

  keyed(`${action} gets the same headers as without a key`, async () => {
    const { headers } = await test.post(body());
    const response = await send(newKey(), body());
    for (const name of ["content-type", "content-disposition"]) {
      assert.equal(response.headers.get(name), headers.get(name));
    }
    assert.equal(headers.get("idempotent-replayed"), null);
  });
}

keyed("a repeated request sends one message, and reports it once", async () => {
  const to = "16175552001";
  const key = newKey();
  const first = await send(key, { ...SMS, to });
  const { "tracking-id": id } = fieldsOf(first);
  await test.receiver.untilCodes(id, ["N201", "N202"]);
  assertReplayed(await send(key, { ...SMS, to }), first);
  assert.equal((await sent(to)).length, 1);
});

keyed("without a key a repetition is another message", async () => {
  const to = "16175552002";
  await test.post({ ...SMS, to });
  await test.post({ ...SMS, to });
  await send(newKey(), { ...SMS, to });
  await send(newKey(), { ...SMS, to });
  assert.equal((await sent(to)).length, 4);
});

keyed("a body written otherwise is the same body", async () => {
  const key = newKey();
  const first = await send(key, SMS);
  assertDone(first);
  const reversed = Object.fromEntries(Object.entries(SMS).toReversed());
  for (
    const body of [
      JSON.stringify(SMS, null, 2),
      reversed,
      { ...SMS, action: "SendSMS" },
      JSON.stringify(SMS).replace("Hello", "\\u0048ello"),
    ]
  ) {
    assertReplayed(await send(key, body), first);
  }
  assertRefused(await send(key, { ...SMS, "message-text": "hello" }), "E121 409", USED);
});

keyed("a body of nothing but brackets may have a key, too", async () => {
  const body = JSON.stringify(SMS).replace("{", `{"more":${"[".repeat(1e5)}${"]".repeat(1e5)},`);
  const key = newKey();
  const first = await send(key, body);
  assertDone(first);
  assertReplayed(await send(key, body), first);
  assertRefused(await send(key, body.replace("[]", "[[]]")), "E121 409", USED);
});

keyed("64 at once are one message; each gets its response, or is told to retry", async () => {
  const body = { ...SMS, to: "16175552003" };
  const key = newKey();
  const responses = await Promise.all(Array.from({ length: 64 }, () => send(key, body)));
  const done = responses.filter(({ replayed, status }) => status === 200 && !replayed);
  assert.equal(done.length, 1);
  for (const response of responses) {
    if (response !== done[0] && !isInProgress(response)) assertReplayed(response, done[0]!);
  }
  const later = await Promise.all(Array.from({ length: 64 }, () => send(key, body)));
  for (const response of later) assertReplayed(response, done[0]!);
  assert.equal((await sent(body.to)).length, 1);
});

keyed(
  "while a request is in progress a repetition is told to wait, another request refused",
  async () => {
    const slow = slowFile(files, "slow.jpg");
    const barcode = { id: "A-1", width: "80", height: "80", "hide-text": true };
    const body = { ...IMAGE, barcode, "background-image-url": slow.url };
    const key = newKey();
    const drawing = send(key, body);
    await slow.requested;
    assert.ok(isInProgress(await send(key, body)));
    assertRefused(await send(key, IMAGE), "E121 409", USED);
    slow.release(await picture());
    const first = await drawing;
    assertDone(first);
    assertReplayed(await send(key, body), first);
  },
);

keyed("keys of two accounts are distinct", async () => {
  const key = newKey();
  const mine = await send(key, SMS);
  const other = await customer("other");
  const theirs = await askKeyed(other, key, { ...SMS, "message-text": "Theirs" });
  assertDone(theirs);
  assertReplayed(await send(key, SMS), mine);
});

/** Bodies that are refused, and their faults. */
const REFUSED: [fault: string, body: () => object][] = [
  ["E712 400", () => ({ ...SMS, "message-text": "" })],
  ["E110 400", () => ({ ...SMS, to: "1617555010" })],
  ["E111 403", () => ({ ...SMS, from: "999999" })],
  ["E241 404", () => ({ action: "sendsavedmms", ...FROM, "mms-id": "nothing" })],
  ["E313 400", () => ({ ...SAVE, slide: [{}] })],
  ["E1502 422", () => ({
    ...IMAGE,
    "background-image-url": files.respond("gone.jpg", () => new Response(null, { status: 404 })),
  })],
  ["E1703 400", () => ({ ...EVENT, "event-title": "" })],
];

for (const [fault, body] of REFUSED) {
  keyed(`${fault} leaves the key for the corrected request`, async () => {
    const key = newKey();
    assertRefused(await send(key, body()), fault);
    assertRefused(await send(key, body()), fault);
    const first = await send(key, SMS);
    assertDone(first);
    assertRefused(await send(key, body()), "E121 409", USED);
  });
}

keyed("a request over the rate leaves its key free, and a repetition does not count", async () => {
  const slow = await customer("slow", 1);
  const [key, next] = [newKey(), newKey()];
  stoppedAt = Date.now();
  try {
    const first = await askKeyed(slow, key, SMS);
    assertDone(first);
    assertRefused(await askKeyed(slow, next, SMS), "E113 429");
    for (let times = 0; times < 5; times++) {
      assertReplayed(await askKeyed(slow, key, SMS), first);
    }
    ahead += 1000;
    assertDone(await askKeyed(slow, next, SMS));
  } finally {
    stoppedAt = null;
  }
});

for (
  const [title, key] of [
    ["no character", ""],
    ["256 characters", "a".repeat(256)],
    ["a space", "a b"],
    ["a comma, as two headers have", "a, b"],
    ["a slash", "a/b"],
    ["a letter with an accent", "é"],
  ] as const
) {
  keyed(`a key of ${title} is refused`, async () => {
    assertRefused(
      await send(key, SMS),
      "E100 400",
      "Idempotency-Key must be 1 to 255 letters, digits, periods, underscores or hyphens",
    );
  });
}

keyed("keys must have the contract's form", async () => {
  const { schema } = document.operation("postAction").parameters
    .find(({ name }) => name === "Idempotency-Key")!;
  const longest = `${"aZ09._-".repeat(36)}aZ0`;
  assert.equal(longest.length, 255);
  for (const key of [longest, "-", "."]) {
    assert.match(key, new RegExp(schema.pattern!));
    assertDone(await send(key, SMS));
  }
});

keyed("without an API key no stored response is returned", async () => {
  const key = newKey();
  assertDone(await send(key, SMS));
  for (const apiKey of ["", "nobody's"]) {
    assertRefused(await askKeyed({ url: test.url, apiKey }, key, SMS), "E104 401");
  }
});

keyed("a repetition gets its response though it could not be performed any more", async () => {
  const id = "moving";
  const { provision } = test.service;
  const { apiKey: oldKey } = await customer(id);
  const key = newKey();
  const first = await askKeyed({ url: test.url, apiKey: oldKey }, key, SMS);
  assertDone(first);
  const { apiKey } = await issueKey(provision, id);
  await test.admin("DELETE", `/accounts/${id}/senders/111122`);
  const open = { url: test.url, apiKey };
  assertRefused(await askKeyed(open, newKey(), SMS), "E111 403");
  assertReplayed(await askKeyed(open, key, SMS), first);
});

keyed("a request that took longer than its lease has accepted nothing", async () => {
  const slow = slowFile(files, "slower.jpg");
  const key = newKey();
  const late = send(key, {
    action: "sendsavedmms",
    from: "111122",
    to: "16175552004",
    "mms-id": mmsId,
    "dynamic-image": [{ "background-image-url": slow.url }],
  });
  await slow.requested;
  ahead += 2 * HOUR;
  const body = { ...SMS, to: "16175552005" };
  const next = await send(key, body);
  assertDone(next);
  slow.release(await picture());
  assertRefused(await late, "E121 409", IN_PROGRESS);
  assertReplayed(await send(key, body), next);
  assert.deepEqual(await sent("16175552004"), []);
});

keyed("24 hours after its response a key is unused again", async () => {
  const key = newKey();
  const first = await send(key, SMS);
  ahead += 24 * HOUR - 60_000;
  assertReplayed(await send(key, SMS), first);
  ahead += 120_000;
  const second = await send(key, EVENT);
  assertDone(second);
  assertReplayed(await send(key, EVENT), second);
});

keyed("MM7 knows no such key", async () => {
  const vasp = createVasp(test);
  const key = newKey();
  assertDone(await send(key, SMS));
  const headers = { "idempotency-key": key };
  const ids = [
    await vasp.submit({ transactionId: "one", headers }),
    await vasp.submit({ transactionId: "two", headers }),
  ];
  assert.equal(new Set(ids).size, 2);
});

Deno.test("Idempotency-Key: two services on one database perform a request once", async () => {
  const config = { DATABASE_URL: await migratedDatabase() };
  await using service = await startService({ config });
  await using two = await startService({ config, account: { id: "second" }, senders: [] });
  const services = [service, { url: two.url, apiKey: service.apiKey }];
  for (let round = 0; round < 10; round++) {
    const key = newKey();
    const body = { ...SMS, "message-text": `round ${round}` };
    const responses = await Promise.all(
      Array.from({ length: 16 }, (_, index) => askKeyed(services[index % 2]!, key, body)),
    );
    const done = responses.filter(({ replayed, status }) => status === 200 && !replayed);
    assert.equal(done.length, 1);
    for (const each of services) {
      const later = await untilResponded(() => askKeyed(each, key, body));
      assertReplayed(later, done[0]!);
    }
  }
  const { body } = await service.admin("GET", `/messages?recipient=${SMS.to}&limit=100`);
  assert.equal(body.items.length, 10);
});
