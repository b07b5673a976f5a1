/** `serve`: production, configured by the environment. */
import { type ReadConfig, untilSignal } from "./main.ts";
import type { MakeService } from "./service.ts";
import { warnOfGaps, warnOfTypos } from "./warnings.ts";

export async function serve(readConfig: ReadConfig, makeService: MakeService): Promise<number> {
  const config = readConfig({});
  const stopped = untilSignal();
  const { log, stop, url } = await makeService(config, {});
  warnOfTypos(log, Deno.env.toObject());
  warnOfGaps(log, config, url);
  log.info({ url }, "ready");
  log.info({ signal: await stopped }, "stopping");
  await stop();
  return 0;
}
