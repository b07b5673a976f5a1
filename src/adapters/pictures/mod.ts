/**
 * `Pictures`: a pool of Workers that draw, with fair turns by account and a bounded queue. The
 * Workers start with the first picture. A crash of a Worker fails its current picture only.
 */
import { Refusal } from "../../core/errors.ts";
import type { Drawing } from "../../core/template/picture.ts";
import type { Pictures } from "../../ports/mod.ts";
import { createFairSemaphore } from "../../lib/fair_semaphore.ts";
import { createFairShare } from "../../lib/fair_share.ts";
import { type Drawer, startDrawer } from "./drawer.ts";

export interface PicturesOptions {
  /**
   * Concurrent pictures; one spare Worker is reserved for an account without a picture in work.
   * Default: one less than there are cores, which leaves one to the server; at least 1.
   */
  workers?: number;
  /**
   * Maximum pictures waiting or in work; a lone account gets half, and further ones are refused.
   * Default 512: a few seconds' work.
   */
  queueMax?: number;
  /**
   * Maximum wait for a turn, in milliseconds; then the picture is refused. By then most clients
   * have disconnected, which the server does not always notice. Default 10000.
   */
  waitLimitMs?: number;
  /** Time limit of a picture, in milliseconds; most take 10. Default 10000. */
  timeLimitMs?: number;
  /** Time limit of a Worker's start, in milliseconds. Default 30000; a slow machine takes 1000. */
  startLimitMs?: number;
  /** Cache of backgrounds and barcodes per Worker, in bytes. Default 67108864: 20 backgrounds. */
  cacheBytes?: number;
  /** Called once if there are characters that cannot be drawn because fonts are not installed. */
  onMissingFonts?: (missing: string[]) => void;
}

/** Retry-After of a full queue, in seconds. */
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
  const holdings = createFairShare({ capacity: queueMax });
  const drawers = new Set<Drawer>();
  const idle: Drawer[] = [];
  let closing: PromiseWithResolvers<void> | null = null;
  let hasReportedFonts = false;

  function reportMissingFonts(missing: string[]): void {
    if (!hasReportedFonts && missing.length > 0) onMissingFonts(missing);
    hasReportedFonts = true;
  }

  /** Acquires an idle drawer, or starts one; the semaphore limits their number. */
  function acquireDrawer(): Drawer {
    for (let drawer = idle.pop(); drawer !== undefined; drawer = idle.pop()) {
      if (!drawer.hasEnded) return drawer;
      drawers.delete(drawer);
    }
    const limits = { cacheBytes, timeLimitMs, startLimitMs };
    const drawer = startDrawer({ ...limits, onMissingFonts: reportMissingFonts });
    drawers.add(drawer);
    return drawer;
  }

  async function drawNow(...[picture, background]: Parameters<Drawer["draw"]>): Promise<Drawing> {
    // Throws when the process itself lacks a permission that the Worker asks for.
    const drawer = acquireDrawer();
    try {
      return await drawer.draw(picture, background);
    } finally {
      if (drawer.hasEnded) drawers.delete(drawer);
      else idle.push(drawer);
    }
  }

  function endIfClosing(): void {
    if (closing === null || holdings.held > 0) return;
    for (const drawer of drawers) drawer.end();
    drawers.clear();
    idle.length = 0;
    closing.resolve();
  }

  return {
    async draw(picture, background, { account, signal }) {
      if (closing !== null || !holdings.admits(account)) throw queueFull();
      holdings.hold(account);
      const timeout = new AbortController();
      const timer = setTimeout(() => timeout.abort(queueFull()), waitLimitMs);
      const waiting = signal === undefined
        ? timeout.signal
        : AbortSignal.any([signal, timeout.signal]);
      try {
        return await turns.run(account, () => {
          clearTimeout(timer);
          return drawNow(picture, background);
        }, waiting);
      } finally {
        clearTimeout(timer);
        holdings.release(account);
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

function queueFull(): Refusal {
  return new Refusal("unavailable", "too many pictures wait to be drawn", RETRY_SECONDS);
}
