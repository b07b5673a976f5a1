/** Contract section 9: `sendmms`, with real content to the loopback carrier. */
import assert from "node:assert/strict";
import { createService, readConfig } from "../../mod.ts";
import { createAccount } from "../../src/actions/provision.ts";
import { silentLog } from "../../src/log/mod.ts";
import { ask, bodyOfSuccess, faultOf, type RequestOptions } from "../http/door.ts";
import {
  type Body,
  carried,
  carriedOnce,
  FROM,
  NO_MMS,
  send,
  type Sent,
  textsOf,
  TO,
} from "../spec/traffic.ts";
import { type FileServer, startFiles } from "../support/files.ts";
import { bytes, image, video } from "../support/media.ts";
import { lendDatabase } from "../support/migrated.ts";
import { movableClock } from "../support/movable_clock.ts";
import { shareShortCode, startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

let test: TestService;
let files: FileServer;
let photo: string;

Deno.test.beforeAll(async () => {
  files = startFiles();
  test = await startService();
  photo = await files.add("photo.jpg", "image/jpeg", await image("photo.jpg"));
});

Deno.test.afterAll(async () => {
  await test.stop();
  await files.stop();
});

const FALLBACK = { "fallback-sms-text": "See it at example.com" };

function sendmms(
  slide: unknown[],
  codes: string[],
  fields: Record<string, unknown> = {},
  options?: RequestOptions,
): Promise<Sent> {
  return send(test, { action: "sendmms", ...FALLBACK, slide, ...fields }, codes, options);
}

const refused = async (fields: Record<string, unknown>) =>
  await ask(test, {
    action: "sendmms",
    from: FROM,
    to: TO,
    slide: [{ "message-text": "Hi" }],
    ...FALLBACK,
    ...fields,
  });

/** Serves a picture that changes only when `version` is set, and notes what it responded. */
async function versioned(name: string) {
  const content = {
    one: await Deno.readFile(await image("photo.jpg")),
    two: await Deno.readFile(await image("palette.png")),
  };
  const served = { version: "one" as keyof typeof content, statuses: [] as number[] };
  const respond = ({ headers }: Request): Response => {
    const etag = `"${served.version}"`;
    const isCurrent = headers.get("if-none-match") === etag;
    served.statuses.push(isCurrent ? 304 : 200);
    if (isCurrent) return new Response(null, { status: 304, headers: { etag } });
    const type = served.version === "one" ? "image/jpeg" : "image/png";
    return new Response(content[served.version], { headers: { etag, "content-type": type } });
  };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, respond);
  return Object.assign(served, {
    url: `http://127.0.0.1:${server.addr.port}/${name}`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  });
}

Deno.test("a picture goes out in one call: the answer to the letter, then N013, N101, N102", async () => {
  const slide = [{ "image": { url: photo }, "message-text": "Hello {$name|friend}" }];
  const sent = await sendmms(slide, ["N013", "N101", "N102"], {
    "message-subject": "For {$name}",
    "client-reference": "order-7",
    "merge-tag-data": { name: "Ana" },
  });
  const { response } = sent;
  assert.deepEqual(response, {
    "status": "Success",
    "mms-id": response["mms-id"],
    "tracking-id": sent.id,
    "to": TO,
    "from": FROM,
    "status-details": "MMS accepted and queued for delivery",
  });
  for (const postback of sent.postbacks) {
    assert.equal(postback["mms-id"], response["mms-id"]);
    assert.equal(postback["client-reference"], "order-7");
  }
  const message = await carriedOnce(test, sent);
  assert.equal(message.subject, "For Ana");
  assert.deepEqual(textsOf(message), ["Hello Ana"]);
  const { default: sharp } = await import("sharp");
  const { info } = await sharp(message.parts[1]!.bytes).toBuffer({ resolveWithObject: true });
  assert.equal(info.format, "jpeg");
  assert.ok(info.width <= 640 && info.height <= 1138);
});

Deno.test("its mms-id is no template: E241 for sendsavedmms, and none in the list", async () => {
  const { response } = await sendmms([{ image: { url: photo } }], ["N013", "N101", "N102"]);
  const mmsId = response["mms-id"];
  const again = await ask(test, { action: "sendsavedmms", from: FROM, to: TO, "mms-id": mmsId });
  assert.equal(faultOf(again), "E241 404");
  const { body } = await test.admin("GET", "/templates");
  assert.deepEqual(body.items.filter((item: Body) => item["mms-id"] === mmsId), []);
});

Deno.test("a text alone needs no file: N101 comes at once", async () => {
  const sent = await sendmms([{ "message-text": "One" }, { "message-text": "Two" }], [
    "N101",
    "N102",
  ]);
  assert.deepEqual(textsOf(await carriedOnce(test, sent)), ["One", "Two"]);
});

Deno.test("service-id names the campaign where campaign-ref does not", async () => {
  const { postbacks } = await sendmms([{ "message-text": "One" }], ["N101", "N102"], {
    "service-id": "spring",
  });
  assert.equal(postbacks[0]["campaign-ref"], "spring");
  const both = await sendmms([{ "message-text": "One" }], ["N101", "N102"], {
    "service-id": "spring",
    "campaign-ref": "summer",
  });
  assert.equal(both.postbacks[0]["campaign-ref"], "summer");
});

Deno.test("a drawn picture and a fetched film share a message, and N013 comes once", async () => {
  const film = await files.add("film.mp4", "video/mp4", await video({ seconds: 2 }));
  const card = {
    "add-text-area": "yes",
    "text-area": { "text-area-1": { text: "For {$name}" } },
  };
  const sent = await sendmms([{ image: card }, { video: { url: film } }], [
    "N013",
    "N101",
    "N102",
  ], { "merge-tag-data": { name: "Ana" } });
  const { parts } = await carriedOnce(test, sent);
  assert.deepEqual(parts.slice(1).map(({ type }) => type), ["image/jpeg", "video/mp4"]);
});

// ── requests for the files ──

Deno.test("each request asks for the file: conditionally after a first response, whole if it has changed", async () => {
  await using served = await versioned("tulip");
  const slide = [{ image: { url: served.url } }];
  const codes = ["N013", "N101", "N102"];
  const first = await carriedOnce(test, await sendmms(slide, codes));
  const second = await carriedOnce(test, await sendmms(slide, codes));
  assert.deepEqual(second.parts, first.parts);
  served.version = "two";
  const third = await carriedOnce(test, await sendmms(slide, codes));
  assert.notDeepEqual(third.parts[1]!.bytes, first.parts[1]!.bytes);
  assert.deepEqual(served.statuses, [200, 304, 200]);
});

Deno.test("equal requests at once share the request for the file; each gets its message", async () => {
  const release = Promise.withResolvers<void>();
  const content = await Deno.readFile(await image("photo.jpg"));
  const url = files.respond("shared.jpg", async () => {
    await release.promise;
    return new Response(content, { headers: { "content-type": "image/jpeg" } });
  });
  const codes = ["N013", "N101", "N102"];
  const sends = Array.from({ length: 20 }, () => sendmms([{ image: { url } }], codes));
  await until(
    async () => (await states()).filter((state) => state === "preparing").length,
    (count) => count === 20,
  );
  release.resolve();
  const sent = await Promise.all(sends);
  assert.equal(files.requests.get("shared.jpg"), 1);
  assert.equal(new Set(sent.map(({ id }) => id)).size, 20);
  for (const each of sent) assert.equal((await carried(test, each)).length, 1);
});

async function states(): Promise<string[]> {
  const { body } = await test.admin("GET", "/messages?limit=100");
  return body.items.map(({ state }: Body) => state);
}

Deno.test("what one account may read is requested for again for another", async () => {
  await using served = await versioned("members");
  const { apiKey } = await createAccount(test.service.provision, { id: "other", name: "Other" });
  await shareShortCode(test, "other");
  const slide = [{ image: { url: served.url } }];
  await sendmms(slide, ["N013", "N101", "N102"]);
  const { "tracking-id": id } = bodyOfSuccess(
    await ask(test, { action: "sendmms", from: FROM, to: TO, ...FALLBACK, slide }, {
      key: apiKey,
    }),
  );
  await until(
    async () => (await test.admin("GET", `/messages/${id}`)).body.state,
    (state) => state === "delivered",
  );
  assert.deepEqual(served.statuses, [200, 200]);
});

// ── files that cannot be used ──

Deno.test("a file that cannot be used fails the message: E011, E012 or E013 for each, then E101", async () => {
  const broken = new TextEncoder().encode("no film");
  const film = files.respond(
    "broken.mp4",
    () => new Response(broken, { headers: { "content-type": "video/mp4" } }),
  );
  const sound = await files.add(
    "broken.mp3",
    "audio/mpeg",
    await bytes("broken.mp3", new Uint8Array(2000).fill(255)),
  );
  const none = `${new URL(photo).origin}/none.jpg`;
  const cases: [slide: unknown[], code: string, fields: Record<string, string>][] = [
    [[{ image: { url: none } }], "E011", { "content-type": "image", "content-name": none }],
    [[{ video: { url: film } }], "E013", { "video-name": film }],
    [[{ audio: { url: sound } }], "E012", { "audio-name": sound }],
    [[{ video: { url: photo } }], "E011", { "content-type": "video", "content-name": photo }],
  ];
  for (const [slide, code, fields] of cases) {
    const { postbacks } = await sendmms(slide, [code, "E101"], { "client-reference": "mine" });
    for (const [name, value] of Object.entries(fields)) assert.equal(postbacks[0][name], value);
    assert.equal(postbacks[0]["client-reference"], "mine");
    assert.notEqual(postbacks[0]["error-info"], "");
    assert.equal(postbacks[1].status, "Failed");
  }
  const both = [{ image: { url: none } }, { image: { url: `${none}?2` } }];
  await sendmms(both, ["E011", "E011", "E101"]);
});

// ── fallback ──

Deno.test("an operator without MMS gets the text and a page that shows the picture", async () => {
  const sent = await sendmms([{ image: { url: photo } }], ["N013", "N101", "N102"], {
    to: NO_MMS,
  });
  assert.equal(sent.postbacks[1]["sent-as"], "SMS");
  const { kind, text } = await carriedOnce(test, sent);
  assert.equal(kind, "SMS");
  const [, link] = /^See it at example\.com (http:\S+)$/.exec(text!)!;
  const page = await (await fetch(link!)).text();
  const [, source] = /<img[^>]* src="([^"]+)"/.exec(page)!;
  const shown = await fetch(new URL(source!, link));
  assert.equal(shown.headers.get("content-type"), "image/jpeg");
  assert.ok((await shown.bytes()).length > 1000);
});

// ── refusals ──

Deno.test("an invalid request is refused by the field's code, and leaves nothing", async () => {
  const before = (await states()).length;
  const slides = (count: number) => Array.from({ length: count }, () => ({ "message-text": "x" }));
  const cases: [Record<string, unknown>, string][] = [
    [{ slide: undefined }, "E312 400"],
    [{ slide: [] }, "E312 400"],
    [{ slide: slides(10) }, "E225 400"],
    [{ slide: [{}] }, "E313 400"],
    [{ slide: [{ image: { url: "ftp://example.com/x.jpg" } }] }, "E229 400"],
    [{ slide: [{ image: { url: "http://10.0.0.1/x.jpg" } }] }, "E229 400"],
    [{ slide: [{ image: { url: photo }, video: { url: photo } }] }, "E227 400"],
    [{ "fallback-sms-text": undefined }, "E622 400"],
    [{ "fallback-sms-text": " " }, "E622 400"],
    [{ to: undefined }, "E110 400"],
    [{ to: "447700900123" }, "E110 400"],
    [{ from: undefined }, "E111 400"],
    [{ from: "999999" }, "E111 403"],
    [{ "operator-id": "none" }, "E651 400"],
    [{ "mms-expiry-timestamp": "2001-01-01T00:00:00Z" }, "E652 400"],
    [{ "client-reference": "x".repeat(65) }, "E315 400"],
    [{ "merge-tag-data": "none" }, "E100 400"],
  ];
  for (const [fields, fault] of cases) {
    const response = await refused(fields);
    assert.equal(faultOf(response), fault, JSON.stringify(fields));
    assert.equal(response.body.status, "Failure");
  }
  assert.equal((await states()).length, before);
});

Deno.test("the same Idempotency-Key is one message, whose files are fetched once", async () => {
  const url = await files.add("once.jpg", "image/jpeg", await image("photo.jpg"));
  const headers = { "idempotency-key": crypto.randomUUID() };
  const fields = {
    action: "sendmms",
    from: FROM,
    to: TO,
    ...FALLBACK,
    slide: [{ image: { url } }],
  };
  const [first, second] = [
    bodyOfSuccess(await ask(test, fields, { headers })),
    bodyOfSuccess(await ask(test, fields, { headers })),
  ];
  assert.deepEqual(second, first);
  await test.receiver.untilCodes(first["tracking-id"], ["N013", "N101", "N102"]);
  assert.equal(files.requests.get("once.jpg"), 1);
});

// ── time and restarts ──

Deno.test("a service that stops while a file is fetched fetches it again: each postback once", async () => {
  const database = await lendDatabase();
  const config = { DATABASE_URL: database.url };
  const first = await startService({ config });
  const requested = Promise.withResolvers<void>();
  const content = await Deno.readFile(await image("photo.jpg"));
  const over = Promise.withResolvers<void>();
  let isStuck = true;
  const url = files.respond("stuck.jpg", async () => {
    requested.resolve();
    if (isStuck) await over.promise;
    return new Response(content, { headers: { "content-type": "image/jpeg" } });
  });
  const slide = [{ image: { url } }];
  const { "tracking-id": id } = bodyOfSuccess(
    await ask(first, { action: "sendmms", from: FROM, to: TO, ...FALLBACK, slide }),
  );
  await requested.promise;
  isStuck = false;
  await first.service.stop();
  assert.deepEqual(first.receiver.codes(id), []);
  const second = await createService(
    readConfig({
      PORT: "0",
      DATA_DIR: first.dataDir,
      OUTBOUND_ALLOW: "127.0.0.0/8",
      DEFAULT_CONNECTOR: "loopback",
      DATABASE_CONNECTIONS: "4",
      ...config,
    }),
    { log: silentLog() },
  );
  await first.receiver.untilCodes(id, ["N013", "N101", "N102"]);
  over.resolve();
  await second.stop();
  await first.stop();
  await database.release();
});

Deno.test("a message whose time ends while its file is fetched expires", async () => {
  const clock = movableClock();
  await using own = await startService({ clock });
  const requested = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const content = await Deno.readFile(await image("photo.jpg"));
  const url = files.respond("late.jpg", async () => {
    requested.resolve();
    await release.promise;
    return new Response(content, { headers: { "content-type": "image/jpeg" } });
  });
  const { "tracking-id": id } = bodyOfSuccess(
    await ask(own, {
      action: "sendmms",
      from: FROM,
      to: TO,
      slide: [{ image: { url } }],
      ...FALLBACK,
      "mms-expiry-timestamp": new Date(clock.now() + 60_000).toISOString(),
    }),
  );
  await requested.promise;
  clock.advance(61_000);
  release.resolve();
  await own.receiver.untilCodes(id, ["N013", "N101", "N103"]);
});
