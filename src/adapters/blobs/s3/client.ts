/**
 * S3 client of one bucket: signs requests, limits their time and retries transient failures. It
 * does not use the guarded fetch: like DATABASE_URL, the endpoint comes from the operator, and is
 * mostly in a private network.
 */
import { AwsV4Signer } from "aws4fetch";
import { backoff } from "../../../lib/backoff.ts";
import { createCollector } from "../../../lib/collector.ts";
import { delay } from "../../../lib/delay.ts";
import { type MonotonicTime, PROCESS_TIME } from "../../../lib/monotonic_time.ts";
import type { DependencyWatch } from "../../../log/dependency_watch.ts";
import type { Bucket } from "./bucket.ts";
import type { CredentialSource } from "./credentials.ts";
import { failureOf, NO_CREDENTIALS, remedyOf, S3Failure, STALE_CREDENTIALS } from "./failure.ts";
import { type FileBody, putFile } from "./upload.ts";

export interface S3Request {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Full key; empty: the bucket itself. */
  key: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array<ArrayBuffer> | FileBody;
  /** Digest of the body, in hex: the server refuses other bytes. */
  sha256?: string;
  /** Maximum attempts. Default: TRIES. */
  tries?: number;
}

interface SignedRequest {
  url: URL;
  headers: Headers;
}

/** Ends the request and the reading of its response. */
export type Abort = (reason: Error) => void;

export interface S3Client {
  readonly bucket: Bucket;
  /**
   * Sends a request and passes a successful response to `handle`. The time limit ends with
   * `handle`; it does not cover a body that is read later.
   *
   * @throws S3Failure
   */
  send<T>(
    request: S3Request,
    handle: (response: Response, abort: Abort) => Promise<T>,
  ): Promise<T>;
  /** Maximum time without a received byte, in milliseconds. */
  readonly timeoutMs: number;
  readonly time: MonotonicTime;
  /** Lead of the server's clock over this machine's, in milliseconds, by its latest Date. */
  readonly ahead: number;
  close(): void;
}

export interface S3ClientOptions {
  bucket: Bucket;
  credentials: CredentialSource;
  timeoutMs: number;
  /** Certificates (PEM) to trust beside the built-in roots. Default none. */
  trustedCertificates?: readonly string[];
  /** Approximate backoff before the second attempt, in milliseconds, then doubled. Default 200. */
  pauseMs?: number;
  watch?: DependencyWatch;
  /** Time of the limits. Default: the process's. */
  time?: MonotonicTime;
}

/** Maximum attempts; with their backoff they last two seconds, so an overloaded server recovers. */
const TRIES = 5;
/** Minimum upload throughput, which extends the time limit: 100 KB/s. */
const MIN_BYTES_PER_MS = 100;
/** Maximum size of an error response that is read. */
const ERROR_MAX_BYTES = 64 * 1024;
const EMPTY_SHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export function createS3Client(options: S3ClientOptions): S3Client {
  const { bucket, credentials, timeoutMs, pauseMs = 200, watch, time = PROCESS_TIME } = options;
  const { trustedCertificates = [] } = options;
  const http = Deno.createHttpClient({
    http2: false,
    poolIdleTimeout: 4000,
    caCerts: [...trustedCertificates],
  });
  const signingKeys = new Map<string, ArrayBuffer>();
  let ahead = 0;

  async function sign(
    { method, key, query, headers = {}, body, sha256 }: S3Request,
  ): Promise<SignedRequest> {
    const hash = sha256 ?? (body === undefined ? EMPTY_SHA256 : "UNSIGNED-PAYLOAD");
    const at = new Date(Date.now() + ahead).toISOString().replaceAll(/[:-]|\.\d{3}/g, "");
    // Signing keys are valid for a day; drops old ones.
    if (signingKeys.size > 10) signingKeys.clear();
    const keys = await credentials.get().catch(({ message }: Error) => {
      throw new S3Failure(message, 0, NO_CREDENTIALS);
    });
    const signed = await new AwsV4Signer({
      ...keys,
      service: "s3",
      region: bucket.region,
      cache: signingKeys,
      datetime: at,
      method,
      url: bucket.url(key, query),
      headers: { ...headers, "x-amz-content-sha256": hash },
    }).sign();
    signed.headers.set("accept-encoding", "identity");
    return { url: signed.url, headers: signed.headers };
  }

  async function fetchResponse(
    { method, body }: S3Request,
    { url, headers }: SignedRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    if (body !== undefined && "path" in body) {
      return await putFile(url, headers, body, { signal, trustedCertificates });
    }
    return await fetch(url, { method, headers, body, signal, redirect: "manual", client: http });
  }

  async function attempt<T>(
    request: S3Request,
    handle: (response: Response, abort: Abort) => Promise<T>,
  ): Promise<T> {
    // Outside the time limit: looking for credentials has its own.
    const signed = await sign(request);
    const abort = new AbortController();
    const limitMs = timeoutMs + bytesOf(request.body) / MIN_BYTES_PER_MS;
    const cancelLimit = time.after(
      limitMs,
      () => abort.abort(new Error(`no response within ${Math.round(limitMs)} ms`)),
    );
    try {
      const response = await fetchResponse(request, signed, abort.signal);
      updateClock(response.headers);
      if (response.ok) return await handle(response, (reason) => abort.abort(reason));
      throw failureOf(response.status, response.headers, await readErrorBody(response));
    } catch (error) {
      throw failureFrom(abort.signal.aborted ? abort.signal.reason : error);
    } finally {
      cancelLimit();
    }
  }

  /** Updates `ahead`. Truncation and latency of the Date can only make it too small. */
  function updateClock(headers: Headers): void {
    const date = Date.parse(headers.get("date") ?? "");
    if (!Number.isNaN(date)) ahead = date - Date.now();
  }

  /** Reports the outcome to the watch; a missing object or failed condition is no outage. */
  function report(failure: S3Failure | null): void {
    const isWorking = failure === null || failure.isNotFound || failure.status === 412;
    if (isWorking) watch?.succeeded("files");
    else {
      const facts = { host: bucket.origin, bucket: bucket.name };
      watch?.failed("files", { reason: remedyOf(bucket, failure), facts });
    }
  }

  return {
    bucket,
    timeoutMs,
    time,
    get ahead() {
      return ahead;
    },

    async send(request, handle) {
      for (let attempts = 1;; attempts++) {
        try {
          const result = await attempt(request, handle);
          report(null);
          return result;
        } catch (error) {
          if (!(error instanceof S3Failure)) throw error;
          const isStale = STALE_CREDENTIALS.has(error.code) && credentials.renew();
          if (attempts >= (request.tries ?? TRIES) || !(error.isTransient || isStale)) {
            report(error);
            throw error;
          }
        }
        await delay(backoff(attempts, { minMs: pauseMs, jitter: 0.5 }));
      }
    },

    close: () => http.close(),
  };
}

function bytesOf(body: S3Request["body"]): number {
  if (body === undefined) return 0;
  return "path" in body ? body.bytes : body.byteLength;
}

async function readErrorBody(response: Response): Promise<Uint8Array> {
  const body = createCollector();
  for await (const chunk of response.body ?? []) {
    body.add(chunk);
    if (body.length >= ERROR_MAX_BYTES) break;
  }
  return body.bytes();
}

/** Translates network errors into S3Failure; returns errors of the program or a file unchanged. */
function failureFrom(error: unknown): unknown {
  if (error instanceof S3Failure || !(error instanceof Error)) return error;
  const { code, cause } = error as { code?: string; cause?: { message?: string } };
  const isFileError = code !== undefined && FILE_ERRORS.has(code);
  const isExpected = error instanceof TypeError || code !== undefined ||
    error.constructor === Error || error instanceof Deno.errors.Http;
  if (isFileError || !isExpected) return error;
  // Removes the request's URL, with which Deno's messages begin.
  const message = (cause?.message ?? error.message).replace(
    /^error sending request.*?: client/s,
    "client",
  );
  return new S3Failure(message, 0);
}

const FILE_ERRORS: ReadonlySet<string> = new Set(["ENOENT", "EACCES", "EIO", "EMFILE", "ENFILE"]);
