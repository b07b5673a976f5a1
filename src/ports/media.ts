/** Files and what is done with them: fetching, keeping, transcoding. */
import type { ResponseHead, Validators } from "../lib/http_cache.ts";
import type { MediaKind } from "../core/media/media_types.ts";
import type { RenditionName } from "../core/media/renditions.ts";

/** A stored file: its content's SHA-256 in hex is its name. */
export interface BlobRef {
  hash: string;
  bytes: number;
}

/** A part of a blob: its first and last byte, counted from 0. */
export interface BlobPart {
  first: number;
  /** Default: the blob's last. */
  last?: number;
}

/** A blob's file, which is there until it is disposed of. It must not be changed. */
export interface LocalBlob extends Disposable {
  readonly path: string;
}

/**
 * Content-addressed files. Writing the same bytes twice stores them once. Without room for more, and
 * while the disk fails, writing rejects with StoreDown, and nothing is kept.
 */
export interface Blobs {
  put(content: Uint8Array | ReadableStream<Uint8Array>): Promise<BlobRef>;
  /** Takes over a finished file (moved, not copied, where the file system allows). */
  adopt(path: string): Promise<BlobRef>;
  /** Rejects with Deno.errors.NotFound, as `stream` and `local` do, when there is no such blob. */
  bytes(hash: string): Promise<Uint8Array>;
  /** @param part Default: all of it. It must lie within the blob. */
  stream(hash: string, part?: BlobPart): Promise<ReadableStream<Uint8Array>>;
  has(hash: string): Promise<boolean>;
  /** The blob as a file of this machine, for programs that read files. */
  local(hash: string): Promise<LocalBlob>;
  /** Marks the blobs as those of a database (`Store.installation`). False: they are another's. */
  belongTo(installation: string): Promise<boolean>;
  /**
   * The blobs that were there before a time and have not been written again since, a few hundred
   * at a time: `shelf` counts from 0, and each of the `BLOB_SHELVES` is a part of all.
   */
  shelf(shelf: number, before: number): Promise<string[]>;
  /** Removes a blob, unless it was written again at or after `before`. False: it stays. */
  remove(hash: string, before: number): Promise<boolean>;
}

/** Blobs are swept a shelf at a time: those whose names begin with one byte. */
export const BLOB_SHELVES = 256;

/** What a download gave: a file in `directory` of the request, and what the server said of it. */
export interface Download {
  path: string;
  bytes: number;
  /** MIME type without parameters, lower case. */
  type: string;
  /** URL that answered in the end (after a redirect). */
  url: string;
}

/**
 * Why an outbound request was not made or its answer not taken. `reason` is fit for a customer;
 * `sent`: the server may have what was posted, or some of it.
 */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
  constructor(readonly rule: FetchRule, readonly reason: string, readonly sent = false) {
    super(reason);
  }
}

/** Spec 2.3 fetching rules, and our guard's. */
export type FetchRule =
  | "url"
  | "address"
  | "status"
  | "redirects"
  | "content-type"
  | "content-length"
  | "too-big"
  | "timeout"
  | "connection";

export interface PostResponse {
  status: number;
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>;
  /** At most `maxResponseBytes` of it. */
  body: Uint8Array;
}

export interface ReadRequest {
  maxBytes: number;
  /** Of content that is known: it comes only if it is another now. */
  known?: KnownContent;
  /** `Accept`. Default: any type. */
  accept?: string;
  signal?: AbortSignal;
}

/** A version of content that somebody keeps. */
export interface KnownContent {
  /** The URL that gave it in the end: at no other do its validators mean anything. */
  url: string;
  validators: Validators;
}

/** What a read gave: content, or word that the known content is still the one. */
export type ReadResponse =
  & {
    /** URL that answered in the end (after a redirect). */
    url: string;
    /** The answers on the way to it, in order: perhaps a redirect, and last the one meant. */
    heads: ResponseHead[];
  }
  & (
    /** `type`: MIME type without parameters, lower case. */
    | { status: "fresh"; bytes: Uint8Array<ArrayBuffer>; type: string }
    | { status: "unchanged" }
  );

/** The way out over HTTP for customers' URLs. Connects to no address that it has not checked. */
export interface Fetch {
  /** Fails at once when the URL itself can never be fetched (scheme, form, literal address). */
  check(url: string): void;
  /** GET into a file (spec 2.3 fetching rules). Throws FetchRefused; StoreDown without room for it. */
  download(
    url: string,
    options: { directory: string; maxBytes: number; signal?: AbortSignal },
  ): Promise<Download>;
  /**
   * GET into memory, by the rules of `download`. Throws FetchRefused; Refusal `unavailable` when
   * all that is being read is too much for the memory there is.
   */
  read(url: string, request: ReadRequest): Promise<ReadResponse>;
  /** POST; redirects are answers, not followed. Throws FetchRefused when there is no answer. */
  post(
    url: string,
    options: {
      headers: Record<string, string>;
      body: Uint8Array | string;
      timeoutMs: number;
      maxResponseBytes: number;
    },
  ): Promise<PostResponse>;
  close(): Promise<void>;
}

/**
 * A client of one server (scheme, host and port) that the operator configured, in a private network
 * too. Its connections are its own; it refuses URLs of any other server.
 */
export interface Endpoint extends Pick<Fetch, "post" | "close"> {
  /** GET of any answer; redirects are answers, not followed. Throws FetchRefused when there is none. */
  get(
    url: string,
    options: { headers: Record<string, string>; timeoutMs: number; maxResponseBytes: number },
  ): Promise<PostResponse>;
}

/** Makes the client of the server that a configured URL names; never of one that a customer gave. */
export type CreateEndpoint = (url: string) => Endpoint;

/** A file to be turned into renditions. */
export interface TranscodeSource {
  path: string;
  kind: MediaKind;
  /** The type its bytes were declared as, after content validation. */
  type: string;
}

/** A file that is one rendition of a source, in the directory given. */
export interface TranscodedFile {
  rendition: RenditionName;
  path: string;
  type: string;
  bytes: number;
  width?: number;
  height?: number;
  durationMs?: number;
}

/** Why a file could not be transcoded. `reason` is fit for a customer: no paths, no stack. */
export class TranscodeFailed extends Error {
  override readonly name = "TranscodeFailed";
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** A rendition that cannot be had of a source that is sound. `reason` is fit for a customer. */
export interface MissedRendition {
  rendition: RenditionName;
  reason: string;
}

/** Account and abort signal of a piece of work: accounts take turns. */
export interface Turn {
  account: string;
  /** Aborted, it gives up its place, or the work. */
  signal?: AbortSignal;
}

export interface TranscodeOptions extends Turn {
  /** The source's turn has come: work begins. */
  onStart?(): void;
  /** How much of the work is done, from 0 to 1; not for every source. */
  onProgress?(part: number): void;
}

export interface Transcoder {
  /**
   * All renditions of one source, in one run; those that do not fit their bytes are `missed`.
   * Throws TranscodeFailed when the source itself is of no use.
   * @param plan Asked for once the source's turn has come; an empty one ends it.
   */
  transcode(
    source: TranscodeSource,
    plan: () => Promise<readonly { rendition: RenditionName; maxBytes: number }[]>,
    directory: string,
    options: TranscodeOptions,
  ): Promise<{ made: TranscodedFile[]; missed: MissedRendition[] }>;
  /** How long audio or video runs, for `splitBudget`. Throws TranscodeFailed. */
  durationMs(source: TranscodeSource, turn: Turn): Promise<number>;
  /** Null when it can work, else what is missing and how to get it. */
  health(): Promise<string | null>;
}
