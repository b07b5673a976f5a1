/** Settings that a command will read, as far as the launcher needs them. */
import { certificateFiles } from "../../src/config/database/certificate_files.ts";
import { backupArguments, partOf, STREAM } from "../../src/program/backup/arguments.ts";
import {
  configFileOf,
  readConfigFile,
  SANDBOX_IGNORES,
  type Settings,
  settingsFrom,
} from "../../src/program/config_file.ts";
import { certificatesOf } from "../../src/tls/certificates.ts";

/** Paths that the arguments of a command name. */
export interface ArgumentPaths {
  configFile: string | undefined;
  /** Files of a backup. */
  archive: { read: string[]; written: string[] };
}

/** Parses the arguments that name the configuration, and the files of a backup. */
export function argumentsOf([command, ...args]: readonly string[]): ArgumentPaths {
  const archive: ArgumentPaths["archive"] = { read: [], written: [] };
  try {
    if (!isBackup(command)) return { configFile: configFileOf(args), archive };
    const { file, configFile } = backupArguments(command, args);
    if (file !== STREAM && command === "restore") archive.read.push(file);
    else if (file !== STREAM) archive.written.push(file, partOf(file));
    return { configFile, archive };
  } catch {
    return { configFile: undefined, archive }; // the program reports faults of its arguments
  }
}

export function isBackup(command: string | undefined): command is "backup" | "restore" {
  return command === "backup" || command === "restore";
}

/** Reads the settings of a command. The program reports faults of its file. */
export async function readSettings(
  words: readonly string[],
  environment: Settings,
): Promise<Settings> {
  const file = await readConfigFile(argumentsOf(words).configFile).catch(() => ({}));
  const ignored = words[0] === "sandbox" ? SANDBOX_IGNORES : [];
  const entries = Object.entries(environment).filter(([name]) => !ignored.includes(name));
  return settingsFrom(file, Object.fromEntries(entries));
}

/** Lists the files of certificates that the settings name. */
export function certificatePaths(settings: Settings): string[] {
  return certificateFiles(settings.CA_CERTIFICATES?.trim() ?? "", settings).map(({ path }) => path);
}

/**
 * Finds the value of OTEL_EXPORTER_OTLP_CERTIFICATE: Deno's exporter trusts the certificates of one
 * file, which Deno reads before the program starts. Undefined: the environment has one, or there is
 * no file that can be used, which the program reports.
 */
export async function exporterCertificate(
  args: readonly string[],
  environment: Settings,
): Promise<string | undefined> {
  if (environment.OTEL_EXPORTER_OTLP_CERTIFICATE) return undefined;
  const settings = await readSettings(args, environment);
  for (const path of certificatePaths(settings)) {
    try {
      certificatesOf(await Deno.readTextFile(path));
      return path;
    } catch {
      continue;
    }
  }
}
