/** List to choose a sender of an account from. */
import type { FC } from "hono/jsx";
import { visible } from "../../core/visible.ts";
import { type SenderChoices, valueOfSender } from "../model/sender_choices.ts";

export const SenderSelect: FC<{
  id: string;
  choices: SenderChoices;
  /** Value that is chosen. */
  value: string;
  /** Name of the choice of none. Default: one must be chosen. */
  none?: string;
  /** Whether an account can be chosen with all its senders. Default false. */
  takesAccounts?: boolean;
}> = ({ id, choices: { accounts }, value, none, takesAccounts = false }) => {
  const option = (account: string, sender: string | null, name: string) => {
    const each = valueOfSender({ account, sender });
    return <option value={each} selected={each === value}>{visible(name)}</option>;
  };
  return (
    <select id={id} name="sender" required={none === undefined}>
      {(none !== undefined || value === "") && <option value="">{none ?? "Choose …"}</option>}
      {accounts.map(({ account, name, senders }) => (
        <optgroup label={visible(name === account ? name : `${name} (${account})`)}>
          {takesAccounts && option(account, null, `${account}, all senders`)}
          {senders.map((sender) =>
            option(account, sender, sender)
          )}
        </optgroup>
      ))}
    </select>
  );
};
