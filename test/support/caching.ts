/** HTTP server on loopback with cache headers, and backgrounds that are fetched from it. */
import { createBackgrounds } from "../../src/adapters/pictures/backgrounds.ts";
import { createGuardedFetch } from "../../src/adapters/fetch/guarded_fetch.ts";
import type { Background } from "../../src/ports/mod.ts";
import { startRawServer } from "./raw_server.ts";
import { TURN } from "./turn.ts";

/** Resource at a path. */
export interface Page {
  status?: string;
  /** Content-Type; default `image/jpeg`. */
  type?: string;
  /** `name: value`. */
  fields?: string[];
  body?: Uint8Array;
  /** Responds with 304 to a request with a validator among `fields`. Default: true. */
  heedsConditions?: boolean;
  /** Header fields of a 304 in place of `fields`. */
  unchanged?: string[];
  /** Delays the response until this resolves. */
  after?: Promise<void>;
  /** Called for each request. */
  onAsked?(): void;
}

export interface CachingServer {
  url: string;
  /** Pages by path; other paths are a 404. */
  pages: Record<string, Page>;
  /** Requests for each path, in order. */
  requests: Record<string, string[]>;
  /** Returns the background at a path. */
  of(path: string): Promise<Background>;
}

/** Builds bytes that begin as a JPEG does. */
export const jpeg = (rest: string) =>
  new Uint8Array([0xff, 0xd8, 0xff, ...new TextEncoder().encode(rest)]);

/** Builds a JPEG with this content, sent with these header fields. */
export const page = (text: string, ...fields: string[]): Page => ({ body: jpeg(text), fields });

/** Builds a redirect, sent with further header fields. */
export const redirect = (location: string, ...fields: string[]): Page => ({
  status: "302 Found",
  fields: [`location: ${location}`, ...fields],
});

/** Reads the content of the background at a path, without the bytes that open every JPEG. */
export async function textOf(server: Pick<CachingServer, "of">, path: string): Promise<string> {
  return new TextDecoder().decode((await server.of(path)).jpeg.subarray(3));
}

/** Counts the requests for a path. */
export const times = ({ requests }: CachingServer, path: string) => requests[path]?.length ?? 0;

/** Tells of each request for a path whether it asked for changes of a cached background only. */
export const conditional = ({ requests }: CachingServer, path: string): boolean[] =>
  (requests[path] ?? []).map((request) => fieldOf(request, "if-none-match") !== null);

/** Returns the value of a field in a request. */
export function fieldOf(request: string, name: string): string | null {
  return new RegExp(`\r\n${name}: ([^\r]*)\r\n`, "i").exec(request)?.[1] ?? null;
}

export async function withCachingServer(
  use: (server: CachingServer) => Promise<void>,
  options: { cacheMaxBytes?: number; maxBytes?: number; timeoutMs?: number } = {},
): Promise<void> {
  const pages: Record<string, Page> = {};
  const requests: Record<string, string[]> = {};
  await using server = await startRawServer(async (path, socket, request) => {
    (requests[path] ??= []).push(request);
    const page = pages[path] ?? { status: "404 Not Found" };
    page.onAsked?.();
    await page.after;
    socket.write(responseOf(page, request));
  });
  const fetch = createGuardedFetch({ allow: ["127.0.0.1"] });
  const backgrounds = createBackgrounds({ fetch, ...options });
  try {
    const of = (path: string) => backgrounds.of(server.url + path, TURN);
    await use({ url: server.url, pages, requests, of });
  } finally {
    await fetch.close();
  }
}

function responseOf(page: Page, request: string): Uint8Array {
  const { status = "200 OK", type = "image/jpeg", fields = [], body = jpeg("") } = page;
  if ((page.heedsConditions ?? true) && isUnchanged(fields, request)) {
    return headOf("304 Not Modified", page.unchanged ?? fields);
  }
  const head = headOf(status, [
    ...fields,
    `content-type: ${type}`,
    `content-length: ${body.byteLength}`,
  ]);
  return new Uint8Array([...head, ...body]);
}

function headOf(status: string, fields: string[]): Uint8Array {
  const lines = [`HTTP/1.1 ${status}`, ...fields, "", ""];
  return new TextEncoder().encode(lines.join("\r\n"));
}

/**
 * Compares validators as RFC 9110 section 13.2.2 has it: the time counts only without an entity
 * tag.
 */
function isUnchanged(fields: string[], request: string): boolean {
  const etag = fieldOf(request, "if-none-match");
  if (etag !== null) return fields.includes(`etag: ${etag}`);
  const modified = fieldOf(request, "if-modified-since");
  return modified !== null && fields.includes(`last-modified: ${modified}`);
}
