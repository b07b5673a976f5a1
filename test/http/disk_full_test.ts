/** Full disks: the database server's, and the one with our own files. */
import assert from "node:assert/strict";
import { createTranscoder } from "../../src/adapters/transcoder/mod.ts";
import { StoreDown } from "../../src/ports/mod.ts";
import postgres from "postgres";
import { startFiles } from "../support/files.ts";
import * as media from "../support/media.ts";
import { migratedDatabase } from "../support/migrated.ts";
import { createDatabase, startPostgres } from "../support/postgres.ts";
import { canMountDisk, mountSmallDisk } from "../support/small_disk.ts";
import { ask, bodyOfSuccess } from "./door.ts";
import {
  assertRefused,
  type Doors,
  insist,
  passLeases,
  startDoors,
  untilReported,
} from "./store_doors.ts";
import { TURN } from "../support/turn.ts";

const ignore = !canMountDisk();

async function items(doors: Doors, path: string): Promise<unknown[]> {
  return (await doors.test.admin("GET", path)).body.items;
}

Deno.test({
  name:
    "while the server's disk is full requests are refused; with room they are accepted without a restart",
  ignore,
  async fn() {
    await using disk = await mountSmallDisk(128);
    await using server = await startPostgres({ durable: false, directory: disk.path });
    const url = await createDatabase(server.url);
    await using doors = await startDoors({ DATABASE_URL: url });
    // The write-ahead log has preallocated room; tables have none.
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    await sql`select pg_switch_wal()`;
    await sql.end();
    const ids = [(await insist(() => doors.sms())).id!];
    await disk.fill();
    const text = "Hello ".repeat(100);
    let response = await doors.sms(text);
    while (response.status === 200) {
      ids.push(response.id!);
      response = await doors.sms(text);
    }
    assertRefused(response);
    await disk.free();
    ids.push((await insist(() => doors.sms())).id!);
    passLeases();
    for (const id of ids) await untilReported(doors, id, ["N201", "N202"]);
  },
});

Deno.test({
  name: "when our own disk is full texts go on, files are refused whole, and templates wait",
  ignore,
  async fn() {
    await using disk = await mountSmallDisk(16);
    await using files = startFiles();
    const photo = await media.image("gps.jpg");
    const url = await files.add("tulips.jpg", "image/jpeg", photo);
    const content = {
      headers: ["Content-Type: image/jpeg", "Content-ID: <content>"],
      content: await Deno.readFile(photo),
    };
    const database = await migratedDatabase();
    const config = { DATABASE_URL: database, DATA_DIR: `${disk.path}/data` };
    await using doors = await startDoors(config);
    await disk.fill();

    const { id } = await insist(() => doors.sms());
    assertRefused(await doors.mm7("with a file", content), "mm7");
    assertRefused(await doors.inbound("with a file", content), "inbound");
    const template = { name: "tulips", "client-reference": "tulips", "fallback-sms-text": "See" };
    const slide = [{ image: { url } }];
    bodyOfSuccess(await ask(doors.test, { action: "savemms", ...template, slide }));
    assert.deepEqual(await items(doors, "/messages?recipient=16175550101"), []);
    assert.deepEqual(await items(doors, "/inbound"), []);
    // The queue's file cannot grow either.
    passLeases();
    await untilReported(doors, id!, ["N201", "N202"]);

    await disk.free();
    const sent = await insist(() => doors.mm7("with a file", content));
    await insist(() => doors.inbound("with a file", content));
    passLeases();
    const { receiver } = doors.test;
    const isOurs = ({ body }: { body: Record<string, unknown> }) =>
      body["client-reference"] === "tulips";
    await receiver.until((received) => received.some(isOurs));
    assert.equal(receiver.received.find(isOurs)!.body.code, "N003");
    await untilReported(doors, sent.id!, ["N101"]);
  },
});

Deno.test({
  name: "a disk without room for a film's renditions is no fault of the film",
  ignore,
  async fn() {
    await using disk = await mountSmallDisk(1);
    await disk.fill();
    const source = { path: await media.video({ seconds: 2 }), kind: "video" } as const;
    const plan = [{ rendition: "standard", maxBytes: 500_000 }] as const;
    const blobCount = () =>
      createTranscoder().transcode(source, () => Promise.resolve(plan), disk.path, TURN);
    await assert.rejects(blobCount(), StoreDown);
    await disk.free();
    assert.equal((await blobCount()).renditions.length, 1);
  },
});
