/** Forms that rename and remove a template. */
import type { FC } from "hono/jsx";
import type { TemplateDetail } from "../../generated/admin.ts";
import { refusalOfForm } from "../model/refused_form.ts";
import type { Visit } from "../model/page.ts";
import { Confirm } from "./confirm.tsx";
import { Button, Form } from "./form.tsx";
import { Section } from "./section.tsx";

/** Section with the forms; nothing for a visitor whose token has the scope of neither. */
export const TemplateChanges: FC<{ of: TemplateDetail; visit: Visit }> = ({ of, visit }) => {
  const [mayRename, mayRemove] = [visit.may("renameTemplate"), visit.may("removeTemplate")];
  if (!mayRename && !mayRemove) return null;
  const refused = refusalOfForm(visit, "rename")?.form.get("name");
  return (
    <Section title="Change">
      {mayRename && (
        <Form>
          <div class="field">
            <label for="field-name">Name</label>
            <input
              id="field-name"
              name="name"
              value={typeof refused === "string" ? refused : of.name}
              maxlength={200}
              dir="auto"
              autocomplete="off"
              required
            />
          </div>
          <Button do="rename">Rename</Button>
        </Form>
      )}
      {mayRemove && (
        <Confirm title="Delete" thing={of.name} do="remove" button="Delete the template">
          It is gone at once, and can no longer be sent. Messages that are on their way are
          delivered, and their pages stay.
        </Confirm>
      )}
    </Section>
  );
};
