/** The echo of a malformed request: envelope fields that its fault repeats. */
import { findStart } from "../../mime/start_part.ts";
import { readEcho } from "../../mm7/envelope.ts";
import { type Echo, NO_ECHO } from "../../mm7/status.ts";

/** Searches a malformed or truncated body for its envelope, and reads the echo. */
export function echoIn(contentType: string | null, body: Uint8Array): Echo {
  const start = contentType === null ? null : findStart(contentType, body);
  return start === null ? NO_ECHO : readEcho(start.content, { charset: start.charset });
}
