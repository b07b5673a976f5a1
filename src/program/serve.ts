/** `serve`: runs the service in production, configured by the environment. */
import type { ReadConfig } from "./config_file.ts";
import type { CreateService } from "./service.ts";
import { untilSignal } from "./signals.ts";
import { warnOfMissingSettings, warnOfTypos } from "./warnings.ts";

/** Runs the service until a signal. Resolves with the exit code. */
export async function serve(readConfig: ReadConfig, createService: CreateService): Promise<number> {
  const config = readConfig({});
  const stopped = untilSignal();
  const { log, stop, url } = await createService(config, {});
  warnOfTypos(log, Deno.env.toObject());
  warnOfMissingSettings(log, config, url);
  log.info({ url }, "ready");
  log.info({ signal: await stopped }, "stopping");
  await stop();
  return 0;
}
