/** Files of removed templates (contract section 9), from the doors to the garbage collection. */
import assert from "node:assert/strict";
import { createBlobs } from "../../../src/adapters/blobs/files/mod.ts";
import { createStore } from "../../../src/adapters/store/mod.ts";
import { openDatabase } from "../../../src/adapters/store/open.ts";
import { readConfig } from "../../../src/config/mod.ts";
import { createBlobGc } from "../../../src/jobs/maintenance/blob_gc.ts";
import { createMaintenance } from "../../../src/jobs/maintenance/mod.ts";
import { silentLog } from "../../../src/log/mod.ts";
import { BLOB_PARTITIONS } from "../../../src/ports/mod.ts";
import { ask, faultOf } from "../../http/door.ts";
import { carriedOnce, NO_MMS, save, send, TO } from "../../spec/traffic.ts";
import { type FileServer, startFiles } from "../../support/files.ts";
import { image, type Picture, video } from "../../support/media.ts";
import { lendDatabase } from "../../support/migrated.ts";
import { type MovableClock, movableClock } from "../../support/movable_clock.ts";
import { startService, type TestService } from "../../support/service.ts";
import { BATCHER } from "../../support/store.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Recipient whose carrier reports only on command. */
const SILENT = "16175550102";
const SENDS = 12;

/** Service whose maintenance the test runs. */
interface Fixture {
  test: TestService;
  clock: MovableClock;
  files: FileServer;
  /** Advances the clock, and runs maintenance and a whole garbage collection. */
  collectAfter(ms: number): Promise<void>;
  /** Lists the stored files. */
  stored(): Promise<string[]>;
}

Deno.test("the files of a removed template go with the last message and page that need them, not before", async () => {
  await using parts = new AsyncDisposableStack();
  const fixture = await start(parts);
  const { clock, collectAfter, stored, test } = fixture;
  const permanent = await saved(fixture, "alpha.png");
  const unused = await saved(fixture, "deep.png");
  const sending = await saved(fixture, "photo.webp");
  const shown = await saved(fixture, "palette.png");
  const held = (...templates: { blobs: string[] }[]) =>
    templates.flatMap(({ blobs }) => blobs).sort();

  const silent = await sendSaved(fixture, sending.mmsId, { to: SILENT }, ["N101"]);
  const expiry = new Date(clock.now() + 10 * DAY).toISOString();
  const page = await sendSaved(fixture, shown.mmsId, {
    to: NO_MMS,
    "fallback-sms-link-expiration": expiry,
  });
  const link = /http:\S+$/.exec((await carriedOnce(test, page)).text!)![0];
  await removeDuringSends(fixture, sending.mmsId);
  await removeDuringTranscoding(fixture);
  for (const { mmsId } of [unused, shown]) await remove(fixture, mmsId);

  await collectAfter(26 * HOUR);
  assert.deepEqual(await stored(), held(permanent, sending, shown));
  await test.admin("POST", "/loopback/reports", {
    "tracking-id": silent.id,
    outcome: "delivered",
  });
  await test.receiver.untilCodes(silent.id, ["N101", "N102"]);

  await collectAfter(2 * HOUR);
  assert.deepEqual(await stored(), held(permanent, shown));
  assert.deepEqual(await statusesOf(link), { page: 200, picture: 200 });

  await collectAfter(9 * DAY);
  assert.deepEqual(await stored(), held(permanent));
  assert.notEqual((await statusesOf(link)).page, 200);
});

async function start(parts: AsyncDisposableStack): Promise<Fixture> {
  const lent = await lendDatabase();
  parts.defer(() => lent.release());
  const clock = movableClock();
  const files = parts.use(startFiles());
  const variables = { DATABASE_URL: lent.url, RENDITION_RETENTION: "0s" };
  const test = parts.use(await startService({ clock, config: variables }));
  const config = readConfig({ ...variables, DATABASE_CONNECTIONS: "2" });
  const database = await openDatabase(config, test.dataDir, silentLog());
  parts.defer(() => database.close());
  const store = createStore(database, { batcher: BATCHER, onPostbacks: () => {} });
  const blobs = createBlobs(`${test.dataDir}/blobs`);
  const ports = { blobs, clock, config, log: silentLog(), store };
  const maintain = createMaintenance(ports);
  const collect = createBlobGc(ports);
  const { signal } = new AbortController();
  return {
    test,
    clock,
    files,
    async collectAfter(ms) {
      clock.advance(ms);
      await maintain(signal);
      for (let partition = 0; partition < BLOB_PARTITIONS; partition++) await collect(signal);
    },
    async stored() {
      const lists = Array.from(
        { length: BLOB_PARTITIONS },
        (_, partition) => blobs.listPartition(partition, Infinity),
      );
      return (await Promise.all(lists)).flat().sort();
    },
  };
}

/** Saves a template of one picture; returns the files that are stored for it. */
async function saved({ files, stored, test }: Fixture, picture: Picture) {
  const before = new Set(await stored());
  const type = `image/${picture.split(".").at(-1)}`;
  const url = await files.add(picture, type, await image(picture));
  const { mmsId, postbacks } = await save(test, { slide: [{ image: { url } }] });
  assert.equal(postbacks[0].code, "N003", JSON.stringify(postbacks));
  const blobs = (await stored()).filter((blob) => !before.has(blob));
  assert.ok(blobs.length > 0);
  return { mmsId, blobs };
}

function sendSaved({ test }: Fixture, mmsId: string, fields: object, codes = ["N101", "N102"]) {
  return send(test, { action: "sendsavedmms", "mms-id": mmsId, to: TO, ...fields }, codes);
}

async function remove({ test }: Fixture, mmsId: string): Promise<void> {
  assert.equal((await ask(test, { action: "deletemmsid", "mms-id": mmsId })).status, 200);
}

/** Removes a template while it is sent: what was accepted arrives with its picture. */
async function removeDuringSends(fixture: Fixture, mmsId: string): Promise<void> {
  const { test } = fixture;
  const body = { action: "sendsavedmms", "mms-id": mmsId, from: "111122", to: TO };
  const sends = Array.from({ length: SENDS }, () => ask(test, body));
  await Promise.race(sends);
  await remove(fixture, mmsId);
  for (const response of await Promise.all([...sends, ask(test, body)])) {
    if (response.status !== 200) {
      assert.equal(faultOf(response), "E241 404");
      continue;
    }
    const id: string = response.body["tracking-id"];
    await test.receiver.untilCodes(id, ["N101", "N102"]);
    assert.ok((await carriedOnce(test, { id })).parts.some(({ type }) => type === "image/jpeg"));
  }
}

/** Removes a template whose film has just been fetched. */
async function removeDuringTranscoding(fixture: Fixture): Promise<void> {
  const { files, test } = fixture;
  const film = await Deno.readFile(await video({ seconds: 10, size: "640x360" }));
  const fetched = Promise.withResolvers<void>();
  const url = files.respond("film.mp4", () => {
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(film);
        controller.close();
        fetched.resolve();
      },
    });
    return new Response(body, { headers: { "content-type": "video/mp4" } });
  });
  const request = { slide: [{ video: { url } }] };
  const { mmsId, postbacks } = await save(test, request, { awaited: 0 });
  await fetched.promise;
  await remove(fixture, mmsId);
  assert.deepEqual(postbacks, []);
}

/** Requests a hosted page and the picture on it. */
async function statusesOf(link: string) {
  const page = await fetch(link);
  const [, source] = /<img[^>]* src="([^"]+)"/.exec(await page.text()) ?? [];
  if (source === undefined) return { page: page.status };
  const picture = await fetch(new URL(source, link));
  await picture.body?.cancel();
  return { page: page.status, picture: picture.status };
}
