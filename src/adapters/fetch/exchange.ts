/** A GET of content with time limits: one request and its response. */
import { FetchRefused } from "../../ports/mod.ts";
import type { Deadlines } from "./wire/deadlines.ts";
import { toPublicError } from "./wire/failures.ts";
import type { Pool } from "./wire/pool.ts";
import { serialize } from "./wire/serialize.ts";
import { type StreamedResponse, StreamingReader } from "./wire/streamed_response.ts";
import type { VettedUrl } from "./wire/vetted_url.ts";

/** Connections and time limits that all exchanges share. */
export interface Exchanges {
  pool: Pool;
  deadlines: Deadlines;
  /** Timeout of the connection (name resolution, TCP and TLS together), in milliseconds. */
  connectTimeoutMs: number;
  /** Timeout of the whole exchange, the response's body included, in milliseconds. */
  totalTimeoutMs: number;
}

/** Ends the exchange with this error at any stage. */
export type Abandon = (error: unknown) => void;

/**
 * Sends the request and passes the response to `handle`. Afterwards the connection returns to the
 * pool if the response was received completely, even if not all of it was read; otherwise it is
 * closed.
 *
 * @throws FetchRefused when no response comes, it breaks off or a time limit passes.
 */
export async function exchange<T>(
  { pool, deadlines, connectTimeoutMs, totalTimeoutMs }: Exchanges,
  vetted: VettedUrl,
  { headers, signal }: { headers: Record<string, string>; signal?: AbortSignal },
  handle: (response: StreamedResponse, abandon: Abandon) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const request = serialize(vetted.url, headers);
  const deadline = deadlines.begin(totalTimeoutMs);
  let cause: unknown;
  const abandon: Abandon = (error) => {
    cause ??= error;
    deadline.abort(error as Error);
  };
  const onAbort = () => abandon(signal!.reason);
  signal?.addEventListener("abort", onAbort);

  async function respond(): Promise<StreamedResponse> {
    for (;;) {
      const connection = await pool.acquire(vetted, connectTimeoutMs, deadline);
      const { isReused } = connection;
      const reader = new StreamingReader(connection);
      deadline.abort = (error) => reader.cancel(error);
      connection.send(request, reader);
      if (cause !== undefined) reader.cancel(cause as Error); // came before there was one
      try {
        return await reader.response;
      } catch (error) {
        // A server may close an idle connection at any time; a GET may be repeated then (RFC 9110
        // section 9.2.2).
        if (!isReused || cause !== undefined || error instanceof FetchRefused) throw error;
      }
    }
  }

  try {
    return await handle(await respond(), abandon);
  } catch (error) {
    throw cause ?? toPublicError(error);
  } finally {
    signal?.removeEventListener("abort", onAbort);
    deadlines.end(deadline);
    deadline.abort(new Error("closed")); // the connection, unless the response is complete
  }
}
