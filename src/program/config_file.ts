/** Settings by name: reads a configuration file, and merges sources by precedence. */
import { parseArgs } from "node:util";
import { type Config, ConfigError } from "../config/mod.ts";

export type Settings = Readonly<Record<string, string>>;

/** Reads a command's configuration: the environment over `--config FILE` over its own defaults. */
export type ReadConfig = (defaults: Record<string, string>) => Config;

/** Variables of the environment that the sandbox ignores: they may be another program's. */
export const SANDBOX_IGNORES: readonly string[] = ["DATABASE_URL"];

/** Merges sources; a later one wins. An empty value counts as missing and hides nothing. */
export function settingsFrom(...sources: readonly Settings[]): Settings {
  const entries = sources.flatMap(Object.entries<string>);
  return Object.fromEntries(entries.filter(([, value]) => value.trim() !== ""));
}

const OPTIONS = { config: { type: "string", multiple: true } } as const;

/** Finds FILE in `--config FILE`; undefined: no arguments. @throws ConfigError for any others. */
export function configFileOf(args: readonly string[]): string | undefined {
  try {
    const { config = [] } = parseArgs({ args: [...args], options: OPTIONS }).values;
    if (config.length < 2) return config[0];
  } catch { /* reported below */ }
  throw new ConfigError(`unknown arguments: ${args.join(" ")}; the only option is --config FILE`);
}

/** Reads the KEY=value lines of a file, if any. @throws ConfigError that names the line. */
export async function readConfigFile(path: string | undefined): Promise<Settings> {
  if (path === undefined) return {};
  const text = await Deno.readTextFile(path).catch((error) => {
    throw new ConfigError(`${path} cannot be read: ${error.message}`);
  });
  const entries = text.split(/\r?\n/).map((line, index) => ({
    line: line.trim(),
    number: index + 1,
  }))
    .filter(({ line }) => line !== "" && !line.startsWith("#"))
    .map(({ line, number }) => {
      const match = /^([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/.exec(line);
      if (match === null) throw new ConfigError(`${path}:${number}: not a KEY=value line`);
      return [match[1]!, match[2]!.replace(/^(["'])(.*)\1$/, "$2")];
    });
  return Object.fromEntries(entries);
}
