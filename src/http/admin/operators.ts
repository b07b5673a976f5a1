/** Admin operations on mobile operators and counts of operator look-ups. */
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
import type { AdminHandlers, OperatorChange } from "../../generated/admin.ts";
import type { Clock, RoutingDirectory, Store } from "../../ports/mod.ts";
import { missing } from "./refusals.ts";
import { operatorView } from "./routing_views.ts";

export interface OperatorPorts {
  clock: Clock;
  routing: Pick<RoutingDirectory, "invalidate">;
  store: Pick<Store, "numberOperators" | "operators">;
}

export function operatorHandlers({ clock, routing, store }: OperatorPorts) {
  return {
    async listOperators() {
      return { items: (await sortedOperators()).map(view) };
    },

    async readOperator({ params: { operator: id } }) {
      const operator = (await sortedOperators()).find((each) => each.id === id);
      if (operator === undefined) throw missing("operator");
      return view(operator);
    },

    async setOperator({ params: { operator: id }, body }) {
      if (isLoopbackOperator(id)) {
        throw new Refusal("invalidRequest", "operator is reserved for the loopback carrier");
      }
      const current = (await store.operators.list()).find((record) => record.id === id) ??
        shippedOperator(id);
      // Whole milliseconds: fractions lose precision in the store.
      const changedAt = Math.floor(clock.now());
      const record = { ...changed(id, current, body), changedAt };
      await store.operators.set(record);
      routing.invalidate();
      return view(record);
    },

    async removeOperator({ params: { operator: id } }) {
      const isFound = await store.operators.remove(id);
      routing.invalidate();
      if (!isFound) {
        throw missing(shippedOperator(id) === null ? "operator" : "a change of operator");
      }
    },

    async listLookups({ query: { cursor, limit, ...filter } }) {
      for (const field of ["from", "to"] as const) checkDay(field, filter[field]);
      const page = { cursor: cursor ?? null, limit };
      const { items, nextCursor } = await store.numberOperators.counts(filter, page);
      return { items, "next-cursor": nextCursor };
    },
  } satisfies Partial<AdminHandlers>;

  async function sortedOperators(): Promise<(Operator | OperatorRecord)[]> {
    return [...overlay(await store.operators.list()).values()]
      .sort((a, b) => a.id < b.id ? -1 : 1);
  }
}

function view(operator: Operator | OperatorRecord) {
  if ("changedAt" in operator) return operatorView(operator, "set", operator.changedAt);
  return operatorView(operator, isLoopbackOperator(operator.id) ? "loopback" : "shipped", null);
}

/**
 * Applies a change to an operator, or creates one.
 *
 * @throws {Refusal} E100 where a new operator has no name or country.
 */
function changed(id: string, current: Operator | null, change: OperatorChange): Operator {
  const name = change.name ?? current?.name;
  const country = change.country ?? current?.country;
  if (name === undefined) {
    throw new Refusal("invalidRequest", "name is required for a new operator");
  }
  if (country === undefined) {
    throw new Refusal("invalidRequest", "country is required for a new operator");
  }
  return {
    id,
    name,
    country,
    mms: change.mms ?? current?.mms ?? true,
    maxBytes: changedLimits(current?.maxBytes ?? { other: DEFAULT_MAX_BYTES }, change),
    gsmSubjects: change["gsm-subjects"] ?? current?.gsmSubjects ?? false,
  };
}

/** Applies changes of size limits; null removes the limit of a sender kind. */
function changedLimits(
  current: Operator["maxBytes"],
  change: OperatorChange,
): Operator["maxBytes"] {
  const limits = { ...current, other: change["max-bytes"] ?? current.other };
  for (const kind of ORIGINATOR_KINDS) {
    const limit = change[`max-bytes-${kind}`];
    if (limit === null) delete limits[kind];
    else if (limit !== undefined) limits[kind] = limit;
  }
  return limits;
}

/**
 * Checks a date.
 *
 * @throws {Refusal} E100 for one that does not exist, such as 30 February.
 */
function checkDay(field: string, day: string | undefined): void {
  if (day === undefined) return;
  const at = Date.parse(day);
  if (Number.isFinite(at) && new Date(at).toISOString().startsWith(day)) return;
  throw new Refusal("invalidRequest", `${field} is not a calendar date`);
}
