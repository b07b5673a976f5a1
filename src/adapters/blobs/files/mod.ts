/**
 * `Blobs` on a file system: `<first two hex digits>/<next two>/<SHA-256>`. A file appears under
 * its name complete and on disk, or not at all, so readers need no lock and a crash leaves at most
 * a file in `incoming`. A file's time of change is that of its last writing.
 */
import { randomUUID } from "node:crypto";
import { BLOB_SHELVES, type BlobRef, type Blobs } from "../../../ports/mod.ts";
import { isOlder, measure, namesIn, partOf, syncDirectory, write } from "./write.ts";
import { orStoreDown } from "../../system/disk.ts";

/** Files of crashed writers are removed after this long. No write takes a day. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** Blobs that are files of this machine. */
export interface FileBlobs extends Blobs {
  /** Where the file is, or would be. */
  path(hash: string): string;
}

const SHA_256 = /^[0-9a-f]{64}$/;
/** In `incoming`: a blob on its way out. After a crash its name says where it goes back to. */
const LEAVING = /^([0-9a-f]{64})-leaving-/;

export function createBlobs(directory: string): FileBlobs {
  const incoming = `${directory}/incoming`;
  const fanOutOf = (hash: string) => `${directory}/${hash.slice(0, 2)}/${hash.slice(2, 4)}`;
  /** How many are giving a file its name right now; and who is taking one away. */
  const arriving = new Map<string, number>();
  const leaving = new Map<string, Promise<unknown>>();

  let ready: Promise<void> | undefined;
  const prepared = () =>
    ready ??= prepare(incoming, restore).catch((error) => {
      ready = undefined; // the next call tries again
      throw error;
    });

  function path(hash: string): string {
    // A hash comes from a database or a URL: it must not lead anywhere else.
    if (!SHA_256.test(hash)) throw new TypeError("not a SHA-256 in hex");
    return `${fanOutOf(hash)}/${hash}`;
  }

  /** Gives a complete, synced file in our file system its name. */
  async function settle(temporary: string, hash: string): Promise<void> {
    const fanOut = fanOutOf(hash);
    await Deno.mkdir(fanOut, { recursive: true });
    while (leaving.has(hash)) await leaving.get(hash);
    arriving.set(hash, (arriving.get(hash) ?? 0) + 1);
    try {
      await Deno.rename(temporary, path(hash));
      // A slow writer must not put an older file in a newer one's place. Nor does the system's own
      // stamp do: it lags behind the clock.
      await Deno.utime(path(hash), new Date(), new Date());
    } finally {
      const others = arriving.get(hash)! - 1;
      if (others === 0) arriving.delete(hash);
      else arriving.set(hash, others);
    }
    await syncDirectory(fanOut);
  }

  async function put(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<BlobRef> {
    await prepared();
    const temporary = `${incoming}/${randomUUID()}`;
    try {
      const ref = await write(temporary, content);
      await settle(temporary, ref.hash);
      return ref;
    } catch (error) {
      await Deno.remove(temporary).catch(() => {}); // may not have come to be
      throw error;
    }
  }

  async function adopt(source: string): Promise<BlobRef> {
    await prepared();
    const ref = await measure(source);
    try {
      await settle(source, ref.hash);
      return ref;
    } catch (error) {
      if (!isCrossDevice(error)) throw error;
      const copied = await put((await Deno.open(source)).readable);
      await Deno.remove(source);
      return copied;
    }
  }

  /** A file that was taken away goes back as if it were written now, whatever is there by then. */
  async function restore(taken: string, hash: string): Promise<void> {
    await Deno.utime(taken, new Date(), new Date());
    await Deno.mkdir(fanOutOf(hash), { recursive: true });
    await Deno.rename(taken, path(hash));
    await syncDirectory(fanOutOf(hash));
  }

  /**
   * Of this process nobody gives the file its name meanwhile (`settle` waits). Another process
   * may, between the look and the rename: so what was taken is looked at again, and given back.
   */
  async function takeAway(hash: string, before: number): Promise<boolean> {
    if (!await isOlder(path(hash), before)) return false;
    const taken = `${incoming}/${hash}-leaving-${randomUUID()}`;
    const removed = await unlessGone(async () => {
      await Deno.rename(path(hash), taken);
      const old = await isOlder(taken, before);
      await (old ? Deno.remove(taken) : restore(taken, hash));
      return old;
    });
    return removed ?? false;
  }

  return {
    path,
    put: (content) => orStoreDown(put(content instanceof Uint8Array ? [content] : content)),
    adopt: (source) => orStoreDown(adopt(source)),
    bytes: async (hash) => await Deno.readFile(path(hash)),
    stream: async (hash, part) => await partOf(await Deno.open(path(hash)), part),
    has: (hash) => isOlder(path(hash), Infinity),

    async local(hash) {
      await Deno.stat(path(hash));
      return { path: path(hash), [Symbol.dispose]() {} };
    },

    async belongTo(installation) {
      await prepared();
      const mark = `${directory}/installation`;
      const kept = await unlessGone(() => Deno.readTextFile(mark)) ?? "";
      // A crash may have left it empty.
      if (kept.trim() === "") await Deno.writeTextFile(mark, `${installation}\n`);
      return ["", installation].includes(kept.trim());
    },

    async shelf(shelf, before) {
      if (!Number.isInteger(shelf) || shelf < 0 || shelf >= BLOB_SHELVES) {
        throw new RangeError(`not a shelf: ${shelf}`);
      }
      const start = shelf.toString(16).padStart(2, "0");
      const found: string[] = [];
      for (const next of await namesIn(`${directory}/${start}`)) {
        const fanOut = `${directory}/${start}/${next}`;
        const hashes = (await namesIn(fanOut))
          .filter((name) => SHA_256.test(name) && name.startsWith(start + next));
        const older = await Promise.all(
          hashes.map((hash) => isOlder(`${fanOut}/${hash}`, before)),
        );
        found.push(...hashes.filter((_, index) => older[index]));
      }
      return found;
    },

    async remove(hash, before) {
      path(hash); // or throw
      await prepared();
      // What is just being written is in use.
      if (arriving.has(hash) || leaving.has(hash)) return false;
      const work = takeAway(hash, before);
      leaving.set(hash, work.catch(() => {}));
      try {
        return await work;
      } finally {
        leaving.delete(hash);
      }
    },
  };
}

/** Deals with what a crash has left. Another process may do so at the same time. */
async function prepare(
  incoming: string,
  restore: (taken: string, hash: string) => Promise<void>,
): Promise<void> {
  await Deno.mkdir(incoming, { recursive: true });
  for (const name of await namesIn(incoming)) {
    const left = `${incoming}/${name}`;
    const hash = LEAVING.exec(name)?.[1];
    await unlessGone(async () => {
      if (hash !== undefined) await restore(left, hash);
      else if (await isOlder(left, Date.now() - STALE_MS)) await Deno.remove(left);
    });
  }
}

/** Null when another process has dealt with the file before. */
async function unlessGone<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function isCrossDevice(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EXDEV";
}
