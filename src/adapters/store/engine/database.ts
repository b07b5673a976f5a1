/** Database interface of the store, classification of its errors, and encoding of parameters. */
import { StoreDown } from "../../../ports/mod.ts";

/** Parameter of a statement. Structures travel as JSON text (`$1::text::jsonb`). */
export type Parameter = string | number | boolean | null;

// deno-lint-ignore no-explicit-any -- the SQL next to the call defines the row's shape
export type Row = Record<string, any>;

export interface Query {
  <T extends Row = Row>(sql: string, parameters?: Parameter[]): Promise<T[]>;
}

export type Work<T> = (query: Query) => Promise<T>;

/** Statement with its parameters. */
export interface Statement {
  sql: string;
  parameters?: Parameter[];
}

export interface TransactionOptions {
  /** Runs the statements without a statement timeout (migrations). Default: false. */
  noTimeout?: boolean;
}

export interface Database {
  /** Runs one statement in a transaction of its own, prepared once per connection. */
  query: Query;
  /**
   * Runs statements that commit together or not at all, and behind their commit further ones, in one
   * round trip.
   * @param after Statements whose snapshots are of after the commit. One that the server cannot run
   * now returns no rows: the batch is committed.
   * @returns The rows of each.
   */
  batch(statements: readonly Statement[], after?: readonly Statement[]): Promise<Row[][]>;
  /** Runs several statements that commit together or not at all. */
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs a statement that no transaction block may contain (`create index concurrently`), without
   * a statement timeout.
   */
  outsideTransaction(sql: string): Promise<void>;
  /** Runs plain SQL of several statements (migrations). */
  script(sql: string): Promise<void>;
  /** @param time Default: 5 seconds for statements in flight, and a minute for the server. */
  close(time?: CloseTime): Promise<void>;
}

/** Time that closing a database takes at most. */
export interface CloseTime {
  /** Aborted when statements in flight have no more time: their sessions end. */
  readonly sessionsOver: AbortSignal;
  /** Aborted when an embedded server has no more time to write its data, which its log has. */
  readonly serverOver: AbortSignal;
}

/**
 * Planner settings of every session. Latency-critical statements look rows up by key, but Postgres
 * caches the plan that it made while a table was small and keeps scanning the table after it has
 * grown. `jit` is off because a disabled plan node counts as expensive, and expensive plans are
 * compiled.
 */
export const PLANNER = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  jit: "off",
} as const;

/**
 * SQLSTATEs of transient errors: connection, resources, operator intervention. A refused login (28,
 * 3D000) counts too, since it is no fault of the request.
 */
const TRANSIENT_SQLSTATE = /^(08|28|3D000|53|57|58|40|55P03|25006)/;
/** Transient error codes of the system and of the driver; ENOENT is a missing Unix socket. */
const TRANSIENT_CODE =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EMFILE|CONNECT_|CONNECTION_)/;

/** Checks for a transient error: the server, the network or its resources are at fault. */
export function isTransient(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return false;
  return TRANSIENT_SQLSTATE.test(code) || TRANSIENT_CODE.test(code);
}

/** Checks for an error of connecting, which every other caller would get at this moment too. */
export function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" &&
    /^(ECONNREFUSED|ENOENT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|CONNECTION_(TIMEOUT|TLS|FILE|READ_ONLY|NO_SERVER)|57P03)$/
      .test(code);
}

/** SQLSTATEs of a statement that a server which works has given up: timeout, lock, conflict, disk. */
const GIVEN_UP_SQLSTATE = /^(57014|55P03|40|53100|25006)/;

/** Checks for an outage of the whole database, not only of what a statement asks for. */
export function isOutage({ cause }: StoreDown): boolean {
  return !GIVEN_UP_SQLSTATE.test(String((cause as { code?: unknown } | undefined)?.code));
}

/** Turns a transient error of the driver into StoreDown; returns any other as it is. */
export function asStoreError(error: unknown): unknown {
  return isTransient(error) ? new StoreDown((error as Error).message, { cause: error }) : error;
}

/**
 * Encodes a structure as a parameter (`$1::text::json`). NUL and lone surrogates, which Postgres
 * cannot store, become U+FFFD.
 */
export function asJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes("\\u")) return text;
  // An escaped backslash matches first, so that the literal text \u0000 stays.
  return text.replaceAll(
    /\\\\|\\u(?:0000|d[89a-f]..)/g,
    (match) => match === "\\\\" ? match : "\ufffd",
  );
}

/** NUL, which Postgres cannot store in a text. */
const NUL = "\0";

/**
 * Observes calls: called with the statements of each when it starts (null: those of a transaction,
 * which writes), it returns a function to be called with its StoreDown, or null where it has none.
 */
export type ObserveCalls = (
  statements: readonly string[] | null,
) => (down: StoreDown | null) => void;

const NO_OBSERVER: ObserveCalls = () => () => {};

/** Wraps a database so that transient errors reject as StoreDown. */
export function withStoreErrors(driver: Database, observe: ObserveCalls = NO_OBSERVER): Database {
  async function guard<T>(
    statements: readonly string[] | null,
    call: () => Promise<T>,
  ): Promise<T> {
    const end = observe(statements);
    try {
      const result = await call();
      end(null);
      return result;
    } catch (cause) {
      const error = asStoreError(cause);
      end(error instanceof StoreDown ? error : null);
      throw error;
    }
  }
  return {
    query: (sql, parameters = []) =>
      guard([sql], () => driver.query(sql, parameters.map(storable))),
    batch: (statements, after = []) =>
      guard(
        statements.map(({ sql }) => sql),
        () => driver.batch(statements.map(storableStatement), after.map(storableStatement)),
      ),
    transaction: (...args) => guard(null, () => driver.transaction(...args)),
    outsideTransaction: (sql) => guard([], () => driver.outsideTransaction(sql)),
    script: (sql) => guard([], () => driver.script(sql)),
    close: (time) => driver.close(time),
  };
}

function storableStatement({ sql, parameters = [] }: Statement): Statement {
  return { sql, parameters: parameters.map(storable) };
}

function storable(parameter: Parameter): Parameter {
  return typeof parameter === "string" && parameter.includes(NUL)
    ? parameter.replaceAll(NUL, "\ufffd")
    : parameter;
}

/** Checks for a conflict with another transaction that made the server roll this one back. */
export function isConflict(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40001" || code === "40P01"; // serialization_failure, deadlock_detected
}

/** Checks for a violated unique constraint (SQLSTATE 23505). */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "23505";
}
