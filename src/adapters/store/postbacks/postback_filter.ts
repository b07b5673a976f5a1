/** Conditions that select postbacks among the rows of `event`. */
import type { PostbackFilter, PostbackRecord } from "../../../ports/mod.ts";
import type { Parameter } from "../engine/database.ts";
import { instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

/** Condition on a row that a receiver gets. */
export const IS_POSTBACK = "code is not null and postback is distinct from 'unwanted'";

/**
 * Writes the condition of states, as literals: Postgres matches partial indexes by literals only.
 * Pending ones are those that wait for an attempt.
 */
export function inStates(states: readonly PostbackRecord["state"][]): string {
  const stored = states.filter((state) => state !== "sent").map((state) => `'${state}'`);
  const conditions = [
    ...stored.length > 0 ? [`postback in (${stored.join(", ")})`] : [],
    ...states.includes("sent") ? ["(postback is null and sent_at is not null)"] : [],
  ];
  return conditions.length === 1 ? conditions[0]! : `(${conditions.join(" or ")})`;
}

/** Writes SQL conditions, and appends their values to the parameters. */
export function conditionsOf(filter: PostbackFilter, parameters: Parameter[]): string[] {
  const { account, code, receiver, since, trackingId, until } = filter;
  const terms: [term: string, value: Parameter | undefined][] = [
    ["account =", account],
    ["tracking_id =", trackingId && uuidOrNone(trackingId)],
    ["code =", code],
    ["receiver =", receiver],
    ["at >=", since === undefined ? undefined : instant(since)],
    ["at <", until === undefined ? undefined : instant(until)],
  ];
  return terms.flatMap(([term, value]) =>
    value === undefined ? [] : [`${term} $${parameters.push(value)}`]
  );
}
