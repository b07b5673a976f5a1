/** Forms that browsers send. */
import { Refusal } from "../core/errors.ts";
import type { BodyReader, ReadOptions } from "../http/requests/body.ts";
import { CONSOLE_PATH } from "./model/page.ts";

/** Reads the form of an operator. @throws {Refusal} for one that is too large or malformed */
export function formOf(
  request: Request,
  { bodies, formMaxBytes: maxBytes }: { bodies: BodyReader; formMaxBytes: number },
): Promise<FormData> {
  return parse(request, bodies, { maxBytes, owner: CONSOLE_PATH });
}

/** Maximum size of a form before its sender has signed in, in bytes. */
const STRANGER_MAX_BYTES = 4 << 10;

/** Reads the form of a client that has not signed in. @throws {Refusal} for one that is too large or malformed */
export function formOfStranger(request: Request, bodies: BodyReader): Promise<FormData> {
  return parse(request, bodies, { maxBytes: STRANGER_MAX_BYTES });
}

async function parse(
  request: Request,
  bodies: BodyReader,
  options: ReadOptions,
): Promise<FormData> {
  using body = await bodies.read(request, options);
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return await new Response(body.bytes as Uint8Array<ArrayBuffer>, { headers }).formData();
  } catch {
    throw new Refusal("invalidRequest", "the form cannot be read");
  }
}
