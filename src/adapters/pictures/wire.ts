/** Messages between the pool and its Workers. */
import type { FaultName } from "../../core/errors.ts";
import type { Drawing, Picture } from "../../core/template/picture.ts";
import type { Background } from "../../ports/mod.ts";

/** Messages to a Worker: first `start`, then one picture at a time. */
export type WorkerRequest =
  | { kind: "start"; cacheBytes: number }
  | { kind: "draw"; picture: Picture; background: Background | null };

/** Messages from a Worker: `ready` once, then a reply to each picture. */
export type WorkerReply =
  /** `missing` lists what cannot be drawn because its font is not installed. */
  | { kind: "ready"; missing: string[] }
  | { kind: "drawn"; drawing: Drawing }
  | { kind: "refused"; fault: FaultName; info: string }
  | { kind: "failed"; message: string };
