/**
 * slidepost: a self-hosted MMS and SMS gateway.
 *
 * The program takes a command (see `--help`). `createService` embeds a service in another program.
 */
import type { Config } from "./src/config/mod.ts";
import type { Service, ServiceOptions } from "./src/program/service/mod.ts";

export { type Config, CONFIG_KEYS, ConfigError, readConfig } from "./src/config/mod.ts";
export type { PostbackSent } from "./src/jobs/postbacks/mod.ts";
export type { Service, ServiceOptions } from "./src/program/service/mod.ts";

/**
 * Starts a service. Loads its modules here, since most commands do not need them.
 *
 * @throws Error that says what to do: data directory in use, database or port unavailable.
 */
export async function createService(
  config: Config,
  options: ServiceOptions = {},
): Promise<Service> {
  const service = await import("./src/program/service/mod.ts");
  return await service.createService(config, options);
}

if (import.meta.main) {
  const { main } = await import("./src/program/main.ts");
  Deno.exit(await main(Deno.args));
}
