/** Log that records its lines for tests. */
import type { Log } from "../../src/log/mod.ts";

export interface LogLine {
  level: keyof Log;
  message: string;
  facts: Record<string, unknown>;
}

export interface RecordedLog {
  log: Log;
  lines: LogLine[];
}

/** Creates a log of every level. Facts are copied, since they may change later. */
export function recordedLog(): RecordedLog {
  const lines: LogLine[] = [];
  const at = (level: keyof Log) => (facts: Record<string, unknown>, message: string) => {
    lines.push({ level, message, facts: { ...facts } });
  };
  return {
    lines,
    log: { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") },
  };
}
