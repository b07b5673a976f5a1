/**
 * `Pictures`: a few Workers draw, for accounts in turns, and a bounded number of pictures waits for
 * them. The Workers start with the first picture. What one of them cannot stand costs that picture
 * only.
 */
import { Refusal } from "../../core/errors.ts";
import type { Pictures } from "../../ports/mod.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import { createFairShare } from "../../lib/fair_share.ts";
import { type Drawer, startDrawer } from "./drawer.ts";

export interface PicturesOptions {
  /**
   * Pictures at a time. One more is for an account that has none in work. Default: a core less than
   * there are, which is for the doors; at least 1.
   */
  workers?: number;
  /**
   * Pictures that wait for a Worker or are drawn; one account has half of what is free, and further
   * ones are refused. Default 512: a few seconds' work.
   */
  queueMax?: number;
  /**
   * Milliseconds that a picture waits for its turn; then it is refused. Most clients have given up by
   * then, which the server does not always learn of. Default 10000.
   */
  waitLimitMs?: number;
  /** Milliseconds for one picture; most take 10. Default 10000. */
  timeLimitMs?: number;
  /** Milliseconds until a Worker has loaded. Default 30000; it takes one on a slow machine. */
  startLimitMs?: number;
  /** Bytes that each Worker keeps of backgrounds and barcodes. Default 67108864: 20 backgrounds. */
  cacheBytes?: number;
  /** Told once what cannot be drawn because its font is not installed, if anything. */
  onMissingFonts?: (missing: string[]) => void;
}

/** Whole seconds after which a full queue is worth another try. */
const RETRY_SECONDS = 1;

export function createPictures(options: PicturesOptions = {}): Pictures {
  const {
    workers = Math.max(1, navigator.hardwareConcurrency - 1),
    queueMax = 512,
    waitLimitMs = 10_000,
    timeLimitMs = 10_000,
    startLimitMs = 30_000,
    cacheBytes = 67_108_864,
    onMissingFonts = () => {},
  } = options;
  const turns = createFairSemaphore({ permits: workers, spare: 1 });
  const asked = createFairShare({ capacity: queueMax });
  const drawers = new Set<Drawer>();
  const idle: Drawer[] = [];
  let closing: PromiseWithResolvers<void> | null = null;
  let fontsTold = false;

  function tellMissing(missing: string[]): void {
    if (!fontsTold && missing.length > 0) onMissingFonts(missing);
    fontsTold = true;
  }

  /** Takes an idle drawer, or starts one: whoever has a turn gets one. */
  function takeDrawer(): Drawer {
    for (let free = idle.pop(); free !== undefined; free = idle.pop()) {
      if (!free.hasEnded) return free;
      drawers.delete(free);
    }
    const limits = { cacheBytes, timeLimitMs, startLimitMs };
    const drawer = startDrawer({ ...limits, onMissingFonts: tellMissing });
    drawers.add(drawer);
    return drawer;
  }

  async function drawNow(
    ...[picture, background]: Parameters<Drawer["draw"]>
  ): Promise<Uint8Array<ArrayBuffer>> {
    // Throws where Deno gives a Worker no more than the process may do itself.
    const drawer = takeDrawer();
    try {
      return await drawer.draw(picture, background);
    } finally {
      if (drawer.hasEnded) drawers.delete(drawer);
      else idle.push(drawer);
    }
  }

  function endIfClosing(): void {
    if (closing === null || asked.held > 0) return;
    for (const drawer of drawers) drawer.end();
    drawers.clear();
    idle.length = 0;
    closing.resolve();
  }

  return {
    async draw(picture, background, { account, signal }) {
      if (closing !== null || !asked.admits(account)) throw tooMany();
      asked.hold(account);
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(tooMany()), waitLimitMs);
      const waiting = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
      try {
        return await turns.run(account, () => {
          clearTimeout(timer);
          return drawNow(picture, background);
        }, waiting);
      } finally {
        clearTimeout(timer);
        asked.release(account);
        endIfClosing();
      }
    },
    close() {
      closing ??= Promise.withResolvers();
      endIfClosing();
      return closing.promise;
    },
  };
}

function tooMany(): Refusal {
  return new Refusal("unavailable", "too many pictures wait to be drawn", RETRY_SECONDS);
}
