/** `serve`: production, configured by the environment. */
import { type ReadConfig, untilSignal } from "./main.ts";
import type { MakeService } from "./service.ts";

export async function serve(readConfig: ReadConfig, makeService: MakeService): Promise<number> {
  const config = readConfig({});
  const stopped = untilSignal();
  const { log, stop, url } = await makeService(config, {});
  if (config.DATABASE_URL === null) {
    log.warn(
      { "data-dir": config.DATA_DIR },
      "no DATABASE_URL: the embedded database survives a crash of the program but not a power " +
        "cut; use a Postgres server in production",
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
  log.info({ url }, "ready");
  log.info({ signal: await stopped }, "stopping");
  await stop();
  return 0;
}
