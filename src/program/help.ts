/** Help of the program, and of its commands that run a service. */
import deno from "../../deno.json" with { type: "json" };
import { CONFIG_KEYS } from "../config.ts";
import { wrapped } from "../lib/columns.ts";

export const USAGE = `slidepost ${deno.version}: a self-hosted MMS and SMS gateway

  sandbox                  embedded store, loopback carrier, everything provisioned
  serve                    production, configured by the environment
  admin <noun> <verb> …    the admin API on the command line (admin --help lists it)
  version, --version

  --config FILE            KEY=value lines; the environment wins over them
  --help, -h               of the program or, after a command, of that
`;

const COMMANDS = {
  sandbox: "Runs a service to try things out: embedded store, loopback carrier, and an account " +
    "with its key and senders. It prints a curl that sends a text, and every postback.",
  serve: "Runs the service in production, configured by the environment.",
};

/** Columns of a line of help. */
const WIDTH = 80;

/** Tells whether a word asks for help. */
export function isHelp(word: string): boolean {
  return word === "--help" || word === "-h";
}

/** Tells of a command that runs a service, with every configuration key. */
export function helpOfCommand(command: keyof typeof COMMANDS): string {
  const keys = Object.entries(CONFIG_KEYS).flatMap((
    [name, { unit, default: standard, reason }],
  ) => [
    `  ${name} (${unit}${standard ? `; default ${standard}` : ""})`,
    ...wrapped(reason.replaceAll("`", ""), WIDTH - 6).map((line) => `      ${line}`),
  ]);
  return [
    ...wrapped(COMMANDS[command], WIDTH),
    "",
    `  ${command} [--config FILE]`,
    "",
    "  --config FILE",
    "      KEY=value lines; the environment wins over them.",
    "  --help, -h",
    "      Prints this.",
    "",
    "Keys, of the environment or the file:",
    "",
    ...keys,
  ].join("\n");
}
