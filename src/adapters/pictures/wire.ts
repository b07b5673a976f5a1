/** What the pool and its Workers say to each other. */
import type { FaultName } from "../../core/errors.ts";
import type { Picture } from "../../core/personalisation/picture.ts";
import type { Background } from "../../ports/mod.ts";

/** To a Worker: first `start`, then pictures, one at a time. */
export type Order =
  | { kind: "start"; cacheBytes: number }
  | { kind: "draw"; picture: Picture; background: Background | null };

/** From a Worker: `ready` once, then an answer to each picture. */
export type Answer =
  /** `missing` is what it cannot draw for want of fonts. */
  | { kind: "ready"; missing: string[] }
  | { kind: "drawn"; jpeg: Uint8Array<ArrayBuffer> }
  | { kind: "refused"; fault: FaultName; info: string }
  | { kind: "failed"; message: string };
