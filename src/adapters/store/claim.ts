/** Claims due work fairly: an equal share for each account that has any, the oldest first. */
import type { ClaimRoom, Lease } from "../../ports/mod.ts";
import { asJson, type Parameter } from "./database.ts";
import { instant } from "./time.ts";

/**
 * Table with a column for the time at which a row is due, and an index on account and that time.
 */
export interface DueTable {
  table: string;
  key: string;
  dueAt: string;
}

/**
 * Writes SQL that claims due rows under a lease. It finds each account with one index step, however
 * long the account's backlog. Where the limit is less than the number of accounts, those with the
 * oldest work come first. Rows that another process is claiming are skipped.
 * @param returning Columns to return.
 */
export function claimStatement({ table, key, dueAt }: DueTable, returning: string): string {
  return `
  with recursive ${accountSteps({ table, dueAt })},
  owner as (
    select account, oldest from step cross join lateral (
      select ${dueAt} as oldest from ${table}
      where account = step.account and ${dueAt} <= $3 order by ${dueAt} limit 1) first
    where account not in (select json_array_elements_text($6::text::json))
    order by oldest limit $4::bigint),
  due as (
    select found.${key} from owner cross join lateral (
      select ${key} from ${table} where account = owner.account and ${dueAt} <= $3
      order by ${dueAt}
      limit (select least($5::bigint, (($4::bigint - 1) / count(*)) + 1) from owner)
      for update skip locked) found
    limit $4::bigint)
  update ${table} set owner = $1, ${dueAt} = $2
  where ${key} in (select ${key} from due)
  returning ${returning}`;
}

/** Writes the table expression `step`: the accounts that have rows with a due time, and a null. */
export function accountSteps({ table, dueAt }: Pick<DueTable, "table" | "dueAt">): string {
  return `step as (
    (select account from ${table} where ${dueAt} is not null and account > ''
      order by account limit 1)
    union all
    select (select account from ${table} where ${dueAt} is not null and account > step.account
      order by account limit 1)
    from step where step.account is not null)`;
}

/** Lists the parameters of {@link claimStatement}. */
export function claimParameters(
  { owner, until }: Lease,
  now: number,
  { limit, perAccount = limit, except = [] }: ClaimRoom,
): Parameter[] {
  return [owner, instant(until), instant(now), limit, perAccount, asJson(except)];
}
