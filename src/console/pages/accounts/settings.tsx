/** Settings of an account. */
import type { FC } from "hono/jsx";
import type { Account } from "../../../generated/admin.ts";
import { Confirm } from "../../components/confirm.tsx";
import { Button, Form } from "../../components/form.tsx";
import { OperationFacts, OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { labelOf } from "../../model/field_names.ts";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import type { Action, Page, Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { type FieldGroup, groupsOf } from "./field_groups.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";
import { LOGO_ACTIONS, LogoForm } from "./logo.tsx";

/** Fields of the form; an account is disabled by a button of its own, which asks first. */
const FIELDS = bodyFieldsOf("changeAccount").filter(({ name }) => name !== "disabled");
const GROUPS = groupsOf(FIELDS);

export const settingsPage: Page = {
  path: "/accounts/:id",

  async open(visit) {
    const account = await readAccount(visit);
    const mayChange = visit.may("changeAccount");
    return accountTab(
      account,
      "",
      <>
        {mayChange
          ? <SettingsForm account={account} refused={refusalOfForm(visit, "save")} />
          : GROUPS.map((group) => <GroupFacts group={group} account={account} />)}
        {mayChange && <LogoForm account={account} />}
        {mayChange && <StateForm account={account} />}
      </>,
    );
  },

  actions: {
    async save(form, { api, params }) {
      const path = accountPath(params.id!);
      const body = bodyOf(FIELDS, form);
      const labels = Object.keys(body).map(labelOf);
      if (labels.length === 0) return { path, notice: "Nothing has changed." };
      await api.call("changeAccount", { params: { account: params.id! }, body });
      return { path, notice: `Saved: ${labels.join(", ")}.` };
    },
    ...LOGO_ACTIONS,
    disable: stateAction(true, "The account is disabled."),
    enable: stateAction(false, "The account is enabled."),
  },
};

function stateAction(disabled: boolean, notice: string): Action {
  return async (_, { api, params }) => {
    await api.call("changeAccount", { params: { account: params.id! }, body: { disabled } });
    return { path: accountPath(params.id!), notice };
  };
}

const SettingsForm: FC<{ account: Account; refused: Visit["refused"] }> = (
  { account, refused },
) => (
  <Form>
    {GROUPS.map(({ title, fields }) => (
      <Section title={title}>
        <OperationFields of={fields} values={{ ...account }} refused={refused} />
      </Section>
    ))}
    <p class="submit">
      <Button do="save" look="primary">Save the settings</Button>
    </p>
  </Form>
);

const GroupFacts: FC<{ group: FieldGroup; account: Account }> = ({ group, account }) => (
  <Section title={group.title}>
    <OperationFacts of={group.fields} values={{ ...account }} />
  </Section>
);

const StateForm: FC<{ account: Account }> = ({ account }) => {
  if (account.disabled) {
    return (
      <Section title="This account is disabled">
        <p class="hint">Its requests are refused. Enabling it is effective at once.</p>
        <Form>
          <Button do="enable">Enable the account</Button>
        </Form>
      </Section>
    );
  }
  return (
    <Section title="Disable the account">
      <p class="hint">
        A disabled account keeps its settings, keys and messages, and can be enabled again.
      </p>
      <Confirm title="Disable" thing="the account" do="disable" button="Disable">
        All its requests are refused at once, over JSON and MM7. Messages that are accepted already
        are still sent.
      </Confirm>
    </Section>
  );
};
