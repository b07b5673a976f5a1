/** Operators and routes in memory for a few seconds, so that a message costs no round trip. */
import { type RoutingTable, routingTable } from "../../core/routing/routing.ts";
import type { Clock, RoutingDirectory, Store } from "../../ports/mod.ts";

export function createOperatorDirectory(
  store: Pick<Store, "operators" | "routes">,
  clock: Clock,
  cacheMs: number,
): RoutingDirectory {
  let kept: { table: Promise<RoutingTable>; at: number } | null = null;

  async function load(): Promise<RoutingTable> {
    const [operators, routes] = await Promise.all([store.operators.list(), store.routes.list()]);
    return routingTable(operators, routes);
  }

  /** Shared by all who ask meanwhile; a failure is not kept. */
  function begin(now: number): Promise<RoutingTable> {
    const entry = { table: load(), at: now };
    kept = entry;
    entry.table.catch(() => {
      if (kept === entry) kept = null;
    });
    return entry.table;
  }

  return {
    table() {
      const now = clock.now();
      // Not before it was asked for either: the clock may have been set back.
      const isFresh = kept !== null && now >= kept.at && now < kept.at + cacheMs;
      return isFresh ? kept!.table : begin(now);
    },
    forget() {
      kept = null;
    },
  };
}
