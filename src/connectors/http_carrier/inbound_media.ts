/** Media of inbound messages: fetched from the provider, with its credentials, and stored. */
import { fileNames } from "../../core/media/file_names.ts";
import { mimeOf, TEXT_TYPE } from "../../core/media/media_types.ts";
import type { InboundFile } from "../../core/message/inbound.ts";
import { type Blobs, type Fetch, FetchRefused } from "../../ports/mod.ts";
import type { InboundMedia, Protocol } from "./protocol.ts";

export interface InboundMediaPorts {
  blobs: Pick<Blobs, "put">;
  fetch: Pick<Fetch, "read">;
  /** Maximum size of one file, in bytes. */
  maxBytes: number;
}

/** Media that could not be fetched: the provider is asked to send the message again. */
export class MediaUnavailable extends Error {
  override readonly name = "MediaUnavailable";
}

interface LoadedFile {
  content: Uint8Array;
  type: string;
  name: string | null;
}

/**
 * Stores the text and the media of a message as files.
 *
 * @throws {MediaUnavailable}
 */
export async function storeMessage(
  { text, media }: { text: string; media: readonly InboundMedia[] },
  protocol: Pick<Protocol, "mediaAuthorization">,
  { blobs, fetch, maxBytes }: InboundMediaPorts,
): Promise<InboundFile[]> {
  const loaded = await Promise.all(media.map((each) => load(each, protocol, fetch, maxBytes)));
  const texts: LoadedFile[] = text === "" ? [] : [{
    content: new TextEncoder().encode(text),
    type: `${TEXT_TYPE}; charset=utf-8`,
    name: null,
  }];
  const files = [...texts, ...loaded];
  const names = fileNames(files.map(({ name, type }) => ({
    type,
    name: name ?? (mimeOf(type) === TEXT_TYPE ? "text.txt" : null),
    location: null,
    contentId: null,
  })));
  return await Promise.all(files.map(async ({ content, type }, index) => {
    const { hash, bytes } = await blobs.put(content);
    return { name: names[index]!, type, blob: hash, bytes };
  }));
}

async function load(
  media: InboundMedia,
  { mediaAuthorization }: Pick<Protocol, "mediaAuthorization">,
  fetch: Pick<Fetch, "read">,
  maxBytes: number,
): Promise<LoadedFile> {
  if ("content" in media) return { ...media, type: typeOf(media.type) };
  const url = URL.parse(media.url);
  const authorization = url === null ? null : mediaAuthorization?.(url) ?? null;
  try {
    const response = await fetch.read(media.url, {
      maxBytes,
      ...authorization === null ? {} : { authorization },
    });
    if (response.status !== "fresh") throw new MediaUnavailable("the media are not there");
    const type = typeOf(response.type || media.type);
    return { content: response.bytes, type, name: media.name ?? nameIn(url) };
  } catch (error) {
    if (error instanceof FetchRefused) throw new MediaUnavailable(error.reason);
    throw error;
  }
}

function typeOf(declared: string | null): string {
  return mimeOf(declared) ?? "application/octet-stream";
}

/** Returns the last segment of a URL's path, if it looks like the name of a file. */
function nameIn(url: URL | null): string | null {
  const last = url?.pathname.split("/").at(-1) ?? "";
  return /\.\w{2,5}$/.test(last) ? last : null;
}
