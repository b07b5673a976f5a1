/** Arguments of `backup` and `restore`; the launcher reads them too, for the permissions. */

/** Path that stands for standard output, or input. */
export const STREAM = "-";

export interface BackupArguments {
  /** The archive; STREAM. */
  file: string;
  withoutFiles: boolean;
  /** Only of `backup`: replaces a file that is there. */
  force: boolean;
  /** `--config FILE` as it was given, or nothing. */
  config: string[];
}

/** A command line that is not understood. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** @throws UsageError */
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

/** File that a backup is written to before it is whole. */
export const partOf = (file: string) => `${file}.part`;
