/**
 * `Blobs` in a bucket: each `put` of a blob writes an object of its own,
 * `<first two hex digits>/<SHA-256>.<UUID>`. A blob exists while it has at least one object.
 *
 * Object names are never reused, so a DELETE removes exactly the object that was listed, and never
 * one that another machine has written since: not every S3 server supports conditional DELETEs. A
 * blob that was put again therefore survives concurrent removals, and even a delayed request of a
 * crashed process. This rests on these rules:
 *
 * - `put` writes a new object and waits for the response. Only then does it remove the object that
 *   it knew before: the newest is never removed.
 * - `remove` lists a blob's objects and removes them by name, or none if one is as new as `before`.
 * - `listPartition` removes objects that a newer object of the same blob has replaced, after concurrent
 *   puts of two machines or when the cache of known objects had forgotten one.
 * - A reader whose object has been removed meanwhile looks for another.
 *
 * S3 writes are atomic and immediately visible; the server refuses bytes whose SHA-256 differs from
 * the signed one. Ages follow the server's clock: `before` is corrected by the lead of this
 * machine's clock over the server's Date, and by a second, as the server truncates its times.
 */
import { randomUUID } from "node:crypto";
import {
  BLOB_PARTITIONS,
  type BlobPart,
  type BlobRef,
  type Blobs,
  type LocalBlob,
  StoreDown,
} from "../../../ports/mod.ts";
import { createLru } from "../../../lib/lru.ts";
import { write } from "../files/write.ts";
import { orStoreDown } from "../../system/disk.ts";
import type { S3Client, S3Request } from "./client.ts";
import { type Opened, openObject, readPart } from "./download.ts";
import { remedyOf, S3Failure } from "./failure.ts";
import { list, type Listed } from "./listing.ts";
import { createLocalCopies } from "./local_copies.ts";
import { digestOf, hexOf } from "./digest.ts";

export interface BucketBlobsOptions {
  client: S3Client;
  /** Directory for temporary files and copies; the process empties it at its start. */
  directory: string;
  /** Maximum size of all local copies together, in bytes. */
  copiesMaxBytes: number;
}

const SHA_256 = /^[0-9a-f]{64}$/;
const OBJECT = /^([0-9a-f]{64})\.[0-9a-f-]{36}$/;
/** Length of an object's directory, such as `ab/`. */
const PARTITION_LENGTH = 3;

/** Maximum blobs whose object is cached, and found without a listing. */
const CACHED_OBJECTS_MAX = 10_000;
/** Maximum listings for a read: other machines may keep replacing the blob's object. */
const LISTINGS_MAX = 5;
/** Temporary files need not survive a crash: only the bucket's copy counts. */
const TEMPORARY = { isDurable: false };
/** Precision of the times in most servers' listings, in milliseconds. */
const SECOND_MS = 1000;

export function createBucketBlobs(
  { client, directory, copiesMaxBytes }: BucketBlobsOptions,
): Blobs {
  const { bucket } = client;
  const incoming = `${directory}/incoming`;
  const copies = createLocalCopies(`${directory}/copies`, copiesMaxBytes);
  /** Most recently written or read object by blob. */
  const objectCache = createLru<string, string>(CACHED_OBJECTS_MAX);

  let ready: Promise<void> | undefined;
  const ensureReady = () => ready ??= Deno.mkdir(incoming, { recursive: true });

  function prefixOf(hash: string): string {
    // The hash comes from a database or a URL: it must not escape the prefix.
    if (!SHA_256.test(hash)) throw new TypeError("not a SHA-256 in hex");
    return `${bucket.prefix}${hash.slice(0, 2)}/${hash}.`;
  }

  /** Translates S3Failure into StoreDown, the error of the port. */
  function toPortError(error: unknown): unknown {
    if (!(error instanceof S3Failure)) return error;
    return new StoreDown(remedyOf(bucket, error), { cause: error });
  }

  async function translateErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toPortError(error);
    }
  }

  /** Awaits work; null when the object does not exist. */
  async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof S3Failure && error.isNotFound) return null;
      throw error;
    }
  }

  /** Lists the objects of a blob, from the newest to the oldest. */
  async function objectsOf(hash: string): Promise<Listed[]> {
    const listed = await Array.fromAsync(list(client, prefixOf(hash)));
    return listed.filter(({ key }) => hashOf(key) === hash).sort((a, b) => b.at - a.at);
  }

  /** Extracts the blob's hash from an object's key; null for keys of another form. */
  function hashOf(key: string): string | null {
    const hash = OBJECT.exec(key.slice(bucket.prefix.length + PARTITION_LENGTH))?.[1];
    return hash !== undefined && key.startsWith(prefixOf(hash)) ? hash : null;
  }

  const removeObject = async (key: string, more: Partial<S3Request> = {}) =>
    void await nullIfMissing(client.send({ method: "DELETE", key, ...more }, discardBody));

  /**
   * Uses any existing object of a blob.
   *
   * @throws Deno.errors.NotFound when the blob has none.
   */
  async function withObject<T>(hash: string, use: (key: string) => Promise<T>): Promise<T> {
    prefixOf(hash); // throws for an invalid hash
    const cached = objectCache.get(hash);
    const result = cached === undefined ? null : await nullIfMissing(use(cached));
    if (result !== null) return result;
    for (let listings = 0; listings < LISTINGS_MAX; listings++) {
      const objects = await objectsOf(hash);
      if (objects.length === 0) break;
      for (const { key } of objects) {
        const result = await nullIfMissing(use(key));
        if (result === null) continue;
        objectCache.set(hash, key);
        return result;
      }
    }
    objectCache.delete(hash);
    throw new Deno.errors.NotFound(`no stored file ${hash}`);
  }

  const open = (hash: string) => (part: BlobPart): Promise<Opened> =>
    translateErrors(() => withObject(hash, (key) => openObject(client, key, part)));

  async function store({ hash, bytes }: BlobRef, body: S3Request["body"]): Promise<BlobRef> {
    const previous = objectCache.get(hash);
    const key = `${prefixOf(hash)}${randomUUID()}`;
    await client.send({ method: "PUT", key, body, sha256: hash }, discardBody);
    objectCache.set(hash, key);
    // If this fails, `listPartition` removes the object later.
    if (previous !== undefined) await removeObject(previous, { tries: 1 }).catch(() => {});
    return { hash, bytes };
  }

  /** Uploads a local file and turns it into a local copy. */
  async function storeFile(path: string, ref: BlobRef): Promise<BlobRef> {
    await store(ref, { path, bytes: ref.bytes });
    await copies.adopt(ref.hash, path);
    return ref;
  }

  async function putStream(content: ReadableStream<Uint8Array>): Promise<BlobRef> {
    await ensureReady();
    const path = `${incoming}/${randomUUID()}`;
    try {
      return await storeFile(path, await write(path, content, TEMPORARY));
    } catch (error) {
      await Deno.remove(path).catch(() => {}); // may not exist
      throw error;
    }
  }

  async function putBytes(content: Uint8Array): Promise<BlobRef> {
    const ref = { hash: await hexOf(content), bytes: content.byteLength };
    return await store(ref, content as Uint8Array<ArrayBuffer>);
  }

  async function stream(hash: string, part: BlobPart = { first: 0 }) {
    const { time, timeoutMs } = client;
    return await readPart(open(hash), part, { hash, time, timeoutMs, toPortError });
  }

  async function fetchCopy(hash: string, path: string): Promise<void> {
    await (await stream(hash)).pipeTo((await Deno.create(path)).writable);
  }

  /**
   * Converts a time of this machine to the server's clock, rounded down: older objects were
   * certainly written before it. Does not correct a clock that is behind: that only delays
   * removals.
   */
  const toServerTime = (before: number) => before + Math.min(0, client.ahead) - SECOND_MS;

  return {
    put: (content) =>
      orStoreDown(
        translateErrors(() =>
          content instanceof Uint8Array ? putBytes(content) : putStream(content)
        ),
      ),

    adopt: (source) =>
      orStoreDown(translateErrors(async () => await storeFile(source, await digestOf(source)))),

    bytes: async (hash) => await new Response(await stream(hash)).bytes(),
    stream,

    async size(hash) {
      const sizeOf = ({ headers }: Response) =>
        Promise.resolve(Number(headers.get("content-length")));
      try {
        return await translateErrors(() =>
          withObject(hash, (key) => client.send({ method: "HEAD", key }, sizeOf))
        );
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return null;
        throw error;
      }
    },

    async local(hash): Promise<LocalBlob> {
      prefixOf(hash); // throws for an invalid hash
      return await orStoreDown(copies.get(hash, (path) => fetchCopy(hash, path)));
    },

    belongTo: (installation) => translateErrors(() => belongTo(client, installation)),

    listPartition: (partition, before) => {
      if (!Number.isInteger(partition) || partition < 0 || partition >= BLOB_PARTITIONS) {
        return Promise.reject(new RangeError(`not a partition: ${partition}`));
      }
      return translateErrors(async () => {
        const start = `${bucket.prefix}${partition.toString(16).padStart(2, "0")}/`;
        const newest = new Map<string, Listed>();
        const replaced: Listed[] = [];
        for await (const object of list(client, start)) {
          const hash = hashOf(object.key);
          if (hash === null) continue;
          const other = newest.get(hash);
          if (other !== undefined) replaced.push(object.at > other.at ? other : object);
          if (other === undefined || object.at > other.at) newest.set(hash, object);
        }
        const cutoff = toServerTime(before);
        for (const { key, at } of replaced) if (at < cutoff) await removeObject(key);
        return [...newest].filter(([, { at }]) => at < cutoff).map(([hash]) => hash);
      });
    },

    remove: (hash, before) =>
      translateErrors(async () => {
        const objects = await objectsOf(hash);
        const cutoff = toServerTime(before);
        if (objects.length === 0 || objects.some(({ at }) => at >= cutoff)) return false;
        objectCache.delete(hash);
        // Oldest first: the blob exists until its last object is removed.
        for (const { key } of objects.toReversed()) await removeObject(key);
        return true;
      }),
  };
}

/**
 * Marks the bucket's prefix with a database; of two concurrent calls, one finds the other's mark.
 */
async function belongTo(client: S3Client, installation: string): Promise<boolean> {
  const key = `${client.bucket.prefix}installation`;
  const read = async () => {
    try {
      return (await client.send({ method: "GET", key }, (response) => response.text())).trim();
    } catch (error) {
      if (error instanceof S3Failure && error.isNotFound) return "";
      throw error;
    }
  };
  const owner = await read();
  if (owner !== "") return owner === installation;
  const body = new TextEncoder().encode(`${installation}\n`);
  try {
    // Servers without conditional writes overwrite the mark, so it is read again below.
    const headers = { "if-none-match": "*" };
    await client.send({ method: "PUT", key, headers, body }, discardBody);
  } catch (error) {
    if (!(error instanceof S3Failure && [409, 412, 501].includes(error.status))) throw error;
    if (error.status === 501) await client.send({ method: "PUT", key, body }, discardBody);
  }
  return await read() === installation;
}

async function discardBody(response: Response): Promise<void> {
  await response.body?.cancel();
}
