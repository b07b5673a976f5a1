/**
 * Configuration: environment → frozen Config. Every key with its unit, default and reason, in one
 * table; the README's table is made from it (`tools/readme`).
 */

interface Key<T> {
  /** Default as an operator would write it; null: no value unless given. */
  default: string | null;
  unit: string;
  reason: string;
  /** Throws an Error whose message completes "KEY must be …". */
  parse(text: string): T;
  secret?: boolean;
}

const text = (pattern = /^[^\0]+$/, kind = "a non-empty text") => (value: string): string => {
  if (!pattern.test(value)) throw new Error(kind);
  return value;
};

const integer = (min: number, max: number) => (value: string): number => {
  const number = /^\d+$/.test(value) ? Number(value) : NaN;
  if (!(number >= min && number <= max)) throw new Error(`a whole number from ${min} to ${max}`);
  return number;
};

const oneOf = <T extends string>(...words: T[]) => (value: string): T => {
  if (!(words as string[]).includes(value)) throw new Error(`one of ${words.join(", ")}`);
  return value as T;
};

const url = (...protocols: string[]) => (value: string): string => {
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol)) {
    throw new Error(`a URL that begins with ${protocols.map((one) => `${one}//`).join(" or ")}`);
  }
  return value.replace(/\/+$/, "");
};

/** A Postgres server. The driver would try several by turns for ever, while none is there. */
const server = (value: string): string => {
  const given = url("postgres:", "postgresql:")(value);
  if (new URL(given).host.includes(",")) throw new Error("a URL of one server");
  return given;
};

const list = (value: string): string[] =>
  value.split(",").map((item) => item.trim()).filter((item) => item !== "");

/** Whose address says where the number goes. */
const template = (value: string): string => {
  if (!value.includes("{number}")) throw new Error("a URL with {number} in it");
  try {
    return url("http:", "https:")(value.replaceAll("{number}", "15555550100")) && value;
  } catch {
    throw new Error("a URL that begins with http:// or https://, with {number} in it");
  }
};

/** `{"name": "value"}` of HTTP headers. */
const headers = (value: string): Record<string, string> => {
  const fault = new Error('JSON of names and values, such as {"x-api-key": "…"}');
  let given: unknown;
  try {
    given = JSON.parse(value);
  } catch {
    throw fault;
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) throw fault;
  for (const each of Object.entries(given)) {
    try {
      if (typeof each[1] !== "string") throw fault;
      new Headers([each as [string, string]]);
    } catch {
      throw fault;
    }
  }
  return given as Record<string, string>;
};

/** `1617=0001470, 44=2340010`: first digits of numbers, and the operator's id. */
const prefixes = (value: string): Map<string, string> => {
  const found = new Map<string, string>();
  for (const item of list(value)) {
    const [, prefix, id] = /^(\d{1,15})=([A-Za-z0-9_-]{1,40})$/.exec(item) ?? [];
    if (prefix === undefined || id === undefined || found.has(prefix)) {
      throw new Error("a list of different prefixes such as `1617=0001470, 44=2340010`");
    }
    found.set(prefix, id);
  }
  return found;
};

/** Of 32 bytes each, in hex or base64; the first may be `none`, which is null. */
const keys = (value: string): (Uint8Array | null)[] =>
  list(value).map((item, at) => {
    if (item === "none" && at === 0) return null;
    if (/^[\da-f]{64}$/i.test(item)) return Uint8Array.fromHex(item);
    if (/^[A-Za-z\d+/]{43}=?$/.test(item)) return Uint8Array.fromBase64(item);
    throw new Error("keys of 32 bytes in base64 or hex; `none` may stand before them");
  });

const UNIT_MS = { "": 1000, s: 1000, min: 60_000, h: 3_600_000 } as const;

/** `5s, 5min, 2h` as milliseconds. */
const schedule = (value: string): number[] => {
  const waits = list(value).map((item) => {
    const match = /^(\d+(?:\.\d+)?) ?(s|min|h|)$/.exec(item);
    return match === null ? NaN : Number(match[1]) * UNIT_MS[match[2] as keyof typeof UNIT_MS];
  });
  if (waits.length === 0 || waits.some((wait) => !(wait <= 30 * 24 * UNIT_MS.h))) {
    throw new Error("a list of waits such as `5s, 5min, 2h`, each at most 30 days");
  }
  return waits;
};

function key<T>(
  parse: (text: string) => T,
  standard: string | number | null,
  unit: string,
  reason: string,
  secret = false,
): Key<T> {
  return { parse, default: standard === null ? null : String(standard), unit, reason, secret };
}

/** The table. Keys without a default are null in Config when they are not given. */
export const CONFIG_KEYS = {
  HOST: key(text(), "127.0.0.1", "address", "listen where only this machine reaches it"),
  PORT: key(integer(0, 65535), 8080, "port", "0 takes a free one and prints it"),
  BASE_URL: key(
    url("http:", "https:"),
    null,
    "URL",
    "what customers and handsets see; http://HOST:PORT unless given",
  ),
  DATA_DIR: key(text(), "./data", "directory", "embedded database, files, queue; one process each"),
  DATABASE_URL: key(
    server,
    null,
    "URL",
    "a Postgres server (15 or newer) instead of the embedded one",
    true,
  ),
  DATABASE_CONNECTIONS: key(
    integer(2, 500),
    10,
    "connections",
    "group commit needs one or two; the rest is for reading",
  ),
  DATABASE_STATEMENT_TIMEOUT: key(
    integer(1, 600),
    15,
    "seconds",
    "longer than any statement of ours takes; a stuck server answers 503 instead of nothing",
  ),
  DATABASE_QUEUE_TIMEOUT: key(
    integer(1, 600),
    5,
    "seconds",
    "a wait for a connection, and one for the next commit: who waits longer has given up; he is answered 503",
  ),
  DATABASE_QUEUE_MAX: key(
    // What is in hand here must find a place.
    integer(1000, 1_000_000),
    10_000,
    "statements",
    "those that wait so: a second's work, some 20 MB of messages; further ones are answered 503",
  ),
  ADMIN_TOKEN: key(
    text(/^\S{16,}$/, "at least 16 characters without spaces"),
    null,
    "token",
    "bearer token of the admin API, which is off without one (the sandbox makes its own)",
    true,
  ),
  SECRETS_KEY: key(
    keys,
    "none",
    "keys",
    "the first seals passwords and webhook secrets in the database, those after it open them too",
    true,
  ),
  OUTBOUND_ALLOW: key(
    list,
    "",
    "CIDRs, hosts",
    "private addresses and hosts that fetches and postbacks may reach in spite of the block list",
  ),
  QUEUE: key(
    oneOf("kv", "postgres"),
    "kv",
    "queue",
    "of postbacks: a file, or DATABASE_URL, where machines keep the retries of one that is gone on time",
  ),
  KV_PATH: key(text(), null, "file", "the queue kv; DATA_DIR/queue.sqlite unless given"),
  LOG_LEVEL: key(
    oneOf("debug", "info", "warn", "error", "silent"),
    "info",
    "level",
    "numbers are masked and texts left out from info upwards",
  ),
  LOG_FORMAT: key(
    oneOf("auto", "json", "pretty"),
    "auto",
    "format",
    "auto is pretty on a terminal, else JSON lines",
  ),
  JSON_BODY_MAX_BYTES: key(
    integer(1024, 64 * 1024 * 1024),
    1024 * 1024,
    "bytes",
    "nine slides of 5,000 characters fit twenty times",
  ),
  MM7_BODY_MAX_BYTES: key(
    integer(1024, 256 * 1024 * 1024),
    10_000_000,
    "bytes",
    "an MM7 request, from a VASP or an MMSC (contract section 7)",
  ),
  MM7_PARTS_MAX: key(
    integer(2, 10_000),
    100,
    "parts",
    "parts of one MM7 request, however nested: nine slides have about twenty",
  ),
  MM7_DUPLICATE_WINDOW: key(
    integer(0, 30 * 86_400),
    86_400,
    "seconds",
    "a submission repeated within it is answered as before and not sent again (contract section 5)",
  ),
  MM7_FALLBACK_TEXT_MAX: key(
    integer(20, 1000),
    459,
    "characters",
    "MM7 brings no fallback text: subject and slide texts up to this, three segments, stand in",
  ),
  SMS_PLAIN_TYPOGRAPHY: key(
    oneOf("off", "on"),
    "off",
    "on, off",
    "on: curly quotes, dashes and the like become plain where that keeps a text in 160 characters",
  ),
  IDEMPOTENCY_KEEP: key(
    integer(1, 30 * 86_400),
    86_400,
    "seconds",
    "a request repeated within it under its Idempotency-Key is answered as before (contract section 1)",
  ),
  IDEMPOTENCY_LEASE: key(
    integer(1, 3600),
    120,
    "seconds",
    "how long a key stays in progress when its process dies: no request takes as long",
  ),
  REQUEST_BODY_TIMEOUT: key(
    integer(1, 600),
    30,
    "seconds",
    "a body that trickles in is answered 400 and waited for no longer",
  ),
  REQUEST_BODIES_MAX_BYTES: key(
    integer(16 * 1024, 64 * 1024 ** 3),
    256 * 1024 * 1024,
    "bytes",
    "all bodies read or worked on at once, half of it those of one account; more is answered 503",
  ),
  ACCEPT_BATCH_MAX: key(
    integer(1, 5000),
    256,
    "messages",
    "most messages in one commit: more gains nothing and delays the first of them",
  ),
  ACCEPT_LANES: key(
    integer(1, 8),
    1,
    "commits",
    "commits in flight at once: 2 helps up to 16 connections, 1 from 64 on",
  ),
  ACCOUNT_CACHE_SECONDS: key(
    integer(0, 3600),
    5,
    "seconds",
    "how long another machine may honour a key that was just revoked on this one",
  ),
  DEFAULT_CONNECTOR: key(
    text(/^[a-z0-9_-]{1,40}$/, "a connector's name"),
    null,
    "connector",
    "carries what a sender has no connector of its own for (the sandbox says loopback)",
  ),
  CONNECTOR_REST: key(
    integer(0, 86_400),
    30,
    "seconds",
    "how long a connector that failed is tried after the others of its route; then one message tries it",
  ),
  OPERATOR_LOOKUP: key(
    oneOf("none", "prefix", "http"),
    "none",
    "provider",
    "who says which operator serves a number that nobody has said it of",
  ),
  OPERATOR_MEMORY: key(
    integer(0, 10 * 365 * 86_400),
    30 * 86_400,
    "seconds",
    "how long what was said of a number counts: people take theirs to another operator",
  ),
  OPERATOR_PREFIXES: key(
    prefixes,
    "",
    "prefixes",
    "of the provider `prefix`, such as `1617=0001470, 44=2340010`; the longest that fits wins",
  ),
  OPERATOR_LOOKUP_URL: key(
    template,
    null,
    "URL",
    "of the provider `http`, asked with GET; {number} stands for the digits",
    true,
  ),
  OPERATOR_LOOKUP_HEADERS: key(
    headers,
    "{}",
    "JSON",
    'headers for it, such as {"x-api-key": "…"}',
    true,
  ),
  OPERATOR_LOOKUP_PATH: key(
    text(/^[^.\0]+(\.[^.\0]+)*$/, "names with dots between them"),
    "operator-id",
    "path",
    "where its JSON answer has the id, such as `carrier.id` or `results.0.mccmnc`",
  ),
  OPERATOR_LOOKUP_TIMEOUT: key(
    integer(1, 60),
    3,
    "seconds",
    "the wait for its turn included: a customer waits for the answer",
  ),
  OPERATOR_LOOKUP_CONCURRENCY: key(
    integer(1, 1000),
    16,
    "requests",
    "in flight to the provider at once",
  ),
  OPERATOR_LOOKUP_CACHE: key(
    integer(0, 86_400),
    300,
    "seconds",
    "how long a provider's answer is not asked for again, even one that it does not know the number",
  ),
  DELIVER_CONCURRENCY: key(
    integer(1, 10_000),
    256,
    "messages",
    "messages between accept and a carrier's answer at once",
  ),
  DELIVER_BACKLOG: key(
    integer(0, 1_000_000),
    4096,
    "messages",
    "accepted messages held in memory; those beyond wait in the store only",
  ),
  DELIVER_RETRY: key(
    schedule,
    "1s, 2s, 5s, 10s, 30s, 1min, 5min",
    "waits",
    "after a carrier throttles or fails for now; the last wait repeats until the message expires",
  ),
  LEASE_SECONDS: key(
    integer(10, 3600),
    40,
    "seconds",
    "how long work of a process that died waits before another one takes it: longer than a carrier's timeout",
  ),
  SWEEP_SECONDS: key(
    integer(1, 3600),
    5,
    "seconds",
    "how often the store is searched for work that nobody holds: with lease and POSTBACK_TIMEOUT, a minute",
  ),
  POSTBACK_CONCURRENCY: key(
    integer(1, 10_000),
    512,
    "requests",
    "postbacks in flight at once: some wait for slow receivers, and keep no other waiting",
  ),
  POSTBACK_ACCOUNT_CONCURRENCY: key(
    integer(1, 1000),
    64,
    "requests",
    "of them to one receiver: more gains nothing on two cores",
  ),
  POSTBACK_REST_AFTER: key(
    integer(1, 1000),
    10,
    "failures",
    "a receiver that has failed so often running is left alone for a while",
  ),
  POSTBACK_REST: key(
    integer(1, 3600),
    10,
    "seconds",
    "for so long; then one postback asks whether it works again",
  ),
  POSTBACK_TIMEOUT: key(
    integer(1, 120),
    10,
    "seconds",
    "a receiver that has not answered by then has failed",
  ),
  POSTBACK_SCHEDULE: key(
    schedule,
    "5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h",
    "waits",
    "after each failed try; the first is made at once; after the last the postback is dead, and kept",
  ),
  POSTBACK_RESPONSE_MAX_BYTES: key(
    // A VASP's answer has to fit.
    integer(4096, 1024 * 1024),
    64 * 1024,
    "bytes",
    "nothing a receiver answers is worth more",
  ),
  WEBHOOK_SECRET_OVERLAP: key(
    integer(0, 30 * 86_400),
    86_400,
    "seconds",
    "how long a webhook secret signs beside the one that follows it: time to change the receivers",
  ),
  FETCH_TIMEOUT: key(
    integer(1, 3600),
    120,
    "seconds",
    "a whole download: 50 MB in that time is 3.4 Mbit/s",
  ),
  FETCH_CONNECT_TIMEOUT: key(
    integer(1, 120),
    10,
    "seconds",
    "a server that takes longer is not there",
  ),
  FETCH_IDLE_TIMEOUT: key(
    integer(1, 600),
    20,
    "seconds",
    "a download that stands still that long is dead",
  ),
  IMAGE_MAX_BYTES: key(
    integer(1, 2 ** 31),
    10_000_000,
    "bytes",
    "source size (contract section 7)",
  ),
  AUDIO_MAX_BYTES: key(
    integer(1, 2 ** 31),
    10_000_000,
    "bytes",
    "source size (contract section 7)",
  ),
  VIDEO_MAX_BYTES: key(
    integer(1, 2 ** 31),
    50_000_000,
    "bytes",
    "source size (contract section 7)",
  ),
  CONTACT_MAX_BYTES: key(
    integer(1, 2 ** 31),
    1_000_000,
    "bytes",
    "source size, contacts and calendars (contract section 7)",
  ),
  DOCUMENT_MAX_BYTES: key(
    integer(1, 2 ** 31),
    5_000_000,
    "bytes",
    "source size, PDF and Excel (contract section 7)",
  ),
  TRANSCODE_CONCURRENCY: key(
    integer(1, 64),
    2,
    "files",
    "ffmpeg runs at once: one a core",
  ),
  TRANSCODE_TIMEOUT: key(
    integer(1, 3600),
    120,
    "seconds",
    "one ffmpeg run: 50 MB of video takes half of it on one slow core",
  ),
  IMAGE_MAX_PIXELS: key(
    integer(1, 1_000_000_000),
    50_000_000,
    "pixels",
    "a 50-megapixel photo decodes to 200 MB; more is an attack",
  ),
  MEDIA_MAX_SECONDS: key(
    integer(1, 7200),
    600,
    "seconds",
    "audio and video that run longer are refused: an MMS has room for far less",
  ),
  TRANSCODE_MEMORY_MAX_BYTES: key(
    integer(64_000_000, 64_000_000_000),
    1_000_000_000,
    "bytes",
    "one ffmpeg run (Linux): a minute of 4K in three renditions takes half of it; more is an attack",
  ),
  PICTURE_WORKERS: key(
    integer(0, 64),
    0,
    "workers",
    "pictures drawn at once; 0 is a core less than there are, which is for the doors",
  ),
  PICTURE_QUEUE_MAX: key(
    integer(1, 100_000),
    256,
    "pictures",
    "those that wait to be drawn: a few seconds' work; further ones are answered 503",
  ),
  PICTURE_TIMEOUT: key(
    integer(1, 600),
    10,
    "seconds",
    "drawing one picture; most take a hundredth of one",
  ),
  PICTURE_CACHE_MAX_BYTES: key(
    integer(0, 4 * 1024 ** 3),
    64 * 1024 ** 2,
    "bytes",
    "decoded backgrounds and barcodes that each worker keeps: some twenty backgrounds",
  ),
  BACKGROUND_CACHE_MAX_BYTES: key(
    integer(0, 4 * 1024 ** 3),
    64 * 1024 ** 2,
    "bytes",
    "backgrounds kept as they were fetched, as long as HTTP caching lets them be: some three hundred",
  ),
  MADE_FETCH_TIMEOUT: key(
    integer(1, 600),
    20,
    "seconds",
    "fetching a background or a contact's photo: a customer waits for the answer",
  ),
  RENDITION_KEPT: key(
    integer(0, 10 * 365 * 86_400),
    30 * 86_400,
    "seconds",
    "a file that comes again within it is not transcoded again",
  ),
  BLOB_GRACE: key(
    integer(3600, 365 * 86_400),
    86_400,
    "seconds",
    "how long a stored file that nothing refers to stays: no work on a file takes that long",
  ),
  MESSAGE_KEEP: key(
    integer(3600, 100 * 365 * 86_400),
    90 * 86_400,
    "seconds",
    "how long a message stays after its last change, with its log and postbacks: a quarter's bill",
  ),
  INBOUND_KEEP: key(
    integer(86_400, 100 * 365 * 86_400),
    90 * 86_400,
    "seconds",
    "the same from handsets; their files' addresses work as long, and a carrier's repeat is known",
  ),
  LINK_KEEP: key(
    integer(0, 100 * 365 * 86_400),
    30 * 86_400,
    "seconds",
    "how long the clicks of a link can be read once it has expired: a month's report",
  ),
  LOOKUP_COUNT_KEEP: key(
    integer(86_400, 100 * 365 * 86_400),
    400 * 86_400,
    "seconds",
    "how long counts of operator look-ups can be read: the bills of a year, and some",
  ),
  RETENTION_BATCH: key(
    integer(1, 10_000),
    1000,
    "rows",
    "looked at by one statement that removes what is over: some 20 ms, which accepts may wait for",
  ),
  MMS_EXPIRY_MAX: key(
    integer(60, 30 * 86_400),
    3 * 86_400,
    "seconds",
    "default and maximum of mms-expiry-timestamp (spec 4.4)",
  ),
  FALLBACK_LINK_EXPIRY_MAX: key(
    integer(60, 10 * 365 * 86_400),
    365 * 86_400,
    "seconds",
    "default and maximum of fallback-sms-link-expiration (spec 4.4)",
  ),
  CLICK_LINK_EXPIRY: key(
    integer(60, 10 * 365 * 86_400),
    365 * 86_400,
    "seconds",
    "how long the short links of click-tracking lead on: as long as a fallback link at most",
  ),
  CLICK_LINKS_MAX: key(
    integer(1, 10_000),
    100,
    "links",
    "links of one text whose clicks are counted: no text of 255 segments has room for more",
  ),
  PAGE_CACHE_MAX: key(
    integer(0, 1_000_000),
    1000,
    "pages",
    "hosted messages held in memory for a minute: a film is fetched in many pieces",
  ),
  HANDSET_MEMORY: key(
    integer(0, 10 * 365 * 86_400),
    180 * 86_400,
    "seconds",
    "how long a number's last handset counts for how objects are sent: people change phones",
  ),
  SHUTDOWN_SECONDS: key(
    integer(1, 600),
    10,
    "seconds",
    "for requests and work in hand at SIGTERM; what is left is taken up at the next start",
  ),
};

type Keys = typeof CONFIG_KEYS;
/** Keys whose table entry says null: they may be missing. */
type MayBeMissing =
  | "BASE_URL"
  | "DATABASE_URL"
  | "ADMIN_TOKEN"
  | "KV_PATH"
  | "DEFAULT_CONNECTOR"
  | "OPERATOR_LOOKUP_URL";

export type Config = {
  readonly [K in keyof Keys]: Keys[K] extends Key<infer T> ? K extends MayBeMissing ? T | null : T
    : never;
};

/** Every fault of the configuration, one a line, each naming its key. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Kubernetes tells every container of the services beside it, ours and one named `database` too. */
const OF_THE_ORCHESTRATOR = /_SERVICE_(HOST|PORT(_.+)?)$|_PORT(_\d+_.+)?$/;

/** Families of keys that are ours: an unknown member is a typing error, not another program's. */
const FAMILIES =
  /^(DATABASE|POSTBACK|DELIVER|ACCEPT|FETCH|TRANSCODE|OUTBOUND|LEASE|SWEEP|IDEMPOTENCY|RETENTION|ADMIN|KV|JSON_BODY|ACCOUNT_CACHE|OPERATOR_LOOKUP|MMS|MM7|FALLBACK_LINK)_/;

/**
 * Reads the configuration. Throws ConfigError naming every unknown or malformed key.
 * @param environment Variables, as `Deno.env.toObject()` gives them. Empty values count as missing.
 * @param strict Refuse every unknown key (a configuration file), not just those of our families.
 */
export function readConfig(
  environment: Record<string, string>,
  { strict = false }: { strict?: boolean } = {},
): Config {
  const faults: string[] = [];
  const config: Record<string, unknown> = {};
  for (
    const [name, { default: standard, parse, secret }] of Object.entries<Key<unknown>>(CONFIG_KEYS)
  ) {
    const given = environment[name]?.trim() || standard;
    try {
      config[name] = given === null ? null : parse(given);
    } catch (error) {
      const shown = secret ? "" : `, not ${JSON.stringify(given)}`;
      faults.push(`${name} must be ${(error as Error).message}${shown}`);
    }
  }
  for (const name of Object.keys(environment)) {
    const isOurs = FAMILIES.test(name) && !OF_THE_ORCHESTRATOR.test(name);
    if (name in CONFIG_KEYS || !(strict || isOurs)) continue;
    faults.push(`${name} is not a configuration key${suggestion(name)}`);
  }
  if (config.QUEUE === "postgres" && config.DATABASE_URL === null) {
    faults.push(
      "QUEUE must be kv without a DATABASE_URL: the embedded database has one process; name a server, or leave QUEUE out",
    );
  }
  if (config.OPERATOR_LOOKUP === "http" && config.OPERATOR_LOOKUP_URL === null) {
    faults.push("OPERATOR_LOOKUP_URL must be given with OPERATOR_LOOKUP=http");
  }
  const body = Math.max(...["JSON", "MM7"].map((door) => Number(config[`${door}_BODY_MAX_BYTES`])));
  if (Number(config.REQUEST_BODIES_MAX_BYTES) < 4 * body) {
    faults.push("REQUEST_BODIES_MAX_BYTES must be at least four times what one body may have");
  }
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return Object.freeze(config) as Config;
}

/** The key that was probably meant. */
function suggestion(name: string): string {
  const near = Object.keys(CONFIG_KEYS).find((known) => distance(known, name) <= 2);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, row[j]! + 1, next[j - 1]! + 1);
    }
    row = next;
  }
  return row[b.length]!;
}
