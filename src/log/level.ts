/** Levels of lines on calls that failed. */
import { StoreDown } from "../ports/mod.ts";

/** A warning, unless the store was down: its watch tells of that once. */
export function levelOf(error: unknown): "debug" | "warn" {
  return error instanceof StoreDown ? "debug" : "warn";
}
