/** Persons in all forms of their number: what is stored under one is theirs as well. */
import { equalForms } from "../../../core/account/equal_numbers.ts";
import type { Person, PersonFacts, PersonSummary } from "../../../ports/mod.ts";

/** Lists a person by each form of the number. */
export function formsOf({ number, account }: Person): Person[] {
  return equalForms(number).map((form) => ({ number: form, account }));
}

/**
 * Takes a step through a list of one form after the other; the cursor begins with the form's
 * position.
 */
export async function stepThrough<Step extends { next: string | null }>(
  person: Person,
  after: string | null,
  step: (form: Person, after: string | null) => Promise<Step>,
): Promise<Step> {
  const forms = formsOf(person);
  const [position, within]: [number, string | null] = after === null
    ? [0, null]
    : JSON.parse(after);
  const result = await step(forms[position]!, within);
  const isLast = position === forms.length - 1;
  const next = result.next !== null
    ? [position, result.next]
    : isLast
    ? null
    : [position + 1, null];
  return { ...result, next: next && JSON.stringify(next) };
}

/** Adds the summaries of several forms up. Of erasures, the last for each account counts. */
export function mergedSummary(summaries: readonly PersonSummary[]): PersonSummary {
  const [first, ...others] = summaries.map(({ counts }) => counts);
  const counts = { ...first! };
  for (const name of Object.keys(counts) as (keyof typeof counts)[]) {
    for (const other of others) counts[name] += other[name];
  }
  const erasures = new Map<string | null, number>();
  for (const { account, at } of summaries.flatMap(({ erasures }) => erasures)) {
    erasures.set(account, Math.max(at, erasures.get(account) ?? at));
  }
  return {
    counts,
    accounts: [...new Set(summaries.flatMap(({ accounts }) => accounts))].sort(),
    erasedBlocks: summaries.reduce((sum, { erasedBlocks }) => sum + erasedBlocks, 0),
    erasures: [...erasures].map(([account, at]) => ({ account, at })),
  };
}

/** Joins the facts of several forms. */
export function mergedFacts(facts: readonly PersonFacts[]): PersonFacts {
  return {
    subscriptions: facts.flatMap(({ subscriptions }) => subscriptions),
    subscriptionChanges: facts.flatMap(({ subscriptionChanges }) => subscriptionChanges),
    blocks: facts.flatMap(({ blocks }) => blocks),
    keywordReplies: facts.flatMap(({ keywordReplies }) => keywordReplies),
    handsets: facts.flatMap(({ handsets }) => handsets),
    operators: facts.flatMap(({ operators }) => operators),
    loopbackHandsets: facts.flatMap(({ loopbackHandsets }) => loopbackHandsets),
  };
}
