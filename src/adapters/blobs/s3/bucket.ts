/** URLs of a bucket and its objects. */
import type { BucketLocation } from "../../../config/blobs_url.ts";

export interface Bucket {
  readonly name: string;
  readonly region: string;
  /** Prefix of all keys; empty, or with a slash at the end. */
  readonly prefix: string;
  /** Scheme, host and port, for messages. */
  readonly origin: string;
  /** Builds the URL of an object by its full key, or of the bucket for an empty key. */
  url(key: string, query?: Readonly<Record<string, string>>): string;
}

const DEFAULT_REGION = "us-east-1";

/** @param region Region of the environment, used when the location names none. */
export function bucketAt(location: BucketLocation, region: string | undefined): Bucket {
  const { bucket: name, prefix, addressing } = location;
  const bucketRegion = location.region ?? region ?? DEFAULT_REGION;
  const endpoint = location.endpoint ?? `https://s3.${bucketRegion}.amazonaws.com`;
  const base = addressing === "path"
    ? `${endpoint}/${name}`
    : endpoint.replace("://", `://${name}.`);
  return {
    name,
    region: bucketRegion,
    prefix,
    origin: new URL(base).origin,
    url(key, query = {}) {
      const path = key === "" ? "" : `/${key.split("/").map(encode).join("/")}`;
      const parameters = Object.entries(query)
        .map(([name, value]) => `${encode(name)}=${encode(value)}`);
      return `${base}${path}${parameters.length > 0 ? "?" : ""}${parameters.join("&")}`;
    },
  };
}

/** Encodes all but the unreserved characters of RFC 3986, as AWS Signature Version 4 requires. */
function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
