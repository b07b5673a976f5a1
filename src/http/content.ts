/** `GET {base_url}/content/{token}/{file}`: files of inbound messages (spec 6.4), as N401 names them. */
import { mediaTypeOf, mimeOf, TEXT_TYPE } from "../core/media_types.ts";
import type { InboundFile } from "../core/inbound.ts";
import type { Blobs, Store } from "../env.ts";
import { type ByteRange, readRange } from "./byte_range.ts";

export interface ContentParts {
  store: Pick<Store, "inbound">;
  blobs: Pick<Blobs, "path">;
}

/** Content never changes under its address, but is removed some day. */
const MAX_AGE_SECONDS = 86_400;

const SMIL_TYPE = "application/smil";

/** Bytes read at once. */
const CHUNK_BYTES = 64 * 1024;

/** Answers GET and HEAD, with conditions and ranges; 404 alike for any token or file unknown. */
export function createContent(
  { store, blobs }: ContentParts,
): (token: string, file: string, request: Request) => Promise<Response> {
  async function find(token: string, name: string): Promise<InboundFile | null> {
    const message = await store.inbound.byToken(token);
    return message?.files.find((file) => file.name === name) ?? null;
  }

  return async (token, name, request) => {
    const { method } = request;
    if (method !== "GET" && method !== "HEAD") {
      return new Response("use GET\n", { status: 405, headers: { allow: "GET, HEAD" } });
    }
    const found = await find(token, name);
    const file = found === null ? null : await open(blobs.path(found.blob));
    if (found === null || file === null) return new Response("not found\n", { status: 404 });
    const response = answer(found, file, request);
    // Who has no body to read it has no more use for it.
    if (response.body === null) file.close();
    return response;
  };
}

/** Null: it has been removed. */
async function open(path: string): Promise<Deno.FsFile | null> {
  try {
    return await Deno.open(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

function answer(
  { name, type, blob, bytes }: InboundFile,
  file: Deno.FsFile,
  { method, headers: asked }: Request,
): Response {
  const etag = `"${blob}"`;
  const headers = new Headers({
    etag,
    "cache-control": `private, max-age=${MAX_AGE_SECONDS}`,
    // What a handset sent is opened by browsers: it must do nothing there, and tell nobody.
    "content-security-policy": "sandbox; default-src 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  });
  if (matches(asked.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }

  headers.set("accept-ranges", "bytes");
  // RFC 9110 section 13.1.5: the range is of what the asker has a part of already.
  const isSame = (asked.get("if-range") ?? etag) === etag;
  const range = method === "GET" && isSame ? readRange(asked.get("range"), bytes) : null;
  if (range === "unsatisfiable") {
    headers.set("content-range", `bytes */${bytes}`);
    return new Response(null, { status: 416, headers });
  }

  const { first, last } = range ?? { first: 0, last: bytes - 1 };
  if (range !== null) headers.set("content-range", `bytes ${first}-${last}/${bytes}`);
  const shown = showing(type);
  headers.set("content-type", shown.type);
  headers.set("content-disposition", disposition(shown.isInline, name));
  headers.set("content-length", String(last - first + 1));
  return new Response(method === "HEAD" ? null : stream(file, { first, last }), {
    status: range === null ? 200 : 206,
    headers,
  });
}

/** Whether `If-None-Match` (RFC 9110 section 13.1.2) names the entity tag. */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false;
  return header.trim() === "*" ||
    header.split(",").some((each) => each.trim().replace(/^W\//, "") === etag);
}

/** The type that a file is served as, and whether a browser may show it. */
function showing(declared: string): { type: string; isInline: boolean } {
  const media = mediaTypeOf(declared);
  if (media !== null && ["image", "audio", "video"].includes(media.kind)) {
    return { type: media.type, isInline: true };
  }
  const mime = mimeOf(declared);
  if (mime === TEXT_TYPE) {
    const charset = /;\s*charset="?([\w.:-]{1,40})/i.exec(declared)?.[1] ?? "utf-8";
    return { type: `${TEXT_TYPE}; charset=${charset}`, isInline: true };
  }
  // No browser shows SMIL; programs need to know it.
  if (mime === SMIL_TYPE) return { type: SMIL_TYPE, isInline: false };
  return { type: "application/octet-stream", isInline: false };
}

/** RFC 6266: the name twice, for those who read only ASCII and for the others. */
function disposition(isInline: boolean, name: string): string {
  const ascii = name.replaceAll(/[^ -~]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name)
    .replaceAll(/['()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${isInline ? "inline" : "attachment"}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** A part of a file, read as it is asked for; the file is closed at its end. */
function stream(file: Deno.FsFile, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let left = last - first + 1;

  async function next(): Promise<Uint8Array> {
    const buffer = new Uint8Array(Math.min(left, CHUNK_BYTES));
    const read = await file.read(buffer);
    if (read === null) throw new Error("the file is shorter than it was");
    left -= read;
    return buffer.subarray(0, read);
  }

  return new ReadableStream({
    async start() {
      await file.seek(first, Deno.SeekMode.Start);
    },
    async pull(controller) {
      try {
        if (left > 0) controller.enqueue(await next());
        if (left > 0) return;
        file.close();
        controller.close();
      } catch (error) {
        file.close();
        throw error;
      }
    },
    cancel() {
      file.close();
    },
  }, { highWaterMark: 0 });
}
