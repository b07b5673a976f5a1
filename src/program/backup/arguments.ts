/** Arguments of `backup` and `restore`. The launcher parses them too, to grant permissions. */

/** Path that means standard output for `backup`, and standard input for `restore`. */
export const STREAM = "-";

export interface BackupArguments {
  /** Path of the archive, or STREAM. */
  file: string;
  withoutFiles: boolean;
  /** Whether `backup` replaces an existing file. */
  force: boolean;
  /** `--config FILE` as two words, or empty. */
  config: string[];
}

/** Malformed command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Parses the arguments of `backup` or `restore`. @throws UsageError */
export function backupArguments(
  command: "backup" | "restore",
  args: readonly string[],
): BackupArguments {
  const found: BackupArguments = { file: "", withoutFiles: false, force: false, config: [] };
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--config") found.config = [word, ...rest.splice(0, 1)];
    else if (word === "--without-files") found.withoutFiles = true;
    else if (word === "--force" && command === "backup") found.force = true;
    else if (word.startsWith("-") && word !== STREAM) {
      throw new UsageError(`${command} has no option ${word} (${command} --help lists them)`);
    } else if (found.file !== "") throw new UsageError(`${command} takes one FILE`);
    else found.file = word;
  }
  if (found.file === "") throw new UsageError(`${command} needs a FILE (${command} --help)`);
  return found;
}

/** Returns the path that a backup is written to until it is complete. */
export const partOf = (file: string) => `${file}.part`;
