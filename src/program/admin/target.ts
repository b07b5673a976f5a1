/** Service that the commands of operators talk to. */
import { fetchFailure } from "../command/fetch_failure.ts";
import { UsageError } from "../command/usage_error.ts";

/** Service to talk to, and its admin token. */
export interface Target {
  /** Without a trailing slash. */
  url: string;
  token: string;
  /** Account of the sandbox, if the token is the sandbox's. */
  account?: string;
}

/**
 * Resolves the service's URL and token: SLIDEPOST_URL and ADMIN_TOKEN, else the sandbox of DATA_DIR.
 *
 * @throws UsageError where there is no token
 */
export async function targetOf(environment: Record<string, string>): Promise<Target> {
  const { SLIDEPOST_URL, ADMIN_TOKEN, DATA_DIR = "./data", HOST, PORT } = environment;
  const sandbox = await readSandbox(`${DATA_DIR}/sandbox.json`);
  const token = ADMIN_TOKEN ?? sandbox?.["admin-token"];
  if (token === undefined) {
    throw new UsageError(
      "ADMIN_TOKEN is not set; set it, or set DATA_DIR to the directory of a sandbox",
    );
  }
  const local = `http://${HOST || "127.0.0.1"}:${PORT || "8080"}`;
  return {
    url: (SLIDEPOST_URL ?? sandbox?.["base-url"] ?? local).replace(/\/+$/, ""),
    token,
    account: token === sandbox?.["admin-token"] ? sandbox.account : undefined,
  };
}

async function readSandbox(file: string): Promise<Record<string, string> | null> {
  try {
    return JSON.parse(await Deno.readTextFile(file));
  } catch {
    return null;
  }
}

/** Describes that no connection came about, for the operator. */
export function unreachable(error: Error): string {
  return `slidepost cannot be reached (${
    fetchFailure(error)
  }); check that it runs, and SLIDEPOST_URL`;
}
