/** Listing of a bucket (ListObjectsV2), page by page. */
import { readXml, type XmlElement } from "../../../lib/xml/reader.ts";
import type { S3Client } from "./client.ts";
import { S3Failure } from "./failure.ts";

export interface Listed {
  key: string;
  /**
   * Time of the write by the server's clock, in milliseconds since the epoch; many servers truncate
   * it to seconds.
   */
  at: number;
}

/** Limits of a page: it has a thousand objects of about 500 bytes each. */
const LIMITS = { maxBytes: 8 << 20, maxElements: 50_000 };

/** Lists the objects with a prefix, in the order of their keys. */
export async function* list(client: S3Client, prefix: string): AsyncGenerator<Listed> {
  let token: string | null = null;
  do {
    const query: Record<string, string> = {
      "list-type": "2",
      // Percent-encoded, since XML cannot represent every key.
      "encoding-type": "url",
      prefix,
      ...token === null ? {} : { "continuation-token": token },
    };
    const page = pageOf(
      await client.send({ method: "GET", key: "", query }, (response) => response.bytes()),
    );
    yield* page.objects;
    if (page.next !== null && page.next === token) throw malformed("its pages do not end");
    token = page.next;
  } while (token !== null);
}

function pageOf(document: Uint8Array): { objects: Listed[]; next: string | null } {
  let root: XmlElement;
  try {
    root = readXml(document, LIMITS);
  } catch (error) {
    throw malformed((error as Error).message);
  }
  if (root.name !== "ListBucketResult") throw malformed(`it is a ${root.name}`);
  const isEncoded = textOf(root, "EncodingType") === "url";
  const objects = root.children.filter(({ name }) => name === "Contents").map((object) => {
    const at = Date.parse(textOf(object, "LastModified"));
    if (Number.isNaN(at)) throw malformed("it has an object without a time");
    const key = textOf(object, "Key");
    return { key: isEncoded ? decodeKey(key) : key, at };
  });
  const isMore = textOf(root, "IsTruncated") === "true";
  const next = textOf(root, "NextContinuationToken");
  if (isMore && next === "") throw malformed("it is truncated without a continuation token");
  return { objects, next: isMore ? next : null };
}

function textOf({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text ?? "";
}

/** Decodes a key as in a form: some servers write a space as `+`, and all a plus as `%2B`. */
function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll("+", " "));
  } catch {
    return key; // not a key of this service
  }
}

const malformed = (reason: string) => new S3Failure(`the listing cannot be read: ${reason}`, 502);
