/** Blob storage by the configuration: files of a directory, or objects of a bucket. */
import type { Config } from "../../config/mod.ts";
import type { BucketLocation } from "../../config/blobs_url.ts";
import type { Blobs } from "../../ports/mod.ts";
import { createDependencyWatch } from "../../log/dependency_watch.ts";
import type { Log } from "../../log/mod.ts";
import { createBlobs } from "./files/mod.ts";
import type { DataDirectory } from "../system/data_directory.ts";
import { readTrustedCertificates } from "../system/trusted_certificates.ts";

/** Opened blob storage; disposal closes its connections. */
export interface BlobStore extends Disposable {
  blobs: Blobs;
}

export interface BlobStoreOptions {
  log: Log;
  /** Variables that name the credentials of an object store. Default: the process's. */
  environment?: Readonly<Record<string, string | undefined>>;
}

/**
 * Opens the blob storage. Checks first that a bucket is usable.
 *
 * @throws Error with a remedy for the operator.
 */
export async function openBlobs(
  config: Config,
  { path, scratch }: Pick<DataDirectory, "path" | "scratch">,
  options: BlobStoreOptions,
): Promise<BlobStore> {
  const location = config.BLOBS_URL;
  if (location.kind === "s3") return await openBucket(config, location, scratch, options);
  return { blobs: createBlobs(location.path ?? `${path}/blobs`), [Symbol.dispose]() {} };
}

/** Opens a bucket. Loads the S3 client on use: most installations have no bucket. */
async function openBucket(
  { BLOBS_TIMEOUT, BLOB_COPIES_MAX_BYTES, CA_CERTIFICATES }: Config,
  location: BucketLocation,
  scratch: string,
  { log, environment = Deno.env.toObject() }: BlobStoreOptions,
): Promise<BlobStore> {
  const [{ bucketAt }, { createCredentials }, { createS3Client }, { createBucketBlobs }, check] =
    await Promise.all([
      import("./s3/bucket.ts"),
      import("./s3/credentials.ts"),
      import("./s3/client.ts"),
      import("./s3/mod.ts"),
      import("./s3/check.ts"),
    ]);
  const credentials = createCredentials(environment, BLOBS_TIMEOUT);
  await credentials.get();
  const client = createS3Client({
    bucket: bucketAt(
      location,
      environment.AWS_REGION || environment.AWS_DEFAULT_REGION || undefined,
    ),
    credentials,
    timeoutMs: BLOBS_TIMEOUT,
    trustedCertificates: await readTrustedCertificates(CA_CERTIFICATES),
    watch: createDependencyWatch({ log, kind: "files" }),
  });
  try {
    await check.checkBucket(client);
  } catch (error) {
    client.close();
    throw error;
  }
  const blobs = createBucketBlobs({
    client,
    directory: `${scratch}/blobs`,
    copiesMaxBytes: BLOB_COPIES_MAX_BYTES,
  });
  return { blobs, [Symbol.dispose]: client.close };
}
