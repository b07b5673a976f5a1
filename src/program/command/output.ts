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

/** Copies bytes to standard output. */
export async function printBytes(bytes: ReadableStream<Uint8Array>): Promise<void> {
  try {
    await bytes.pipeTo(Deno.stdout.writable, { preventClose: true });
  } catch (error) {
    ignoreClosedPipe(error);
  }
}

function write(output: typeof Deno.stdout | typeof Deno.stderr, line: string): void {
  try {
    writeAll(output, new TextEncoder().encode(`${line}\n`));
  } catch (error) {
    ignoreClosedPipe(error);
  }
}

/** Ignores that the reader has gone, such as `head` or `less` in a pipe. @throws any other error */
function ignoreClosedPipe(error: unknown): void {
  if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
}
