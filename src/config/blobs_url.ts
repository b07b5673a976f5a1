/** `BLOBS_URL`: the location of stored files. */

/** A directory of this machine, or of several that share it. */
export interface DirectoryLocation {
  readonly kind: "directory";
  /** Null: `blobs` in DATA_DIR. */
  readonly path: string | null;
}

/** A bucket of an object store that speaks S3. */
export interface BucketLocation {
  readonly kind: "s3";
  readonly bucket: string;
  /** Prefix of all keys; empty, or with a trailing slash. */
  readonly prefix: string;
  /** Base URL without a trailing slash; null: AWS's for the region. */
  readonly endpoint: string | null;
  /** Null: the region of the environment. */
  readonly region: string | null;
  /** Position of the bucket's name in the URL of a request: `path`, or `virtual` for the host. */
  readonly addressing: "path" | "virtual";
}

export type BlobsLocation = DirectoryLocation | BucketLocation;

const FORM = "s3://bucket/prefix?endpoint=…&region=…&addressing=… or file:///directory";
/** AWS's rule for bucket names; other object stores allow no more. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[A-Za-z0-9-]{1,64}$/;
const DOT_SEGMENT = /^[^?#]*\/(\.|%2e){1,2}([/?#]|$)/i;
const INVALID_PREFIX =
  "a URL whose prefix has no empty parts, no . or .. and no control characters";
const PARAMETERS = ["endpoint", "region", "addressing"];
/** S3 limits a key to 1024 bytes, of which a file's own part takes 104. */
const PREFIX_MAX_BYTES = 800;

/**
 * Parses the URL. Empty: `blobs` in DATA_DIR.
 *
 * @throws Error whose message completes "BLOBS_URL must be …".
 */
export function parseBlobsUrl(value: string): BlobsLocation {
  if (value === "") return { kind: "directory", path: null };
  const url = URL.parse(value);
  switch (url?.protocol) {
    case "file:":
      return directoryOf(url);
    case "s3:":
      // URL.parse resolves dot segments, so they are looked for before.
      if (DOT_SEGMENT.test(value)) throw new Error(INVALID_PREFIX);
      return bucketOf(url);
    default:
      throw new Error(`a URL of the form ${FORM}`);
  }
}

function directoryOf({ host, pathname, search, hash }: URL): DirectoryLocation {
  const path = decode(pathname);
  if (host !== "" || search !== "" || hash !== "" || path === "/") {
    throw new Error("the path of a directory of this machine, such as file:///srv/blobs");
  }
  return { kind: "directory", path: path.replace(/\/+$/, "") };
}

function bucketOf(url: URL): BucketLocation {
  if (url.username !== "" || url.password !== "") {
    throw new Error("a URL without credentials: give AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  }
  if (!BUCKET.test(url.host)) {
    throw new Error("a URL that names a bucket: 3 to 63 lower-case letters, digits, dots, hyphens");
  }
  if (url.hash !== "") throw new Error("a URL without a fragment");
  const parameters = parametersOf(url.searchParams);
  const endpoint = parameters.endpoint === undefined ? null : endpointOf(parameters.endpoint);
  const addressing = parameters.addressing ?? (endpoint === null ? "virtual" : "path");
  if (addressing !== "path" && addressing !== "virtual") {
    throw new Error("a URL whose addressing is path or virtual");
  }
  if (parameters.region !== undefined && !REGION.test(parameters.region)) {
    throw new Error("a URL whose region is a name such as eu-central-1");
  }
  return {
    kind: "s3",
    bucket: url.host,
    prefix: prefixOf(url.pathname),
    endpoint,
    region: parameters.region ?? null,
    addressing,
  };
}

function parametersOf(search: URLSearchParams): Record<string, string | undefined> {
  for (const name of search.keys()) {
    if (!PARAMETERS.includes(name)) {
      throw new Error(`a URL with no other parameters than ${PARAMETERS.join(", ")}: not ${name}`);
    }
    if (search.getAll(name).length > 1) throw new Error(`a URL with one ${name}`);
  }
  return Object.fromEntries(search);
}

function endpointOf(text: string): string {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
  if (!isPlain) {
    throw new Error("a URL whose endpoint is one of http or https, such as https://s3.example.com");
  }
  return url.href.replace(/\/+$/, "");
}

function prefixOf(pathname: string): string {
  const prefix = decode(pathname).replace(/^\//, "").replace(/\/$/, "");
  if (prefix === "") return "";
  // Control characters cannot stand in an XML listing, and some servers refuse them.
  // deno-lint-ignore no-control-regex
  if (prefix.split("/").includes("") || /[\x00-\x1f\x7f]/.test(prefix)) {
    throw new Error(INVALID_PREFIX);
  }
  if (new TextEncoder().encode(prefix).length > PREFIX_MAX_BYTES) {
    throw new Error(`a URL whose prefix has at most ${PREFIX_MAX_BYTES} bytes`);
  }
  return `${prefix}/`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Error("a URL whose path is percent-encoded UTF-8");
  }
}
