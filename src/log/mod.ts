/**
 * Structured logs: one JSON object a line, or lines for people on a terminal. Nothing logged from
 * info upwards carries keys, message text or full numbers.
 */
import {
  configureSync,
  getAnsiColorFormatter,
  getJsonLinesFormatter,
  getLogger,
  type LogLevel,
  type TextFormatter,
} from "@logtape/logtape";
import type { Config } from "../config/mod.ts";
import { visible, visibleJson } from "../core/visible.ts";

/** What happened, with its facts. `tracking-id` is there wherever a message is meant. */
export interface Log {
  debug(facts: Record<string, unknown>, message: string): void;
  info(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  error(facts: Record<string, unknown>, message: string): void;
}

const LEVELS: Record<Exclude<Config["LOG_LEVEL"], "silent">, LogLevel> = {
  debug: "debug",
  info: "info",
  warn: "warning",
  error: "error",
};

/** Sets up the process's log, on stderr. */
export function createLog(
  { LOG_LEVEL: level, LOG_FORMAT: format }: Pick<Config, "LOG_LEVEL" | "LOG_FORMAT">,
): Log {
  if (level === "silent") return silentLog();
  const pretty = format === "pretty" || (format === "auto" && Deno.stderr.isTerminal());
  const line = pretty ? prettyLines() : jsonLines();
  const encoder = new TextEncoder();
  configureSync({
    reset: true,
    sinks: { stderr: (record) => writeAll(encoder.encode(line(record))) },
    loggers: [
      { category: "slidepost", lowestLevel: LEVELS[level], sinks: ["stderr"] },
      { category: ["logtape", "meta"], lowestLevel: "error", sinks: ["stderr"] },
    ],
  });
  const logger = getLogger("slidepost");
  // People see the facts behind the message; in JSON they are fields of their own.
  const told = (facts: Record<string, unknown>, message: string) =>
    pretty
      ? `${visible(message)}${
        Object.keys(facts).map((name) => `  ${visible(name)}={${name}}`).join("")
      }`
      : message;
  return {
    debug: (facts, message) => logger.debug(told(facts, message), facts),
    info: (facts, message) => logger.info(told(facts, message), facts),
    warn: (facts, message) => logger.warn(told(facts, message), facts),
    error: (facts, message) => logger.error(told(facts, message), facts),
  };
}

/** For embedding and tests. */
export function silentLog(): Log {
  const nothing = () => {};
  return { debug: nothing, info: nothing, warn: nothing, error: nothing };
}

/** Formats records for people; the facts behind a message are part of it. */
function prettyLines(): TextFormatter {
  return getAnsiColorFormatter({ timestamp: "time", category: () => "slidepost", value: shown });
}

function jsonLines(): TextFormatter {
  const format = getJsonLinesFormatter({ properties: "flatten", categorySeparator: "." });
  return (record) => `${visibleJson(format(record).trimEnd())}\n`;
}

/** Renders a fact in one line. Of an Error's stack the line breaks stay, for people to read. */
function shown(value: unknown): string {
  if (typeof value !== "string") {
    return visible(Deno.inspect(value, { compact: true, breakLength: Infinity }));
  }
  return value.split(STACK_FRAME).map(visible).join("\n    at ");
}

/** Indented, so that no line of a stack looks like one of the log. */
const STACK_FRAME = /\n {4}at /;

function writeAll(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += Deno.stderr.writeSync(bytes.subarray(at));
}
