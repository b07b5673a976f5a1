/**
 * Output of the commands. Not by `console`: the runtime's OpenTelemetry exports what is written there,
 * and the commands print keys, numbers and texts.
 */
import { writeAll } from "../../lib/write_all.ts";

/** Prints a line to standard output. */
export function print(line: string): void {
  write(Deno.stdout, line);
}

/** Prints a line to standard error. */
export function printError(line: string): void {
  write(Deno.stderr, line);
}

function write(output: typeof Deno.stdout | typeof Deno.stderr, line: string): void {
  try {
    writeAll(output, new TextEncoder().encode(`${line}\n`));
  } catch (error) {
    // The reader has gone, such as `head` in a pipe.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
