/**
 * Program that opens the bucket of its first argument, by its environment's credentials, with the
 * directory of the second, and takes the steps of the others:
 *
 *     store N      stores N files at once
 *     advance S    moves the machine's clock forward by S seconds
 *     get URL      sends a request
 */
import { openBlobs } from "../../../../src/adapters/blobs/mod.ts";
import { readConfig } from "../../../../src/config/mod.ts";
import { silentLog } from "../../../../src/log/mod.ts";

const [url = "", path = "", ...steps] = Deno.args;
const config = readConfig({ BLOBS_URL: url, BLOBS_TIMEOUT: "3s" });
const { now } = Date;
let aheadMs = 0;
Date.now = () => now() + aheadMs;

try {
  using store = await openBlobs(config, { path, scratch: path }, { log: silentLog() });
  for (const step of steps) {
    const [verb, value = ""] = step.split(" ");
    if (verb === "advance") aheadMs += Number(value) * 1000;
    else if (verb === "get") await fetch(value).then((response) => response.body?.cancel());
    else await storeFiles(store.blobs, Number(value)).catch(report);
  }
} catch (error) {
  report(error);
}
// Connections of the AWS SDK that hang would hold the process.
Deno.exit();

async function storeFiles(
  blobs: Awaited<ReturnType<typeof openBlobs>>["blobs"],
  count: number,
): Promise<void> {
  const files = Array.from({ length: count }, () => crypto.getRandomValues(new Uint8Array(8)));
  await Promise.all(files.map((bytes) => blobs.put(bytes)));
  console.log(`stored ${count}`);
}

function report(error: unknown): void {
  console.log(`failed: ${(error as Error).message}`);
}
