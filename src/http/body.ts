/** Request bodies: read whole, within a size and a time. */
import { Refusal } from "../core/errors.ts";

export interface BodyLimits {
  maxBytes: number;
  timeoutMs: number;
}

export interface BodyReader {
  /**
   * The body's bytes, at most `maxBytes` or those of the reader. Throws Refusal: 413, or 400 for one
   * that breaks off or trickles.
   */
  read(request: Request, maxBytes?: number): Promise<Uint8Array>;
  close(): void;
}

interface Reading {
  since: number;
  giveUp(refusal: Refusal): void;
}

/**
 * One timer serves all bodies: a timer each would cost more than reading them. A body is given up
 * after one to two times `timeoutMs`.
 */
export function createBodyReader({ maxBytes: ordinary, timeoutMs }: BodyLimits): BodyReader {
  const readings = new Set<Reading>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function watch(): void {
    timer = undefined;
    const late = performance.now() - timeoutMs;
    for (const reading of readings) {
      if (reading.since <= late) {
        reading.giveUp(
          new Refusal("invalidRequest", `the body took longer than ${timeoutMs / 1000} seconds`),
        );
      }
    }
    if (readings.size > 0) timer = setTimeout(watch, timeoutMs);
  }

  return {
    async read(request, maxBytes = ordinary) {
      const declared = request.headers.get("content-length");
      if (declared !== null && Number(declared) > maxBytes) throw tooLarge(maxBytes);
      const { promise: given, reject: giveUp } = Promise.withResolvers<never>();
      const reading: Reading = { since: performance.now(), giveUp };
      readings.add(reading);
      timer ??= setTimeout(watch, timeoutMs);
      try {
        // The server holds a body to its declared length, and looking at `request.body` would
        // make a stream of it; without a length it is counted here.
        const whole = declared === null ? readCounting(request.body, maxBytes) : request.bytes();
        return await Promise.race([whole, given]);
      } catch (error) {
        if (error instanceof Refusal) throw error;
        // Deno's server takes the body away from a request that it is to let finish.
        if (error instanceof Deno.errors.BadResource) {
          throw new Refusal("unavailable", "the service is stopping", 1);
        }
        throw new Refusal("invalidRequest", "the body broke off");
      } finally {
        readings.delete(reading);
      }
    },
    close() {
      clearTimeout(timer);
    },
  };
}

async function readCounting(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : concatenated(chunks, length);
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
