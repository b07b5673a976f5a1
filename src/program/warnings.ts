/** Warnings at the start: settings that work, but hardly as they are meant. */
import { type Config, nearMisses } from "../config/mod.ts";
import type { Log } from "../log/mod.ts";

/** Warns of variables that are probably mistyped keys. */
export function warnOfTypos(log: Log, environment: Record<string, string>): void {
  for (const { variable, key } of nearMisses(environment)) {
    log.warn({ variable, key }, `${variable} is not a configuration key; did you mean ${key}?`);
  }
}

/** Warns of what is missing for production. */
export function warnOfGaps(log: Log, config: Config, url: string): void {
  if (config.BASE_URL === null) {
    log.warn(
      { url },
      "no BASE_URL: short links, hosted pages and files would lead customers and handsets to " +
        `${url}; set it to the address that they reach this service at`,
    );
  }
  if (config.SECRETS_KEY[0] == null) {
    log.warn(
      {},
      "no SECRETS_KEY: webhook secrets and passwords to carriers and VASPs are readable in the " +
        "database; openssl rand -base64 32 makes one",
    );
  }
  if (config.ADMIN_TOKEN === null) log.warn({}, "no ADMIN_TOKEN: the admin API is off");
}
