/**
 * `Blobs` on a file system: `<first two hex digits>/<next two>/<SHA-256>`. A file appears under
 * its name complete and on disk, or not at all, so readers need no lock and a crash leaves at most
 * a nameless file in `incoming`.
 */
import { createHash, randomUUID } from "node:crypto";
import type { BlobRef, Blobs } from "../env.ts";

/** Files of crashed writers are removed after this long. No write takes a day. */
const STALE_MS = 24 * 60 * 60 * 1000;

export function createBlobs(directory: string): Blobs {
  const incoming = `${directory}/incoming`;
  const fanOutOf = (hash: string) => `${directory}/${hash.slice(0, 2)}/${hash.slice(2, 4)}`;

  let ready: Promise<void> | undefined;
  const prepared = () =>
    ready ??= prepare(incoming).catch((error) => {
      ready = undefined; // the next call tries again
      throw error;
    });

  function path(hash: string): string {
    // A hash comes from a database or a URL: it must not lead anywhere else.
    if (!/^[0-9a-f]{64}$/.test(hash)) throw new TypeError("not a SHA-256 in hex");
    return `${fanOutOf(hash)}/${hash}`;
  }

  /** Gives a complete, synced file in our file system its name. */
  async function settle(temporary: string, ref: BlobRef): Promise<BlobRef> {
    const fanOut = fanOutOf(ref.hash);
    await Deno.mkdir(fanOut, { recursive: true });
    await Deno.rename(temporary, path(ref.hash));
    await syncDirectory(fanOut);
    return ref;
  }

  async function put(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<BlobRef> {
    await prepared();
    const temporary = `${incoming}/${randomUUID()}`;
    try {
      return await settle(temporary, await write(temporary, content));
    } catch (error) {
      await Deno.remove(temporary).catch(() => {}); // may not have come to be
      throw error;
    }
  }

  return {
    path,
    put: (content) => put(content instanceof Uint8Array ? [content] : content),
    async adopt(source) {
      await prepared();
      const ref = await measure(source);
      try {
        return await settle(source, ref);
      } catch (error) {
        if (!isCrossDevice(error)) throw error;
        const copied = await put((await Deno.open(source)).readable);
        await Deno.remove(source);
        return copied;
      }
    },
    bytes: async (hash) => await Deno.readFile(path(hash)),
    stream: async (hash) => (await Deno.open(path(hash))).readable,
  };
}

async function write(
  path: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<BlobRef> {
  using file = await Deno.open(path, { write: true, createNew: true });
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.byteLength;
    for (let at = 0; at < chunk.byteLength;) at += await file.write(chunk.subarray(at));
  }
  await file.sync();
  return { hash: hash.digest("hex"), bytes };
}

/** Hash and size of a file that is there, which is on disk when this returns. */
async function measure(path: string): Promise<BlobRef> {
  using file = await Deno.open(path, { read: true, write: true });
  const hash = createHash("sha256");
  const buffer = new Uint8Array(64 * 1024);
  let bytes = 0;
  for (let read = await file.read(buffer); read !== null; read = await file.read(buffer)) {
    hash.update(buffer.subarray(0, read));
    bytes += read;
  }
  await file.sync();
  return { hash: hash.digest("hex"), bytes };
}

/** A rename is only safe from power loss when its directory is. */
async function syncDirectory(path: string): Promise<void> {
  using directory = await Deno.open(path);
  await directory.sync();
}

async function prepare(incoming: string): Promise<void> {
  await Deno.mkdir(incoming, { recursive: true });
  for await (const { name } of Deno.readDir(incoming)) {
    const { mtime } = await Deno.stat(`${incoming}/${name}`);
    if (mtime && Date.now() - mtime.getTime() > STALE_MS) {
      await Deno.remove(`${incoming}/${name}`);
    }
  }
}

function isCrossDevice(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EXDEV";
}
