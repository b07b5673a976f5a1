/** `BLOBS_URL`: where stored files are kept. */

/** A directory of this machine, or of several that share it. */
export interface DirectoryPlace {
  readonly kind: "directory";
  /** Null: `blobs` in DATA_DIR. */
  readonly path: string | null;
}

/** A bucket of an object store that speaks S3. */
export interface BucketPlace {
  readonly kind: "s3";
  readonly bucket: string;
  /** Beginning of all keys; empty, or with a slash at the end. */
  readonly prefix: string;
  /** Null: AWS's for the region. Without a slash at the end. */
  readonly endpoint: string | null;
  /** Null: the environment's. */
  readonly region: string | null;
  /** Whether the bucket's name is in the path of a request's URL, or in its host. */
  readonly addressing: "path" | "virtual";
}

export type BlobsPlace = DirectoryPlace | BucketPlace;

const FORM = "s3://bucket/prefix?endpoint=…&region=…&addressing=… or file:///directory";
/** AWS's rule for names of buckets; others allow no more. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const REGION = /^[A-Za-z0-9-]{1,64}$/;
const DOTS = /^[^?#]*\/(\.|%2e){1,2}([/?#]|$)/i;
const ODD_PREFIX = "a URL whose prefix has no empty parts, no . or .. and no control characters";
const PARAMETERS = ["endpoint", "region", "addressing"];
/** S3 has 1024 bytes for a key; a file's own part takes 104. */
const PREFIX_MAX_BYTES = 800;

/** Parses the URL. Empty: `blobs` in DATA_DIR. */
export function blobsPlace(value: string): BlobsPlace {
  if (value === "") return { kind: "directory", path: null };
  const url = URL.parse(value);
  switch (url?.protocol) {
    case "file:":
      return directoryOf(url);
    case "s3:":
      // A URL has lost these parts by the time it is parsed.
      if (DOTS.test(value)) throw new Error(ODD_PREFIX);
      return bucketOf(url);
    default:
      throw new Error(`a URL of the form ${FORM}`);
  }
}

function directoryOf({ host, pathname, search, hash }: URL): DirectoryPlace {
  const path = decoded(pathname);
  if (host !== "" || search !== "" || hash !== "" || path === "/") {
    throw new Error("the path of a directory of this machine, such as file:///srv/blobs");
  }
  return { kind: "directory", path: path.replace(/\/+$/, "") };
}

function bucketOf(url: URL): BucketPlace {
  if (url.username !== "" || url.password !== "") {
    throw new Error("a URL without credentials: give AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  }
  if (!BUCKET.test(url.host)) {
    throw new Error("a URL that names a bucket: 3 to 63 lower-case letters, digits, dots, hyphens");
  }
  if (url.hash !== "") throw new Error("a URL without a fragment");
  const given = parametersOf(url.searchParams);
  const endpoint = given.endpoint === undefined ? null : endpointOf(given.endpoint);
  const addressing = given.addressing ?? (endpoint === null ? "virtual" : "path");
  if (addressing !== "path" && addressing !== "virtual") {
    throw new Error("a URL whose addressing is path or virtual");
  }
  if (given.region !== undefined && !REGION.test(given.region)) {
    throw new Error("a URL whose region is a name such as eu-central-1");
  }
  return {
    kind: "s3",
    bucket: url.host,
    prefix: prefixOf(url.pathname),
    endpoint,
    region: given.region ?? null,
    addressing,
  };
}

function parametersOf(parameters: URLSearchParams): Record<string, string | undefined> {
  for (const name of parameters.keys()) {
    if (!PARAMETERS.includes(name)) {
      throw new Error(`a URL with no other parameters than ${PARAMETERS.join(", ")}: not ${name}`);
    }
    if (parameters.getAll(name).length > 1) throw new Error(`a URL with one ${name}`);
  }
  return Object.fromEntries(parameters);
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
  const prefix = decoded(pathname).replace(/^\//, "").replace(/\/$/, "");
  if (prefix === "") return "";
  // Neither a listing in XML nor every server has room for control characters.
  // deno-lint-ignore no-control-regex
  if (prefix.split("/").includes("") || /[\x00-\x1f\x7f]/.test(prefix)) {
    throw new Error(ODD_PREFIX);
  }
  if (new TextEncoder().encode(prefix).length > PREFIX_MAX_BYTES) {
    throw new Error(`a URL whose prefix has at most ${PREFIX_MAX_BYTES} bytes`);
  }
  return `${prefix}/`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Error("a URL whose path is percent-encoded UTF-8");
  }
}
