/** Forms that rename and remove a template. */
import type { FC } from "hono/jsx";
import type { TemplateDetail } from "../../generated/admin.ts";
import { refusalOfForm } from "../model/refused_form.ts";
import { consoleUrl, type Visit } from "../model/page.ts";
import { Confirm } from "./confirm.tsx";
import { Button, Form } from "./form.tsx";
import { canCompose } from "../composition/of_template.ts";
import { Section } from "./section.tsx";
import { Value } from "./text.tsx";

/** Returns the address of a form with what a template has; null: the visitor may not save it. */
export function composeAgainUrl(of: TemplateDetail, visit: Visit): string | null {
  if (!visit.may("performAction") || !canCompose(of)) return null;
  return consoleUrl("/templates/new", { from: of["mms-id"] });
}

/** Section with the forms; nothing for a visitor whose token has the scope of none. */
export const TemplateChanges: FC<{ of: TemplateDetail; visit: Visit }> = ({ of, visit }) => {
  const [mayRename, mayRemove] = [visit.may("renameTemplate"), visit.may("removeTemplate")];
  const duplicateUrl = of.state === "failed" ? null : composeAgainUrl(of, visit);
  if (!mayRename && !mayRemove && duplicateUrl === null) return null;
  const refused = refusalOfForm(visit, "rename");
  const typed = refused?.form.get("name");
  return (
    <Section title="Change">
      <div class="changes">
        {mayRename && (
          <Form>
            <div class="field">
              <label for="field-name">Name</label>
              <input
                id="field-name"
                name="name"
                value={typeof typed === "string" ? typed : of.name}
                maxlength={200}
                dir="auto"
                autocomplete="off"
                required
                autofocus={refused !== null}
                aria-invalid={refused === null ? undefined : "true"}
                aria-describedby={refused === null ? undefined : "field-name-fault"}
              />
              {refused !== null && (
                <p class="mistake" id="field-name-fault">
                  <Value text={refused.refusal.message} />
                </p>
              )}
            </div>
            <Button do="rename">Rename</Button>
          </Form>
        )}
        {duplicateUrl !== null && (
          <p class="row">
            <a class="button" href={duplicateUrl}>Duplicate</a>
            <span class="hint">Opens a new template with the same content.</span>
          </p>
        )}
        {mayRemove && (
          <Confirm title="Delete" thing={of.name} do="remove" button="Delete the template">
            It is gone at once, and can no longer be sent. Messages that are on their way are
            delivered, and their pages stay.
          </Confirm>
        )}
      </div>
    </Section>
  );
};
