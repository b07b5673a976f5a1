/** Admin operations on templates. */
import { isBlank } from "../../core/characters.ts";
import { Refusal } from "../../core/errors.ts";
import type { TemplateRecord } from "../../core/template/template.ts";
import type { AdminHandlers } from "../../generated/admin.ts";
import { note } from "../requests/request_log.ts";
import type { RetryTemplate } from "../../actions/retry_template.ts";
import type { AccountDirectory, Clock, Store } from "../../ports/mod.ts";
import type { CallAction } from "../json/call_action.ts";
import { missing } from "./refusals.ts";
import { templateDetailView, templateView } from "./template_views.ts";
import { eventLogView, interruptionView, messageView } from "./views.ts";

export interface TemplatePorts {
  accounts: AccountDirectory;
  callAction: CallAction;
  clock: Clock;
  retryTemplate: RetryTemplate;
  store: Pick<Store, "events" | "messages" | "templates">;
}

export function templateHandlers(
  { accounts, callAction, clock, retryTemplate, store }: TemplatePorts,
) {
  return {
    async listTemplates({ query: { cursor, limit, text, ...filter } }) {
      const search = text?.trim();
      const page = await store.templates.list({ ...filter, ...search && { text: search } }, {
        cursor: cursor ?? null,
        limit,
      });
      return { items: page.items.map(templateView), "next-cursor": page.nextCursor };
    },

    async readTemplate({ params }) {
      const template = await templateOf(params["mms-id"]);
      const events = await store.events.of(template.trackingId);
      return {
        ...templateDetailView(template),
        ...interruptionView(events),
        ...eventLogView(events),
      };
    },

    async renameTemplate({ params, body: { name } }) {
      if (isBlank(name)) throw new Refusal("invalidRequest", "name must not be blank");
      const template = await store.templates.rename(params["mms-id"], name);
      if (template === null) throw missing("mms-id");
      note({ account: template.account });
      return templateView(template);
    },

    async removeTemplate({ params }) {
      const mmsId = params["mms-id"];
      const { account, draftUntil } = await templateOf(mmsId);
      note({ account });
      const isRemoved = draftUntil === undefined
        ? await store.templates.remove(mmsId, null, clock.now())
        : await store.templates.endDraft(mmsId);
      if (!isRemoved) throw missing("mms-id");
    },

    async retryTemplate({ params }) {
      const template = await templateOf(params["mms-id"]);
      if (template.draftUntil !== undefined) throw missing("mms-id");
      return templateView(await retryTemplate(template, await contextOf(template)));
    },

    async sendTemplate({ params, body }) {
      const template = await templateOf(params["mms-id"]);
      if (template.draftUntil !== undefined) throw missing("mms-id");
      const { "tracking-id": id } = await callAction(
        "sendsavedmms",
        { ...body, action: "sendsavedmms", "mms-id": template.mmsId },
        await contextOf(template),
      );
      return messageView((await store.messages.byTrackingId(id))!);
    },
  } satisfies Partial<AdminHandlers>;

  /** Returns the context of a request in the name of a template's account. */
  async function contextOf({ account }: TemplateRecord) {
    note({ account });
    const access = await accounts.byId(account);
    if (access === null || access.account.disabled) throw new Refusal("accountBlocked");
    return { access, operatorId: null, signal: () => new AbortController().signal };
  }

  async function templateOf(mmsId: string) {
    const template = await store.templates.find(mmsId);
    if (template === null) throw missing("mms-id");
    return template;
  }
}
