/** Letters of the priorities in rows: the due ones are indexed by them. */
import type { Priority } from "../../../lib/fair_queue.ts";

export const PRIORITY_LETTERS = {
  high: "h",
  normal: "n",
  low: "l",
} as const satisfies Record<Priority, string>;
