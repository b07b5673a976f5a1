/** Migrations that would block running machines are refused; the released ones are not. */
import assert from "node:assert/strict";
import { MIGRATIONS } from "../../src/adapters/store/schema/migrate.ts";
import { releasedFiles, unsafeIn } from "../../tools/migrations.ts";

Deno.test("the released migrations block no statements", async () => {
  assert.deepEqual(unsafeIn(await releasedFiles()), []);
});

Deno.test("every file is in the list, ordered by its number", () => {
  const directory = new URL("../../src/adapters/store/migrations/", import.meta.url);
  const files = [...Deno.readDirSync(directory)].map(({ name }) => name).sort();
  assert.deepEqual(MIGRATIONS, files);
});

/** Files that are refused, with the reason. */
const REFUSED: Record<string, RegExp> = {
  "create index a on message (at);": /blocks all writes.* "concurrently"/,
  "create unique index a on message (at);": /blocks all writes/,
  "create index concurrently a on message (at);": /.+/,
  "drop index message_due;": /drop it in a file marked "concurrently"/,
  "reindex table message;": /is not known to be safe/,
  "alter table message alter column at type text;": /rewrites the table/,
  "alter table message alter at set data type text;": /rewrites the table/,
  "alter table message add column a uuid default gen_random_uuid();":
    /gen_random_uuid\(\)" is not a constant/,
  "alter table message add a timestamptz default clock_timestamp() not null;": /is not a constant/,
  "alter table message add column a int, add column b bigserial;": /each row gets a value/,
  "alter table message add column a int generated always as (1) stored;": /each row gets a value/,
  "alter table message add column a text not null;": /give it a constant default/,
  "alter table message add column a text default null not null;": /give it a constant default/,
  "alter table message add column a text unique;": /for its constraint/,
  "alter table message add column a text references account;": /for its constraint/,
  "alter table message add column a text check (a in ('x', 'y'));": /for its constraint/,
  "alter table message alter column at set not null;": /first add a check \(at is not null\)/,
  "alter table message add constraint c check (at is not null);": /add a named one "not valid"/,
  "alter table message add check (at is not null) not valid;": /add a named one "not valid"/,
  "alter table message add foreign key (account) references account;": /not valid/,
  "alter table message add constraint c unique (at);": /using index/,
  "alter table message add constraint c check (a > 0) not valid;\nalter table message validate constraint c;":
    /whose locks it would hold/,
  "alter table message rename column a to b;": /uses the old name/,
  "alter table message rename to messages;": /uses the old name/,
  "alter table message drop column subject;": /say "-- unused since NAME"/,
  "-- unused since 9999_later.sql\nalter table message drop column subject;":
    /an earlier migration/,
  "drop table link;": /say "-- unused since NAME"/,
  "update message set a = 1;": /in batches/,
  "delete from link;": /in batches/,
  "truncate link;": /is not known to be safe/,
  "lock table message;": /is not known to be safe/,
  "vacuum full message;": /is not known to be safe/,
  "alter table message disable trigger all;": /is not known to be safe/,
  "-- a comment alone": /has no statement/,
  "-- concurrently\ncreate index a on message (at);": /may only create and drop indexes/,
  "-- concurrently\nalter table message add column a text;": /may only create and drop indexes/,
  "-- concurrently\ncreate index concurrently if not exists a on message (at);": /an invalid index/,
  "-- in batches\nupdate message set a = 1;": /a batch looks at rows behind \$1/,
  "-- in batches\ndelete from a;\ndelete from b;": /has several statements/,
};

for (const [sql, fault] of Object.entries(REFUSED)) {
  Deno.test(`refused: ${sql.replaceAll("\n", " ")}`, () => {
    const faults = unsafeIn([{ name: "0018_next.sql", sql }]);
    assert.equal(faults.length, 1, faults.join("\n"));
    assert.match(faults[0]!, /^0018_next\.sql: /);
    assert.match(faults[0]!, fault);
    assert.deepEqual(unsafeIn([{ name: "0017_mm7_dialect.sql", sql }]), [], "released before");
  });
}

const TAKEN = [
  "create table a (id text primary key, at timestamptz not null);\ncreate index a_at on a (at);\n" +
  "alter table a add column b uuid default gen_random_uuid();\ninsert into a values ('x', now());",
  "alter table message add column a text;",
  "alter table message\n  add column a text default 'x, y' not null,\n  add column if not exists b int default 0;",
  "alter table message add column a timestamptz default now(), alter column b set default 'x';",
  "alter table message add column a jsonb not null default '{}'::jsonb;",
  "alter table message alter column a drop not null, alter b drop default, set (fillfactor = 90);",
  "alter table message add constraint c check (a > 0) not valid;",
  "alter table message validate constraint c;",
  "alter table message add constraint c unique using index a;",
  "-- unused since 0017_mm7_dialect.sql\nalter table message drop column subject;",
  "-- concurrently\ncreate unique index concurrently a on message (at) where at is not null;\n" +
  "drop index concurrently if exists message_due;",
  "-- in batches\nwith batch as (\n  select id from a where id > $1 order by id limit 1000),\n" +
  "done as (update a set b = 1 from batch where a.id = batch.id and b is null)\n" +
  "select max(id) as key from batch;",
];

for (const sql of TAKEN) {
  Deno.test(`taken: ${sql.replaceAll("\n", " ")}`, () => {
    const before = { name: "0017_mm7_dialect.sql", sql: "select 1;" };
    assert.deepEqual(unsafeIn([before, { name: "0018_next.sql", sql }]), []);
  });
}

Deno.test("a column is made not null once a validated check has proven it", () => {
  const check = "alter table message add constraint c check (a is not null) not valid;";
  const validate = "alter table message validate constraint c;";
  const end = "alter table message alter column a set not null, drop constraint c;";
  const files = (...texts: string[]) =>
    texts.map((sql, position) => ({ name: `00${18 + position}_next.sql`, sql }));
  assert.deepEqual(unsafeIn(files(check, validate, end)), []);
  assert.equal(unsafeIn(files(check, end)).length, 1);
  assert.equal(unsafeIn(files(validate, end)).length, 1);
  assert.equal(unsafeIn(files(check, validate, end.replace("column a", "column b"))).length, 1);
});
