/** Text of an MMS from a handset, where it has one. */
import { isBlank } from "../../core/characters.ts";
import type { InboundFile, InboundMmsRecord } from "../../core/message/inbound.ts";
import { mimeOf, TEXT_TYPE } from "../../core/media/media_types.ts";
import { textOfFile } from "../../core/media/text_file.ts";
import type { Blobs } from "../../ports/mod.ts";

/** Longest text that is read, in bytes: a longer one is no keyword. */
const MAX_BYTES = 1000;

/** Type of a text that is not read, and beside which a subject is not all that was written. */
const PAGE_TYPE = "text/html";

/**
 * Reads the only text of a message, whatever other files there are, and its subject where it has no
 * text. Blank texts are none, and a text that comes twice is one. Null: there is none, several, or a
 * long one.
 */
export async function onlyText(
  { files, subject }: Pick<InboundMmsRecord, "files" | "subject">,
  blobs: Pick<Blobs, "bytes">,
): Promise<string | null> {
  const texts = files.filter(({ type }) => mimeOf(type) === TEXT_TYPE);
  if (texts.some(({ bytes }) => bytes > MAX_BYTES)) return null;
  const read = await Promise.all(texts.map((file) => textOf(file, blobs)));
  if (read.includes(null)) return null;
  const [text, ...more] = new Set(
    read.flatMap((text) => text === null || isBlank(text) ? [] : [text.trim()]),
  );
  if (text !== undefined) return more.length > 0 ? null : text;
  return files.some(({ type }) => mimeOf(type) === PAGE_TYPE) ? null : subject;
}

/** Reads a file; null: it is gone, which is reported where the file is needed. */
async function textOf(
  { blob, type }: InboundFile,
  blobs: Pick<Blobs, "bytes">,
): Promise<string | null> {
  try {
    return textOfFile(await blobs.bytes(blob), type);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
