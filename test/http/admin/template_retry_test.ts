/** Failed templates whose files administrators have fetched again. */
import assert from "node:assert/strict";
import { type FileServer, startFiles } from "../../support/files.ts";
import { recordedLog } from "../../support/log_lines.ts";
import { image } from "../../support/media.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { adminBody, jsonOf, startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";
import { settledTemplate } from "../door.ts";

const retryOf = (id: string) => `/templates/${id}/retry`;
const down = () => new Response("down", { status: 503 });

/** Saves a template with a picture of this URL, and waits for its end. */
const savedWith = (test: TestService, url: string) =>
  settledTemplate(test, { "fallback-sms-text": "See it", "slide": [{ image: { url } }] });

/** Serves a picture whose server is down at first. */
function unreliable(files: FileServer) {
  let isUp = false;
  const picture = image("gps.jpg").then((path) => Deno.readFile(path));
  const url = files.respond(
    "picture.jpg",
    async () =>
      isUp ? new Response(await picture, { headers: { "content-type": "image/jpeg" } }) : down(),
  );
  return { url, mend: () => void (isUp = true) };
}

/** Reads a template, once it is not locked. */
// deno-lint-ignore no-explicit-any -- tests look into bodies field by field
const settled = (test: TestService, id: string): Promise<any> =>
  until(
    () => adminBody(test, 200, "GET", `/templates/${id}`),
    ({ state }) => state !== "locked",
  );

async function refusalOf(test: TestService, id: string): Promise<string> {
  const { body, status } = await test.admin("POST", retryOf(id));
  return `${body["error-code"]} ${status} ${body["error-info"]}`;
}

Deno.test("a template that failed is retried under its id, and ready at last", async () => {
  await using files = startFiles();
  const { log, lines } = recordedLog();
  await using test = await startService({ log });
  const { mend, url } = unreliable(files);
  const id = await savedWith(test, url);
  const failed = await settled(test, id);
  assert.equal(failed.state, "failed");

  // The server is down still: the same error comes as another postback.
  const locked = await adminBody(test, 200, "POST", retryOf(id));
  assert.deepEqual(
    { ...locked, media: [] },
    {
      "mms-id": id,
      "account": "acme",
      "name": "a template",
      "state": "locked",
      "tracking-id": failed["tracking-id"],
      "slides": 1,
      "media": [],
      "created-at": failed["created-at"],
    },
  );
  assert.equal((await settled(test, id)).state, "failed");
  mend();
  await adminBody(test, 200, "POST", retryOf(id));
  const ready = await settled(test, id);
  assert.deepEqual(
    ready.history.map(({ event, state }: Record<string, unknown>) => [event, state]),
    [
      ["saved", "locked"],
      ["content-refused", "failed"],
      ["retried", "locked"],
      ["content-refused", "failed"],
      ["retried", "locked"],
      ["transcoded", "ready"],
    ],
  );
  assert.deepEqual(ready.media.map(({ error, state }: Record<string, unknown>) => [error, state]), [
    [null, "done"],
  ]);
  await test.receiver.untilCodes(failed["tracking-id"], ["E011", "E011", "N003"]);
  const own = test.receiver.received.filter(({ body }) => /^(?:E011|N003)$/.test(body.code));
  assert.equal(new Set(own.map(({ headers }) => headers.get("webhook-id"))).size, 3);
  await adminBody(test, 201, "POST", `/templates/${id}/send`, {
    from: "111122",
    to: "16175550101",
  });

  const audited = lines.filter(({ facts }) => facts.operation === "retryTemplate");
  assert.deepEqual(
    audited.map(({ facts }) => [facts["mms-id"], facts.account, facts.status]),
    [[id, "acme", 200], [id, "acme", 200]],
  );
  assert.equal(
    await refusalOf(test, id),
    "E100 409 the template is ready; only one that failed is retried",
  );
});

Deno.test("of retries at once, on two machines, one succeeds", async () => {
  await using files = startFiles();
  const config = { DATABASE_URL: await migratedDatabase(), QUEUE: "postgres" };
  await using first = await startService({ config });
  await using second = await startService({ config, account: { id: "other" }, senders: [] });
  const { mend, url } = unreliable(files);
  const id = await savedWith(first, url);
  await settled(first, id);
  mend();
  const results = await Promise.all(
    Array.from(
      { length: 8 },
      (_, click) => (click % 2 === 0 ? first : second).admin("POST", retryOf(id)),
    ),
  );
  assert.deepEqual(results.map(({ status }) => status).sort(), [200, ...Array(7).fill(409)]);
  for (const { body, status } of results) {
    if (status === 409) assert.match(body["error-info"], /^the template (?:is \w+;|has been)/);
  }
  const { history } = await settled(second, id);
  const names = history.map(({ event }: { event: string }) => event);
  assert.deepEqual(names, ["saved", "content-refused", "retried", "transcoded"]);
  assert.equal(files.requests.get("picture.jpg"), 2);
});

Deno.test("a template is retried under the rules and limits of its account", async () => {
  await using files = startFiles();
  const clock = movableClock();
  await using test = await startService({
    clock,
    config: { ACCOUNT_CACHE_TTL: "0s", TEMPLATES_LOCKED_MAX: "1", UPLOAD_TTL: "1h" },
  });
  assert.match(await refusalOf(test, "nobody"), /^E100 404 mms-id does not exist/);
  const id = await savedWith(test, files.respond("down.jpg", down));

  const change = (fields: Record<string, unknown>) =>
    adminBody(test, 200, "PATCH", "/accounts/acme", fields);
  await change({ disabled: true });
  assert.match(await refusalOf(test, id), /^E103 403/);
  await change({ disabled: false });

  const held = Promise.withResolvers<Response>();
  const slow = { image: { url: files.respond("slow.jpg", () => held.promise) } };
  const { "mms-id": locked } = await jsonOf(
    await test.post({
      "action": "savemms",
      "name": "slow",
      "fallback-sms-text": "x",
      slide: [slow],
    }),
  );
  try {
    assert.match(await refusalOf(test, id), /^E1002 429/);
    assert.match(await refusalOf(test, locked), /^E100 409 the template is locked;/);
  } finally {
    held.resolve(down());
  }
  await settled(test, locked);

  const { items: [upload] } = await adminBody(test, 201, "POST", "/files", {
    file: [{ name: "bad.jpg", content: btoa("no picture") }],
  });
  const own = await savedWith(test, upload.url);
  await adminBody(test, 200, "POST", retryOf(own));
  await settled(test, own);
  clock.advance(3_600_000);
  assert.equal(
    await refusalOf(test, own),
    "E100 409 slide 1: its uploaded file has expired; save a new template",
  );
  assert.deepEqual((await settled(test, own)).history.length, 4);
});

Deno.test("an account's rate holds for templates that are retried", async () => {
  await using files = startFiles();
  await using test = await startService({
    clock: { now: () => Date.UTC(2026, 10, 21) },
    account: { rate: 2 },
  });
  const id = await savedWith(test, files.respond("down.jpg", down));
  await settled(test, id);
  await adminBody(test, 200, "POST", retryOf(id));
  await settled(test, id);
  assert.match(await refusalOf(test, id), /^E113 429/);
});
