/** Requirements on every store: written once, run on each supported version of Postgres. */
import assert from "node:assert/strict";
import type { Database } from "../../../src/adapters/store/engine/database.ts";
import { migrate, MIGRATIONS } from "../../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import { createDatabase, targetOf } from "../../support/postgres.ts";
import { sharing } from "../../support/sharing.ts";
import { accepted, newTransition, watchedStore } from "../../support/store.ts";
import { accounts } from "./accounts.ts";
import type { Case, SuiteDatabase } from "./fixture.ts";
import { adminTokens } from "./admin_tokens.ts";
import { endedSessions } from "./ended_sessions.ts";
import { backlog } from "./backlog.ts";
import { blobUses } from "./blob_uses.ts";
import { blocks } from "./blocks.ts";
import { notes, noticesOfTwo } from "./receivers_of_notices.ts";
import { connectors } from "./connectors.ts";
import { exchanges } from "./exchanges.ts";
import { handsets } from "./handsets.ts";
import { idempotency } from "./idempotency.ts";
import { leased } from "./leased.ts";
import { leases, reports } from "./leases.ts";
import { segments } from "./segments.ts";
import { inbound } from "./inbound.ts";
import { linkPlans } from "./link_plans.ts";
import { links } from "./links.ts";
import { loopback } from "./loopback.ts";
import { messageStatuses } from "./message_statuses.ts";
import { accept, lookup, transition, work } from "./messages.ts";
import { numberOperators } from "./number_operators.ts";
import { dueLookups } from "./due_lookups.ts";
import { dedup } from "./dedup.ts";
import { operators } from "./operators.ts";
import { pools } from "./pools.ts";
import { postbacks } from "./outbox.ts";
import { numberForms } from "./number_forms.ts";
import { people, searchIndex } from "./people.ts";
import { plans } from "./plans.ts";
import { behind, replays } from "./postbacks.ts";
import { postbackStream } from "./postback_stream.ts";
import { preparation } from "./preparation.ts";
import { renditions } from "./renditions.ts";
import { retention } from "./retention.ts";
import { routes } from "./routes.ts";
import { schedules } from "./schedules.ts";
import { search } from "./search.ts";
import { secrets } from "./secrets.ts";
import { compareWithSnapshot } from "./schema.ts";
import { drafts } from "./drafts.ts";
import { removedTemplates } from "./removed_templates.ts";
import { subscriptionPlans } from "./subscription_plans.ts";
import { campaigns, subscriptions } from "./subscriptions.ts";
import { templates } from "./templates.ts";
import { traces } from "./traces.ts";
import { traffic } from "./traffic.ts";
import { RELEASES } from "./upgrade.ts";
import { uploads } from "./uploads.ts";
import { waitingMessages } from "./waiting_messages.ts";

/**
 * Registers the cases of a store, each on empty tables of a database that they share.
 *
 * @param open Creates a database of its own.
 */
export function storeSuite(name: string, open: () => Promise<SuiteDatabase>): void {
  const test = sharing(async () => {
    await using parts = new AsyncDisposableStack();
    const { database, again } = parts.use(await open());
    const second = await again();
    parts.defer(second.close);
    await migrate(database);
    const running = parts.move();
    return { database, second, [Symbol.asyncDispose]: () => running.disposeAsync() };
  });

  Deno.test(`store on ${name}: migrations: two processes at once migrate an empty database once`, async () => {
    await using opened = await open();
    const second = await opened.again();
    try {
      const ran = await Promise.all([migrate(opened.database), migrate(second)]);
      assert.deepEqual(ran.flat().sort(), MIGRATIONS);
    } finally {
      await second.close();
    }
  });
  for (const [title, run] of Object.entries(MIGRATED)) {
    test(`store on ${name}: migrations: ${title}`, ({ database }) => run(database));
  }
  for (const [topic, cases] of Object.entries(CASES)) {
    for (const [title, run] of Object.entries(cases)) {
      test(`store on ${name}: ${topic}: ${title}`, async ({ database, second }) => {
        await emptyTables(database);
        await run({
          ...watchedStore(database),
          other: watchedStore(second),
          openWith: (...options) => watchedStore(database, ...options),
        });
      });
    }
  }
  for (const [release, takeOver] of Object.entries(RELEASES)) {
    Deno.test(`a store of the ${release} release on ${name} is migrated with its data`, async () => {
      await using opened = await open();
      await takeOver(opened.database);
    });
  }
  for (const [title, alter] of Object.entries(UNRELEASED)) {
    Deno.test(`a store on ${name} refuses a database of an unreleased version: ${title}`, async () => {
      await using opened = await open();
      await migrate(opened.database);
      await opened.database.script(alter);
      await assert.rejects(
        migrate(opened.database),
        /^Error: the database was created by an unreleased slidepost.* start with an empty database/,
      );
    });
  }
}

/** Creates an empty database on a server, for {@link storeSuite}. */
export async function openOn(server: string): Promise<SuiteDatabase> {
  const url = await createDatabase(server);
  const connect = () =>
    openPostgres({ target: targetOf(url), connections: 4, statementTimeoutMs: 15_000 });
  const database = connect();
  return {
    database,
    again: () => Promise.resolve(connect()),
    [Symbol.asyncDispose]: () => database.close(),
  };
}

/**
 * Truncates tables that have pages or statistics, and those that refer to them. Truncating all
 * tables and their indexes would take longer than most cases.
 */
async function emptyTables({ query, script }: Database): Promise<void> {
  const used = await query<{ name: string }>(
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace
       and relname not in ('migration', 'installation')
       and (pg_relation_size(oid) > 0 or reltuples >= 0)`,
  );
  if (used.length === 0) return;
  await script(`truncate ${used.map(({ name }) => name).join(", ")} cascade`);
}

/** Changes that make of a migrated database one of an unreleased version. */
const UNRELEASED: Record<string, string> = {
  "migrations of other names": `update migration set name = '0001_first.sql';
    insert into migration (name, digest) values ('0041_early_reports.sql', '')`,
  "another edition of the file": "update migration set digest = 'another'",
  "no digests": "alter table migration drop column digest",
};

/** Cases of a migrated database. */
const MIGRATED: Record<string, (database: Database) => Promise<void>> = {
  "an up-to-date database stays as it is": async (database) => {
    assert.deepEqual(await migrate(database), []);
  },
  "the schema is the one in schema.txt": async (database) => {
    await compareWithSnapshot(database);
  },
  "a database of a newer version is refused": async (database) => {
    await database.query("insert into migration (name, digest) values ('9999_later.sql', '')");
    await assert.rejects(
      migrate(database),
      /newer slidepost \(9999_later\.sql\); run that version/,
    );
    await database.query("delete from migration where name = '9999_later.sql'");
  },
};

const batching: Record<string, Case> = {
  async "a batch is never larger than its maximum"({ openWith }) {
    const open = openWith({ batchMax: 10, concurrency: 1 });
    await Promise.all(Array.from({ length: 25 }, () => accepted(open)));
    assert.equal(open.statements.length, 3);
  },

  async "two batchers lose and double nothing"({ openWith }) {
    const open = openWith({ batchMax: 7, concurrency: 2 });
    const sent = await Promise.all(Array.from({ length: 50 }, () => accepted(open)));
    const transitions = await Promise.all(sent.flatMap(({ trackingId }) => [
      open.store.messages.transition(newTransition(trackingId)),
      open.store.messages.transition(newTransition(trackingId)),
    ]));
    assert.equal(transitions.filter(Boolean).length, 50);
    assert.equal(await open.store.health(), null);
  },
};

const CASES = {
  "acceptance": accept,
  "duplicates": dedup,
  "Idempotency-Keys": idempotency,
  "a transition": transition,
  "a due message": work,
  "look-ups of due work": dueLookups,
  "messages with a time or a priority": schedules,
  "preparation": preparation,
  "a message": lookup,
  "statuses of messages": messageStatuses,
  campaigns,
  subscriptions,
  templates,
  drafts,
  "removed templates": removedTemplates,
  postbacks,
  "a leased postback": leased,
  "leases by commit": leases,
  reports,
  "notices of two receivers": noticesOfTwo,
  "events without a notice": notes,
  "operators' postbacks": replays,
  "claims of postbacks": behind,
  "a stream of postbacks": postbackStream,
  accounts,
  pools,
  "webhook secrets": secrets,
  "admin tokens": adminTokens,
  "ended sessions": endedSessions,
  blocks,
  "an inbound message": inbound,
  links,
  renditions,
  handsets,
  exchanges,
  uploads,
  segments,
  "uses of blobs": blobUses,
  "trace contexts": traces,
  "counts of the traffic": traffic,
  "the backlog": backlog,
  "waiting messages": waitingMessages,
  connectors,
  operators,
  routes,
  "numbers' operators": numberOperators,
  loopback,
  retention,
  search,
  "an erasure": people,
  "forms of a number": numberForms,
  "the search index": searchIndex,
  "batchers": batching,
  plans,
  "plans of links": linkPlans,
  "plans of subscriptions": subscriptionPlans,
};
