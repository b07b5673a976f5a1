/** Conditions that select postbacks among the rows of `event`. */
import type { PostbackFilter, PostbackRecord } from "../../../ports/mod.ts";
import type { Parameter } from "../engine/database.ts";
import { instant } from "../engine/time.ts";
import { uuidOrNone } from "../engine/uuids.ts";

/** Writes states as literals, since Postgres matches partial indexes by literals only. */
export function inStates(states: readonly PostbackRecord["state"][]): string {
  return `postback in (${states.map((state) => `'${state}'`).join(", ")})`;
}

/** Writes SQL conditions, and appends their values to the parameters. */
export function conditionsOf(filter: PostbackFilter, parameters: Parameter[]): string[] {
  const { account, trackingId, code, since, until } = filter;
  const terms: [term: string, value: Parameter | undefined][] = [
    ["account =", account],
    ["tracking_id =", trackingId && uuidOrNone(trackingId)],
    ["code =", code],
    ["at >=", since === undefined ? undefined : instant(since)],
    ["at <", until === undefined ? undefined : instant(until)],
  ];
  return terms.flatMap(([term, value]) =>
    value === undefined ? [] : [`${term} $${parameters.push(value)}`]
  );
}
