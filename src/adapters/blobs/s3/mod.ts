/**
 * `Blobs` in a bucket: each writing of a blob is an object of its own,
 * `<first two hex digits>/<SHA-256>.<UUID>`. A blob is there while it has one.
 *
 * No object's name is written twice, so whoever removes an object removes what was looked at, and
 * never what another machine has written since: S3 has no condition on a DELETE that every server
 * knows. Thus whatever comes between the look and the removal, and however late a request arrives
 * that was on its way when its process died, a blob that was put again stays. It holds by these rules:
 *
 * - `put` writes a new object, and answers once it is there. Only then does it remove the objects that
 *   it knew before it began: the newest is never among them.
 * - `remove` lists a blob's objects and removes them by name; where one is as new as `before` it
 *   removes none.
 * - `shelf` removes what a newer object of the same blob has replaced, where two machines put it at
 *   once or one forgot what it had put.
 * - A reader whose object is gone meanwhile looks for another.
 *
 * S3 shows an object whole or not at all, and at once to all; it refuses bytes of another SHA-256
 * than the request was signed with. Ages are by the server's clock: `before` is moved by how far ours
 * is ahead of its Date, and by the second that its times are cut to.
 */
import { randomUUID } from "node:crypto";
import {
  BLOB_SHELVES,
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
  /** For files on their way, and copies; emptied by whoever starts the process. */
  directory: string;
  /** Size of all copies on this machine together. */
  copiesMaxBytes: number;
}

const SHA_256 = /^[0-9a-f]{64}$/;
const OBJECT = /^([0-9a-f]{64})\.[0-9a-f-]{36}$/;
/** `ab/` before it. */
const SHELF_CHARACTERS = 3;

/** Blobs whose objects are known without a listing. */
const KNOWN_MAX = 10_000;
/** A blob that others put again and again may go on from under its readers. */
const LOOKS_MAX = 5;
/** A file on its way need not survive a crash: it is stored once the bucket has it. */
const NOT_KEPT = { isKept: false };
/** Times in listings are cut to the second by most servers. */
const SECOND_MS = 1000;

export function createBucketBlobs(
  { client, directory, copiesMaxBytes }: BucketBlobsOptions,
): Blobs {
  const { bucket } = client;
  const incoming = `${directory}/incoming`;
  const copies = createLocalCopies(`${directory}/copies`, copiesMaxBytes);
  /** A blob's object that was put or read last. */
  const known = createLru<string, string>(KNOWN_MAX);

  let ready: Promise<void> | undefined;
  const prepared = () => ready ??= Deno.mkdir(incoming, { recursive: true });

  function prefixOf(hash: string): string {
    // A hash comes from a database or a URL: it must not lead anywhere else.
    if (!SHA_256.test(hash)) throw new TypeError("not a SHA-256 in hex");
    return `${bucket.prefix}${hash.slice(0, 2)}/${hash}.`;
  }

  /** The error as callers know it. */
  function explained(error: unknown): unknown {
    if (!(error instanceof S3Failure)) return error;
    return new StoreDown(remedyOf(bucket, error), { cause: error });
  }

  async function orDown<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw explained(error);
    }
  }

  /** Null: there is no such object. */
  async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof S3Failure && error.isNotFound) return null;
      throw error;
    }
  }

  /** The objects of one blob, from the newest to the oldest. */
  async function objectsOf(hash: string): Promise<Listed[]> {
    const found = await Array.fromAsync(list(client, prefixOf(hash)));
    return found.filter(({ key }) => hashOf(key) === hash).sort((a, b) => b.at - a.at);
  }

  /** The blob that an object is of; null for what is none of ours. */
  function hashOf(key: string): string | null {
    const hash = OBJECT.exec(key.slice(bucket.prefix.length + SHELF_CHARACTERS))?.[1];
    return hash !== undefined && key.startsWith(prefixOf(hash)) ? hash : null;
  }

  const drop = async (key: string, more: Partial<S3Request> = {}) =>
    void await unlessGone(client.send({ method: "DELETE", key, ...more }, emptied));

  /** Tries a blob's objects until one is still there. Rejects with Deno.errors.NotFound. */
  async function withObject<T>(hash: string, use: (key: string) => Promise<T>): Promise<T> {
    prefixOf(hash); // or throw
    const last = known.get(hash);
    const found = last === undefined ? null : await unlessGone(use(last));
    if (found !== null) return found;
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const objects = await objectsOf(hash);
      if (objects.length === 0) break;
      for (const { key } of objects) {
        const found = await unlessGone(use(key));
        if (found === null) continue;
        known.set(hash, key);
        return found;
      }
    }
    known.delete(hash);
    throw new Deno.errors.NotFound(`no stored file ${hash}`);
  }

  const open = (hash: string) => (part: BlobPart): Promise<Opened> =>
    orDown(() => withObject(hash, (key) => openObject(client, key, part)));

  async function store({ hash, bytes }: BlobRef, body: S3Request["body"]): Promise<BlobRef> {
    const former = known.get(hash);
    const key = `${prefixOf(hash)}${randomUUID()}`;
    await client.send({ method: "PUT", key, body, sha256: hash }, emptied);
    known.set(hash, key);
    // Should that fail, `shelf` finds it.
    if (former !== undefined) await drop(former, { tries: 1 }).catch(() => {});
    return { hash, bytes };
  }

  /** Stores a file of ours, of which a copy is kept. */
  async function storeFile(path: string, ref: BlobRef): Promise<BlobRef> {
    await store(ref, { path, bytes: ref.bytes });
    await copies.take(ref.hash, path);
    return ref;
  }

  async function putStream(content: ReadableStream<Uint8Array>): Promise<BlobRef> {
    await prepared();
    const path = `${incoming}/${randomUUID()}`;
    try {
      return await storeFile(path, await write(path, content, NOT_KEPT));
    } catch (error) {
      await Deno.remove(path).catch(() => {}); // may not have come to be
      throw error;
    }
  }

  async function putBytes(content: Uint8Array): Promise<BlobRef> {
    const ref = { hash: hexOf(content), bytes: content.byteLength };
    return await store(ref, content as Uint8Array<ArrayBuffer>);
  }

  async function stream(hash: string, part: BlobPart = { first: 0 }) {
    const { timeoutMs } = client;
    return await readPart(open(hash), part, { hash, timeoutMs, explained });
  }

  async function fetchCopy(hash: string, path: string): Promise<void> {
    await (await stream(hash)).pipeTo((await Deno.create(path)).writable);
  }

  /**
   * By the server's clock: what is older was written before a time of ours. A clock of ours that is
   * behind is left so: what is too young for it is swept later.
   */
  const serversTime = (before: number) => before + Math.min(0, client.ahead) - SECOND_MS;

  return {
    put: (content) =>
      orStoreDown(
        orDown(() => content instanceof Uint8Array ? putBytes(content) : putStream(content)),
      ),

    adopt: (source) =>
      orStoreDown(orDown(async () => await storeFile(source, await digestOf(source)))),

    bytes: async (hash) => await new Response(await stream(hash)).bytes(),
    stream,

    async has(hash) {
      try {
        await orDown(() =>
          withObject(
            hash,
            (key) => client.send({ method: "HEAD", key }, () => Promise.resolve(key)),
          )
        );
        return true;
      } catch (error) {
        if (error instanceof Deno.errors.NotFound) return false;
        throw error;
      }
    },

    async local(hash): Promise<LocalBlob> {
      prefixOf(hash); // or throw
      return await orStoreDown(copies.get(hash, (path) => fetchCopy(hash, path)));
    },

    belongTo: (installation) => orDown(() => belongTo(client, installation)),

    shelf: (shelf, before) => {
      if (!Number.isInteger(shelf) || shelf < 0 || shelf >= BLOB_SHELVES) {
        return Promise.reject(new RangeError(`not a shelf: ${shelf}`));
      }
      return orDown(async () => {
        const start = `${bucket.prefix}${shelf.toString(16).padStart(2, "0")}/`;
        const newest = new Map<string, Listed>();
        const replaced: Listed[] = [];
        for await (const one of list(client, start)) {
          const hash = hashOf(one.key);
          if (hash === null) continue;
          const other = newest.get(hash);
          if (other !== undefined) replaced.push(one.at > other.at ? other : one);
          if (other === undefined || one.at > other.at) newest.set(hash, one);
        }
        const edge = serversTime(before);
        for (const { key, at } of replaced) if (at < edge) await drop(key);
        return [...newest].filter(([, { at }]) => at < edge).map(([hash]) => hash);
      });
    },

    remove: (hash, before) =>
      orDown(async () => {
        const objects = await objectsOf(hash);
        const edge = serversTime(before);
        if (objects.length === 0 || objects.some(({ at }) => at >= edge)) return false;
        known.delete(hash);
        // From the oldest on: while one is left, the blob is there.
        for (const { key } of objects.toReversed()) await drop(key);
        return true;
      }),
  };
}

/** Marks the bucket's prefix with a database; of two at once, one finds the other's mark. */
async function belongTo(client: S3Client, installation: string): Promise<boolean> {
  const key = `${client.bucket.prefix}installation`;
  const read = async () => {
    try {
      return (await client.send({ method: "GET", key }, (answer) => answer.text())).trim();
    } catch (error) {
      if (error instanceof S3Failure && error.isNotFound) return "";
      throw error;
    }
  };
  const kept = await read();
  if (kept !== "") return kept === installation;
  const body = new TextEncoder().encode(`${installation}\n`);
  try {
    // Servers that know no conditions write it all the same: what is there then is read again.
    const headers = { "if-none-match": "*" };
    await client.send({ method: "PUT", key, headers, body }, emptied);
  } catch (error) {
    if (!(error instanceof S3Failure && [409, 412, 501].includes(error.status))) throw error;
    if (error.status === 501) await client.send({ method: "PUT", key, body }, emptied);
  }
  return await read() === installation;
}

async function emptied(answer: Response): Promise<void> {
  await answer.body?.cancel();
}
