/** A Worker that draws one picture at a time. */
import { Refusal } from "../../core/errors.ts";
import type { Drawing, Picture } from "../../core/template/picture.ts";
import type { Background } from "../../ports/mod.ts";
import type { WorkerReply, WorkerRequest } from "./wire.ts";

export interface DrawerOptions {
  cacheBytes: number;
  timeLimitMs: number;
  startLimitMs: number;
  onMissingFonts(missing: string[]): void;
}

export interface Drawer {
  /**
   * Draws a picture; calls must not overlap. A failure may end the Worker (see `hasEnded`).
   *
   * @throws Refusal for a picture that cannot be drawn or takes too long.
   */
  draw(picture: Picture, background: Background | null): Promise<Drawing>;
  readonly hasEnded: boolean;
  end(): void;
}

/** Starts a Worker, which loads while its first picture waits. */
export function startDrawer(options: DrawerOptions): Drawer {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
    // Restricts the JavaScript around the native libraries to these permissions.
    deno: { permissions: { read: "inherit", env: "inherit", sys: "inherit", ffi: "inherit" } },
  });
  let pending: PromiseWithResolvers<Drawing> | null = null;
  let isReady = false;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    hasEnded = true;
    clearTimeout(timer);
    worker.terminate();
  }

  function finish(settle: (picture: PromiseWithResolvers<Drawing>) => void): void {
    clearTimeout(timer);
    const picture = pending;
    pending = null;
    if (picture !== null) settle(picture);
  }

  function fail(error: Error): void {
    end();
    finish(({ reject }) => reject(error));
  }

  function limitTime(): void {
    clearTimeout(timer);
    timer = isReady
      ? setTimeout(() => fail(tooSlow()), options.timeLimitMs)
      : setTimeout(() => fail(new Error("the Worker does not start")), options.startLimitMs);
  }

  worker.onmessage = ({ data: reply }: MessageEvent<WorkerReply>) => {
    if (hasEnded) return;
    switch (reply.kind) {
      case "ready":
        isReady = true;
        options.onMissingFonts(reply.missing);
        if (pending !== null) limitTime();
        return;
      case "drawn":
        return finish(({ resolve }) => resolve(reply.drawing));
      case "refused":
        return finish(({ reject }) => reject(new Refusal(reply.fault, reply.info)));
      case "failed":
        return finish(({ reject }) => reject(new Error(reply.message)));
    }
  };
  worker.onerror = (event) => {
    event.preventDefault(); // otherwise the error would end this process too
    fail(new Error(`the Worker ended: ${event.message}`));
  };
  const post = (request: WorkerRequest) => worker.postMessage(request);
  post({ kind: "start", cacheBytes: options.cacheBytes });

  return {
    draw(picture, background) {
      pending = Promise.withResolvers();
      const { promise } = pending;
      limitTime();
      try {
        post({ kind: "draw", picture, background });
      } catch (error) { // the message cannot be cloned, for example because of a detached buffer
        finish(({ reject }) => reject(error));
      }
      return promise;
    },
    get hasEnded() {
      return hasEnded;
    },
    end,
  };
}

function tooSlow(): Refusal {
  return new Refusal("drawingInvalid", "the image takes too long to draw");
}
