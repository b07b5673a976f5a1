/**
 * Configuration: environment → frozen Config. One table holds every key with its unit, default and
 * reason; `tools/readme.ts` writes it into the manual.
 */
import { isDatabaseVariable } from "./database/keywords.ts";
import { DELIVERY_KEYS } from "./delivery.ts";
import { EXCHANGE_KEYS } from "./exchanges.ts";
import { RETENTION_KEYS } from "./retention.ts";
import { MEDIA_KEYS } from "./media.ts";
import { SERVICE_KEYS } from "./service.ts";
import { didYouMean, similarName } from "../lib/similar_name.ts";
import type { Key } from "./values.ts";

/** Table of all keys. A key without a default is null in Config where it is not set. */
export const CONFIG_KEYS = {
  ...SERVICE_KEYS,
  ...DELIVERY_KEYS,
  ...MEDIA_KEYS,
  ...RETENTION_KEYS,
  ...EXCHANGE_KEYS,
};

const KEYS = Object.keys(CONFIG_KEYS);

type Keys = typeof CONFIG_KEYS;
/** Keys without a default: null in Config where they are not set. */
type NullableKey =
  | "BASE_URL"
  | "DATABASE_URL"
  | "ADMIN_TOKEN"
  | "ADMIN_READ_TOKEN"
  | "METRICS_TOKEN"
  | "KV_PATH"
  | "DEFAULT_CONNECTOR"
  | "OPERATOR_LOOKUP_URL";

export type Config = {
  readonly [K in keyof Keys]: Keys[K] extends Key<infer T> ? K extends NullableKey ? T | null : T
    : never;
};

/** Configuration error; its message lists every fault, one per line, each naming its key. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Variables that Kubernetes sets for every service, also for one named `database`. */
const KUBERNETES_VARIABLE = /_SERVICE_(HOST|PORT(_.+)?)$|_PORT(_\d+_.+)?$/;

/** Prefixes of this service's keys: an unknown name with one is a typo, not another program's. */
const KEY_PREFIX =
  /^(DATABASE|BLOBS?|POSTBACK|DELIVER|EXCHANGE|ACCEPT|FETCH|TRANSCODE|OUTBOUND|LEASE|RESCUE|CONNECTOR|CREDENTIAL_FAILURE|IDEMPOTENCY|RETENTION|ADMIN|KV|JSON_BODY|REQUEST_BOD(?:Y|IES)|ACCOUNT_CACHE|WEBHOOK_SECRET|OPERATOR|HANDSET|PICTURE|RENDITION|SEARCH|CONSOLE|UPLOAD|MMS|MM7|FALLBACK_LINK|CLICK_LINKS?)_/;

export interface ReadOptions {
  /** Whether every unknown key is refused (a configuration file), not only those with our prefixes. */
  strict?: boolean;
  /** Variables that complete a value, such as libpq's for DATABASE_URL. Default: `environment`. */
  variables?: Readonly<Record<string, string>>;
}

/**
 * Reads the configuration.
 * @param environment Variables, as in `Deno.env.toObject()`. Empty values count as missing.
 * @throws ConfigError that names every unknown or malformed key.
 */
export function readConfig(
  environment: Record<string, string>,
  { strict = false, variables = environment }: ReadOptions = {},
): Config {
  const faults: string[] = [];
  const config: Record<string, unknown> = {};
  const keys = Object.entries<Key<unknown>>(CONFIG_KEYS);
  for (const [name, { default: standard, parse, secret }] of keys) {
    const value = environment[name]?.trim() || standard;
    try {
      config[name] = value === null ? null : parse(value, variables);
    } catch (error) {
      const shown = secret ? "" : `, not ${JSON.stringify(value)}`;
      faults.push(`${name} must be ${(error as Error).message}${shown}`);
    }
  }
  for (const [name, { fromMemory }] of keys) {
    if (fromMemory) config[name] ??= fromMemory(Number(config.MEMORY));
  }
  for (const name of Object.keys(environment)) {
    const hasOurPrefix = KEY_PREFIX.test(name) && !KUBERNETES_VARIABLE.test(name);
    if (name in CONFIG_KEYS || isDatabaseVariable(name) || !(strict || hasOurPrefix)) continue;
    faults.push(`${name} is not a configuration key${didYouMean(name, KEYS)}`);
  }
  if (config.OPERATOR_LOOKUP === "http" && config.OPERATOR_LOOKUP_URL === null) {
    faults.push("OPERATOR_LOOKUP_URL must be set with OPERATOR_LOOKUP=http");
  }
  const body = Math.max(...["JSON", "MM7"].map((door) => Number(config[`${door}_BODY_MAX_BYTES`])));
  if (Number(config.REQUEST_BODIES_MAX_BYTES) < 4 * body) {
    faults.push(
      "REQUEST_BODIES_MAX_BYTES must be at least four times the maximum body of a request",
    );
  }
  if (faults.length > 0) throw new ConfigError(faults.join("\n"));
  return Object.freeze(config) as Config;
}

/** Environment variable that is not a key, and the key that was probably meant. */
export interface NearMiss {
  variable: string;
  key: string;
}

/** Finds the variables whose names resemble keys; all others belong to other programs. */
export function nearMisses(environment: Record<string, string>): NearMiss[] {
  return Object.keys(environment).flatMap((variable) => {
    const key = variable in CONFIG_KEYS ? undefined : similarName(variable, KEYS);
    return key === undefined ? [] : [{ variable, key }];
  });
}
