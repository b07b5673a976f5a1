/** Admin operation that explains which way a message would go. */
import { readNumber, readOriginator } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import { precedenceOf } from "../../core/routing/routing.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { ExplainRoute } from "../../jobs/deliver/explain.ts";
import type { Store } from "../../ports/mod.ts";
import { requireAccount } from "./refusals.ts";

export interface RouteExplanationPorts {
  explainRoute: ExplainRoute;
  store: Pick<Store, "accounts">;
}

export function routeExplanationHandlers({ explainRoute, store }: RouteExplanationPorts) {
  return {
    async explainRoute({ query: { account, kind, operator, ...parties } }) {
      await requireAccount(store, account);
      const from = readOriginator(parties.from);
      const to = readNumber(parties.to);
      if (from === null) throw new Refusal("invalidRequest", "from is not a sender's address");
      if (to === null) throw new Refusal("invalidRequest", "to is not a number");
      const operatorId = operator ?? null;
      const way = await explainRoute({ account, from, to, kind, operatorId });
      const route = way.selection?.route ?? null;
      return {
        from,
        to,
        "operator": way.operatorId,
        "operator-name": way.operator?.name ?? null,
        "operator-source": way.operatorSource,
        "operator-needed": way.needsOperator,
        "operator-mms": way.operator?.mms ?? null,
        "max-bytes": way.maxBytes,
        "decided-by": way.selection?.by ?? "none",
        "route": route?.id ?? null,
        "route-precedence": route === null ? null : precedenceOf(route),
        "connectors": way.connectors.map(({ name, isSetUp, breaker }) => ({
          "connector": name,
          "set-up": isSetUp,
          "circuit-breaker": breaker,
        })),
        "missing": way.missing,
        "handset": way.handset,
        "opted-out": way.isBlocked,
      };
    },
  } satisfies Partial<AdminHandlers>;
}
