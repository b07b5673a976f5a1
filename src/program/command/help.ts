/** Help of the program, and of its commands that take a configuration. */
import deno from "../../../deno.json" with { type: "json" };
import { CONFIG_KEYS } from "../../config/mod.ts";
import type { Key } from "../../config/values.ts";
import { wrap } from "../../lib/columns.ts";

export const USAGE = `slidepost ${deno.version}: a self-hosted MMS and SMS gateway

  sandbox                  run a service to try out: embedded store, loopback carrier
  serve                    run the service in production
  backup FILE              export all data to one file, while the service runs
  restore FILE             import a backup into an empty database
  admin <noun> <verb> …    call the admin API (admin --help lists the commands)
  listen --forward-to URL  forward the postbacks of an account to this machine
  version, --version, -V   print the versions of slidepost and its runtime, and the commit

  --config FILE            file of KEY=value lines; the environment takes precedence
  --help, -h               help of the program or, after a command, of that command
`;

const COMMANDS = {
  sandbox: "Run a service to try out: embedded store, loopback carrier, and an account with its " +
    "key and senders. It prints a curl command that sends a text, and every postback.",
  serve: "Run the service in production, configured by the environment.",
  backup: "Write a consistent snapshot of the database, and the files that it refers to, into " +
    "one tar archive, while the service runs. Secrets stay as they are in the database, encrypted " +
    "or not. Exit codes: 0; 1 no backup; 2 wrong command line; 3 some files are missing from the " +
    "store and from the backup.",
  restore: "Write a backup into an empty database and an empty file store, all or nothing, and " +
    "verify it. Exit codes: 0; 1 nothing restored; 2 wrong command line; 3 files are missing or " +
    "SECRETS_KEY does not decrypt the secrets.",
};

const CONFIG_OPTION = [[
  "--config FILE",
  "File of KEY=value lines; the environment takes precedence.",
]];
const FILE_ARGUMENT = ["FILE", "Archive; - means standard output or input."];

/** Arguments and options of each command, with their descriptions. */
const ARGUMENTS: Record<keyof typeof COMMANDS, readonly (readonly string[])[]> = {
  sandbox: CONFIG_OPTION,
  serve: CONFIG_OPTION,
  backup: [
    FILE_ARGUMENT,
    ["--without-files", "Back up the database only."],
    ["--force", "Replace FILE if it exists."],
    ...CONFIG_OPTION,
  ],
  restore: [
    FILE_ARGUMENT,
    ["--without-files", "Restore the database only; stored files stay as they are."],
    ...CONFIG_OPTION,
  ],
};

/** Tells whether a command takes a configuration. */
export function isConfigured(command: string): command is keyof typeof COMMANDS {
  return Object.hasOwn(COMMANDS, command);
}

/** Width of help, in columns. */
const WIDTH = 80;

/** Tells whether a word requests help. */
export function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

/** Tells whether a word, alone or after a command, requests the versions. */
export function isVersion(word: string | undefined): boolean {
  return word === "--version" || word === "-V";
}

/** Describes a command that takes a configuration, with every key. */
export function helpOfCommand(command: keyof typeof COMMANDS): string {
  return [
    ...wrap(COMMANDS[command], WIDTH),
    "",
    `  ${[command, ...ARGUMENTS[command].map(([name]) => usageOf(name!))].join(" ")}`,
    "",
    ...ARGUMENTS[command].flatMap(([name, description]) => [`  ${name}`, `      ${description}`]),
    "  --help, -h",
    "      Print this help.",
    "",
    "Keys, set in the environment or the file:",
    "",
    ...keyLines(false),
    "",
    "Advanced keys, whose defaults suit most services:",
    "",
    ...keyLines(true),
  ].join("\n");
}

function keyLines(areAdvanced: boolean): string[] {
  return Object.entries<Key<unknown>>(CONFIG_KEYS)
    .filter(([, { isAdvanced }]) => isAdvanced === areAdvanced)
    .flatMap(([name, key]) => [
      `  ${name} (${key.unit}${defaultOf(key)})`,
      ...wrap(key.reason.replaceAll("`", ""), WIDTH - 6).map((line) => `      ${line}`),
    ]);
}

function defaultOf({ default: standard, fromMemory }: Key<unknown>): string {
  if (fromMemory) return "; default from MEMORY";
  return standard ? `; default ${standard}` : "";
}

const usageOf = (name: string) => name.startsWith("-") ? `[${name}]` : name;
