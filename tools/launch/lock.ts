/** Lock file of the program: Deno downloads all packages that it names. */
import { fileURLToPath } from "node:url";
import { hasStaticKey } from "../../src/adapters/blobs/s3/credentials.ts";
import { parseBlobsUrl } from "../../src/config/blobs_url.ts";
import { opensStores } from "./permissions.ts";
import { readSettings } from "./settings.ts";

/** Path of the lock file with the packages of deno.lock and the AWS SDK. */
export const S3_LOCK = fileURLToPath(new URL("s3.lock", import.meta.url));

/** Builds the flags for a command with its arguments: none, for deno.lock, or those for S3_LOCK. */
export async function lockFlags(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<string[]> {
  if (!opensStores(args[0]) || hasStaticKey(environment)) return [];
  const { BLOBS_URL } = await readSettings(args, environment);
  return isBucket(BLOBS_URL?.trim() ?? "") ? [`--lock=${S3_LOCK}`] : [];
}

function isBucket(url: string): boolean {
  try {
    return parseBlobsUrl(url).kind === "s3";
  } catch {
    return false; // the program reports faults of it
  }
}
