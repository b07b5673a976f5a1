/** Request bodies: read whole, within a size and a time. */
import { Refusal } from "../core/errors.ts";

export interface BodyLimits {
  maxBytes: number;
  timeoutMs: number;
}

/** The body's bytes. Throws Refusal (413, or 400 for one that breaks off or trickles). */
export async function readBody(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<Uint8Array> {
  const declared = request.headers.get("content-length");
  if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const deadline = setTimeout(() => void reader.cancel("too slow").catch(() => {}), timeoutMs);
  const started = performance.now();
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      if (length > maxBytes) {
        await reader.cancel("too large").catch(() => {});
        throw tooLarge(maxBytes);
      }
      chunks.push(value);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("invalidRequest", "the body broke off");
  } finally {
    clearTimeout(deadline);
  }
  if (performance.now() - started >= timeoutMs) {
    throw new Refusal("invalidRequest", `the body took longer than ${timeoutMs / 1000} seconds`);
  }
  if (chunks.length === 1) return chunks[0]!;
  return concatenated(chunks, length);
}

function concatenated(chunks: Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function tooLarge(maxBytes: number): Refusal {
  return new Refusal("bodyTooLarge", `the body is larger than ${maxBytes} bytes`);
}

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const UTF8 = /^utf-?8$/i;
const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON object of a body. Throws Refusal E108 (400; 415 for another content type). */
export function parseJsonObject(
  contentType: string | null,
  bytes: Uint8Array,
): Record<string, unknown> {
  if (contentType === null || !JSON_TYPE.test(contentType)) {
    throw new Refusal("contentTypeUnsupported");
  }
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? "utf-8";
  if (!UTF8.test(charset)) {
    throw new Refusal("contentTypeUnsupported", "the charset of application/json must be utf-8");
  }
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw new Refusal(
      "notJson",
      error instanceof SyntaxError ? "the body is not parseable JSON" : "the body is not UTF-8",
    );
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new Refusal("notJson", "the body is not a JSON object");
  }
  return value as Record<string, unknown>;
}
