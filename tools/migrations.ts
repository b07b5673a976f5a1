/**
 * Checks that migrations can run while machines of the previous version serve requests
 * (src/adapters/store/schema/migrate.ts). Refuses every statement that is not known to be safe: locks that
 * block requests, rewrites and scans of whole tables under a lock, and incompatible changes.
 *
 *     deno run -A tools/migrations.ts
 */
import { MIGRATIONS, readReleased } from "../src/adapters/store/schema/migrate.ts";
import { concurrentIndex, readMigration } from "../src/adapters/store/schema/migration_file.ts";

/** Last migration that was released before these rules. */
const LAST_EXEMPT = "0017";

/** Facts from earlier files, and from earlier statements of this file. */
interface Context {
  /** Tables that this file creates: no machine uses them yet. */
  readonly fresh: Set<string>;
  /** Names of earlier migrations. */
  readonly previous: readonly string[];
  /** Columns (`table.column`) with a check `is not null`, by constraint (`table.constraint`). */
  readonly checks: Map<string, string>;
  /** Columns that a validated check of an earlier file proves not null. */
  readonly proven: ReadonlySet<string>;
}

/** Migrations with their names and texts. */
export type Files = readonly { readonly name: string; readonly sql: string }[];

/** Finds the unsafe statements of a series of migrations; each fault names its file. */
export function unsafeIn(files: Files): string[] {
  const checks = new Map<string, string>();
  const proven = new Set<string>();
  return files.flatMap(({ name, sql }, index) => {
    const previous = files.slice(0, index).map((file) => file.name);
    const context = { fresh: new Set<string>(), previous, checks, proven: new Set(proven) };
    const faults = name.slice(0, 4) <= LAST_EXEMPT ? [] : faultsIn(name, sql, context);
    for (const column of validatedIn(sql, checks)) proven.add(column);
    return faults.map((fault) => `${name}: ${fault}`);
  });
}

function faultsIn(name: string, sql: string, context: Context): string[] {
  const { manner, statements } = readMigration(name, sql);
  if (statements.length === 0) return ["has no statement"];
  const plain = statements.map(normal);
  switch (manner) {
    case "concurrently":
      return plain.flatMap(faultsConcurrently);
    case "in batches":
      return faultsInBatches(plain);
    case "transaction":
      return [
        ...faultsOfMixture(plain),
        ...plain.flatMap((statement) => faultsOf(statement, sql, context)),
      ];
  }
}

/** Normalises a statement: lower case, no comments or line breaks, string literals as `''`. */
function normal(statement: string): string {
  return statement.replaceAll(/--.*$/gm, "").replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, " ").trim().toLowerCase();
}

function faultsConcurrently(statement: string): string[] {
  try {
    concurrentIndex(statement);
  } catch {
    return [
      `"${shortened(statement)}": a file marked "concurrently" may only create and drop indexes`,
    ];
  }
  return /^create .* if not exists /.test(statement)
    ? [`"${shortened(statement)}": leave out "if not exists": it would keep an invalid index`]
    : [];
}

function faultsInBatches(statements: readonly string[]): string[] {
  const [statement = ""] = statements;
  if (statements.length > 1) return ["has several statements: a file in batches has one"];
  const isBatch = /\$1/.test(statement) && / limit \d+/.test(statement) &&
    / order by /.test(statement) && /\bas "?key"?\b/.test(statement);
  return isBatch ? [] : [
    `"${shortened(statement)}": a batch looks at rows behind $1, with "order by" and "limit", ` +
    'and returns the last as "key"',
  ];
}

/** Refuses a scan beside a change: a transaction holds its locks until it ends. */
function faultsOfMixture(statements: readonly string[]): string[] {
  const isScan = (statement: string) => / validate constraint /.test(statement);
  return statements.some(isScan) && !statements.every(isScan)
    ? [
      "validates a constraint beside other changes, whose locks it would hold; give it its own file",
    ]
    : [];
}

function faultsOf(statement: string, sql: string, context: Context): string[] {
  const { fresh } = context;
  const [, created] = /^create table (?:if not exists )?"?(\w+)"?/.exec(statement) ?? [];
  if (created !== undefined) {
    fresh.add(created);
    return [];
  }
  const [, table] = TABLE_OF.exec(statement) ?? [];
  if (table !== undefined && fresh.has(table)) return [];
  const quote = (fault: string) => `"${shortened(statement)}": ${fault}`;
  if (/^alter table /.test(statement)) {
    return actionsOf(statement).flatMap((action) => faultsOfAction(table!, action, sql, context))
      .map(quote);
  }
  for (const [pattern, fault] of STATEMENTS) {
    if (!pattern.test(statement)) continue;
    const isExcused = fault === UNUSED ? isUnused(sql, context) : fault === null;
    return isExcused ? [] : [quote(fault!)];
  }
  return [quote("is not known to be safe; if it is, add it to tools/migrations.ts")];
}

/** Matches the table that a statement changes. */
const TABLE_OF =
  /^(?:alter table|drop table|insert into|update|delete from|create (?:unique )?index \w+ on)(?: (?:if exists|only))* "?(\w+)"?/;

const UNUSED =
  'the previous version may use it; say "-- unused since NAME" of an earlier migration';

/** Faults of statements on tables in use; null: safe. */
const STATEMENTS: readonly [RegExp, string | null][] = [
  [/^insert into /, null],
  [/^comment on /, null],
  [/^create (unique )?index /, 'blocks all writes; create it in a file marked "concurrently"'],
  [/^(drop|reindex) (index|table) concurrently /, 'belongs into a file marked "concurrently"'],
  [/^drop index /, 'blocks all requests; drop it in a file marked "concurrently"'],
  [
    /^(update|delete) /,
    'locks rows for as long as it takes; put it into a file marked "in batches"',
  ],
  [/^drop table /, UNUSED],
];

function isUnused(sql: string, { previous }: Context): boolean {
  const [, since] = /^-- unused since (\S+)$/m.exec(sql) ?? [];
  return since !== undefined && previous.includes(since);
}

/** Splits an `alter table` into its actions at commas outside parentheses. */
function actionsOf(statement: string): string[] {
  const actions = [""];
  let depth = 0;
  const text = statement.replace(/^alter table (?:(?:if exists|only) )*"?\w+"? /, "");
  for (const character of text) {
    if (character === "(") depth++;
    if (character === ")") depth--;
    if (character === "," && depth === 0) actions.push("");
    else actions[actions.length - 1] += character;
  }
  return actions.map((action) => action.trim());
}

function faultsOfAction(table: string, action: string, sql: string, context: Context): string[] {
  for (const [pattern, fault] of ACTIONS) {
    const match = pattern.exec(action);
    if (match === null) continue;
    const found = fault(match, { table, sql, context });
    return found === null ? [] : [found];
  }
  return [`"${action}" is not known to be safe; if it is, add it to tools/migrations.ts`];
}

/** Matches a default that is the same for all rows: Postgres stores it once and rewrites no row. */
const CONSTANT =
  /^(?:null|true|false|-?\d+(?:\.\d+)?|'')(?:::[\w ]+(?:\[\])?)?$|^(?:now\(\)|current_(?:timestamp|date))$/;

interface ActionContext {
  table: string;
  sql: string;
  context: Context;
}

/** Faults of actions on tables in use; null: safe. The first matching pattern applies. */
const ACTIONS: readonly [
  RegExp,
  (match: RegExpExecArray, context: ActionContext) => string | null,
][] = [
  [
    /^add (?:column )?(?:if not exists )?(?!constraint |check|foreign |primary |unique)(.+)$/,
    ofColumn,
  ],
  [/^add constraint \w+ (?:unique|primary key) using index \w+$/, () => null],
  [/^add constraint \w+ (?:check|foreign key) .* not valid$/, () => null],
  [
    /^add (?:constraint|check|foreign|primary|unique)/,
    () =>
      'reads the whole table under a lock; add a named one "not valid" and validate it in a file of its own, or "using index"',
  ],
  [/^validate constraint \w+$/, () => null],
  [/^alter (?:column )?\w+ set default (.+)$/, () => null],
  [/^alter (?:column )?\w+ drop (?:default|not null)$/, () => null],
  [
    /^alter (?:column )?(\w+) set not null$/,
    ([, column], { table, context }) =>
      context.proven.has(`${table}.${column}`)
        ? null
        : `reads the whole table under a lock; first add a check (${column} is not null) and validate it, ` +
          "in two earlier files",
  ],
  [
    /^alter (?:column )?\w+ (?:set data )?type /,
    () => "rewrites the table under a lock; add a column of the new type",
  ],
  [
    /^drop (?:column )?(?:if exists )?(?!constraint )\w+/,
    (_, { sql, context }) => isUnused(sql, context) ? null : UNUSED,
  ],
  [/^drop constraint /, () => null],
  [/^rename /, () => "the previous version uses the old name; add a new one"],
  [/^(?:set|reset) \(/, () => null],
];

function ofColumn([, definition = ""]: RegExpExecArray): string | null {
  if (/ (?:generated|as identity)\b|\b(?:small|big)?serial\b/.test(definition)) {
    return "rewrites the table under a lock: each row gets a value of its own";
  }
  if (/ (?:unique|primary key|references|check)\b/.test(definition)) {
    return "reads the whole table under a lock for its constraint; add that separately";
  }
  const [, value] = / default (.+?)(?= not null| null|$)/.exec(definition) ?? [];
  if (value !== undefined && !CONSTANT.test(value)) {
    return `rewrites the table under a lock: "${value}" is not a constant`;
  }
  const isForced = / not null\b/.test(definition) && (value === undefined || value === "null");
  return isForced ? "fails: existing rows have no value; give it a constant default" : null;
}

/** Records checks for null, and finds the columns whose checks this file validates. */
function validatedIn(sql: string, checks: Map<string, string>): string[] {
  const statements = readMigration("", sql).statements.map(normal);
  const proven = statements.flatMap((statement) => {
    const [, table, check] = /^alter table (\w+) validate constraint (\w+)$/.exec(statement) ?? [];
    const column = checks.get(`${table}.${check}`);
    return column === undefined ? [] : [column];
  });
  for (const statement of statements) {
    const [, table, check, column] =
      /^alter table (\w+) add constraint (\w+) check \( ?(\w+) is not null ?\) not valid$/
        .exec(statement) ?? [];
    if (table !== undefined) checks.set(`${table}.${check}`, `${table}.${column}`);
  }
  return proven;
}

const shortened = (text: string) => text.length <= 60 ? text : `${text.slice(0, 59)}…`;

/** Reads the released migrations. */
export async function releasedFiles(): Promise<Files> {
  return await Promise.all(
    MIGRATIONS.map(async (name) => ({ name, sql: await readReleased(name) })),
  );
}

if (import.meta.main) {
  const faults = unsafeIn(await releasedFiles());
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) Deno.exit(1);
}
