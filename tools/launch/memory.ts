/** MEMORY for the program, which may not read the limits of this machine itself. */
import { memoryLimit } from "../../src/adapters/system/memory_limit.ts";
import { MEMORY_DEFAULT, memoryDefault } from "../../src/config/memory.ts";
import { CONFIG_KEYS } from "../../src/config/mod.ts";
import { readSettings } from "./settings.ts";

/** Returns the value of MEMORY for a command: its settings', or the default. */
export async function memoryOf(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const { MEMORY } = await readSettings(args, environment);
  return MEMORY ?? memoryDefault(memoryLimit());
}

/** Converts a value of MEMORY to bytes. The program reports a malformed one. */
export function bytesOf(memory: string): number {
  try {
    return CONFIG_KEYS.MEMORY.parse(memory.trim(), {});
  } catch {
    return MEMORY_DEFAULT;
  }
}
