/** `serve`: runs the service in production, configured by the environment. */
import type { ServiceManager } from "../adapters/system/service_manager.ts";
import type { ReadConfig } from "./config_file.ts";
import type { CreateService } from "./service/mod.ts";
import { startUntil, untilSignal } from "./command/signals.ts";
import { readVersion } from "./service/version.ts";
import { warnOfMissingSettings, warnOfTypos } from "./service/warnings.ts";

/**
 * Runs the service until a signal. Resolves with the exit code.
 *
 * @param manager Notified when the service is ready, when it stops, and that it lives in between.
 */
export async function serve(
  readConfig: ReadConfig,
  createService: CreateService,
  manager: ServiceManager | null,
): Promise<number> {
  const config = readConfig({});
  const stopped = untilSignal();
  const service = await startUntil(stopped, (signal) => createService(config, { signal }));
  if (service === null) return 0;
  const { log, stop, url } = service;
  warnOfTypos(log, Deno.env.toObject());
  warnOfMissingSettings(log, config, url);
  const { version, commit } = readVersion();
  log.info({ url, version, commit }, "ready");
  manager?.notify("READY=1");
  const watchdog = manager && startWatchdog(manager);
  log.info({ signal: await stopped }, "stopping");
  manager?.notify("STOPPING=1");
  await stop();
  clearInterval(watchdog ?? undefined);
  return 0;
}

/** Tells the service manager twice per interval of its watchdog that the event loop goes round. */
function startWatchdog(manager: ServiceManager): ReturnType<typeof setInterval> | null {
  const { watchdogMs } = manager;
  if (watchdogMs === null) return null;
  return setInterval(() => manager.notify("WATCHDOG=1"), watchdogMs / 2);
}
