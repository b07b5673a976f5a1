/** Backups: their contents, and their complete restoration, also on another server. */
import assert from "node:assert/strict";
import {
  describeTables,
  LEFT_OUT,
  readRows,
  TABLES,
} from "../../../../src/adapters/backup/tables.ts";
import { MIGRATIONS } from "../../../../src/adapters/store/schema/migrate.ts";
import { createStore } from "../../../../src/adapters/store/mod.ts";
import { createCipher } from "../../../../src/adapters/store/secrets/cipher.ts";
import { secretSettings } from "../../../../src/connectors/mod.ts";
import { openPostgres } from "../../../../src/adapters/store/engine/postgres.ts";
import {
  archiveOf,
  assertSame,
  filesOf,
  fillHome,
  makeHome,
  restoreInto,
  rowsIn,
} from "../../../support/backup.ts";
import { startPostgres, targetOf } from "../../../support/postgres.ts";
import { BATCHER, uuidOf } from "../../../support/store.ts";
import { until } from "../../../support/until.ts";

Deno.test("each table of the schema is in a backup, or left out for a reason", async () => {
  await using home = await makeHome({ migrated: true });
  const tables = await home.database.query<{ name: string; key: boolean }>(
    `select relname as name, exists (
       select from pg_index where indrelid = pg_class.oid and indisprimary) as key
     from pg_class where relkind in ('r', 'p', 'm', 'f') and relnamespace = 'public'::regnamespace`,
  );
  const covered = [...TABLES, ...Object.keys(LEFT_OUT)];
  assert.deepEqual(tables.map(({ name }) => name).sort(), covered.toSorted());
  assert.equal(new Set(covered).size, covered.length);
  assert.deepEqual(tables.filter(({ key }) => !key), [], "rows have an order by their key");
});

Deno.test("tables come after those that they refer to", async () => {
  await using home = await makeHome({ migrated: true });
  const references = await home.database.query<{ from: string; to: string }>(
    `select conrelid::regclass::text as from, confrelid::regclass::text as to
     from pg_constraint where contype = 'f'`,
  );
  const positionOf = (name: string) => (TABLES as readonly string[]).indexOf(name);
  assert.ok(references.length > 0);
  for (const { from, to } of references) {
    assert.ok(positionOf(to) < positionOf(from), `${from} → ${to}`);
  }
});

Deno.test("sequences exist only behind identity columns", async () => {
  await using home = await makeHome({ migrated: true });
  const { sequences } = (await archiveOf(home)).database;
  const [all] = await home.database.query("select count(*)::int as count from pg_sequences");
  assert.equal(sequences.length, all!.count);
});

Deno.test("every row and file is restored unchanged, on another server", async () => {
  await using home = await makeHome({ migrated: true });
  const hashes = await fillHome(home);
  const rows = await rowsIn(home);
  for (const name of TABLES) assert.notEqual(rows[name], "", `${name} has rows in this test`);
  const { archive, database, files } = await archiveOf(home);

  await using other = await startPostgres({ durable: false });
  await using restored = await makeHome({ server: other.url });
  const done = await restoreInto(restored, archive);
  await assertSame(home, restored);
  assert.equal(done.rows, Object.values(database.tables).reduce((sum, { rows }) => sum + rows, 0));
  assert.deepEqual(done.files, files);
  assert.equal(done.files!.files, hashes.length);
  assert.deepEqual(done.files!.missing, []);
  assert.deepEqual([done.absentFiles, done.migrated, done.secretsFault], [0, [], null]);
  assert.deepEqual(done.waiting, { messages: 1, postbacks: 1 });
  assert.equal(done.erasures, 1);

  // Backed up from there, the archive is the same.
  const again = await archiveOf(restored);
  assert.deepEqual(again.database, database);
});

Deno.test("identity values that were used are not used again", async () => {
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  await using restored = await makeHome();
  await restoreInto(restored, (await archiveOf(home)).archive);
  const next = async (url: string) => {
    const database = openPostgres({
      target: targetOf(url),
      connections: 2,
      statementTimeoutMs: 60_000,
    });
    try {
      const backups = await Promise.all([
        database.query(
          `insert into route (kind, connectors, created_at, changed_at)
           values ('sms', '[]', now(), now()) returning id::int as number`,
        ),
        database.query(
          `insert into event (account, tracking_id, at, name)
           values ('acme', gen_random_uuid(), now(), 'x') returning seq::int as number`,
        ),
      ]);
      return backups.map(([row]) => row!.number);
    } finally {
      await database.close();
    }
  };
  // The second route was removed; its number is not reused.
  assert.deepEqual(await next(restored.url), [3, 6]);
});

Deno.test("rows sort the same whatever the language of the server", async () => {
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  const ids = (await rowsIn(home)).account!.split("\n").map((line) => line.split("\t")[0]);
  assert.deepEqual(ids, ["acme", "zeta", "Ärger", ""]);
});

Deno.test("an empty installation is restored as empty", async () => {
  await using home = await makeHome({ migrated: true });
  await using restored = await makeHome({ migrated: true });
  await restoreInto(restored, (await archiveOf(home)).archive);
  await assertSame(home, restored);
});

Deno.test("without files in the archive, references to existing files count", async () => {
  await using home = await makeHome({ migrated: true });
  const hashes = await fillHome(home);
  const all = await archiveOf(home);
  const none = await archiveOf(home, { withoutFiles: true });
  assert.equal(none.files, null);

  await using first = await makeHome();
  const left = await restoreInto(first, all.archive, { withoutFiles: true });
  assert.deepEqual([left.files, left.absentFiles], [null, hashes.length]);
  assert.deepEqual(await filesOf(first), {});
  assert.deepEqual(await rowsIn(first), await rowsIn(home));

  // As when moving from one database to another under the same DATA_DIR.
  await using second = await makeHome();
  const moved = await restoreInto(second, none.archive, { blobs: home.blobs });
  assert.deepEqual([moved.files, moved.absentFiles], [null, 0]);
});

Deno.test("files that the store lacks, or has damaged, are reported by backup and restore", async () => {
  await using home = await makeHome({ migrated: true });
  const hashes = await fillHome(home);
  const [gone, damaged] = hashes as [string, string];
  await home.blobs.remove(gone, Date.now() + 1e10);
  await Deno.writeTextFile(home.blobs.path(damaged), "tvo");
  const { archive, files } = await archiveOf(home);
  assert.deepEqual(files!.missing, [gone, damaged].sort());
  await using restored = await makeHome();
  const done = await restoreInto(restored, archive);
  assert.deepEqual([done.absentFiles, done.files!.files], [2, hashes.length - 2]);
});

Deno.test("no file of a running backup is deleted, even if its rows are", async () => {
  await using home = await makeHome({ migrated: true });
  const hashes = await fillHome(home);
  const open = openPostgres({
    target: targetOf(home.url),
    connections: 2,
    statementTimeoutMs: 60_000,
  });
  const store = createStore(open, { batcher: BATCHER, onPostbacks() {} });
  const retireAll = async () => {
    await open.query("delete from blob_use");
    await open.query("delete from made_rendition");
    for (const hash of await store.unusedBlobs(hashes)) {
      await home.blobs.remove(hash, Date.now() + 1e10);
    }
  };
  try {
    let swept: Promise<void> | undefined;
    const { files } = await archiveOf(home, {
      // Rows are being copied: the snapshot exists, and no file is copied yet.
      onProgress: () => swept ??= retireAll(),
    });
    await swept;
    assert.deepEqual([files!.files, files!.missing], [hashes.length, []]);
    assert.deepEqual((await store.unusedBlobs(hashes)).sort(), hashes.toSorted());
  } finally {
    await store.close();
  }
});

/** Number of the first id that is written during a backup, above those of `fillHome`. */
const WRITTEN_FROM = 1_000_000;

Deno.test("a backup is one snapshot: a concurrent commit is in it completely or not at all", async () => {
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  const writer = openPostgres({
    target: targetOf(home.url),
    connections: 2,
    statementTimeoutMs: 60_000,
  });
  let written = 0;
  let stop = false;
  const writing = (async () => {
    for (; !stop; written++) {
      const id = uuidOf(WRITTEN_FROM + written);
      await writer.query(
        `with m as (
           insert into message (tracking_id, account, kind, state, sender, recipient, content,
             delivery_report, accepted_at, updated_at, expires_at)
           values ($1, 'acme', 'SMS_MT', 'sent', '1', '2', '{}', true, now(), now(), now()))
         insert into event (account, tracking_id, at, name) values ('acme', $1, now(), 'accepted')`,
        [id],
      );
    }
  })();
  try {
    for (let round = 0; round < 5; round++) {
      const before = written;
      await until(() => written, (count) => count >= before + 20);
      const { archive } = await archiveOf(home);
      await using restored = await makeHome();
      await restoreInto(restored, archive);
      const rows = await rowsIn(restored);
      const idsIn = (table: string, column: number) =>
        rows[table]!.split("\n").map((line) => line.split("\t")[column]!)
          .filter((id) => id !== undefined && id >= uuidOf(WRITTEN_FROM));
      assert.ok(idsIn("message", 0).length >= before);
      assert.deepEqual(idsIn("message", 0), idsIn("event", 0).sort());
    }
  } finally {
    stop = true;
    await writing;
    await writer.close();
  }
});

Deno.test("secrets that no configured key decrypts are reported in a sentence", async () => {
  const key = new Uint8Array(32).fill(7);
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  const cipher = createCipher([key]);
  const encrypted = JSON.stringify([
    {
      secret: cipher.encrypt("whsec_a", "account acme receiver default webhook-secret"),
      until: null,
    },
  ]);
  await home.database.query(
    "update receiver set webhook_secrets = $1::text::json where account = 'acme' and name = 'default'",
    [
      encrypted,
    ],
  );
  const { archive } = await archiveOf(home);
  const table: [sealer: ReturnType<typeof createCipher>, fault: RegExp | null][] = [
    [cipher, null],
    [
      createCipher([null]),
      /^secrets are encrypted with key [\da-f]{8}, which is missing from SECRETS_KEY$/,
    ],
    [createCipher([new Uint8Array(32)]), /^secrets are encrypted with key/],
  ];
  for (const [cipher, fault] of table) {
    await using restored = await makeHome();
    const done = await restoreInto(restored, archive, {
      encryption: { cipher, secretSettings },
    });
    if (fault === null) assert.equal(done.secretsFault, null);
    else assert.match(done.secretsFault!, fault);
    assert.deepEqual((await rowsIn(restored)).account, (await rowsIn(home)).account);
  }
});

Deno.test("a backup is restored in its schema, into a migrated database as well", async () => {
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  const { archive, manifest } = await archiveOf(home);
  assert.deepEqual(manifest.schema, MIGRATIONS);
  for (const migrated of [false, true]) {
    await using restored = await makeHome({ migrated });
    const done = await restoreInto(restored, archive);
    assert.deepEqual(done.migrated, []);
    assert.deepEqual(await rowsIn(restored), await rowsIn(home));
  }
});

Deno.test("a backup that cannot be made says why: the database has no table of ours", async () => {
  await using home = await makeHome();
  await assert.rejects(archiveOf(home), /nothing to back up: the database has no tables/);
});

Deno.test("a backup that cannot be made says why: the database is of a newer version", async () => {
  await using home = await makeHome({ migrated: true });
  await home.database.query("insert into migration (name, digest) values ('9999_later.sql', '')");
  await assert.rejects(archiveOf(home), /migrated by a newer slidepost \(9999_later\.sql\)/);
});

Deno.test("each row is read by its table's key", async () => {
  await using home = await makeHome({ migrated: true });
  const texts = (await describeTables(home.database.query)).map(readRows);
  assert.ok(texts.includes(
    'copy (select "blob", "used_by" from "blob_use" order by blob collate "C", used_by collate "C") to stdout',
  ));
});
