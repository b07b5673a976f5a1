/** Copies the embedded server's log into the service's. */
import type { Log } from "../../log/mod.ts";

/**
 * Log levels by Postgres severity. A session's FATAL is a warning, since the store reports it too.
 */
const LEVELS: Readonly<Record<string, keyof Log>> = {
  LOG: "info",
  NOTICE: "info",
  INFO: "info",
  WARNING: "warn",
  ERROR: "warn",
  FATAL: "warn",
  PANIC: "error",
};

/** Number of lines quoted in the error of a failed start. */
const TAIL_LINES = 10;

/** Copies lines until the server closes the stream; `last` returns the latest TAIL_LINES. */
export function logLines(
  stderr: ReadableStream<Uint8Array<ArrayBuffer>>,
  log: Log,
): { done: Promise<void>; last(): readonly string[] } {
  const last: string[] = [];

  function copy(line: string): void {
    if (line.trim() === "") return;
    last.push(line);
    if (last.length > TAIL_LINES) last.shift();
    const [, severity, text = line] = line.match(/^([A-Z]+):\s+(.*)$/) ?? [];
    log[LEVELS[severity ?? ""] ?? "info"]({ postgres: text }, "the embedded database logged");
  }

  async function read(): Promise<void> {
    let partial = "";
    for await (const text of stderr.pipeThrough(new TextDecoderStream())) {
      const lines = (partial + text).split("\n");
      partial = lines.pop()!;
      lines.forEach(copy);
    }
    copy(partial);
  }

  return { done: read().catch(() => {}), last: () => last };
}
