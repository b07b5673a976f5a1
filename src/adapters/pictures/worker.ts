/** Entry of a Worker that draws pictures, so that drawing does not block the server's thread. */
import { Refusal } from "../../core/errors.ts";
import { createPainter, loadFonts, type Painter } from "../../image/mod.ts";
import type { WorkerReply, WorkerRequest } from "./wire.ts";

/** Global scope of a Worker, whose messages the compiler's library types differently. */
const scope = self as unknown as {
  onmessage: (event: MessageEvent<WorkerRequest>) => void;
  postMessage(reply: WorkerReply, transfer?: Transferable[]): void;
};

let painter: Painter;

scope.onmessage = async ({ data: request }) => {
  if (request.kind === "start") {
    painter = createPainter({ cacheBytes: request.cacheBytes });
    scope.postMessage({ kind: "ready", missing: loadFonts() });
    return;
  }
  try {
    const drawing = await painter.draw(request.picture, request.background);
    scope.postMessage({ kind: "drawn", drawing }, [drawing.jpeg.buffer]);
  } catch (error) {
    scope.postMessage(errorReply(error));
  }
};

function errorReply(error: unknown): WorkerReply {
  if (error instanceof Refusal) return { kind: "refused", fault: error.fault, info: error.info };
  return { kind: "failed", message: error instanceof Error ? error.stack! : String(error) };
}
