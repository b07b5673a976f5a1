/** Draws pictures in a thread of its own, so that no door waits for one. */
import { Refusal } from "../../core/errors.ts";
import { createPainter, loadFonts, type Painter } from "../../image/mod.ts";
import type { Answer, Order } from "./wire.ts";

/** What a Worker's global scope has beyond a window's. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<Order>) => void;
  postMessage(answer: Answer, transfer?: Transferable[]): void;
};

let painter: Painter;

scope.onmessage = async ({ data: order }) => {
  if (order.kind === "start") {
    painter = createPainter({ cacheBytes: order.cacheBytes });
    scope.postMessage({ kind: "ready", missing: loadFonts() });
    return;
  }
  try {
    const jpeg = await painter.draw(order.picture, order.background);
    scope.postMessage({ kind: "drawn", jpeg }, [jpeg.buffer]);
  } catch (error) {
    scope.postMessage(answerTo(error));
  }
};

function answerTo(error: unknown): Answer {
  if (error instanceof Refusal) return { kind: "refused", fault: error.fault, info: error.info };
  return { kind: "failed", message: error instanceof Error ? error.stack! : String(error) };
}
