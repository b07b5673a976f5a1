/** Admin operations on the routing table. */
import { findOriginator } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import type { NewRoute } from "../../core/routing/routing.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { Clock, Connectors, RoutingDirectory, Store } from "../../ports/mod.ts";
import { missing, requireAccount } from "./refusals.ts";
import { routeView } from "./routing_views.ts";

/** Maximum connectors of a route: each that fails may delay a message by its timeout. */
const MAX_CONNECTORS = 8;

export interface RoutePorts {
  clock: Clock;
  connectors: Pick<Connectors, "names" | "reload">;
  routing: Pick<RoutingDirectory, "invalidate" | "table">;
  store: Pick<Store, "accounts" | "routes">;
}

export function routeHandlers(parts: RoutePorts) {
  const { connectors, clock, routing, store } = parts;
  /** Whole milliseconds: fractions lose precision in the store. */
  const now = () => Math.floor(clock.now());

  return {
    async addRoute({ body: { account = null, sender = null, operator = null, kind, ...rest } }) {
      const names = await readConnectors(rest.connectors);
      const route: NewRoute = {
        account,
        sender: await readSender(account, sender),
        operator,
        kind,
        connectors: names,
      };
      await checkOperator(operator);
      const record = await store.routes.add(route, now());
      routing.invalidate();
      return routeView(record);
    },

    async listRoutes() {
      return { items: (await store.routes.list()).map(routeView) };
    },

    async changeRoute({ params: { route: id }, body }) {
      const names = await readConnectors(body.connectors);
      const record = await store.routes.change(id, names, now());
      routing.invalidate();
      if (record === null) throw missing("route");
      return routeView(record);
    },

    async removeRoute({ params }) {
      const isFound = await store.routes.remove(params.route);
      routing.invalidate();
      if (!isFound) throw missing("route");
    },
  } satisfies Partial<AdminHandlers>;

  /**
   * Checks that the account exists and has the sender; returns the sender in normal form.
   *
   * @throws {Refusal} E100 or 404
   */
  async function readSender(account: string | null, sender: string | null): Promise<string | null> {
    if (account !== null) await requireAccount(store, account);
    if (sender === null) return null;
    if (account === null) throw new Refusal("invalidRequest", "sender needs an account");
    const originators = await store.accounts.originators(account);
    const originator = findOriginator(originators, sender);
    if (originator === undefined) {
      throw new Refusal("invalidRequest", "sender is not a sender of the account");
    }
    return originator.address;
  }

  async function checkOperator(id: string | null): Promise<void> {
    if (id === null) return;
    // Another machine may just have created it.
    routing.invalidate();
    if (!(await routing.table()).operators.has(id)) {
      throw new Refusal("invalidRequest", "operator is unknown");
    }
  }

  async function readConnectors(list: string): Promise<string[]> {
    const names = list.split(",").map((name) => name.trim()).filter((name) => name !== "");
    if (names.length > MAX_CONNECTORS) {
      throw new Refusal("invalidRequest", `connectors must have at most ${MAX_CONNECTORS} names`);
    }
    if (new Set(names).size < names.length) {
      throw new Refusal("invalidRequest", "connectors has a name twice");
    }
    const unknown = () => names.find((name) => !connectors.names().includes(name));
    // Another machine may just have created it.
    if (unknown() !== undefined) await connectors.reload();
    if (unknown() === undefined) return names;
    const existing = connectors.names().join(", ");
    throw new Refusal("invalidRequest", `connectors: ${unknown()} is not one of ${existing}`);
  }
}
