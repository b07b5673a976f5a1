/** Parts of a request that its fault repeats, where the request could not be read as a whole. */
import { findStart } from "../mime/start_part.ts";
import { readEcho } from "../mm7/envelope.ts";
import { type Echo, NO_ECHO } from "../mm7/status.ts";

/** Looks for the envelope in what there is of a body, under the request's Content-Type. */
export function echoIn(contentType: string | null, body: Uint8Array): Echo {
  const start = contentType === null ? null : findStart(contentType, body);
  return start === null ? NO_ECHO : readEcho(start);
}
