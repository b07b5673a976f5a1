/**
 * Live pages: server-sent events with the parts of a page that have changed. A page is loaded once a
 * second, however many events there are, so that the load does not grow with the traffic.
 */
import type { Child } from "hono/jsx";
import type { Clock } from "../ports/mod.ts";
import { delay } from "../lib/delay.ts";
import { htmlOf } from "./html.tsx";
import type { OpenedPage } from "./model/page.ts";

export interface LiveStreamOptions {
  clock: Clock;
  /** Ends the stream. */
  signal: AbortSignal;
  /** Loads the page anew. A rejection ends the stream; the browser opens another one. */
  open(): Promise<OpenedPage>;
  /** Called once, when the stream has ended. */
  onEnd(): void;
}

/** Pause between two loads, in milliseconds. */
const INTERVAL_MS = 1000;
/** Pause as a multiple of the time that loading took: a slow search takes a tenth of the time. */
const REST = 10;
const INTERVAL_MAX_MS = 30_000;

/** Returns the stream of a page's parts: `{ [id]: html }` as JSON, at first all of them. */
export function liveStream(
  { clock, signal, open, onEnd }: LiveStreamOptions,
): ReadableStream<Uint8Array> {
  const ended = new AbortController();
  const either = AbortSignal.any([signal, ended.signal]);
  const encoder = new TextEncoder();
  let previous: Readonly<Record<string, string>> = {};
  let restMs = 0;

  /** Loads the page, and returns the event with its changes; a comment where there are none. */
  async function next(): Promise<string> {
    const startedAt = clock.now();
    const current = render((await open()).live ?? {});
    restMs = Math.min(INTERVAL_MAX_MS, Math.max(INTERVAL_MS, (clock.now() - startedAt) * REST));
    const changes = Object.entries(current).filter(([id, html]) => previous[id] !== html);
    previous = current;
    // The comment proves to this process, and to proxies between, that the browser is still there.
    if (changes.length === 0) return ":\n\n";
    return `data: ${JSON.stringify(Object.fromEntries(changes))}\n\n`;
  }

  return new ReadableStream({
    async pull(controller) {
      await delay(restMs, either);
      try {
        if (!either.aborted) return controller.enqueue(encoder.encode(await next()));
      } catch {
        // The browser opens the stream again, and is told what is wrong.
      }
      if (ended.signal.aborted) return;
      controller.close();
      onEnd();
    },
    cancel() {
      ended.abort();
      onEnd();
    },
  }, { highWaterMark: 0 });
}

function render(parts: Readonly<Record<string, Child>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parts).map(([id, part]) => [id, htmlOf(part)]));
}
