/** Requests to an object store that failed: what it said, and what an operator can do. */
import { readXml } from "../../../mm7/xml.ts";
import type { Bucket } from "./bucket.ts";

/** An answer that is no success, or none at all. Its message has neither credentials nor keys. */
export class S3Failure extends Error {
  override readonly name = "S3Failure";
  constructor(
    message: string,
    /** 0: there was no answer. */
    readonly status: number,
    /** S3's name of the error; empty where the answer has none. */
    readonly code = "",
    /** Region that the bucket is in, where the server says so. */
    readonly region: string | null = null,
  ) {
    super(message);
  }

  /** There is no such object, or none any more. */
  get isNotFound(): boolean {
    return this.status === 404 && this.code !== "NoSuchBucket";
  }

  /** The same request may succeed a moment later. */
  get isPassing(): boolean {
    return this.status === 0 || PASSING_STATUSES.has(this.status) || this.status >= 500 ||
      PASSING_CODES.has(this.code);
  }
}

/** 409: another conditional write of the same object was under way. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** A body that did not arrive as it was sent; a clock that has been learned, and a new token. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  ...["BadDigest", "IncompleteBody", "RequestTimeout", "XAmzContentSHA256Mismatch"],
  ...["RequestTimeTooSkewed", "SlowDown"],
]);

/** Credentials that a file may have others of by now. */
export const STALE_CREDENTIALS: ReadonlySet<string> = new Set([
  ...["ExpiredToken", "ExpiredTokenException", "InvalidToken", "InvalidAccessKeyId"],
]);

/** Reads what an answer says of itself. */
export function failureOf(status: number, headers: Headers, body: Uint8Array): S3Failure {
  const region = headers.get("x-amz-bucket-region");
  let code = "";
  let message = "";
  try {
    const fields = readXml(body).children;
    const textOf = (name: string) => fields.find((field) => field.name === name)?.text ?? "";
    code = textOf("Code").slice(0, 100);
    message = textOf("Message").slice(0, 300);
  } catch {
    // An answer to HEAD has no body, a proxy's has another.
  }
  const said = [`HTTP ${status}`, code, message].filter((part) => part !== "").join(", ");
  return new S3Failure(said, status, code, region);
}

/** Codes and statuses that are the operator's to mend, and how. */
const REMEDIES: readonly [
  when: (failure: S3Failure) => boolean,
  say: (bucket: Bucket, failure: S3Failure) => string,
][] = [
  [
    ({ code }) => code === "NoSuchBucket",
    ({ name, origin }) => `${origin} has no bucket ${name}: make it, or correct BLOBS_URL`,
  ],
  [
    ({ code, status }) =>
      status === 301 || code === "PermanentRedirect" || code === "AuthorizationHeaderMalformed",
    ({ name, region }, failure) =>
      `the bucket ${name} is not in the region ${region}: give BLOBS_URL region=` +
      `${failure.region ?? "…"}, and the endpoint of that region if it has one`,
  ],
  [
    ({ code }) =>
      code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch" ||
      STALE_CREDENTIALS.has(code),
    ({ origin }, { code }) =>
      `${origin} does not take the credentials (${code}): check AWS_ACCESS_KEY_ID, ` +
      "AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, or the profile of the credentials file",
  ],
  [
    ({ code }) => code === "RequestTimeTooSkewed",
    ({ origin }) =>
      `the clocks of ${origin} and of this machine are too far apart: set them by NTP`,
  ],
  [
    ({ status }) => status === 401 || status === 403,
    ({ name }, { message }) =>
      `access to the bucket ${name} is denied (${message}): its user needs s3:ListBucket, ` +
      "s3:GetObject, s3:PutObject and s3:DeleteObject on it",
  ],
  [
    ({ status }) => status === 0,
    ({ origin }, { message }) =>
      `the object store ${origin} cannot be reached: ${message}; check that it runs, and the ` +
      "endpoint of BLOBS_URL",
  ],
];

/** Says how an operator can mend it. */
export function remedyOf(bucket: Bucket, failure: S3Failure): string {
  const [, say] = REMEDIES.find(([when]) => when(failure)) ?? [];
  return say?.(bucket, failure) ??
    `the object store ${bucket.origin} does not work: ${failure.message}`;
}
