/**
 * An object store on loopback that keeps to what S3 promises, strictly: an object is there whole or
 * not at all; every signature is checked, by AWS's own package; bytes must have the length and the
 * SHA-256 that were signed; times have whole seconds. Test servers from npm keep to none of that.
 */
import { SignatureV4 } from "npm:@smithy/signature-v4@5.7.5";
import { createHash, createHmac, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** Faults of a request. */
export type Fault =
  /** Responds with this error. */
  | { status: number; code: string }
  /** Never responds. */
  | "hang"
  /** Closes the connection at once, or after half of the request's body. */
  | "reset"
  /** Performs the request, and closes the connection before the response. */
  | "unanswered"
  /** Sends half of the response's body, and closes the connection. */
  | "cut"
  /** Sends half of the response's body, and nothing more. */
  | "stuck"
  /** Sends half of the response's body as if it were complete. */
  | "short";

export interface StoredObject {
  bytes: Uint8Array;
  /** Time of the last write, milliseconds since the epoch. */
  at: number;
}

export interface S3Options {
  /** Objects on a page of a listing. Default: 1000. */
  pageSize?: number;
  region?: string;
  /** Difference between its clock and ours, in milliseconds. Default: 0. */
  aheadMs?: number;
  /** Whether it supports conditions of PUT. Default: true. */
  isConditional?: boolean;
  sessionToken?: string;
  /** Draws the fault of a request that has none in the queue. Default: none. */
  fate?: () => Fault | undefined;
  /** Called when a request gets silence: `hang` or `stuck`. */
  onSilence?: () => void;
}

export interface S3Server extends AsyncDisposable {
  /** Scheme, host and port. */
  endpoint: string;
  /** BLOBS_URL, with a prefix. */
  url(prefix?: string): string;
  /** Accepted credentials, as environment variables. */
  environment: Record<string, string>;
  objects: Map<string, StoredObject>;
  /** Requests, in order: `PUT key`, `GET ?list-type=2…`. */
  requests: string[];
  options: Required<S3Options>;
  /** Queues faults for the next requests with this method. */
  fail(method: string, ...faults: Fault[]): void;
  /** Removes the faults that are left in the queue. */
  restore(): void;
  /** Ends all connections. */
  breakOff(): void;
}

export const BUCKET = "slidepost-test";
const CREDENTIALS = { accessKeyId: "AKIATEST", secretAccessKey: "secret/of+the=tests" };
/** Maximum age of a signature, in milliseconds. */
const SKEW_MS = 15 * 60_000;

export async function startS3(overrides: S3Options = {}): Promise<S3Server> {
  const options: Required<S3Options> = {
    pageSize: 1000,
    region: "eu-test-1",
    aheadMs: 0,
    isConditional: true,
    sessionToken: "",
    fate: () => undefined,
    onSilence: () => {},
    ...overrides,
  };
  const objects = new Map<string, StoredObject>();
  const requests: string[] = [];
  const faults = new Map<string, Fault[]>();
  const server = createServer((request, response) => {
    const fault = faults.get(request.method!)?.shift() ?? options.fate();
    respond({ objects, requests, options }, request, response, fault).catch((error) => {
      if (error instanceof Refused) refuse(response, error);
      else response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint,
    url: (prefix = "") =>
      `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}&region=${options.region}`,
    environment: {
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      ...options.sessionToken === "" ? {} : { AWS_SESSION_TOKEN: options.sessionToken },
    },
    objects,
    requests,
    options,
    fail: (method, ...some) => void faults.set(method, [...faults.get(method) ?? [], ...some]),
    restore: () => faults.clear(),
    breakOff: () => server.closeAllConnections(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Inside = Pick<S3Server, "objects" | "requests" | "options">;

class Refused extends Error {
  constructor(readonly status: number, readonly code: string) {
    super(code);
  }
}

async function respond(
  inside: Inside,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Fault | undefined,
): Promise<void> {
  const url = new URL(request.url!, "http://s3");
  const [, bucket, ...rest] = url.pathname.split("/").map(decodeURIComponent);
  const key = rest.join("/");
  inside.requests.push(`${request.method} ${key}${url.search}`);
  response.setHeader("date", new Date(now(inside.options)).toUTCString());
  if (fault === "hang") return inside.options.onSilence();
  const body = await bodyOf(request, fault === "reset");
  if (typeof fault === "object") throw new Refused(fault.status, fault.code);
  await checkSignature(inside.options, request, url);
  if (bucket !== BUCKET) throw new Refused(404, "NoSuchBucket");
  checkBody(request, body);
  const result = key === "" ? listing(inside, url.searchParams) : act(inside, request, key, body);
  if (fault === "unanswered") return void response.destroy();
  send(request, response, result, fault);
  if (fault === "stuck") inside.options.onSilence();
}

interface Given {
  status: number;
  headers?: Record<string, string>;
  body?: Uint8Array;
}

function act(
  { objects, options }: Inside,
  request: IncomingMessage,
  key: string,
  body: Uint8Array,
): Given {
  const object = objects.get(key);
  switch (request.method) {
    case "PUT":
      if (request.headers["content-length"] === undefined) {
        throw new Refused(411, "MissingContentLength");
      }
      if (request.headers["if-none-match"] === "*" && object && options.isConditional) {
        throw new Refused(412, "PreconditionFailed");
      }
      objects.set(key, { bytes: body, at: now(options) });
      return { status: 200, headers: { etag: `"${randomUUID()}"` } };
    case "DELETE":
      objects.delete(key);
      return { status: 204 };
    case "HEAD":
    case "GET":
      if (object === undefined) throw new Refused(404, "NoSuchKey");
      return got(object, request.headers.range);
    default:
      throw new Refused(405, "MethodNotAllowed");
  }
}

function got({ bytes, at }: StoredObject, range: string | undefined): Given {
  const headers = { "last-modified": new Date(at).toUTCString(), "accept-ranges": "bytes" };
  if (range === undefined) return { status: 200, headers, body: bytes };
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range)!;
  const to = Math.min(last === "" ? Infinity : Number(last), bytes.length - 1);
  if (Number(first) > to) throw new Refused(416, "InvalidRange");
  return {
    status: 206,
    headers: { ...headers, "content-range": `bytes ${first}-${to}/${bytes.length}` },
    body: bytes.subarray(Number(first), to + 1),
  };
}

function send(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, headers = {}, body = new Uint8Array() }: Given,
  fault: Fault | undefined,
): void {
  const half = body.subarray(0, body.length / 2);
  const length = fault === "short" ? half.length : body.length;
  response.writeHead(status, {
    ...headers,
    ...status === 204 ? {} : { "content-length": length },
  });
  if (method === "HEAD") return void response.end();
  if (fault === "cut") return void response.write(half, () => response.destroy());
  if (fault === "stuck") return void response.write(half);
  response.end(fault === "short" ? half : body);
}

function refuse(response: ServerResponse, { status, code }: Refused): void {
  if (response.req.method === "HEAD") return void response.writeHead(status).end();
  response.writeHead(status, { "content-type": "application/xml" }).end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code>` +
      `<Message>it is refused as ${code}</Message><RequestId>1</RequestId></Error>`,
  );
}

function listing({ objects, options }: Inside, query: URLSearchParams): Given {
  if (query.get("list-type") !== "2") throw new Refused(400, "InvalidArgument");
  const prefix = query.get("prefix") ?? "";
  const after = query.get("continuation-token");
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix))
    .filter((key) => after === null || key > decodeURIComponent(after)).sort();
  const page = keys.slice(0, options.pageSize);
  const isMore = keys.length > page.length;
  const next = isMore
    ? `<NextContinuationToken>${encodeURIComponent(page.at(-1)!)}</NextContinuationToken>`
    : "";
  const contents = page.map((key) => {
    const { at, bytes } = objects.get(key)!;
    const time = new Date(Math.floor(at / 1000) * 1000).toISOString();
    return `<Contents><Key>${
      encodeURIComponent(key).replaceAll("%2F", "/").replaceAll("%20", "+")
    }` +
      `</Key><LastModified>${time}</LastModified><ETag>&quot;x&quot;</ETag>` +
      `<Size>${bytes.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  });
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${BUCKET}</Name>
<EncodingType>url</EncodingType><KeyCount>${page.length}</KeyCount>
<IsTruncated>${isMore}</IsTruncated>${next}${contents.join("")}</ListBucketResult>`;
  return { status: 200, body: new TextEncoder().encode(body) };
}

const now = ({ aheadMs }: Required<S3Options>) => Date.now() + aheadMs;

async function bodyOf(request: IncomingMessage, isCut: boolean): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const half = Number(request.headers["content-length"] ?? 0) / 2;
  if (isCut && half === 0) throw new Error("reset");
  for await (const chunk of request) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (isCut && bytes >= half) throw new Error("reset");
  }
  return await new Blob(chunks as BlobPart[]).bytes();
}

function checkBody({ headers }: IncomingMessage, body: Uint8Array): void {
  const length = headers["content-length"];
  if (length !== undefined && Number(length) !== body.length) {
    throw new Refused(400, "IncompleteBody");
  }
  const sha256 = headers["x-amz-content-sha256"];
  if (sha256 === "UNSIGNED-PAYLOAD") return;
  if (sha256 !== createHash("sha256").update(body).digest("hex")) {
    throw new Refused(400, "XAmzContentSHA256Mismatch");
  }
}

async function checkSignature(
  options: Required<S3Options>,
  { method, headers }: IncomingMessage,
  url: URL,
): Promise<void> {
  const authorization = headers.authorization ?? "";
  const [, id, region, signed] =
    /^AWS4-HMAC-SHA256 Credential=(\w+)\/\d{8}\/([\w-]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+),/
      .exec(authorization) ?? [];
  if (id !== CREDENTIALS.accessKeyId) throw new Refused(403, "InvalidAccessKeyId");
  if (region !== options.region) throw new Refused(400, "AuthorizationHeaderMalformed");
  if ((headers["x-amz-security-token"] ?? "") !== options.sessionToken) {
    throw new Refused(400, "InvalidToken");
  }
  const at = timeOf(String(headers["x-amz-date"]));
  if (Math.abs(now(options) - at) > SKEW_MS) throw new Refused(403, "RequestTimeTooSkewed");
  const { sessionToken } = options;
  const signer = new SignatureV4({
    service: "s3",
    region,
    uriEscapePath: false,
    applyChecksum: false,
    sha256: Sha256,
    credentials: { ...CREDENTIALS, ...sessionToken === "" ? {} : { sessionToken } },
  });
  const names = signed!.split(";");
  if (!names.includes("host") || !names.includes("x-amz-content-sha256")) {
    throw new Refused(403, "AccessDenied");
  }
  const ours = await signer.sign({
    method: method!,
    protocol: "http:",
    hostname: headers.host!,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
  }, { signingDate: new Date(at) });
  const signatureOf = (text: string) => /Signature=([0-9a-f]{64})$/.exec(text)?.[1];
  if (signatureOf(ours.headers.authorization!) !== signatureOf(authorization)) {
    throw new Refused(403, "SignatureDoesNotMatch");
  }
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\dZ)$/, "$1-$2-$3:$4:$5"));
}

/** Hash with the interface that the package expects. */
class Sha256 {
  #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined
      ? createHash("sha256")
      : createHmac("sha256", secret as string | Uint8Array);
  }
  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }
  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }
  reset(): void {}
}
