/**
 * `Pictures`: a few Workers draw, and a queue with a bound waits for them. The Workers start with
 * the first picture. What one of them cannot stand costs that picture only.
 */
import { Refusal } from "../../core/errors.ts";
import type { Picture } from "../../core/picture.ts";
import type { Background, Pictures } from "../../env.ts";
import { type Drawer, startDrawer } from "./drawer.ts";

export interface PicturesOptions {
  /** Pictures at a time. Default: a core less than there are, which is for the doors; at least 1. */
  workers?: number;
  /** Pictures that wait for a Worker; further ones are refused. Default 256: a few seconds' work. */
  queueMax?: number;
  /** Milliseconds for one picture; most take 10. Default 10000. */
  timeLimitMs?: number;
  /** Milliseconds until a Worker has loaded. Default 30000; it takes one on a slow machine. */
  startLimitMs?: number;
  /** Bytes that each Worker keeps of backgrounds and barcodes. Default 67108864: 20 backgrounds. */
  cacheBytes?: number;
  /** Told once what cannot be drawn because its font is not installed, if anything. */
  onMissingFonts?: (missing: string[]) => void;
}

interface Waiting extends PromiseWithResolvers<Uint8Array<ArrayBuffer>> {
  picture: Picture;
  background: Background | null;
}

/** Whole seconds after which a full queue is worth another try. */
const RETRY_SECONDS = 1;

export function createPictures(options: PicturesOptions = {}): Pictures {
  const {
    workers = Math.max(1, navigator.hardwareConcurrency - 1),
    queueMax = 256,
    timeLimitMs = 10_000,
    startLimitMs = 30_000,
    cacheBytes = 67_108_864,
    onMissingFonts = () => {},
  } = options;
  const queue: Waiting[] = [];
  const drawers = new Set<Drawer>();
  const idle: Drawer[] = [];
  let closing: PromiseWithResolvers<void> | null = null;
  let fontsTold = false;

  function tellMissing(missing: string[]): void {
    if (!fontsTold && missing.length > 0) onMissingFonts(missing);
    fontsTold = true;
  }

  /** One that has nothing to do, or a new one, unless there are enough. */
  function takeDrawer(): Drawer | undefined {
    for (let free = idle.pop(); free !== undefined; free = idle.pop()) {
      if (!free.hasEnded) return free;
      drawers.delete(free);
    }
    if (drawers.size === workers) return undefined;
    const limits = { cacheBytes, timeLimitMs, startLimitMs };
    const drawer = startDrawer({ ...limits, onMissingFonts: tellMissing });
    drawers.add(drawer);
    return drawer;
  }

  /** Gives the first that waits to a Worker, if there is one and the other. */
  function work(): void {
    if (queue.length === 0) return endIfClosing();
    let drawer: Drawer | undefined;
    try {
      drawer = takeDrawer();
    } catch (error) { // Deno gives Workers no more than the process may do itself
      queue.shift()!.reject(error);
      return work();
    }
    if (drawer !== undefined) draw(queue.shift()!, drawer);
  }

  function draw({ picture, background, resolve, reject }: Waiting, drawer: Drawer): void {
    void drawer.draw(picture, background).then(resolve, reject).finally(() => {
      if (drawer.hasEnded) drawers.delete(drawer);
      else idle.push(drawer);
      work();
    });
  }

  function endIfClosing(): void {
    if (closing === null || idle.length < drawers.size) return;
    for (const drawer of drawers) drawer.end();
    drawers.clear();
    idle.length = 0;
    closing.resolve();
  }

  return {
    draw(picture, background) {
      if (closing !== null || queue.length >= queueMax) {
        return Promise.reject(new Refusal("unavailable", undefined, RETRY_SECONDS));
      }
      const waiting = { picture, background, ...Promise.withResolvers<Uint8Array<ArrayBuffer>>() };
      queue.push(waiting);
      work();
      return waiting.promise;
    },
    close() {
      closing ??= Promise.withResolvers();
      endIfClosing();
      return closing.promise;
    },
  };
}
