/** Successes of the JSON door: what an action answers, as bytes and as a response. */
import type { StoredResponse } from "../ports/mod.ts";
import type { FileResponse } from "../generated/json.ts";

/** What an action gives: the fields of its answer, or a file. */
export type Result = object | FileResponse;

const utf8 = new TextEncoder();

/** As it goes out. */
export function answerOf(result: Result): StoredResponse {
  if ("bytes" in result) return fileAnswer(result);
  return {
    type: "application/json",
    disposition: null,
    bytes: utf8.encode(JSON.stringify(result)),
  };
}

/** Spec 4.6 to 4.8: the file itself, with a charset whatever its type. */
function fileAnswer({ bytes, type, filename }: FileResponse): StoredResponse {
  return {
    type: `${type}; charset=utf-8`,
    disposition: `inline; filename=${filename}`,
    bytes: bytes as Uint8Array<ArrayBuffer>,
  };
}

/** @param headers Further ones. */
export function responseOf(
  { type, disposition, bytes }: StoredResponse,
  headers: Record<string, string> = {},
): Response {
  return new Response(bytes, {
    headers: {
      "content-type": type,
      ...disposition === null ? {} : { "content-disposition": disposition },
      ...headers,
    },
  });
}
