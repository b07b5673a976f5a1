/** Warnings at the start about settings that work but are probably not intended. */
import { type Config, nearMisses } from "../../config/mod.ts";
import type { Log } from "../../log/mod.ts";

/** Warns of variables that are probably mistyped keys. */
export function warnOfTypos(log: Log, environment: Record<string, string>): void {
  for (const { variable, key } of nearMisses(environment)) {
    log.warn({ variable, key }, `${variable} is not a configuration key; did you mean ${key}?`);
  }
}

/** Warns of settings that production needs and that are missing. */
export function warnOfMissingSettings(log: Log, config: Config, url: string): void {
  if (config.BASE_URL === null) {
    log.warn(
      { url },
      "no BASE_URL: short links, hosted pages and files point customers and handsets to " +
        `${url}; set it to the public address of this service`,
    );
  }
  if (config.SECRETS_KEY[0] == null) {
    log.warn(
      {},
      "no SECRETS_KEY: webhook secrets, and passwords of carriers and VASPs, are not encrypted in " +
        "the database; create a key with: openssl rand -base64 32",
    );
  }
  if (config.ADMIN_TOKEN === null) {
    const parts = config.ADMIN_READ_TOKEN === null
      ? "the admin API and the console are off"
      : "nobody can change anything through the admin API or the console";
    log.warn({}, `no ADMIN_TOKEN: ${parts}`);
  }
}
