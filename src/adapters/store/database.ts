/** What the store needs of a Postgres, wherever it runs. */
import { StoreDown } from "../../ports/mod.ts";

/** Values of a statement. Structures travel as JSON text (`$1::text::jsonb`). */
export type Parameter = string | number | boolean | null;

// deno-lint-ignore no-explicit-any -- rows are what the SQL next to the call says they are
export type Row = Record<string, any>;

export interface Query {
  <T extends Row = Row>(sql: string, parameters?: Parameter[]): Promise<T[]>;
}

export type Work<T> = (query: Query) => Promise<T>;

export interface TransactionOptions {
  /** Its statements may take as long as they take (migrations). Default: false. */
  unhurried?: boolean;
}

export interface Database {
  /** One statement, its own transaction, prepared once a connection. */
  query: Query;
  /** Several statements that commit together or not at all. */
  transaction<T>(work: Work<T>, options?: TransactionOptions): Promise<T>;
  /**
   * A statement that no transaction may hold (`create index concurrently`). It takes as long as it
   * takes.
   */
  alone(sql: string): Promise<void>;
  /** Plain SQL of several statements (migrations). */
  script(sql: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * How statements are planned. All that are in a hurry look rows up by key; but Postgres keeps the
 * plan that it made while a table was small, and goes on looking through all of it when it has grown.
 * (`jit`: what is switched off counts as costly, and what is costly would be compiled.)
 */
export const PLANNER = {
  enable_seqscan: "off",
  enable_hashjoin: "off",
  enable_mergejoin: "off",
  jit: "off",
} as const;

/**
 * Classes of SQLSTATE that say "not now" rather than "never": connection, resources, operator. Nor is
 * it the request's fault that the server does not let us in.
 */
const PASSING = /^(08|28|3D000|53|57|58|40|55P03|25006)/;
/** Codes of the system and of the driver that do; ENOENT is a Unix socket's. */
const PASSING_HERE =
  /^(ECONN|EPIPE|ETIMEDOUT|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EMFILE|CONNECT_|CONNECTION_)/;

/** Whether the same call may work later: the server, the network or its resources are at fault. */
export function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code !== "string") return false;
  return PASSING.test(code) || PASSING_HERE.test(code);
}

/** Whether there was no connection to be had: whoever asks next will find the same. */
export function isUnreachable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" &&
    /^(ECONNREFUSED|ENOENT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|CONNECTION_(TIMEOUT|TLS|FILE|READ_ONLY|NO_SERVER)|57P03)$/
      .test(code);
}

/** Errors of the driver as the rest of the program knows them. */
export function asStoreError(error: unknown): unknown {
  return isPassing(error) ? new StoreDown((error as Error).message, { cause: error }) : error;
}

/** A structure as a parameter (`$1::text::json`), without what Postgres cannot keep. */
export function asJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes("\\u")) return text;
  // An escaped backslash is consumed first, so that the text \u0000 itself stays.
  return text.replaceAll(
    /\\\\|\\u(?:0000|d[89a-f]..)/g,
    (found) => found === "\\\\" ? found : "\ufffd",
  );
}

/** NUL, which no text of Postgres may hold. */
const NUL = "\0";

/**
 * The same database, failing with StoreDown where the same call may work later.
 *
 * @param onCall Told of each call: why the database is down, or null where it answers.
 */
export function withStoreErrors(
  driver: Database,
  onCall: (down: StoreDown | null) => void = () => {},
): Database {
  const guard = <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
  async (
    ...args: A
  ): Promise<T> => {
    try {
      const result = await call(...args);
      onCall(null);
      return result;
    } catch (given) {
      const error = asStoreError(given);
      onCall(error instanceof StoreDown ? error : null);
      throw error;
    }
  };
  return {
    query: guard((sql: string, parameters: Parameter[] = []) =>
      driver.query(sql, parameters.map(storable))
    ) as Query,
    transaction: guard(driver.transaction) as Database["transaction"],
    alone: guard(driver.alone),
    script: guard(driver.script),
    close: () => driver.close(),
  };
}

function storable(parameter: Parameter): Parameter {
  return typeof parameter === "string" ? parameter.replaceAll(NUL, "\ufffd") : parameter;
}

/** SQLSTATE 23505. */
export function isDuplicate(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "23505";
}
