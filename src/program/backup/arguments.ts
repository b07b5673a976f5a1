/** Arguments of `backup` and `restore`. The launcher parses them too, to grant permissions. */
import { parseArgs } from "node:util";
import { optionFault } from "../command/option_fault.ts";
import { UsageError } from "../command/usage_error.ts";

/** Path that means standard output for `backup`, and standard input for `restore`. */
export const STREAM = "-";

export interface BackupArguments {
  /** Path of the archive, or STREAM. */
  file: string;
  withoutFiles: boolean;
  /** Whether `backup` replaces an existing file. */
  force: boolean;
  /** Path of the configuration file, if any. */
  configFile: string | undefined;
}

/** Parses the arguments of `backup` or `restore`. @throws UsageError */
export function backupArguments(
  command: "backup" | "restore",
  args: readonly string[],
): BackupArguments {
  const { values, positionals } = parse(command, args);
  const [file, ...more] = positionals;
  if (file === undefined) throw new UsageError(`${command} needs a FILE (${command} --help)`);
  if (more.length > 0) throw new UsageError(`${command} takes one FILE`);
  return {
    file,
    withoutFiles: values["without-files"],
    force: values.force,
    configFile: values.config,
  };
}

function parse(command: "backup" | "restore", args: readonly string[]) {
  const options = {
    "config": { type: "string" },
    "without-files": { type: "boolean", default: false },
    "force": { type: "boolean", default: false },
  } as const;
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    if (command === "backup" || !parsed.values.force) return parsed;
  } catch (error) {
    throw optionFault(command, error as Error, Object.keys(options));
  }
  throw new UsageError(`${command} has no option --force (${command} --help lists the options)`);
}

/** Returns the path that a backup is written to until it is complete. */
export const partOf = (file: string) => `${file}.part`;
