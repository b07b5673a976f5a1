/** Check of a bucket at the start of the service. */
import type { S3Client } from "./client.ts";
import { remedyOf, S3Failure } from "./failure.ts";
import { list } from "./listing.ts";
import { hexOf } from "./digest.ts";

/**
 * Writes, reads, lists and removes an object.
 *
 * @throws Error with a remedy for the operator.
 */
export async function checkBucket(client: S3Client): Promise<void> {
  const { bucket } = client;
  const prefix = `${bucket.prefix}probe-`;
  const key = `${prefix}${crypto.randomUUID()}`;
  const body = crypto.getRandomValues(new Uint8Array(64));
  const discardBody = (response: Response) => response.body?.cancel() ?? Promise.resolve();
  try {
    await client.send({ method: "PUT", key, body, sha256: await hexOf(body) }, discardBody);
    const read = await client.send({ method: "GET", key }, (response) => response.bytes());
    const listed = await Array.fromAsync(list(client, prefix));
    await client.send({ method: "DELETE", key }, discardBody);
    if (await hexOf(read) !== await hexOf(body)) {
      throw unfit("returns other bytes than were written");
    }
    if (!listed.some((object) => object.key === key)) {
      throw unfit("does not list an object that was just written");
    }
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    throw new Error(`BLOBS_URL: ${remedyOf(bucket, error)}`, { cause: error });
  }

  function unfit(reason: string): Error {
    return new Error(`BLOBS_URL: the object store ${bucket.origin} ${reason}`);
  }
}
