/** `serve`: runs the service in production, configured by the environment. */
import type { ServiceManager } from "../adapters/system/service_manager.ts";
import type { ReadConfig } from "./config_file.ts";
import type { CreateService } from "./service.ts";
import { untilSignal } from "./signals.ts";
import { readVersion } from "./version.ts";
import { warnOfMissingSettings, warnOfTypos } from "./warnings.ts";

/**
 * Runs the service until a signal. Resolves with the exit code.
 *
 * @param manager Notified when the service is ready, and when it stops.
 */
export async function serve(
  readConfig: ReadConfig,
  createService: CreateService,
  manager: ServiceManager | null,
): Promise<number> {
  const config = readConfig({});
  const stopped = untilSignal();
  const { log, stop, url } = await createService(config, {});
  warnOfTypos(log, Deno.env.toObject());
  warnOfMissingSettings(log, config, url);
  const { version, commit } = readVersion();
  log.info({ url, version, commit }, "ready");
  manager?.notify("READY=1");
  log.info({ signal: await stopped }, "stopping");
  manager?.notify("STOPPING=1");
  await stop();
  return 0;
}
