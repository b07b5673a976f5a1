/** Mobile operators, and how often they had to be looked up. */
import type { OpenAPIHono } from "@hono/zod-openapi";
import { ORIGINATOR_KINDS } from "../../core/account/account.ts";
import { Refusal } from "../../core/errors.ts";
import {
  DEFAULT_MAX_BYTES,
  isLoopbackOperator,
  type Operator,
  type OperatorRecord,
  overlay,
  shippedOperator,
} from "../../core/routing/operators.ts";
import type { OperatorChange } from "../../generated/admin.ts";
import * as routes from "../../generated/routes.ts";
import type { AdminPorts } from "./ports.ts";
import { missing } from "./refusals.ts";
import { operatorView } from "./routing_views.ts";

export function operatorRoutes(
  app: OpenAPIHono,
  { provision: { clock }, routing, store }: AdminPorts,
): void {
  app.openapi(routes.listOperators, async (c) => {
    return c.json({ items: (await all()).map(view) }, 200);
  });

  app.openapi(routes.readOperator, async (c) => {
    const { operator: id } = c.req.valid("param");
    const found = (await all()).find((one) => one.id === id);
    if (found === undefined) throw missing("operator");
    return c.json(view(found), 200);
  });

  app.openapi(routes.setOperator, async (c) => {
    const { operator: id } = c.req.valid("param");
    if (isLoopbackOperator(id)) {
      throw new Refusal("invalidRequest", "operator is one that the loopback carrier plays");
    }
    const former = (await store.operators.list()).find((one) => one.id === id) ??
      shippedOperator(id);
    // Whole milliseconds: fractions may come back from the store a microsecond off.
    const changedAt = Math.floor(clock.now());
    const record = { ...changed(id, former, c.req.valid("json")), changedAt };
    await store.operators.set(record);
    routing.forget();
    return c.json(view(record), 200);
  });

  app.openapi(routes.removeOperator, async (c) => {
    const { operator: id } = c.req.valid("param");
    const done = await store.operators.remove(id);
    routing.forget();
    if (!done) throw missing(shippedOperator(id) === null ? "operator" : "a change of operator");
    return c.body(null, 204);
  });

  app.openapi(routes.listLookups, async (c) => {
    const { cursor, limit, ...filter } = c.req.valid("query");
    for (const field of ["from", "to"] as const) checkDay(field, filter[field]);
    const page = { cursor: cursor ?? null, limit };
    const { items, nextCursor } = await store.numberOperators.counts(filter, page);
    return c.json({ items, "next-cursor": nextCursor }, 200);
  });

  /** By id. */
  async function all(): Promise<(Operator | OperatorRecord)[]> {
    return [...overlay(await store.operators.list()).values()]
      .sort((a, b) => a.id < b.id ? -1 : 1);
  }
}

function view(operator: Operator | OperatorRecord) {
  if ("changedAt" in operator) return operatorView(operator, "set", operator.changedAt);
  return operatorView(operator, isLoopbackOperator(operator.id) ? "loopback" : "shipped", null);
}

/** An operator with the given fields, over what it was. Throws Refusal where one is missing. */
function changed(id: string, former: Operator | null, given: OperatorChange): Operator {
  const name = given.name ?? former?.name;
  const country = given.country ?? former?.country;
  if (name === undefined) throw new Refusal("invalidRequest", "name is required of a new operator");
  if (country === undefined) {
    throw new Refusal("invalidRequest", "country is required of a new operator");
  }
  return {
    id,
    name,
    country,
    mms: given.mms ?? former?.mms ?? true,
    maxBytes: changedLimits(former?.maxBytes ?? { other: DEFAULT_MAX_BYTES }, given),
    gsmSubjects: given["gsm-subjects"] ?? former?.gsmSubjects ?? false,
  };
}

/** Null takes a kind's own limit away. */
function changedLimits(
  former: Operator["maxBytes"],
  given: OperatorChange,
): Operator["maxBytes"] {
  const limits = { ...former, other: given["max-bytes"] ?? former.other };
  for (const kind of ORIGINATOR_KINDS) {
    const limit = given[`max-bytes-${kind}`];
    if (limit === null) delete limits[kind];
    else if (limit !== undefined) limits[kind] = limit;
  }
  return limits;
}

/** Throws Refusal for a day that no month has. */
function checkDay(field: string, day: string | undefined): void {
  if (day === undefined) return;
  const at = Date.parse(day);
  if (Number.isFinite(at) && new Date(at).toISOString().startsWith(day)) return;
  throw new Refusal("invalidRequest", `${field} is no day of the calendar`);
}
