/** Choice of an account in a filter. */
import type { FC } from "hono/jsx";
import { visible } from "../../core/visible.ts";
import type { AccountPage } from "../../generated/admin.ts";
import { type FilterValues, ListFilter } from "./list_filter.tsx";

/** @param of First page of accounts. Where there are more, the id is typed. */
export const AccountFilter: FC<{ of: AccountPage; value: string | undefined }> = (
  { of, value },
) => (
  <ListFilter
    name="account"
    label={of["next-cursor"] === null ? "Account" : "Account (id)"}
    any="All accounts"
    values={accountValues(of)}
    value={value}
    maxLength={40}
  />
);

function accountValues({ items, "next-cursor": more }: AccountPage): FilterValues {
  const options = items.map(({ account, name }) => ({ value: account, name: visible(name) }));
  return { options, hasMore: more !== null };
}
