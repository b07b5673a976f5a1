/** Fixture: blobs in a bucket that a test has to itself. */
import { createBucketBlobs } from "../../../../src/adapters/blobs/s3/mod.ts";
import { bucketAt } from "../../../../src/adapters/blobs/s3/bucket.ts";
import { createS3Client, type S3Client } from "../../../../src/adapters/blobs/s3/client.ts";
import { createCredentials } from "../../../../src/adapters/blobs/s3/credentials.ts";
import { type BucketLocation, parseBlobsUrl } from "../../../../src/config/blobs_url.ts";
import type { Blobs } from "../../../../src/ports/mod.ts";
import type { DependencyWatch } from "../../../../src/log/dependency_watch.ts";
import type { MonotonicTime } from "../../../../src/lib/monotonic_time.ts";
import { scratchDirectory } from "../../../support/scratch.ts";
import { type S3Options, type S3Server, startS3 } from "../../../support/s3.ts";
import type { BlobsFixture } from "../suite.ts";

export interface BucketFixture extends BlobsFixture {
  s3: S3Server;
  /** Lists the keys of all objects, in order, without the prefix. */
  keys(): string[];
  /** Opens the bucket as another machine would, with these options. */
  machine(options?: MachineOptions): Blobs;
}

export interface MachineOptions {
  timeoutMs?: number;
  copiesMaxBytes?: number;
  watch?: DependencyWatch;
  time?: MonotonicTime;
  environment?: Record<string, string>;
}

export function clientOf(url: string, options: MachineOptions = {}): S3Client {
  const { environment = {}, timeoutMs = 600_000 } = options;
  return createS3Client({
    bucket: bucketAt(parseBlobsUrl(url) as BucketLocation, undefined),
    credentials: createCredentials(environment, timeoutMs),
    timeoutMs,
    pauseMs: 10,
    watch: options.watch,
    time: options.time,
  });
}

export async function startBucket(prefix = "", options: S3Options = {}): Promise<BucketFixture> {
  const s3 = await startS3(options);
  const directory = await Deno.makeTempDir({ prefix: "slidepost-test-", dir: scratchDirectory() });
  const clients: S3Client[] = [];
  const begin = prefix === "" ? "" : `${decodeURIComponent(prefix)}/`;

  function machine(options: MachineOptions = {}): Blobs {
    const client = clientOf(s3.url(prefix), { environment: s3.environment, ...options });
    clients.push(client);
    return createBucketBlobs({
      client,
      directory: `${directory}/machine-${clients.length}`,
      copiesMaxBytes: options.copiesMaxBytes ?? 100_000_000,
    });
  }

  const isOf = (key: string, hash: string) =>
    key.startsWith(`${begin}${hash.slice(0, 2)}/${hash}.`);
  const keys = () => [...s3.objects.keys()].map((key) => key.slice(begin.length)).sort();
  const blobs = machine();
  return {
    s3,
    keys,
    machine,
    blobs,
    directory,
    neighbour: machine,
    machines: () => [blobs, machine(), machine()],
    age(hash, at) {
      for (const [key, object] of s3.objects) if (isOf(key, hash)) object.at = at.getTime();
      return Promise.resolve();
    },
    settle(time) {
      for (const object of s3.objects.values()) if (object.at < time) object.at = 0;
    },
    leftOver: () => [
      ...keys().filter((key) => !/^[0-9a-f]{2}\/[0-9a-f]{64}\./.test(key)),
      ...clients.flatMap((_, index) => namesIn(`${directory}/machine-${index + 1}/incoming`)),
    ],
    async [Symbol.asyncDispose]() {
      for (const client of clients) client.close();
      await s3[Symbol.asyncDispose]();
      await Deno.remove(directory, { recursive: true });
    },
  };
}

function namesIn(directory: string): string[] {
  try {
    return [...Deno.readDirSync(directory)].map(({ name }) => name);
  } catch {
    return []; // no stream has arrived yet
  }
}
