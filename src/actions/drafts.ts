/**
 * Drafts of templates: their files are prepared before the template has a name. Administrators save
 * them by `savemms`, whose rules they follow.
 */
import type { Account } from "../core/account/account.ts";
import type { NewEvent } from "../core/message/event.ts";
import { addressedTemplateEvents, templateEvent } from "../core/postback/template_event.ts";
import type { NewTemplate, TemplateRecord, TemplateSlide } from "../core/template/template.ts";
import { canonicalJson } from "../lib/canonical_json.ts";
import type { ResponseRecord } from "../ports/mod.ts";
import type { ActionPorts } from "./ports.ts";

/** Finds a draft of an account; null: there is none, or it has been saved. */
export async function findDraft(
  { store }: Pick<ActionPorts, "store">,
  account: string,
  mmsId: string,
): Promise<TemplateRecord | null> {
  const draft = await store.templates.find(mmsId);
  return draft?.account === account && draft.draftUntil !== undefined ? draft : null;
}

/** Tells whether a draft has these slides. */
export function hasSlides(draft: TemplateRecord, slides: readonly TemplateSlide[]): boolean {
  // As the store has them: without fields that are undefined.
  return canonicalJson(draft.slides) === canonicalJson(JSON.parse(JSON.stringify(slides)));
}

/** Makes the event of a template that is saved. */
export function savedEvent({ account, createdAt: at, trackingId }: NewTemplate): NewEvent {
  return {
    account,
    trackingId,
    at,
    name: "saved",
    state: "locked",
    details: null,
    code: null,
    body: null,
    operatorId: null,
  };
}

/**
 * Saves a draft as a template, under its mms-id. The postback of one that is ready goes out now.
 *
 * @param template Template that is to be saved, with the slides of the draft.
 * @returns False if the draft has failed, or is gone: nothing is saved.
 */
export async function saveDraft(
  ports: Pick<ActionPorts, "store">,
  draft: TemplateRecord,
  template: NewTemplate,
  { receivers }: Pick<Account, "receivers">,
  response: ResponseRecord | undefined,
): Promise<boolean> {
  const { mmsId, trackingId, state, media, trace } = draft;
  if (state === "failed") return false;
  const saved = { ...template, mmsId, trackingId, state, media, ...trace && { trace } };
  const events = [savedEvent(saved)];
  if (state === "ready") {
    const ready = templateEvent(saved, template.createdAt, "transcoded");
    events.push(...addressedTemplateEvents([ready], receivers));
  }
  if (await ports.store.templates.saveDraft(saved, events, response)) return true;
  // Its files were ready meanwhile, or have failed.
  const current = await findDraft(ports, draft.account, mmsId);
  if (current === null || current.state === state) return false;
  return await saveDraft(ports, current, template, { receivers }, response);
}
