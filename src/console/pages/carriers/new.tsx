/** Settings of a new connector. */
import { visible } from "../../../core/visible.ts";
import { ConnectorPreview } from "../../components/connector_preview.tsx";
import { Button, Form } from "../../components/form.tsx";
import { OperationFields } from "../../components/operation_fields.tsx";
import { Section } from "../../components/section.tsx";
import { Prose } from "../../components/text.tsx";
import { ApiRefusal } from "../../model/admin_api.ts";
import { bodyOf } from "../../model/operation_body.ts";
import { consoleUrl, type Page, type Visit } from "../../model/page.ts";
import { connectorPath, NEW_PATH } from "./paths.ts";
import { allOf, hasPreview, KINDS, manualOf, newFieldsOf } from "./settings.ts";

export const newConnectorPage: Page = {
  path: `${NEW_PATH}/:kind`,

  async open(visit) {
    const { kind, title, description } = kindOf(visit);
    const { first, more } = newFieldsOf(kind);
    const { hasManual, may, refused } = visit;
    const values = { name: await freeName(visit, kind) };
    return {
      title: `Connect ${title}`,
      main: (
        <>
          <div class="head">
            <h1>Connect {title}</h1>
            {hasManual && <a href={manualOf(kind)}>Manual</a>}
            <a href={consoleUrl(NEW_PATH)}>Another kind</a>
          </div>
          <p class="hint process">
            <Prose text={description} />
          </p>
          {may("createConnector")
            ? (
              <Form>
                <Section title="Settings">
                  {refused !== null && first.some(({ secret }) => secret) && (
                    <p class="hint">Secrets are not kept: enter them again.</p>
                  )}
                  <OperationFields of={first} values={presets(first, values)} refused={refused} />
                  <details open={refused !== null}>
                    <summary>More settings, whose defaults are mostly right</summary>
                    <OperationFields of={more} refused={refused} />
                  </details>
                </Section>
                <p class="row submit">
                  <Button do="create" look="primary">Connect</Button>
                  {hasPreview(kind) && may("previewConnector") && (
                    <Button do="preview" isApart>Preview its requests in a tab</Button>
                  )}
                </p>
              </Form>
            )
            : <p class="empty">Your token may not set up connectors.</p>}
        </>
      ),
    };
  },

  actions: {
    async create(form, visit) {
      const { name } = await visit.api.call("createConnector", { body: settingsOf(form, visit) });
      return { path: connectorPath(name), notice: `Connector ${name} is set up.` };
    },

    async preview(form, visit) {
      const body = settingsOf(form, visit);
      const { items } = await visit.api.call("previewConnector", { body });
      return {
        title: `Requests of ${visible(body.name)}`,
        main: <ConnectorPreview of={items} name={body.name} />,
      };
    },
  },
};

function settingsOf(form: FormData, visit: Visit) {
  const { kind } = kindOf(visit);
  const fields = bodyOf(allOf(newFieldsOf(kind)), form);
  return { ...fields, kind, name: String(form.get("name") ?? "") };
}

/** Returns the defaults of fields, with the values that are proposed. */
function presets(
  fields: ReturnType<typeof newFieldsOf>["first"],
  proposed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return {
    ...Object.fromEntries(fields.map((field) => [field.name, field.default])),
    ...proposed,
  };
}

/** Proposes a name that no connector has: that of the kind, with a number where it is taken. */
async function freeName({ api }: Visit, kind: string): Promise<string> {
  const { items } = await api.call("listConnectors");
  const names = new Set(items.map(({ name }) => name));
  const [stem] = kind.split("_") as [string];
  for (let count = 1;; count++) {
    const name = count === 1 ? stem : `${stem}-${count}`;
    if (!names.has(name)) return name;
  }
}

/** @throws {ApiRefusal} */
function kindOf({ params }: Visit) {
  const found = KINDS.find(({ kind }) => kind === params.kind);
  if (found === undefined) throw new ApiRefusal("kind does not exist", 404, "E100");
  return found;
}
