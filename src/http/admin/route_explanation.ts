/** Admin operation that explains which way a message would go. */
import { readNumber, readOriginator } from "../../core/account/address.ts";
import { Refusal } from "../../core/errors.ts";
import { precedenceOf } from "../../core/routing/routing.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import type { ExplainRoute } from "../../jobs/deliver/explain.ts";
import type { Store } from "../../ports/mod.ts";
import { requireAccount } from "./refusals.ts";
import { isoOrNull } from "./views.ts";

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
      const explanation = await explainRoute({ account, from, to, kind, operatorId });
      const route = explanation.selection?.route ?? null;
      return {
        from,
        to,
        "operator": explanation.operatorId,
        "operator-name": explanation.operator?.name ?? null,
        "operator-source": explanation.operatorSource,
        "operator-needed": explanation.needsOperator,
        "operator-mms": explanation.operator?.mms ?? null,
        "max-bytes": explanation.maxBytes,
        "decided-by": explanation.selection?.by ?? "none",
        "route": route?.id ?? null,
        "route-precedence": route === null ? null : precedenceOf(route),
        "connectors": explanation.connectors.map(({ name, isSetUp, isDisabled, breaker }) => ({
          "connector": name,
          "set-up": isSetUp,
          "disabled": isDisabled,
          "circuit-breaker": breaker,
        })),
        "missing": explanation.missing,
        "handset": explanation.handset,
        "opted-out": explanation.isBlocked,
        "opens-at": isoOrNull(explanation.opensAt),
      };
    },
  } satisfies Partial<AdminHandlers>;
}
