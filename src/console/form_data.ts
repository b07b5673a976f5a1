/** Forms that browsers send. */
import { Refusal } from "../core/errors.ts";
import type { BodyReader } from "../http/body.ts";
import { CONSOLE_PATH } from "./page.ts";

/** Reads the form of a request. @throws {Refusal} for one that is too large or malformed */
export async function formOf(
  request: Request,
  { bodies, formMaxBytes }: { bodies: BodyReader; formMaxBytes: number },
): Promise<FormData> {
  using body = await bodies.read(request, { maxBytes: formMaxBytes, owner: CONSOLE_PATH });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  try {
    return await new Response(body.bytes as Uint8Array<ArrayBuffer>, { headers }).formData();
  } catch {
    throw new Refusal("invalidRequest", "the form cannot be read");
  }
}
