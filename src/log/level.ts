/** Log level of failed calls. */
import { StoreDown } from "../ports/mod.ts";

/** Returns `warn`, or `debug` for a store outage: its dependency watch logs that once. */
export function levelOf(error: unknown): "debug" | "warn" {
  return error instanceof StoreDown ? "debug" : "warn";
}
