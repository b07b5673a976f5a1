/** Whether a bucket can be used, found out before the doors open. */
import type { S3Client } from "./client.ts";
import { remedyOf, S3Failure } from "./failure.ts";
import { list } from "./listing.ts";
import { hexOf } from "./digest.ts";

/**
 * Writes, reads, lists and removes an object.
 * @throws Error that says what an operator can do.
 */
export async function checkBucket(client: S3Client): Promise<void> {
  const { bucket } = client;
  const prefix = `${bucket.prefix}probe-`;
  const key = `${prefix}${crypto.randomUUID()}`;
  const body = crypto.getRandomValues(new Uint8Array(64));
  const done = (answer: Response) => answer.body?.cancel() ?? Promise.resolve();
  try {
    await client.send({ method: "PUT", key, body, sha256: hexOf(body) }, done);
    const read = await client.send({ method: "GET", key }, (answer) => answer.bytes());
    const isListed = (await Array.fromAsync(list(client, prefix))).some((one) => one.key === key);
    await client.send({ method: "DELETE", key }, done);
    if (hexOf(read) !== hexOf(body)) throw unfit("gives other bytes than it was given");
    if (!isListed) throw unfit("does not list what was just written");
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    throw new Error(`BLOBS_URL: ${remedyOf(bucket, error)}`, { cause: error });
  }

  function unfit(why: string): Error {
    return new Error(`BLOBS_URL: the object store ${bucket.origin} ${why}`);
  }
}
