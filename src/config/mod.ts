/**
 * Configuration: environment → frozen Config. Every key with its unit, default and reason, in one
 * table; the README's table is made from it (`tools/readme`).
 */
import { isDatabaseVariable } from "./database/keywords.ts";
import { DELIVERY_KEYS } from "./delivery.ts";
import { KEEPING_KEYS } from "./retention.ts";
import { MEDIA_KEYS } from "./media.ts";
import { SERVICE_KEYS } from "./service.ts";
import { RENAMED_KEYS } from "./renamed.ts";
import { similarName } from "./similar_name.ts";
import type { Key } from "./values.ts";

/** The table. Keys without a default are null in Config when they are not given. */
export const CONFIG_KEYS = {
  ...SERVICE_KEYS,
  ...DELIVERY_KEYS,
  ...MEDIA_KEYS,
  ...KEEPING_KEYS,
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
  /^(DATABASE|BLOBS?|POSTBACK|DELIVER|ACCEPT|FETCH|TRANSCODE|OUTBOUND|LEASE|RESCUE|CONNECTOR|CREDENTIAL_FAILURE|IDEMPOTENCY|RETENTION|ADMIN|KV|JSON_BODY|REQUEST_BOD(?:Y|IES)|ACCOUNT_CACHE|WEBHOOK_SECRET|OPERATOR|HANDSET|PICTURE|RENDITION|MMS|MM7|FALLBACK_LINK|CLICK_LINKS?)_/;

export interface ReadOptions {
  /** Refuse every unknown key (a configuration file), not just those of our families. */
  strict?: boolean;
  /** Variables that complete a value (libpq's complete DATABASE_URL). Default: the environment. */
  variables?: Readonly<Record<string, string>>;
}

/**
 * Reads the configuration. Throws ConfigError naming every unknown or malformed key.
 * @param environment Variables, as `Deno.env.toObject()` gives them. Empty values count as missing.
 */
export function readConfig(
  environment: Record<string, string>,
  { strict = false, variables = environment }: ReadOptions = {},
): Config {
  const faults: string[] = [];
  const config: Record<string, unknown> = {};
  for (
    const [name, { default: standard, parse, secret }] of Object.entries<Key<unknown>>(CONFIG_KEYS)
  ) {
    const given = environment[name]?.trim() || standard;
    try {
      config[name] = given === null ? null : parse(given, variables);
    } catch (error) {
      const shown = secret ? "" : `, not ${JSON.stringify(given)}`;
      faults.push(`${name} must be ${(error as Error).message}${shown}`);
    }
  }
  for (const name of Object.keys(environment)) {
    const renamed = Object.hasOwn(RENAMED_KEYS, name) ? RENAMED_KEYS[name] : undefined;
    if (renamed !== undefined) {
      faults.push(`${name} is now called ${renamed}`);
      continue;
    }
    const isOurs = FAMILIES.test(name) && !OF_THE_ORCHESTRATOR.test(name);
    if (name in CONFIG_KEYS || isDatabaseVariable(name) || !(strict || isOurs)) continue;
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

/** A variable of the environment that is no key, and the key that was probably meant. */
export interface NearMiss {
  variable: string;
  key: string;
}

/** Finds the variables whose names are nearly those of keys: any other belongs to other programs. */
export function nearMisses(environment: Record<string, string>): NearMiss[] {
  return Object.keys(environment).flatMap((variable) => {
    const key = variable in CONFIG_KEYS ? undefined : meantKey(variable);
    return key === undefined ? [] : [{ variable, key }];
  });
}

function suggestion(name: string): string {
  const near = meantKey(name);
  return near === undefined ? "" : `; did you mean ${near}?`;
}

const meantKey = (name: string) => similarName(name, Object.keys(CONFIG_KEYS));
