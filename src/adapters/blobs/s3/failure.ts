/** Failed requests to an object store, with remedies for the operator. */
import { readXml } from "../../../lib/xml/reader.ts";
import type { Bucket } from "./bucket.ts";

/** An error response, or no response at all. The message contains neither credentials nor keys. */
export class S3Failure extends Error {
  override readonly name = "S3Failure";
  constructor(
    message: string,
    /** HTTP status; 0: no response. */
    readonly status: number,
    /** Error code of S3; empty when the response has none. */
    readonly code = "",
    /** Region of the bucket, if the server reports it. */
    readonly region: string | null = null,
  ) {
    super(message);
  }

  /** Whether the object does not exist. */
  get isNotFound(): boolean {
    return this.status === 404 && this.code !== "NoSuchBucket";
  }

  /** Whether a retry of the same request may succeed. */
  get isTransient(): boolean {
    return (this.status === 0 && this.code !== NO_CREDENTIALS) || this.status >= 500 ||
      TRANSIENT_STATUSES.has(this.status) || TRANSIENT_CODES.has(this.code);
  }
}

/** Statuses worth a retry. 409: a concurrent conditional write of the same object. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 409, 425, 429]);
/** Codes worth a retry: damaged transfers, overload, and a clock skew that is corrected by now. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  "BadDigest",
  "IncompleteBody",
  "RequestTimeout",
  "XAmzContentSHA256Mismatch",
  "RequestTimeTooSkewed",
  "SlowDown",
]);

/** Codes for refused credentials, which their source may have replaced by now. */
export const STALE_CREDENTIALS: ReadonlySet<string> = new Set([
  "ExpiredToken",
  "ExpiredTokenException",
  "InvalidToken",
  "InvalidAccessKeyId",
]);

/** Code of a request that could not be signed; its message has the remedy. */
export const NO_CREDENTIALS = "NoCredentials";

/** Reads an error response. */
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
    // A response to HEAD has no body, and that of a proxy has another format.
  }
  const summary = [`HTTP ${status}`, code, message].filter((part) => part !== "").join(", ");
  return new S3Failure(summary, status, code, region);
}

/** Words of the runtime's two clients about a certificate without a trusted issuer. */
const UNKNOWN_ISSUER = /UnknownIssuer|BadSignature|CaUsedAsEndEntity|unable to verify|self.signed/i;

/** Failures that the operator can fix, with the remedy. */
const REMEDIES: readonly [
  matches: (failure: S3Failure) => boolean,
  describe: (bucket: Bucket, failure: S3Failure) => string,
][] = [
  [
    ({ code }) => code === "NoSuchBucket",
    ({ name, origin }) => `${origin} has no bucket ${name}: create it, or correct BLOBS_URL`,
  ],
  [
    ({ code, status }) =>
      status === 301 || code === "PermanentRedirect" || code === "AuthorizationHeaderMalformed",
    ({ name, region }, failure) =>
      `the bucket ${name} is not in the region ${region}: set region=` +
      `${failure.region ?? "…"} in BLOBS_URL, and the endpoint of that region if it names one`,
  ],
  [
    ({ code }) =>
      code === "InvalidAccessKeyId" || code === "SignatureDoesNotMatch" ||
      STALE_CREDENTIALS.has(code),
    ({ origin }, { code }) =>
      `${origin} refuses the credentials (${code}): check AWS_ACCESS_KEY_ID, ` +
      "AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, the profile of the credentials file, or the role",
  ],
  [({ code }) => code === NO_CREDENTIALS, (_, { message }) => message],
  [
    ({ code }) => code === "RequestTimeTooSkewed",
    ({ origin }) =>
      `the clocks of ${origin} and of this machine differ too much: synchronise them by NTP`,
  ],
  [
    ({ status }) => status === 401 || status === 403,
    ({ name }, { message }) =>
      `access to the bucket ${name} is denied (${message}): its user needs s3:ListBucket, ` +
      "s3:GetObject, s3:PutObject and s3:DeleteObject on it",
  ],
  [
    ({ status, message }) => status === 0 && UNKNOWN_ISSUER.test(message),
    ({ origin }) =>
      `no trusted authority has signed the TLS certificate of the object store ${origin}: add the ` +
      "authority's to CA_CERTIFICATES",
  ],
  [
    ({ status }) => status === 0,
    ({ origin }, { message }) =>
      `the object store ${origin} cannot be reached: ${message}; check that it runs, and the ` +
      "endpoint of BLOBS_URL",
  ],
];

/** Describes a failure and its remedy for the operator. */
export function remedyOf(bucket: Bucket, failure: S3Failure): string {
  const [, describe] = REMEDIES.find(([matches]) => matches(failure)) ?? [];
  return describe?.(bucket, failure) ??
    `the object store ${bucket.origin} does not work: ${failure.message}`;
}
