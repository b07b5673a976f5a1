/** Choice of an account in a filter. */
import type { FC } from "hono/jsx";
import { visible } from "../../core/visible.ts";
import type { AccountPage } from "../../generated/admin.ts";
import { Select } from "./form.tsx";

/** @param of First page of accounts. Where there are more, the id is typed. */
export const AccountFilter: FC<{ of: AccountPage; value: string }> = ({ of, value }) => {
  const { items, "next-cursor": more } = of;
  if (more === null) {
    const options = items.map(({ account, name }) => ({ value: account, name: visible(name) }));
    const all = [{ value: "", name: "All accounts" }, ...options];
    return <Select name="account" label="Account" options={all} value={value} />;
  }
  return (
    <div>
      <label for="field-account">Account (id)</label>
      <input id="field-account" name="account" value={value} list="accounts" maxlength={40} />
      <datalist id="accounts">
        {items.map(({ account, name }) => <option value={account}>{visible(name)}</option>)}
      </datalist>
    </div>
  );
};
