/**
 * Performance isolation: no account delays another. In each test one account causes as much load as
 * it can, which is not over when another's requests are.
 */
import assert from "node:assert/strict";
import { type Customer, newCustomer } from "../../support/customer.ts";
import { type FileServer, startFiles, tricklingFile } from "../../support/files.ts";
import { image, second, video } from "../../support/media.ts";
import {
  adminBody,
  jsonOf,
  SHORT_CODE,
  startService,
  type TestService,
} from "../../support/service.ts";
import { type Smsc, startSmsc } from "../../support/smsc.ts";
import { createVasp, type Vasp } from "../../support/vasp.ts";

let test: TestService;
let files: FileServer;
let smsc: Smsc;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService({
    account: { postbackUrl: null },
    config: {
      SHUTDOWN_TIMEOUT: "1s",
      TEMPLATES_LOCKED_MAX: "40",
      TRANSCODE_CONCURRENCY: "1",
      DELIVER_CONCURRENCY: "64",
      DELIVER_BACKLOG: "128",
      PREPARE_CONCURRENCY: "4",
    },
  });
  smsc = await startSmsc();
  smsc.respond = () => "silence";
  const { host, port } = smsc;
  await adminBody(test, 201, "POST", "/smscs", {
    name: "slow",
    host,
    port,
    "system-id": "us",
    password: "secret",
    window: 64,
    timeout: 300,
  });
  const sender = { ...SHORT_CODE, address: SLOW_SENDER, "sms-connector": "slow" };
  await adminBody(test, 201, "POST", "/accounts/acme/senders", sender);
  await smsc.until(() => smsc.sessions.length > 0);
});

Deno.test.afterAll(async () => {
  await smsc[Symbol.asyncDispose](); // else the service waits for its responses
  await test.stop();
  await files.stop();
});

function template(slide: Record<string, unknown>): Record<string, unknown> {
  return { action: "savemms", name: "Neighbour", "fallback-sms-text": "See", slide: [slide] };
}

/** Saves a template, and waits until it can be sent. */
async function saved(
  neighbour: Customer,
  slide: Record<string, unknown>,
): Promise<void> {
  const { "mms-id": mmsId } = await jsonOf(await neighbour.post(template(slide)));
  await neighbour.receiver.until(
    (all) => all.some(({ body }) => body.code === "N003" && body["mms-id"] === mmsId),
  );
}

Deno.test("templates whose files trickle in keep no other account's templates waiting", async () => {
  await using neighbour = await newCustomer(test);
  const trickling = files.respond("trickle.jpg", () => tricklingFile(10, 500));
  const picture = await files.add("gps.jpg", "image/jpeg", await image("gps.jpg"));
  const attack = await Promise.all(
    Array.from({ length: 40 }, () => test.post(template({ image: { url: trickling } }))),
  );
  assert.deepEqual(new Set(attack.map(({ status }) => status)), new Set([200]));
  for (let n = 0; n < 5; n++) await saved(neighbour, { "message-text": "Words alone" });
  for (let n = 0; n < 3; n++) await saved(neighbour, { image: { url: picture } });

  // All others are still being fetched: the account is at its limit, and others have room.
  const more = await jsonOf(await test.post(template({ image: { url: trickling } })), 429);
  assert.equal(more["error-code"], "E1002");
  assert.match(more["error-info"], /40 templates of this account are being encoded/);
});

/** Texts to a carrier that never responds: DELIVER_CONCURRENCY of them are in its hands. */
const SLOW_TEXTS = 1500;
const SLOW_SENDER = "222233";

/** Checks that slow texts wait for their turn. */
async function slowTextsWait(): Promise<void> {
  const { items } = await adminBody(test, 200, "GET", "/messages?account=acme&state=accepted");
  assert.notEqual(items.length, 0, "it waited for all the others");
}

Deno.test("many texts to a slow carrier keep no other account's text waiting", async () => {
  await using neighbour = await newCustomer(test);
  const to = "16175550101";
  const slow = { action: "sendsms", from: SLOW_SENDER, to, "message-text": "Slow" };
  await Promise.all(Array.from({ length: SLOW_TEXTS }, async () => {
    assert.equal((await test.post(slow)).status, 200);
  }));
  await smsc.until(() => smsc.submitted.length >= 32);
  for (let n = 0; n < 10; n++) {
    const id = await neighbour.send();
    await neighbour.receiver.untilCodes(id, ["N201", "N202"]);
  }
  await slowTextsWait();
});

Deno.test("retries are claimed from each account in turn", async () => {
  await using neighbour = await newCustomer(test);
  // It throttles twice: the message comes from the store both times.
  const id = await neighbour.send("16175550109");
  await neighbour.receiver.untilCodes(id, ["N201", "N202"]);
  await slowTextsWait();
});

Deno.test("content that needs fitting keeps no other account's content waiting", async () => {
  await using neighbour = await newCustomer(test);
  const large = await Deno.readFile(await image("photo.jpg"));
  await using loud = await newCustomer(test);
  const submit = (vasp: Vasp, jpeg: Uint8Array, n: number) =>
    vasp.submit({
      fields: {
        Recipients: "<Recipients><To><Number>16175550108</Number></To></Recipients>",
        Content: `<Content href="cid:content" allowAdaptations="true"/>`,
      },
      transactionId: `fit ${n} ${crypto.randomUUID()}`,
      content: { headers: ["Content-Type: image/jpeg", "Content-ID: <content>"], content: jpeg },
    });
  const different = (n: number) => Uint8Array.from([...large.subarray(0, -2), n, 0xff, 0xd9]);
  const vaspOf = ({ account, apiKey }: Customer) => createVasp({ url: test.url, account, apiKey });
  const attacker = vaspOf(loud);
  await Promise.all(Array.from({ length: 24 }, (_, n) => submit(attacker, different(n), n)));
  const id = await submit(vaspOf(neighbour), different(200), 0);
  await neighbour.receiver.until((all) => all.some(({ body }) => body.code === "N013"));
  const fitted = loud.receiver.received.filter(({ body }) => body.code === "N013").length;
  assert.ok(fitted <= 12, `only after ${fitted} of the other's 24`);
  await neighbour.receiver.untilCodes(id, ["N013", "N101", "N102"]);
});

/** Films of the loud account, of which one is encoded at a time. */
const FILMS = 10;

// The last test, since its films are still being encoded at the end.
Deno.test("films that are being encoded keep no other account's template waiting", async () => {
  await using neighbour = await newCustomer(test);
  // Seconds of work, each: a longer one would fit no rendition, and be refused at once.
  const film = await files.add("film.mp4", "video/mp4", await video({ seconds: 60 }));
  const short = await files.add("short.mp4", "video/mp4", await second("mp4"));
  await using loud = await newCustomer(test);
  for (let n = 0; n < FILMS; n++) {
    // Each counts as a file of its own.
    const url = `${film}?${n}`;
    assert.equal((await loud.post(template({ video: { url } }))).status, 200);
  }
  await saved(neighbour, { video: { url: short } });
  const ended = loud.receiver.received.map(({ body }) => body.code);
  assert.ok(ended.length <= FILMS / 2 && ended.every((code) => code === "N003"), ended.join());
});
