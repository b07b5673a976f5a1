/** Mobile operators and routes as the admin API shows them. */
import type { Operator, OperatorSource } from "../../core/routing/operators.ts";
import type { RouteRecord } from "../../core/routing/routing.ts";
import { isoMicros } from "../../core/timestamp.ts";
import type * as wire from "../../generated/admin.ts";

export function operatorView(
  operator: Operator,
  source: OperatorSource,
  changedAt: number | null,
): wire.Operator {
  const { id, name, country, mms, maxBytes, gsmSubjects } = operator;
  return {
    "operator": id,
    name,
    country,
    mms,
    "max-bytes": maxBytes.other,
    "max-bytes-short-code": maxBytes["short-code"] ?? null,
    "max-bytes-toll-free": maxBytes["toll-free"] ?? null,
    "max-bytes-10dlc": maxBytes["10dlc"] ?? null,
    "max-bytes-alphanumeric": maxBytes.alphanumeric ?? null,
    "gsm-subjects": gsmSubjects,
    source,
    "changed-at": changedAt === null ? null : isoMicros(changedAt),
  };
}

export function routeView(route: RouteRecord): wire.Route {
  return {
    "route": route.id,
    "account": route.account,
    "sender": route.sender,
    "operator": route.operator,
    "kind": route.kind,
    "connectors": route.connectors.join(","),
    "created-at": isoMicros(route.createdAt),
    "changed-at": isoMicros(route.changedAt),
  };
}
