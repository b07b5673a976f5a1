/** Success responses of the JSON door, and the form in which they are stored. */
import type { StoredResponse } from "../../ports/mod.ts";
import type { FileResponse } from "../../generated/json.ts";

/** Result of an action: the fields of its JSON response, or a file. */
export type Result = object | FileResponse;

const utf8 = new TextEncoder();

/** Serialises a result. */
export function storedResponseOf(result: Result): StoredResponse {
  if ("bytes" in result) return storedFileOf(result);
  return {
    type: "application/json",
    disposition: null,
    bytes: utf8.encode(JSON.stringify(result)),
  };
}

/** Serialises a file; the spec wants a charset for every type (4.6 to 4.8). */
function storedFileOf({ bytes, type, filename, warnings }: FileResponse): StoredResponse {
  return {
    type: `${type}; charset=utf-8`,
    disposition: `inline; filename=${filename}`,
    ...warnings && warnings.length > 0 && { warnings },
    bytes: bytes as Uint8Array<ArrayBuffer>,
  };
}

/** @param headers Additional headers. */
export function responseOf(
  { type, disposition, warnings = [], bytes }: StoredResponse,
  headers: Record<string, string> = {},
): Response {
  return new Response(bytes, {
    headers: [
      ["content-type", type],
      ...disposition === null ? [] : [["content-disposition", disposition]] as [string, string][],
      ...warnings.map((warning): [string, string] => ["slidepost-warning", warning]),
      ...Object.entries(headers),
    ],
  });
}
