/**
 * Structured logs: one JSON object a line, or lines for people on a terminal. Nothing logged from
 * info upwards carries keys, message text or full numbers.
 */
import pino, { type Logger } from "pino";
import type { Config } from "./config.ts";

export type Log = Logger;

export async function createLog(
  { LOG_LEVEL: level, LOG_FORMAT: format }: Pick<Config, "LOG_LEVEL" | "LOG_FORMAT">,
): Promise<Log> {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  const pretty = format === "pretty" || (format === "auto" && Deno.stderr.isTerminal());
  if (!pretty) return pino(options, pino.destination({ dest: 2, sync: true }));
  const { default: prettyStream } = await import("pino-pretty");
  return pino(options, prettyStream({ destination: 2, sync: true, translateTime: "HH:MM:ss.l" }));
}

/** For embedding and tests. */
export function silentLog(): Log {
  return pino({ level: "silent" });
}
