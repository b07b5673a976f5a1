/** The server's own log, read into the service's. */
import type { Log } from "../../log/mod.ts";

/** Levels of Postgres as ours. What a session dies of is told by the store, too. */
const LEVELS: Readonly<Record<string, keyof Log>> = {
  LOG: "info",
  NOTICE: "info",
  INFO: "info",
  WARNING: "warn",
  ERROR: "warn",
  FATAL: "warn",
  PANIC: "error",
};

/** Lines that are kept for the error of a start that fails. */
const KEPT = 10;

/** Reads until the server closes its end. */
export function logLines(
  stderr: ReadableStream<Uint8Array<ArrayBuffer>>,
  log: Log,
): { done: Promise<void>; last(): readonly string[] } {
  const last: string[] = [];

  function take(line: string): void {
    if (line.trim() === "") return;
    last.push(line);
    if (last.length > KEPT) last.shift();
    const [, name, text = line] = line.match(/^([A-Z]+):\s+(.*)$/) ?? [];
    log[LEVELS[name ?? ""] ?? "info"]({ postgres: text }, "the embedded database says");
  }

  async function read(): Promise<void> {
    let rest = "";
    for await (const text of stderr.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      lines.forEach(take);
    }
    take(rest);
  }

  return { done: read().catch(() => {}), last: () => last };
}
