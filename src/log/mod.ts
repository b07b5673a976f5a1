/**
 * Structured logs: one JSON object per line, or human-readable lines on a terminal. Lines at info
 * and above never contain keys, message text or full phone numbers.
 */
import { writeAll } from "../lib/write_all.ts";
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

/** Logger of events with structured facts; those about a message carry its `tracking-id`. */
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

/** Configures the log of the process, which goes to stderr. */
export function createLog(
  { LOG_LEVEL: level, LOG_FORMAT: format }: Pick<Config, "LOG_LEVEL" | "LOG_FORMAT">,
): Log {
  if (level === "silent") return silentLog();
  const pretty = format === "pretty" || (format === "auto" && Deno.stderr.isTerminal());
  const line = pretty ? prettyLines() : jsonLines();
  const encoder = new TextEncoder();
  configureSync({
    reset: true,
    sinks: { stderr: (record) => writeAll(Deno.stderr, encoder.encode(line(record))) },
    loggers: [
      { category: "slidepost", lowestLevel: LEVELS[level], sinks: ["stderr"] },
      { category: ["logtape", "meta"], lowestLevel: "error", sinks: ["stderr"] },
    ],
  });
  const logger = getLogger("slidepost");
  // The readable format appends the facts to the message; JSON has them as separate fields.
  const template = (facts: Record<string, unknown>, message: string) =>
    pretty
      ? `${visible(message)}${
        Object.keys(facts).map((name) => `  ${visible(name)}={${name}}`).join("")
      }`
      : message;
  return {
    debug: (facts, message) => logger.debug(template(facts, message), facts),
    info: (facts, message) => logger.info(template(facts, message), facts),
    warn: (facts, message) => logger.warn(template(facts, message), facts),
    error: (facts, message) => logger.error(template(facts, message), facts),
  };
}

/** Returns a log that discards everything, for embedding and tests. */
export function silentLog(): Log {
  const discard = () => {};
  return { debug: discard, info: discard, warn: discard, error: discard };
}

/** Formats records for a terminal. */
function prettyLines(): TextFormatter {
  return getAnsiColorFormatter({
    timestamp: "time",
    category: () => "slidepost",
    value: formatFact,
  });
}

function jsonLines(): TextFormatter {
  const format = getJsonLinesFormatter({ properties: "flatten", categorySeparator: "." });
  return (record) => `${visibleJson(format(record).trimEnd())}\n`;
}

/** Renders a fact on one line, except for stack traces, which keep their line breaks. */
function formatFact(value: unknown): string {
  if (typeof value !== "string") {
    return visible(Deno.inspect(value, { compact: true, breakLength: Infinity }));
  }
  return value.split(STACK_FRAME).map(visible).join("\n    at ");
}

/** Separator of stack frames; the indent keeps a frame from passing for a log line. */
const STACK_FRAME = /\n {4}at /;
