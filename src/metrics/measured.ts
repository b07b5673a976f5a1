/** Ports whose use is measured. */
import type { Log } from "../log/mod.ts";
import { type Blobs, TranscodeFailed, type Transcoder } from "../ports/mod.ts";
import type { Metrics } from "./mod.ts";

/** Result of an operation in a label. */
type Result = "ok" | "refused" | "failed";

/**
 * Calls a function, and passes the seconds until it has settled.
 *
 * @param isRefusal Tells an error that is the caller's from one that is ours. Default: none is.
 */
export async function timed<T>(
  call: () => Promise<T>,
  observe: (result: Result, seconds: number) => void,
  isRefusal: (error: unknown) => boolean = () => false,
): Promise<T> {
  const since = performance.now();
  const end = (result: Result) => observe(result, (performance.now() - since) / 1000);
  try {
    const value = await call();
    end("ok");
    return value;
  } catch (error) {
    end(isRefusal(error) ? "refused" : "failed");
    throw error;
  }
}

/** Measures reads to their beginning where they stream. A file that is not there is no failure. */
export function measuredBlobs(blobs: Blobs, metrics: Pick<Metrics, "blobBytes" | "blobs">): Blobs {
  const measure = <T>(operation: string, call: () => Promise<T>) =>
    timed(
      call,
      (result, seconds) => metrics.blobs.observe({ operation, result }, seconds),
      (error) => error instanceof Deno.errors.NotFound,
    );
  const stored = async (put: () => ReturnType<Blobs["put"]>) => {
    const ref = await measure("put", put);
    metrics.blobBytes.add({}, ref.bytes);
    return ref;
  };
  return {
    ...blobs,
    put: (content) => stored(() => blobs.put(content)),
    adopt: (path) => stored(() => blobs.adopt(path)),
    bytes: (hash) => measure("read", () => blobs.bytes(hash)),
    stream: (...args) => measure("read", () => blobs.stream(...args)),
    local: (hash) => measure("read", () => blobs.local(hash)),
    remove: (...args) => measure("remove", () => blobs.remove(...args)),
  };
}

/** Measures from the source's turn on, which comes with the call of `goals`. */
export function measuredTranscoder(
  transcoder: Transcoder,
  metrics: Pick<Metrics, "transcoding">,
): Transcoder {
  return {
    ...transcoder,
    async transcode(source, goals, directory, options) {
      let since: number | null = null;
      const observe = (result: Result) => {
        if (since === null || options.signal?.aborted) return;
        const seconds = (performance.now() - since) / 1000;
        metrics.transcoding.observe({ kind: source.kind, result }, seconds);
      };
      const atTurn = () => {
        since = performance.now();
        return goals();
      };
      try {
        const rendered = await transcoder.transcode(source, atTurn, directory, options);
        observe("ok");
        return rendered;
      } catch (error) {
        observe(error instanceof TranscodeFailed ? "refused" : "failed");
        throw error;
      }
    },
  };
}

/** Counts lines, also those below the level that is written. */
export function countedLog(log: Log, { logLines }: Pick<Metrics, "logLines">): Log {
  const counted = (level: keyof Log): Log[keyof Log] => (facts, message) => {
    logLines.add({ level });
    log[level](facts, message);
  };
  return {
    debug: (facts, message) => log.debug(facts, message),
    info: counted("info"),
    warn: counted("warn"),
    error: counted("error"),
  };
}
