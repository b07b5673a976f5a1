/** Media of inbound messages: fetched from the provider, with its credentials, and stored. */
import { fileNames } from "../../core/media/file_names.ts";
import {
  extensionIn,
  mediaTypeOfExtension,
  mimeOf,
  TEXT_TYPE,
} from "../../core/media/media_types.ts";
import { charsetOf, textType } from "../../core/media/text_file.ts";
import type { InboundFile } from "../../core/message/inbound.ts";
import { delay } from "../../lib/delay.ts";
import {
  type Blobs,
  type Fetch,
  FetchRefused,
  type FetchRule,
  type ReadResponse,
} from "../../ports/mod.ts";
import type { Authorization, Credentials } from "./authorization.ts";
import type { InboundMedia, Protocol } from "./protocol.ts";

export interface InboundMediaPorts {
  authorization: Pick<Authorization, "credentials" | "renew">;
  blobs: Pick<Blobs, "put">;
  fetch: Pick<Fetch, "read">;
  /** Maximum size of one file, in bytes. */
  maxBytes: number;
}

/** Media that could not be fetched: the provider is asked to send the message again. */
export class MediaUnavailable extends Error {
  override readonly name = "MediaUnavailable";
}

/** Message of a handset, its files stored. */
export interface StoredMessage {
  files: InboundFile[];
  /** Reasons why files could not be fetched, and are left out. */
  missing: string[];
}

/**
 * Waits before a file is fetched again, in milliseconds: providers announce files that their servers
 * do not have yet.
 */
const FETCH_AGAIN_MS = [300, 1500];

/** Failures to fetch that may pass. */
const PASSING: ReadonlySet<FetchRule> = new Set(["connection", "status", "timeout"]);

interface LoadedFile {
  content: Uint8Array;
  type: string;
  name: string | null;
}

/**
 * Stores the text and the media of a message as files. A file that can never be fetched is left out;
 * so is any other, where the provider would not send the message again.
 *
 * @throws {MediaUnavailable}
 */
export async function storeMessage(
  { text, media }: { text: string; media: readonly InboundMedia[] },
  protocol: Pick<Protocol, "mediaAuthorization" | "provider">,
  ports: InboundMediaPorts,
): Promise<StoredMessage> {
  const missing: string[] = [];
  const loaded = (await Promise.all(media.map(async (each) => {
    try {
      return [await load(each, protocol, ports)];
    } catch (error) {
      if (!(error instanceof FetchRefused)) throw error;
      const mayPass = PASSING.has(error.rule) && protocol.provider.resends !== false;
      if (mayPass) throw new MediaUnavailable(error.reason);
      missing.push(error.reason);
      return [];
    }
  }))).flat();
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
  const stored = await Promise.all(files.map(async ({ content, type }, index) => {
    const { hash, bytes } = await ports.blobs.put(content);
    return { name: names[index]!, type, blob: hash, bytes };
  }));
  return { files: stored, missing };
}

async function load(
  media: InboundMedia,
  protocol: Pick<Protocol, "mediaAuthorization">,
  ports: InboundMediaPorts,
): Promise<LoadedFile> {
  if ("content" in media) return { ...media, type: typeOf(media.type, media.name, media.content) };
  const name = media.name ?? nameIn(URL.parse(media.url));
  for (let tries = 0;; tries++) {
    try {
      const response = await read(media.url, protocol, ports);
      // Without a cached version there is nothing that could be unchanged.
      if (response.status !== "fresh") throw new FetchRefused("status", "the file has no content");
      const { bytes: content, type, charset } = response;
      const declared = charset === undefined ? type : `${type}; charset=${charset}`;
      return { content, type: typeOf(declared || media.type, name, content), name };
    } catch (error) {
      const waitMs = FETCH_AGAIN_MS[tries];
      const mayPass = error instanceof FetchRefused && PASSING.has(error.rule);
      if (!mayPass || waitMs === undefined) throw error;
      await delay(waitMs);
    }
  }
}

/** Fetches media; once more with a new access token where the provider refuses the cached one. */
async function read(
  url: string,
  { mediaAuthorization }: Pick<Protocol, "mediaAuthorization">,
  { authorization, fetch, maxBytes }: InboundMediaPorts,
): Promise<ReadResponse> {
  const parsed = URL.parse(url);
  if (mediaAuthorization === undefined || parsed === null) {
    return await fetch.read(url, { maxBytes });
  }

  function readWith(credentials: Credentials): Promise<ReadResponse> {
    if (!credentials.ok) throw new MediaUnavailable(credentials.reason);
    const value = mediaAuthorization!(parsed!, credentials.headers);
    return fetch.read(url, { maxBytes, ...value === null ? {} : { authorization: value } });
  }

  const first = await authorization.credentials();
  try {
    return await readWith(first);
  } catch (error) {
    if (!(error instanceof FetchRefused) || error.rule !== "status") throw error;
    const renewed = await authorization.renew(first);
    if (renewed === first) throw error;
    return await readWith(renewed);
  }
}

/**
 * Returns the type of a file, with the charset of a text: as declared, or by its name where the
 * declaration says nothing.
 */
function typeOf(declared: string | null, name: string | null, content: Uint8Array): string {
  const type = mimeOf(declared);
  const charset = type?.startsWith("text/") ? charsetOf(declared!) : null;
  if (charset !== null) return textType(type!, charset, content);
  if (type !== null && type !== OCTETS) return type;
  return mediaTypeOfExtension(extensionIn(name) ?? "")?.type ?? OCTETS;
}

const OCTETS = "application/octet-stream";

/** Returns the last segment of a URL's path, if it looks like the name of a file. */
function nameIn(url: URL | null): string | null {
  const last = url?.pathname.split("/").at(-1) ?? "";
  return /\.\w{2,5}$/.test(last) ? last : null;
}
