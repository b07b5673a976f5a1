/** One Worker and the picture it has in work. */
import { Refusal } from "../../core/errors.ts";
import type { Picture } from "../../core/personalisation/picture.ts";
import type { Background } from "../../ports/mod.ts";
import type { Answer, Order } from "./wire.ts";

export interface DrawerOptions {
  cacheBytes: number;
  timeLimitMs: number;
  startLimitMs: number;
  onMissingFonts(missing: string[]): void;
}

export interface Drawer {
  /** One picture at a time. Rejects with what is wrong; after that it may have ended. */
  draw(picture: Picture, background: Background | null): Promise<Uint8Array<ArrayBuffer>>;
  readonly hasEnded: boolean;
  end(): void;
}

/** The Worker loads while its first picture waits for it. */
export function startDrawer(options: DrawerOptions): Drawer {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
    // Its libraries are native code: the rest of the world is closed to the code around them.
    deno: { permissions: { read: "inherit", env: "inherit", sys: "inherit", ffi: "inherit" } },
  });
  let inWork: PromiseWithResolvers<Uint8Array<ArrayBuffer>> | null = null;
  let isReady = false;
  let hasEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    hasEnded = true;
    clearTimeout(timer);
    worker.terminate();
  }

  function finish(settle: (picture: PromiseWithResolvers<Uint8Array<ArrayBuffer>>) => void): void {
    clearTimeout(timer);
    const picture = inWork;
    inWork = null;
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

  worker.onmessage = ({ data: answer }: MessageEvent<Answer>) => {
    if (hasEnded) return;
    switch (answer.kind) {
      case "ready":
        isReady = true;
        options.onMissingFonts(answer.missing);
        if (inWork !== null) limitTime();
        return;
      case "drawn":
        return finish(({ resolve }) => resolve(answer.jpeg));
      case "refused":
        return finish(({ reject }) => reject(new Refusal(answer.fault, answer.info)));
      case "failed":
        return finish(({ reject }) => reject(new Error(answer.message)));
    }
  };
  worker.onerror = (event) => {
    event.preventDefault(); // or this thread would end too
    fail(new Error(`the Worker ended: ${event.message}`));
  };
  const order = (order: Order) => worker.postMessage(order);
  order({ kind: "start", cacheBytes: options.cacheBytes });

  return {
    draw(picture, background) {
      inWork = Promise.withResolvers();
      const { promise } = inWork;
      limitTime();
      try {
        order({ kind: "draw", picture, background });
      } catch (error) { // it cannot be sent: a buffer that somebody has given away
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
