/**
 * slidepost: a self-hosted MMS and SMS gateway.
 *
 * Run as a program it takes a command. `createService` starts a service inside another program.
 */
import type { Config } from "./src/config/mod.ts";
import type { Service, ServiceOptions } from "./src/program/service.ts";

export { type Config, CONFIG_KEYS, ConfigError, readConfig } from "./src/config/mod.ts";
export type { PostbackSent } from "./src/jobs/postbacks/mod.ts";
export type { Service, ServiceOptions } from "./src/program/service.ts";

/**
 * Starts a service. Its modules are loaded here: most commands do without them.
 *
 * @throws Error that says what to do: data directory in use, database or port not to be had.
 */
export async function createService(
  config: Config,
  options: ServiceOptions = {},
): Promise<Service> {
  const service = await import("./src/program/service.ts");
  return await service.createService(config, options);
}

if (import.meta.main) {
  const { main } = await import("./src/program/main.ts");
  Deno.exit(await main(Deno.args));
}
