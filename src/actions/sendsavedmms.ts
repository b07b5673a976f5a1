/** `sendsavedmms` (spec 4.4): sends a stored template to a recipient, with the send's overrides. */
import type { Requests, Responses } from "../generated/json.ts";
import { Refusal } from "../core/errors.ts";
import type { TemplateRecord } from "../core/template/template.ts";
import type { ActionContext } from "./ports.ts";
import { sendMms } from "./send_mms.ts";

export async function sendsavedmms(
  request: Requests["sendsavedmms"],
  context: ActionContext,
): Promise<Responses["sendsavedmms"]> {
  return await sendMms(request, context, () => readyTemplate(request["mms-id"], context));
}

/**
 * Reads a template that can be sent.
 *
 * @throws {Refusal} E241, E626 or E1001
 */
export async function readyTemplate(
  mmsId: string,
  { ports, access }: ActionContext,
): Promise<TemplateRecord> {
  const template = await ports.store.templates.byId(access.account.id, mmsId);
  if (template === null) throw new Refusal("templateUnknown");
  if (template.state === "locked") throw new Refusal("templateLocked");
  if (template.state === "failed") throw new Refusal("templateFailed");
  return template;
}
