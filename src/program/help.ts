/** Help of the program, and of its commands that take a configuration. */
import deno from "../../deno.json" with { type: "json" };
import { CONFIG_KEYS } from "../config/mod.ts";
import { wrap } from "../lib/columns.ts";

export const USAGE = `slidepost ${deno.version}: a self-hosted MMS and SMS gateway

  sandbox                  embedded store, loopback carrier, everything provisioned
  serve                    production, configured by the environment
  backup FILE              all data into one file, while the service runs
  restore FILE             the same into an empty place
  admin <noun> <verb> …    the admin API on the command line (admin --help lists it)
  version, --version

  --config FILE            KEY=value lines; the environment wins over them
  --help, -h               of the program or, after a command, of that
`;

const COMMANDS = {
  sandbox: "Runs a service to try things out: embedded store, loopback carrier, and an account " +
    "with its key and senders. It prints a curl that sends a text, and every postback.",
  serve: "Runs the service in production, configured by the environment.",
  backup: "Writes the database as it is at one moment, and the files that it refers to, into one " +
    "tar archive, while the service runs. Secrets are in it as the database has them. Exit codes: " +
    "0, 1 for no backup, 2 for a wrong command line, 3 for one without files that the store lacks.",
  restore: "Writes a backup into an empty database and an empty place for files, all or nothing, " +
    "and checks all that it wrote. Exit codes: 0, 1 for nothing restored, 2 for a wrong command " +
    "line, 3 where files are missing or SECRETS_KEY does not open the secrets.",
};

const CONFIG_OPTION = [["--config FILE", "KEY=value lines; the environment wins over them."]];
const FILE_ARGUMENT = ["FILE", "The archive; - is standard output, or input."];

/** Arguments of each, as they are told. */
const ARGUMENTS: Record<keyof typeof COMMANDS, readonly (readonly string[])[]> = {
  sandbox: CONFIG_OPTION,
  serve: CONFIG_OPTION,
  backup: [
    FILE_ARGUMENT,
    ["--without-files", "Only the database."],
    ["--force", "Replaces FILE if it is there."],
    ...CONFIG_OPTION,
  ],
  restore: [
    FILE_ARGUMENT,
    ["--without-files", "Only the database; stored files stay as they are."],
    ...CONFIG_OPTION,
  ],
};

/** Tells whether a command takes a configuration. */
export function isConfigured(command: string): command is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, command);
}

/** Columns of a line of help. */
const WIDTH = 80;

/** Tells whether a word asks for help. */
export function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

/** Tells of a command that takes a configuration, with every key. */
export function helpOfCommand(command: keyof typeof COMMANDS): string {
  const keys = Object.entries(CONFIG_KEYS).flatMap((
    [name, { unit, default: standard, reason }],
  ) => [
    `  ${name} (${unit}${standard ? `; default ${standard}` : ""})`,
    ...wrap(reason.replaceAll("`", ""), WIDTH - 6).map((line) => `      ${line}`),
  ]);
  return [
    ...wrap(COMMANDS[command], WIDTH),
    "",
    `  ${[command, ...ARGUMENTS[command].map(([name]) => usageOf(name!))].join(" ")}`,
    "",
    ...ARGUMENTS[command].flatMap(([name, says]) => [`  ${name}`, `      ${says}`]),
    "  --help, -h",
    "      Prints this.",
    "",
    "Keys, of the environment or the file:",
    "",
    ...keys,
  ].join("\n");
}

const usageOf = (name: string) => name.startsWith("-") ? `[${name}]` : name;
