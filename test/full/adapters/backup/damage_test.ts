/** Damaged archives, and targets that are not empty: nothing is restored. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";
import { readTarHeader, RECORD, tarHeader, tarPadding } from "../../../../src/lib/tar.ts";
import { openPostgres } from "../../../../src/adapters/store/engine/postgres.ts";
import { migrate, MIGRATIONS } from "../../../../src/adapters/store/schema/migrate.ts";
import { SMALL_BYTES } from "../../../../src/adapters/backup/files.ts";
import { concat } from "../../../../src/adapters/backup/measure.ts";
import {
  archiveOf,
  assertEmpty,
  assertSame,
  filesOf,
  fillHome,
  type Home,
  makeHome,
  restoreInto,
  rowsIn,
} from "../../../support/backup.ts";
import { targetOf } from "../../../support/postgres.ts";
import { sharing } from "../../../support/sharing.ts";

interface Entry {
  name: string;
  content: Uint8Array;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

function unpacked(archive: Uint8Array): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0;;) {
    const header = readTarHeader(archive.subarray(at, at + 512));
    if (header.kind !== "file") return entries;
    const { name, size } = header;
    entries.push({ name, content: archive.slice(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

function packed(entries: readonly Entry[]): Uint8Array {
  const parts = entries.flatMap(({ name, content }) => [
    tarHeader({ name, size: content.length, time: 0 }),
    content,
    tarPadding(content.length),
  ]);
  const size = parts.reduce((sum, { length }) => sum + length, 0) + 1024;
  return concat([...parts, new Uint8Array(1024 + (RECORD - size % RECORD) % RECORD)]);
}

/** Writes entries with matching checksums, as an attacker who knows the format would. */
function forged(entries: readonly Entry[]): Uint8Array {
  const others = entries.filter(({ name }) => name !== "SHA256SUMS");
  const lines = others.map(({ name, content }) =>
    `${createHash("sha256").update(content).digest("hex")}  ${name}\n`
  );
  return packed([...others, { name: "SHA256SUMS", content: bytesOf(lines.join("")) }]);
}

const changed = (
  entries: readonly Entry[],
  name: string | RegExp,
  change: (content: Uint8Array) => Uint8Array,
) => {
  const found = entries.find((entry) =>
    typeof name === "string" ? entry.name === name : name.test(entry.name)
  )!;
  return entries.map((entry) =>
    entry === found ? { ...entry, content: change(entry.content) } : entry
  );
};

const changedText = (entries: readonly Entry[], name: string, change: (text: string) => string) =>
  changed(entries, name, (content) => bytesOf(change(textOf(content))));

const flipped = (bytes: Uint8Array, at = bytes.length >> 1) => {
  const other = bytes.slice();
  other[at]! ^= 4;
  return other;
};

const MESSAGES = "database/message/000001.copy.gz";
const HASH = "0".repeat(63) + "1";

type Case = [
  name: string,
  damage: (entries: Entry[], archive: Uint8Array) => Uint8Array,
  how: RegExp,
];

const CASES: Case[] = [
  [
    "a bit of a table",
    (entries) => packed(changed(entries, MESSAGES, flipped)),
    /000001\.copy\.gz cannot be decompressed/,
  ],
  [
    "a bit of a table's gzip header",
    (entries) => packed(changed(entries, MESSAGES, (content) => flipped(content, 9))),
    /entries are not those of its SHA256SUMS/,
  ],
  [
    "a table with another row, packed and summed up anew",
    (entries) =>
      forged(
        changed(entries, MESSAGES, (content) =>
          gzipSync(textOf(gunzipSync(content)).replace("delivered", "failed"))),
      ),
    /the rows of message do not match database\.json/,
  ],
  [
    "a table without its rows",
    (entries) => forged(entries.filter(({ name }) => name !== MESSAGES)),
    /the rows of message do not match database\.json/,
  ],
  [
    "a small file",
    (entries) => packed(changed(entries, /^files\/.*/, flipped)),
    /does not match its name/,
  ],
  [
    "a large file",
    (entries) =>
      packed(
        entries.map((entry) =>
          entry.content.length > SMALL_BYTES ? { ...entry, content: flipped(entry.content) } : entry
        ),
      ),
    /does not match its name/,
  ],
  [
    "a file summed up anew",
    (entries) => forged(changed(entries, /^files\/.*/, flipped)),
    /does not match its name/,
  ],
  [
    "a file left out",
    (entries) => forged(entries.filter((entry) => entry.name !== fileIn(entries))),
    /its files do not match files\.json/,
  ],
  [
    "a file more",
    (entries) => forged(withFile(entries, `files/${sha256("more")}`, "more")),
    /it has "files\/[\da-f]{64}" where /,
  ],
  [
    "a file twice",
    (entries) =>
      forged(entries.flatMap((entry) => entry.name === fileIn(entries) ? [entry, entry] : [entry])),
    /it has "files\/[\da-f]{64}" where /,
  ],
  ...["../../etc/cron.d/x", "/etc/passwd", `files/../${HASH}`, `files/${HASH}/x`, "\x1b[2J"].map(
    (
      name,
    ): Case => [
      `an entry named ${JSON.stringify(name)}`,
      (entries) =>
        name.includes("\x1b")
          ? withName(forged(withFile(entries, "files/x", "x")), name)
          : forged(withFile(entries, name, "x")),
      /it has "[ -~]+" where (files\.json|files\/[\da-f]+) should be/,
    ],
  ),
  [
    "a table that there is not",
    (entries) =>
      forged(
        changedText(entries, "manifest.json", (text) =>
          text.replace('"name": "handset"', '"name": "handsets"')),
      ),
    /tables are not those of its schema/,
  ],
  [
    "a column that there is not",
    (entries) =>
      forged(changedText(entries, "manifest.json", (text) => text.replace('"hint"', '"hints"'))),
    /tables are not those of its schema/,
  ],
  [
    "a table's name that is a statement",
    (entries) =>
      forged(
        changedText(entries, "manifest.json", (text) =>
          text.replace('"name": "handset"', '"name": "x; drop table account"')),
      ),
    /this is not a backup of slidepost/,
  ],
  [
    "a digest in database.json",
    (entries) =>
      forged(changedText(entries, "database.json", (text) => text.replace(/[\da-f]{64}/, HASH))),
    /the rows of installation do not match database\.json/,
  ],
  [
    "a sequence behind its rows",
    (entries) =>
      forged(
        changedText(entries, "database.json", (text) =>
          text.replace(/"last-value": "\d+"/g, '"last-value": "1"')),
      ),
    /has a sequence behind the rows of \w+/,
  ],
  [
    "no sequence",
    (entries) =>
      forged(
        changedText(entries, "database.json", (text) =>
          text.replace(/"sequences": \[[^]*\]/, '"sequences": []')),
      ),
    /lacks the sequence of route/,
  ],
  [
    "files.json that counts another number",
    (entries) =>
      forged(
        changedText(entries, "files.json", (text) => text.replace(/"files": \d+/, '"files": 3')),
      ),
    /its files do not match files\.json/,
  ],
  [
    "a sum",
    (entries) =>
      packed(changedText(entries, "SHA256SUMS", (text) => text.replace(/[\da-f]{64}/, HASH))),
    /entries are not those of its SHA256SUMS/,
  ],
  ["no sums", (entries) => packed(entries.slice(0, -1)), /it ends too early/],
  [
    "an entry behind the sums",
    (entries) => packed([...entries, { name: "more", content: bytesOf("x") }]),
    /it has "more" where its end should be/,
  ],
  [
    "bytes behind the end",
    (_, archive) => concat([archive, bytesOf("x")]),
    /bytes between its entries/,
  ],
  [
    "a bit between two entries",
    (_, archive) => flipped(archive, 512 + readTarHeaderSize(archive) + 1),
    /bytes between its entries/,
  ],
  [
    "a bit of the first header",
    (_, archive) => flipped(archive, 200),
    /a header's checksum is wrong/,
  ],
  ["nothing at all", () => new Uint8Array(0), /it ends too early/],
  ["some text", () => bytesOf("hello ".repeat(200)), /a header/],
  [
    "another archive",
    () => packed([{ name: "README", content: bytesOf("hello") }]),
    /it has "README" where manifest\.json should be/,
  ],
  [
    "a manifest of something else",
    withManifest("slidepost-backup", "x"),
    /this is not a backup of slidepost/,
  ],
  [
    "a manifest of a later format",
    withManifest('"format-version": 1', '"format-version": 2'),
    /written by slidepost 1\.2\.3 in a later format; restore it with that version/,
  ],
  [
    "a later schema",
    withManifest(MIGRATIONS.at(-1)!, `${MIGRATIONS.at(-1)}", "9999_later.sql`),
    /a schema that this version does not know \(9999_later\.sql\): slidepost 1\.2\.3 wrote it/,
  ],
  [
    "another edition of its schema",
    withManifest(/"schema-digest": "\w/, '"schema-digest": "x'),
    /an unreleased slidepost wrote the backup, whose tables \(0001_schema\.sql\) this version cannot/,
  ],
  [
    "a schema of unreleased migrations",
    withManifest("0001_schema.sql", "0001_first.sql"),
    /an unreleased slidepost wrote the backup, whose tables \(0001_first\.sql\) this version cannot/,
  ],
  ...[0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((part): Case => [
    `what is behind ${part} of it`,
    (_, archive) => archive.slice(0, Math.floor(archive.length * part)),
    /the archive is damaged: /,
  ]),
  ["its last byte", (_, archive) => archive.slice(0, -1), /it ends too early/],
];

/** Returns a change of an archive that replaces a part of its manifest. */
function withManifest(before: string | RegExp, after: string): Case[1] {
  return (entries) =>
    forged(changedText(entries, "manifest.json", (text) => text.replace(before, after)));
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const fileIn = (entries: readonly Entry[]) =>
  entries.findLast(({ name }) => name.startsWith("files/"))!.name;
const readTarHeaderSize = (archive: Uint8Array) => {
  const header = readTarHeader(archive.subarray(0, 512));
  return header.kind === "file" ? header.size : 0;
};

/** Adds an entry at its position in the order of files. */
function withFile(entries: readonly Entry[], name: string, content: string): Entry[] {
  const file = { name, content: bytesOf(content) };
  const at = entries.findIndex((entry) =>
    entry.name === "files.json" || entry.name.startsWith("files/") && entry.name > name
  );
  return [...entries.slice(0, at), file, ...entries.slice(at)];
}

/** Replaces the name in the header of `files/x` by one that our own writer would refuse. */
function withName(archive: Uint8Array, name: string): Uint8Array {
  const at = indexOf(archive, bytesOf("files/x\0"));
  const other = archive.slice();
  other.fill(0, at, at + 100);
  other.set(bytesOf(name), at);
  const header = other.subarray(at, at + 512);
  const sum = header.reduce(
    (sum, byte, position) => sum + (position >= 148 && position < 156 ? 32 : byte),
    0,
  );
  header.set(bytesOf(sum.toString(8).padStart(6, "0")), 148);
  return other;
}

function indexOf(bytes: Uint8Array, part: Uint8Array): number {
  return bytes.findIndex((_, at) => part.every((byte, position) => bytes[at + position] === byte));
}

/** Shares an archive, its entries, and an empty home to restore to. */
const check = sharing(async () => {
  await using parts = new AsyncDisposableStack();
  const home = parts.use(await makeHome({ migrated: true }));
  await fillHome(home);
  const { archive } = await archiveOf(home);
  const target = parts.use(await makeHome());
  const running = parts.move();
  return {
    home,
    archive,
    entries: unpacked(archive),
    target,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
});

for (const [name, damage, how] of CASES) {
  check(`a damaged archive is refused, and nothing is restored: ${name}`, async (shared) => {
    const { archive, entries, target } = shared;
    await assert.rejects(restoreInto(target, damage(entries, archive)), (error: Error) => {
      assert.match(error.message, how);
      assert.equal(error.constructor, Error, "for an operator, without a stack");
      return true;
    });
    await assertEmpty(target);
  });
}

check("the undamaged archive is restored where damaged ones were refused", async (shared) => {
  const { archive, home, target } = shared;
  await restoreInto(target, archive);
  await assertSame(home, target);
});

check("unpacked and packed again, the archive is the same", ({ entries }) => {
  assert.deepEqual(unpacked(forged(entries)), entries);
});

async function refused(target: Home, archive: Uint8Array, how: RegExp): Promise<void> {
  const before = [await rowsIn(target), await filesOf(target)];
  await assert.rejects(restoreInto(target, archive), how);
  assert.deepEqual([await rowsIn(target), await filesOf(target)], before);
}

/** Contents of targets, and the refusals. */
const OCCUPIED: [what: string, migrated: boolean, sql: string, how: RegExp][] = [
  [
    "rows",
    true,
    "insert into handset values ('1', 'x', now())",
    /the database is not empty \(there are rows in handset\)/,
  ],
  [
    "tables of another program",
    false,
    "create table event (x int primary key)",
    /a table event of another program/,
  ],
  [
    "a newer version's tables",
    true,
    "insert into migration (name, digest) values ('9999_later.sql', '')",
    /migrated by a newer slidepost/,
  ],
];

for (const [what, migrated, sql, how] of OCCUPIED) {
  check(`a used target is refused, unchanged: ${what}`, async (shared) => {
    await using target = await makeHome({ migrated });
    await target.database.query(sql);
    await refused(target, shared.archive, how);
  });
}

check(
  "a used target is refused, unchanged: a database that was just restored",
  async ({ archive }) => {
    await using target = await makeHome();
    await restoreInto(target, archive);
    await refused(target, archive, /the database is not empty \(there are rows in account\)/);
  },
);

check("a used target is refused, unchanged: other files", async ({ archive }) => {
  await using target = await makeHome();
  const { hash } = await target.blobs.put(bytesOf("somebody else's"));
  await assert.rejects(
    restoreInto(target, archive),
    new RegExp(`stored files that are not in the backup \\(1, such as ${hash}\\)`),
  );
  assert.deepEqual(Object.keys(await filesOf(target)), [hash]);
});

check("a used target is refused, unchanged: files of another database", async ({ archive }) => {
  await using target = await makeHome();
  await target.blobs.belongTo(crypto.randomUUID());
  await assert.rejects(restoreInto(target, archive), /belongs to another database/);
  await assertEmpty(target);
});

check("what a killed restore has left is no use of a target", async ({ archive, home }) => {
  await using target = await makeHome();
  await target.blobs.put(bytesOf("one"));
  await target.blobs.put(bytesOf("x".repeat(SMALL_BYTES + 1)));
  await restoreInto(target, archive);
  await assertSame(home, target);
});

check(
  "a used target is refused, unchanged: a service that uses the database",
  async ({ archive }) => {
    await using target = await makeHome();
    const options = { connections: 1, statementTimeoutMs: 60_000 };
    const service = openPostgres({ target: targetOf(target.url), ...options });
    try {
      await service.query("select 1");
      await assert.rejects(
        restoreInto(target, archive),
        /a service is using the database \(sessions: 1\); stop it on every machine/,
      );
    } finally {
      await service.close();
    }
    await assertEmpty(target);
  },
);

Deno.test("a service that starts during a restore waits, and finds everything restored", async () => {
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  const { archive } = await archiveOf(home);
  await using target = await makeHome();
  let started: Promise<number> | undefined;
  await restoreInto(target, archive, {
    onProgress: () => started ??= start(),
  });
  assert.equal(await started, 10);

  async function start(): Promise<number> {
    const service = openPostgres({
      target: targetOf(target.url),
      connections: 1,
      statementTimeoutMs: 60_000,
    });
    try {
      await migrate(service);
      const [found] = await service.query("select count(*)::int as messages from message");
      return found!.messages;
    } finally {
      await service.close();
    }
  }
});

Deno.test("of two restores at once one is refused", async () => {
  await using home = await makeHome({ migrated: true });
  await fillHome(home);
  const { archive } = await archiveOf(home);
  await using target = await makeHome();
  const results = await Promise.allSettled([
    restoreInto(target, archive),
    restoreInto(target, archive),
  ]);
  const refused = results.filter((result) => result.status === "rejected");
  assert.equal(refused.length, 1, refused.map(({ reason }) => reason).join());
  assert.match(String(refused[0]!.reason), /not empty|a service is using the database/);
  await assertSame(home, target);
});
