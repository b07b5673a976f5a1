/** A write that takes the path of an acceptance: same tables, same commit. It leaves nothing. */
import { createUuids } from "../../../lib/uuid_v7.ts";
import type { DatabaseTarget } from "../../../config/database/target.ts";
import type { Database, Statement } from "./database.ts";
import { openPostgres } from "./postgres.ts";

/** Rows that a probe writes to each table: several pages, for which a full disk has no space. */
const ROWS = 8;
/** Length of a row, below that from which Postgres compresses values (2 kB). */
const ROW_CHARACTERS = 1800;
/** Maximum wait for a table's lock, in milliseconds. */
const LOCK_TIMEOUT_MS = 1000;
/** Maximum time for a statement, in milliseconds; the commit may wait for a standby. */
const STATEMENT_TIMEOUT_MS = 3000;

const LIMITS: readonly Statement[] = [
  { sql: `set local lock_timeout = ${LOCK_TIMEOUT_MS}` },
  { sql: `set local statement_timeout = ${STATEMENT_TIMEOUT_MS}` },
];

/** Ids from the one of the statement on, whose last digit is 0. */
const ID = "overlay($1::text placing n::text from 36)::uuid";
const IDS = `select ${ID} from generate_series(1, ${ROWS}) n`;

const WRITES = [
  `insert into message (tracking_id, account, kind, state, sender, recipient, content,
    delivery_report, accepted_at, updated_at, expires_at)
  select ${ID}, '', 'SMS_MT', 'accepted', '', '', to_json(repeat('x', ${ROW_CHARACTERS})),
    false, now(), now(), now()
  from generate_series(1, ${ROWS}) n`,
  `insert into event (account, tracking_id, at, name, details)
  select '', ${ID}, now(), 'probe', repeat('x', ${ROW_CHARACTERS})
  from generate_series(1, ${ROWS}) n`,
  `delete from event where tracking_id in (${IDS})`,
  `delete from message where tracking_id in (${IDS})`,
];

const uuids = createUuids();

/** Writes rows, deletes them and commits. Rejects where the database takes no writes. */
export async function probeWrite(database: Pick<Database, "batch">): Promise<void> {
  // Like a new message's, so that it comes to the same position of each index.
  const id = uuids("-");
  await database.batch([...LIMITS, ...WRITES.map((sql) => ({ sql, parameters: [id] }))]);
}

/** A database as a watch of its writes tries it. */
export interface Prober {
  /** Writes as an acceptance does. */
  probe(): Promise<void>;
  /** Checks that the database reads. */
  canRead(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Creates a prober with a connection of its own, which it opens with the first probe: those of the
 * pool may all hang on a lock.
 */
export function createProber(target: DatabaseTarget): Prober {
  const database = openPostgres({
    target,
    connections: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  return {
    probe: () => probeWrite(database),
    canRead: () => database.query("select 1").then(() => true, () => false),
    close: () => database.close(),
  };
}
