/** Media files: storage, outbound HTTP and transcoding. */
import type { ClientTls } from "../tls/client.ts";
import type { CacheHeaders, Validators } from "../lib/http_cache.ts";
import type { Rendered, Rendition, RenditionGoal, Source } from "../core/media/media_file.ts";

/** Reference to a stored file; `hash` is the SHA-256 of its content in hex. */
export interface BlobRef {
  hash: string;
  bytes: number;
}

/** Byte range of a blob: its first and last byte, counted from 0. */
export interface BlobPart {
  first: number;
  /** Default: the last byte of the blob. */
  last?: number;
}

/** Local file of a blob, valid until disposed. Read-only. */
export interface LocalBlob extends Disposable {
  readonly path: string;
}

/**
 * Content-addressed file storage: equal content is stored once. Writes reject with StoreDown,
 * storing nothing, when the disk is full or fails.
 */
export interface Blobs {
  put(content: Uint8Array | ReadableStream<Uint8Array>): Promise<BlobRef>;
  /** Stores a finished file, moving it where the file system allows, else copying it. */
  adopt(path: string): Promise<BlobRef>;
  /**
   * Reads a blob.
   * @throws {Deno.errors.NotFound} if there is no such blob, as do `stream` and `local`.
   */
  bytes(hash: string): Promise<Uint8Array>;
  /**
   * Streams a blob.
   * @param part Range within the blob. Default: all of it.
   */
  stream(hash: string, part?: BlobPart): Promise<ReadableStream<Uint8Array>>;
  /** Returns a blob's size in bytes; null: there is no such blob. */
  size(hash: string): Promise<number | null>;
  /** Provides a blob as a local file, for programs that read files. */
  local(hash: string): Promise<LocalBlob>;
  /**
   * Marks the blob store as belonging to a database (`Store.installation`).
   * @returns False if it belongs to another.
   */
  belongTo(installation: string): Promise<boolean>;
  /**
   * Lists the blobs of one partition (0 to `BLOB_PARTITIONS` - 1) that were last written before a time.
   */
  listPartition(listPartition: number, before: number): Promise<string[]>;
  /**
   * Deletes a blob.
   * @returns False if it was written again at or after `before`, and stays.
   */
  remove(hash: string, before: number): Promise<boolean>;
}

/**
 * Number of partitions. A partition holds the blobs whose hash begins with one byte value; garbage
 * collection visits one partition at a time.
 */
export const BLOB_PARTITIONS = 256;

/** File that a carrier fetches by its address. */
export interface AddressedFile {
  /** File name, with the extension of its type. */
  name: string;
  /** MIME type that it is served as. */
  type: string;
  blob: string;
  bytes: number;
  /** Time at which the address expires, in milliseconds since the epoch; rounded up to the hour. */
  expiresAt: number;
}

/** Addresses of files for carriers that fetch media by URL. */
export interface MediaAddresses {
  /** Returns the public URL of a file. */
  addressOf(file: AddressedFile): Promise<string>;
  /** Returns the file at an address; null: the address is not one of ours. It may have expired. */
  fileAt(token: string, name: string): Promise<AddressedFile | null>;
}

/**
 * Outbound request that was not made, or whose response was refused. `reason` is fit for customers;
 * `sent`: the server may have received the request body, or part of it.
 */
export class FetchRefused extends Error {
  override readonly name = "FetchRefused";
  constructor(
    readonly rule: FetchRule,
    readonly reason: string,
    readonly sent = false,
    /** Response as far as it came, where at least its head did. Default: null. */
    readonly partial: PostResponse | null = null,
  ) {
    super(reason);
  }
}

/** Rule that a request violated: a fetching rule of spec 2.3, or one of our outbound guard. */
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
  /** Header fields by lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** Body, cut to `maxResponseBytes`. */
  body: Uint8Array;
}

export interface ReadRequest {
  maxBytes: number;
  /** Stored version, for a conditional request: the content is sent only if it has changed. */
  cached?: CachedContent;
  /** Value of `Accept`. Default: any type. */
  accept?: string;
  /** Value of `Authorization`, sent to the origin of the URL and to no other. Default none. */
  authorization?: string;
  signal?: AbortSignal;
}

/** Stored version of content, for revalidation. */
export interface CachedContent {
  /** Final URL of the content; its validators are sent to no other. */
  url: string;
  validators: Validators;
}

/** Response to a conditional request. */
interface CacheableResponse {
  /** Final URL, after a redirect. */
  url: string;
  /** Fields of the final response, for caching. */
  headers: CacheHeaders;
}

/** Result of a read: new content, or confirmation that the stored version is current. */
export type ReadResponse =
  & CacheableResponse
  & (
    /** `type` is a MIME type without parameters, lower case; `charset` is as the server declares it. */
    | { status: "fresh"; bytes: Uint8Array<ArrayBuffer>; type: string; charset?: string }
    | { status: "unchanged" }
  );

export interface DownloadRequest {
  /** Directory of the new file. */
  directory: string;
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

/** Downloaded file, in the request's `directory`. */
export interface Download extends CacheableResponse {
  path: string;
  bytes: number;
  /** MIME type without parameters, lower case. */
  type: string;
}

/** Confirmation that the stored version is current. */
export type Unchanged = CacheableResponse & { path?: undefined };

/** HTTP client for URLs that customers provide. Connects only to addresses that it has checked. */
export interface Fetch {
  /**
   * Checks a URL without fetching it.
   * @throws {FetchRefused} if it can never be fetched (scheme, form, literal address).
   */
  check(url: string): void;
  /**
   * Downloads into a file, by the fetching rules of spec 2.3.
   * @throws {FetchRefused}
   * @throws {StoreDown} if the disk has no space for it.
   */
  download(url: string, request: DownloadRequest): Promise<Download>;
  /** Downloads as `download` does, but only if the content has changed since a stored version. */
  downloadChanged(
    url: string,
    request: DownloadRequest & { cached: CachedContent },
  ): Promise<Download | Unchanged>;
  /**
   * Reads into memory, by the rules of `download`.
   * @throws {FetchRefused}
   * @throws {Refusal} `unavailable` if the reads in progress exceed the memory budget.
   */
  read(url: string, request: ReadRequest): Promise<ReadResponse>;
  /**
   * Sends a POST request. Redirects are returned, not followed.
   * @throws {FetchRefused} if there is no response.
   */
  post(
    url: string,
    options: {
      headers: Record<string, string>;
      body: Uint8Array | string;
      timeoutMs: number;
      maxResponseBytes: number;
      /** Called when the request is written to its connection. */
      onSent?: () => void;
      /**
       * Whether it is sent again at once, on a new connection, where a reused one ends before any
       * byte of a response. Default: no.
       */
      isRepeatable?: boolean;
    },
  ): Promise<PostResponse>;
  close(): Promise<void>;
}

/**
 * HTTP client of one server (scheme, host and port) that the administrator configured, which may be
 * in a private network. Has its own connections, and refuses URLs of any other server.
 */
export interface Endpoint extends Pick<Fetch, "post" | "close"> {
  /**
   * Sends a GET request and returns any response; redirects are not followed.
   * @throws {FetchRefused} if there is no response.
   */
  get(
    url: string,
    options: { headers: Record<string, string>; timeoutMs: number; maxResponseBytes: number },
  ): Promise<PostResponse>;
}

/**
 * Creates the client of the server that a configured URL names; never use it for a customer's URL.
 * @param tls Its trust and identity. Default: those of all clients.
 */
export type CreateEndpoint = (url: string, tls?: ClientTls) => Endpoint;

/** Source, as the transcoder needs it. */
export type SourceFile = Pick<Source, "kind" | "path">;

/** Rendition that is not stored yet: a file in the transcoding directory. */
export interface RenditionFile extends Omit<Rendition, "blob"> {
  readonly path: string;
}

/** File that could not be transcoded. `reason` is fit for customers: no paths, no stack. */
export class TranscodeFailed extends Error {
  override readonly name = "TranscodeFailed";
  constructor(readonly reason: string) {
    super(reason);
  }
}

/** Account and abort signal of a piece of work; accounts take turns. */
export interface Turn {
  account: string;
  /** Cancels the work, queued or running. */
  signal?: AbortSignal;
}

export interface TranscodeOptions extends Turn {
  /** Called when work on the source begins. */
  onStart?(): void;
  /** Called with the completed fraction, from 0 to 1; not for every source. */
  onProgress?(part: number): void;
}

export interface Transcoder {
  /**
   * Makes renditions of one source in one run; those that do not fit their bytes are `missed`.
   * @param goals Called once when it is the source's turn; without goals nothing is run.
   * @throws {TranscodeFailed} if the source is unusable.
   */
  transcode(
    source: SourceFile,
    goals: () => Promise<readonly RenditionGoal[]>,
    directory: string,
    options: TranscodeOptions,
  ): Promise<Rendered<RenditionFile>>;
  /**
   * Measures the duration of audio or video, for `splitBudget`.
   * @throws {TranscodeFailed}
   */
  durationMs(source: SourceFile, turn: Turn): Promise<number>;
  /**
   * Checks the transcoder.
   * @returns Null if it works, else what is missing and how to install it.
   */
  health(): Promise<string | null>;
}
