/** Entry point of the program: parses and runs its commands. */
import { ConfigError, readConfig } from "../config/mod.ts";
import { backupArguments } from "./backup/arguments.ts";
import {
  configFileOf,
  type ReadConfig,
  readConfigFile,
  SANDBOX_IGNORES,
  settingsFrom,
} from "./config_file.ts";
import { helpOfCommand, isConfigured, isHelp, isVersion, USAGE } from "./command/help.ts";
import { didYouMean } from "../lib/similar_name.ts";
import type { CreateService } from "./service/mod.ts";
import { checkedService } from "./setup/check.ts";
import { UsageError } from "./command/usage_error.ts";
import { print, printError } from "./command/output.ts";
import { openTracer } from "./service/tracing.ts";
import { readVersion, versionLines } from "./service/version.ts";

/** Exit code for a wrong configuration, which a restart does not correct: EX_CONFIG of sysexits(3). */
const EXIT_CONFIG = 78;

/** Runs a command; resolves with the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [command = "help", ...rest] = args;
  // Spans of any command may have addresses with numbers or secrets, unless this restricts them.
  await openTracer();
  if (isConfigured(command) && rest.some(isHelp)) {
    print(helpOfCommand(command));
    return 0;
  }
  if (command === "version" || isVersion(command) || isVersion(rest[0])) {
    print(versionLines(readVersion()));
    return 0;
  }
  try {
    return await run(command, rest);
  } catch (error) {
    return report(error);
  }
}

async function run(command: string, rest: readonly string[]): Promise<number> {
  switch (command) {
    case "sandbox": {
      makeFilesPrivate();
      const { sandbox } = await import("./sandbox.ts");
      return await sandbox(
        await configOf(configFileOf(rest), SANDBOX_IGNORES),
        checkedService(loadAndCreateService),
      );
    }
    case "serve": {
      makeFilesPrivate();
      const [{ serve }, { openServiceManager }] = await Promise.all([
        import("./serve.ts"),
        import("../adapters/system/service_manager.ts"),
      ]);
      return await serve(
        await configOf(configFileOf(rest)),
        checkedService(loadAndCreateService),
        openServiceManager(Deno.env.toObject()), // before the service gives up access to libc
      );
    }
    case "admin": {
      const { admin } = await import("./admin.ts");
      return await admin(rest, Deno.env.toObject());
    }
    case "listen": {
      const { listen } = await import("./forward/mod.ts");
      return await listen(rest, Deno.env.toObject());
    }
    case "backup":
    case "restore": {
      makeFilesPrivate();
      const parsed = backupArguments(command, rest);
      const config = (await configOf(parsed.configFile))({});
      return await (await import("./backup/mod.ts"))[command](config, parsed);
    }
    case "help":
    case "--help":
    case "-h":
      print(USAGE);
      return 0;
    default:
      throw new UsageError(
        `unknown command: ${command}${await suggestion(command)} (help lists the commands)`,
      );
  }
}

/** Commands, as far as a mistyped one may have been meant. */
const COMMANDS = ["sandbox", "serve", "backup", "restore", "admin", "listen", "version", "help"];

/** Formats the command that was probably meant, also where only `admin` before it is missing. */
async function suggestion(command: string): Promise<string> {
  const { adminOperations } = await import("../contract/admin.ts");
  const isNoun = adminOperations.some(({ cli }) => cli[0] === command);
  return isNoun ? `; did you mean admin ${command}?` : didYouMean(command, COMMANDS);
}

/** Prints an error; returns the exit code. */
function report(error: unknown): number {
  if (error instanceof UsageError) {
    printError(error.message);
    return 2;
  }
  // Errors that an operator can fix get their message only; unexpected ones keep their stack.
  const expected = error instanceof Error && error.constructor === Error ||
    error instanceof ConfigError || error instanceof Deno.errors.AddrInUse ||
    error instanceof Deno.errors.PermissionDenied;
  printError(expected ? `slidepost: ${(error as Error).message}` : Deno.inspect(error));
  return error instanceof ConfigError ? EXIT_CONFIG : 1;
}

/** Loads and starts a service; other commands need neither its modules nor libc. */
const loadAndCreateService: CreateService = async (config, options) => {
  const [{ openDescriptors }, { restrictLibc }, { createService }] = await Promise.all([
    import("../adapters/system/descriptors.ts"),
    import("../adapters/transcoder/memory.ts"),
    import("./service/mod.ts"),
  ]);
  const descriptors = openDescriptors(); // before the process gives up access to libc
  descriptors?.raiseMax();
  restrictLibc();
  return await createService(config, { descriptors, ...options });
};

/** Restricts files that this process and its children write to their user. */
function makeFilesPrivate(): void {
  try {
    Deno.umask(0o077);
  } catch (error) {
    // Deno 2.9 permits it only with all of --allow-sys; the launcher has set it already.
    if (!(error instanceof Deno.errors.NotCapable)) throw error;
  }
}

/** @param ignored Variables of the environment that do not count; those of the file do. */
async function configOf(
  path: string | undefined,
  ignored: readonly string[] = [],
): Promise<ReadConfig> {
  const file = await readConfigFile(path);
  const environment = Deno.env.toObject();
  for (const name of ignored) delete environment[name];
  return (defaults) => {
    readConfig(file, { strict: true, variables: settingsFrom(environment, file) });
    return readConfig(settingsFrom(defaults, file, environment));
  };
}
