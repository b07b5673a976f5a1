/** Arguments of `listen`. */
import { parseArgs } from "node:util";
import { DEFAULT_RECEIVER } from "../../core/account/receiver.ts";
import { wrap } from "../../lib/columns.ts";
import { optionFault, usageFault } from "../command/option_fault.ts";

export interface ListenArguments {
  /** URL on this machine that postbacks are forwarded to. */
  forwardTo: string;
  /** Account; undefined: the sandbox's. */
  account: string | undefined;
  /** Name of the account's receiver whose postbacks are forwarded. */
  receiver: string;
  /** URL of the service; undefined: as the environment has it. */
  url: string | undefined;
  /** Cursor to continue from; null: the present end. */
  after: string | null;
}

const OPTIONS: readonly (readonly [option: string, description: string])[] = [
  [
    "--forward-to URL",
    "Where to forward to, such as http://localhost:3000/postbacks. Redirects are not followed.",
  ],
  ["--account ID", "Account whose postbacks to forward. Default: the sandbox's."],
  [
    "--receiver NAME",
    "The account's receiver whose postbacks to forward, in its format and with its signatures. " +
    "Default: default, which every account has.",
  ],
  ["--url URL", "The service. Default: SLIDEPOST_URL, else the sandbox of ./data."],
  ["--after CURSOR", "Place to continue from, which an earlier run printed at its end."],
];

const PURPOSE =
  "Forward the postbacks of an account to this machine, as they come and signed as they are, " +
  "whatever URL their receiver has, or none. ADMIN_TOKEN is the admin token of the " +
  "service. Requests that fail are repeated three times, then given up and printed. Exit codes: " +
  "0 stopped by a signal; 1 refused by the service; 2 wrong command line.";

/** Width of help, in columns. */
const WIDTH = 80;

export const LISTEN_HELP = [
  ...wrap(PURPOSE, WIDTH),
  "",
  "  listen --forward-to URL [--account ID] [--receiver NAME] [--url URL]",
  "         [--after CURSOR]",
  "",
  ...OPTIONS.flatMap(([option, description]) => [
    `  ${option}`,
    ...wrap(description, WIDTH - 6).map((line) => `      ${line}`),
  ]),
].join("\n");

/** Parses the arguments of `listen`. @throws UsageError */
export function listenArguments(args: readonly string[]): ListenArguments {
  const { "forward-to": forwardTo, account, receiver, url, after = null } = parse(args);
  if (forwardTo === undefined) throw fault("--forward-to URL is required");
  if (after !== null && !/^\d{1,18}$/.test(after)) throw fault("--after is not a cursor");
  return {
    forwardTo: httpUrl("--forward-to", forwardTo),
    account,
    receiver: receiver ?? DEFAULT_RECEIVER,
    url: url === undefined ? undefined : httpUrl("--url", url).replace(/\/+$/, ""),
    after,
  };
}

function parse(args: readonly string[]) {
  const text = { type: "string" } as const;
  const options = {
    "forward-to": text,
    "account": text,
    "receiver": text,
    "url": text,
    "after": text,
  };
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw optionFault("listen", error as Error, Object.keys(options));
  }
}

/** Reads a URL; `localhost:3000/postbacks` means `http://localhost:3000/postbacks`. */
function httpUrl(option: string, text: string): string {
  const url = URL.parse(text.includes("://") ? text : `http://${text}`);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw fault(`${option} is not an http URL`);
  }
  return url.href;
}

const fault = (text: string) => usageFault("listen", text);
