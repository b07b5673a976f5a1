/** The addresses of a bucket's objects. */
import type { BucketPlace } from "../../../config/blobs_url.ts";

export interface Bucket {
  readonly name: string;
  readonly region: string;
  /** Prefix of all keys of ours; empty, or with a slash at the end. */
  readonly prefix: string;
  /** Scheme, host and port, for people. */
  readonly origin: string;
  /** URL of an object by its whole key; of the bucket for an empty one. */
  url(key: string, query?: Readonly<Record<string, string>>): string;
}

const DEFAULT_REGION = "us-east-1";

/** @param region The environment's, where the place names none. */
export function bucketAt(place: BucketPlace, region: string | undefined): Bucket {
  const { bucket: name, prefix, addressing } = place;
  const itsRegion = place.region ?? region ?? DEFAULT_REGION;
  const endpoint = place.endpoint ?? `https://s3.${itsRegion}.amazonaws.com`;
  const base = addressing === "path"
    ? `${endpoint}/${name}`
    : endpoint.replace("://", `://${name}.`);
  return {
    name,
    region: itsRegion,
    prefix,
    origin: new URL(base).origin,
    url(key, query = {}) {
      const path = key === "" ? "" : `/${key.split("/").map(encoded).join("/")}`;
      const parameters = Object.entries(query)
        .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
      return `${base}${path}${parameters.length > 0 ? "?" : ""}${parameters.join("&")}`;
    },
  };
}

/** As signatures want it (AWS Signature Version 4, URI encoding): RFC 3986's unreserved stay. */
function encoded(text: string): string {
  return encodeURIComponent(text)
    .replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
}
