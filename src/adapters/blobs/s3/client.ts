/**
 * Requests to one bucket: signed, limited in time, and tried again where that may help. They go past
 * the guard of customers' URLs: like DATABASE_URL, the endpoint is the operator's own word, and is
 * mostly in a private network.
 */
import { AwsV4Signer } from "aws4fetch";
import type { DependencyWatch } from "../../../log/dependency_watch.ts";
import type { Bucket } from "./bucket.ts";
import type { CredentialSource } from "./credentials.ts";
import { failureOf, remedyOf, S3Failure, STALE_CREDENTIALS } from "./failure.ts";
import { type FileBody, putFile } from "./upload.ts";

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Whole key; empty: the bucket. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer> | FileBody;
  /** The body's digest, in hex: the server refuses other bytes. */
  sha256?: string;
  /** Tries at most. Default: TRIES. */
  tries?: number;
}

/** Ends the request, and the reading of its answer. */
export type Abort = (reason: Error) => void;

export interface S3Client {
  readonly bucket: Bucket;
  /**
   * Sends a request and gives a successful answer to `take`, within the time limit; what it leaves
   * unread has none. Rejects with S3Failure.
   */
  send<T>(request: S3Request, take: (answer: Response, abort: Abort) => Promise<T>): Promise<T>;
  /** Milliseconds without a byte that end a request. */
  readonly timeoutMs: number;
  /** The server's time less ours, milliseconds, at least: by the Date of its latest answer. */
  readonly ahead: number;
  close(): void;
}

export interface S3ClientOptions {
  bucket: Bucket;
  credentials: CredentialSource;
  timeoutMs: number;
  /** Milliseconds before the second try, about; each further one waits twice as long. Default 200. */
  pauseMs?: number;
  watch?: DependencyWatch;
}

/** With the pauses between them a good two seconds, in which an overloaded server gets air. */
const TRIES = 5;
/** A body may take so long, beside the time limit: 100 KB/s. */
const SLOWEST_BYTES_PER_MS = 100;
/** Bytes of an error's answer that are read. */
const ERROR_MAX_BYTES = 64 * 1024;
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export function createS3Client(
  { bucket, credentials, timeoutMs, pauseMs = 200, watch }: S3ClientOptions,
): S3Client {
  const http = Deno.createHttpClient({ http2: false, poolIdleTimeout: 4000 });
  const signingKeys = new Map<string, ArrayBuffer>();
  let ahead = 0;

  async function sign({ method, key, query, headers = {}, body, sha256 }: S3Request) {
    const hash = sha256 ?? (body === undefined ? EMPTY_SHA256 : "UNSIGNED-PAYLOAD");
    const at = new Date(Date.now() + ahead).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
    // Yesterday's key is of no use.
    if (signingKeys.size > 10) signingKeys.clear();
    const signed = await new AwsV4Signer({
      ...await credentials.get(),
      ...{ service: "s3", region: bucket.region, cache: signingKeys, datetime: at },
      ...{ method, url: bucket.url(key, query) },
      headers: { ...headers, "x-amz-content-sha256": hash },
    }).sign();
    return { url: signed.url, headers: signed.headers };
  }

  async function answerTo(request: S3Request, signal: AbortSignal): Promise<Response> {
    const { method, body } = request;
    const { url, headers } = await sign(request);
    headers.set("accept-encoding", "identity");
    if (body !== undefined && "path" in body) return await putFile(url, headers, body, signal);
    return await fetch(url, { method, headers, body, signal, redirect: "manual", client: http });
  }

  async function attempt<T>(
    request: S3Request,
    take: (answer: Response, abort: Abort) => Promise<T>,
  ): Promise<T> {
    const abort = new AbortController();
    const limitMs = timeoutMs + bytesOf(request.body) / SLOWEST_BYTES_PER_MS;
    const timer = setTimeout(
      () => abort.abort(new Error(`no answer within ${Math.round(limitMs)} ms`)),
      limitMs,
    );
    try {
      const answer = await answerTo(request, abort.signal);
      learnTime(answer.headers);
      if (answer.ok) return await take(answer, (reason) => abort.abort(reason));
      const failure = failureOf(answer.status, answer.headers, await beginningOf(answer));
      throw failure;
    } catch (error) {
      throw failureFrom(abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Never more than it is: the Date is cut to the second, and may have been on its way for long. */
  function learnTime(headers: Headers): void {
    const date = Date.parse(headers.get("date") ?? "");
    if (!Number.isNaN(date)) ahead = date - Date.now();
  }

  function tell(failure: S3Failure | null): void {
    const isOurs = failure === null || failure.isNotFound || failure.status === 412;
    if (isOurs) watch?.worked("files");
    else {
      const facts = { host: bucket.origin, bucket: bucket.name };
      watch?.failed("files", { reason: remedyOf(bucket, failure), facts });
    }
  }

  return {
    bucket,
    timeoutMs,
    get ahead() {
      return ahead;
    },

    async send(request, take) {
      for (let tried = 1;; tried++) {
        try {
          const taken = await attempt(request, take);
          tell(null);
          return taken;
        } catch (error) {
          if (!(error instanceof S3Failure)) throw error;
          const isStale = STALE_CREDENTIALS.has(error.code) && credentials.renew();
          if (tried >= (request.tries ?? TRIES) || !(error.isPassing || isStale)) {
            tell(error);
            throw error;
          }
        }
        await pause(pauseMs * 2 ** (tried - 1));
      }
    },

    close: () => http.close(),
  };
}

function bytesOf(body: S3Request["body"]): number {
  if (body === undefined) return 0;
  return "path" in body ? body.bytes : body.byteLength;
}

/** With jitter: machines that were refused together do not come back together. */
function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms * (0.5 + Math.random() / 2)));
}

async function beginningOf(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= ERROR_MAX_BYTES) break;
  }
  return await new Blob(chunks as BlobPart[]).bytes();
}

/** Errors of the network are failures without an answer; what is wrong with the program is thrown. */
function failureFrom(error: unknown): unknown {
  if (error instanceof S3Failure || !(error instanceof Error)) return error;
  const { code, cause } = error as { code?: string; cause?: { message?: string } };
  const isOfTheFile = code !== undefined && OF_THE_FILE.has(code);
  const isExpected = error instanceof TypeError || code !== undefined ||
    error.constructor === Error || error instanceof Deno.errors.Http;
  if (isOfTheFile || !isExpected) return error;
  // Deno's begins with the request's URL.
  const said = (cause?.message ?? error.message).replace(
    /^error sending request.*?: client/s,
    "client",
  );
  return new S3Failure(said, 0);
}

const OF_THE_FILE: ReadonlySet<string> = new Set(["ENOENT", "EACCES", "EIO", "EMFILE", "ENFILE"]);
