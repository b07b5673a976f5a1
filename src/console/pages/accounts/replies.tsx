/** Keywords and replies of an account, by language. */
import type { FC } from "hono/jsx";
import type { Replies } from "../../../generated/admin.ts";
import { Button, Form } from "../../components/form.tsx";
import { OperationFacts, OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { bodyFieldsOf, bodyOf } from "../../model/operation_body.ts";
import type { Page, Visit } from "../../model/page.ts";
import { refusalOfForm } from "../../model/refused_form.ts";
import { accountPath, accountTab, readAccount } from "./frame.tsx";

const FIELDS = bodyFieldsOf("changeReplies");
const NAMES: Readonly<Record<Replies["language"], string>> = {
  en: "English",
  fr: "French",
  es: "Spanish",
};

export const repliesPage: Page = {
  path: "/accounts/:id/replies",

  async open(visit) {
    const account = await readAccount(visit);
    const { items } = await visit.api.call("listReplies", { params: { account: account.account } });
    return accountTab(
      account,
      "/replies",
      <>
        <p class="hint">
          {account["opt-out"]
            ? "A keyword is a whole message, such as STOP. The reply is in its language."
            : "Opt-out is off in the settings, so that keywords get no replies."}
        </p>
        {items.map((replies) => <LanguageSection of={replies} visit={visit} />)}
      </>,
    );
  },

  actions: {
    async save(form, { api, params }) {
      const path = accountPath(params.id!, "/replies");
      const language = String(form.get("language")) as Replies["language"];
      const body = bodyOf(FIELDS, form);
      if (Object.keys(body).length === 0) return { path, notice: "Nothing has changed." };
      await api.call("changeReplies", { params: { account: params.id!, language }, body });
      return { path, notice: `The replies in ${NAMES[language]} are saved.` };
    },
  },
};

const LanguageSection: FC<{ of: Replies; visit: Visit }> = ({ of: replies, visit }) => {
  const { language } = replies;
  return (
    <Section title={NAMES[language]}>
      {visit.may("changeReplies")
        ? (
          <Form>
            <input type="hidden" name="language" value={language} />
            <OperationFields
              of={FIELDS}
              values={{ ...replies }}
              refused={refusalOfForm(visit, "save", { language })}
              prefix={language}
            />
            <p class="submit">
              <Button do="save" label={`Save ${NAMES[language]}`}>Save</Button>
            </p>
          </Form>
        )
        : <OperationFacts of={FIELDS} values={{ ...replies }} />}
    </Section>
  );
};
