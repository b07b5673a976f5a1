/** Text of an MMS from a handset, where it has one text file. */
import type { InboundFile } from "../../core/message/inbound.ts";
import { mimeOf, TEXT_TYPE } from "../../core/media/media_types.ts";
import type { Blobs } from "../../ports/mod.ts";

/** Longest text that is read: a longer one is no keyword. */
const MAX_BYTES = 1000;

/**
 * Reads the only text file of a message, whatever other files there are; null: there is none, several,
 * or a long one.
 */
export async function onlyText(
  files: readonly InboundFile[],
  blobs: Pick<Blobs, "bytes">,
): Promise<string | null> {
  const [file, ...more] = files.filter(({ type }) => mimeOf(type) === TEXT_TYPE);
  if (file === undefined || more.length > 0 || file.bytes > MAX_BYTES) return null;
  const content = await bytesOf(file, blobs);
  return content === null ? null : decoderOf(file.type).decode(content);
}

/** Reads a file; null: it is gone, which is reported where the file is needed. */
async function bytesOf(
  { blob }: InboundFile,
  blobs: Pick<Blobs, "bytes">,
): Promise<Uint8Array | null> {
  try {
    return await blobs.bytes(blob);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function decoderOf(type: string): TextDecoder {
  const charset = /;\s*charset="?([\w.:+-]{1,40})/i.exec(type)?.[1];
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder(); // an unknown charset: the keywords are ASCII in nearly all
  }
}
