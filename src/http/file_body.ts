/** A part of an open file as the body of a response. */
import type { ByteRange } from "./byte_range.ts";

/** Bytes read at once. */
const CHUNK_BYTES = 256 * 1024;

/** The file is closed at the part's end, or when nobody reads on. */
export async function bodyOf(
  file: Deno.FsFile,
  { first, last }: ByteRange,
  bytes: number,
): Promise<ReadableStream<Uint8Array>> {
  if (first > 0) await file.seek(first, Deno.SeekMode.Start);
  // The server sends the file's own stream past JavaScript; it knows no end but the file's.
  return last === bytes - 1 ? file.readable : streamOf(file, last - first + 1);
}

/** As much of a file as is asked for, read as it is asked for. */
function streamOf(file: Deno.FsFile, bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;

  async function next(): Promise<Uint8Array> {
    const buffer = new Uint8Array(Math.min(left, CHUNK_BYTES));
    const read = await file.read(buffer);
    if (read === null) throw new Error("the file is shorter than it was");
    left -= read;
    return buffer.subarray(0, read);
  }

  return new ReadableStream({
    async pull(controller) {
      try {
        controller.enqueue(await next());
        if (left > 0) return;
        file.close();
        controller.close();
      } catch (error) {
        file.close();
        throw error;
      }
    },
    cancel() {
      file.close();
    },
  }, { highWaterMark: 0 });
}
