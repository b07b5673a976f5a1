/** Door of the console. */
import type { Config } from "../../../config/mod.ts";
import { LOOPBACK } from "../../../connectors/mod.ts";
import type { AppPorts } from "../../../http/app.ts";
import { lazy } from "../lazy.ts";
import type { Admin } from "./admin.ts";
import type { DoorsOptions, Shared } from "./options.ts";

type ConsoleParts = Pick<
  DoorsOptions,
  "addresses" | "clock" | "log" | "oneTimeLinks" | "receiver" | "stopping" | "storage"
>;

/** Creates the console; null: it is off. */
export function consoleDoor(
  config: Config,
  { addresses, clock, log, oneTimeLinks, receiver, stopping, storage }: ConsoleParts,
  { bodies, guard, isHttps, tokens }: Shared,
  admin: Admin,
): AppPorts["console"] {
  if (config.CONSOLE === "off") return null;
  const load = lazy(async () =>
    (await import("../../../console/mod.ts")).createConsole({
      bodies,
      clock,
      guard,
      isHttps,
      log,
      oneTimeLinks,
      stopping,
      admin: await admin(),
      endedSessions: storage.store.endedSessions,
      isSandbox: receiver !== undefined,
      tokens,
      sessionTtlMs: config.CONSOLE_SESSION_TTL,
      isLoopback: config.DEFAULT_CONNECTOR === LOOPBACK,
      streamsMax: config.CONSOLE_STREAMS_MAX,
      // Besides files, a form has the fields of an action.
      formMaxBytes: Math.max(config.MM7_BODY_MAX_BYTES, config.UPLOAD_MAX_BYTES) +
        config.JSON_BODY_MAX_BYTES,
      baseUrl: addresses.baseUrl,
      hasManual: config.DOCS === "on",
    })
  );
  return { load };
}
