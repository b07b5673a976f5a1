/** TTL cache of operators and routes: routing a message costs no round trip to the database. */
import { type RouteRecord, type RoutingTable, routingTable } from "../../core/routing/routing.ts";
import type { Clock, RoutingDirectory, Store } from "../../ports/mod.ts";

export function createOperatorDirectory(
  store: Pick<Store, "operators" | "routes">,
  clock: Clock,
  cacheMs: number,
): RoutingDirectory {
  let cached: { table: Promise<RoutingTable<RouteRecord>>; at: number } | null = null;

  async function load(): Promise<RoutingTable<RouteRecord>> {
    const [operators, routes] = await Promise.all([store.operators.list(), store.routes.list()]);
    return routingTable(operators, routes);
  }

  /** Starts a load that concurrent callers share; a failure is not cached. */
  function reload(now: number): Promise<RoutingTable<RouteRecord>> {
    const entry = { table: load(), at: now };
    cached = entry;
    entry.table.catch(() => {
      if (cached === entry) cached = null;
    });
    return entry.table;
  }

  return {
    table() {
      const now = clock.now();
      // An entry from the future is stale, too: the clock may have been set back.
      const isFresh = cached !== null && now >= cached.at && now < cached.at + cacheMs;
      return isFresh ? cached!.table : reload(now);
    },
    invalidate() {
      cached = null;
    },
  };
}
