/** `savemms` (spec 4.3): stores a template and starts to transcode its files. */
import type { Requests, Responses } from "../generated/json.ts";
import { isBlank, nonBlank } from "../core/characters.ts";
import { Refusal } from "../core/errors.ts";
import type { NewTemplate } from "../core/template/template.ts";
import type { ResponseRecord } from "../ports/mod.ts";
import { within } from "../tracing/mod.ts";
import { findDraft, hasSlides, savedEvent, saveDraft } from "./drafts.ts";
import { readFetchableSlides } from "./fetchable_slides.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

export async function savemms(
  request: Requests["savemms"],
  { ports, access: { account }, draft: options, recordOf }: ActionContext,
): Promise<Responses["savemms"]> {
  const {
    name,
    "message-subject": subject = null,
    "fallback-sms-text": fallbackText = null,
    "disable-fallback-sms": disableFallbackSms = false,
    "disable-fallback-sms-link": disableFallbackSmsLink = false,
    "client-reference": clientReference = null,
  } = request;
  if (isBlank(name)) throw new Refusal("nameMissing", "name must not be blank");
  const slides = readFetchableSlides(request.slide, ports.fetch);
  if (account.allowFallbackSms && !disableFallbackSms && nonBlank(fallbackText) === null) {
    throw new Refusal("fallbackTextMissing");
  }
  const isDraft = options?.isDraft ?? false;
  const template: NewTemplate = {
    mmsId: ports.ids.mms(),
    account: account.id,
    trackingId: ports.ids.tracking(),
    name,
    subject,
    fallbackText: nonBlank(fallbackText),
    disableFallbackSms,
    disableFallbackSmsLink,
    clientReference,
    slides,
    createdAt: ports.clock.now(),
  };
  const earlier = options?.earlier ? await findDraft(ports, account.id, options.earlier) : null;
  const isSame = earlier !== null && hasSlides(earlier, slides);
  if (isDraft && isSame) return responseOf(earlier);
  // A draft sends nothing, not even a postback.
  if (!isDraft) ports.throughput.take(account);
  if (isSame) {
    const response = responseOf(earlier);
    if (await saveDraft(ports, earlier, template, account, recordOf?.(response))) return response;
  }
  if (earlier !== null) await ports.store.templates.endDraft(earlier.mmsId);
  using _lock = await ports.lockedTemplates.take(account.id);
  const response = responseOf(template);
  const draftUntil = isDraft ? { draftUntil: template.createdAt + ports.config.UPLOAD_TTL } : {};
  await accept(ports, { ...template, ...draftUntil }, recordOf?.(response));
  return response;
}

function responseOf({ mmsId }: NewTemplate): Responses["savemms"] {
  return {
    status: "success",
    "status-details": "MMS saved; its content is being fetched and encoded",
    "mms-id": mmsId,
  };
}

/** Commits a template and hands it to transcoding. */
async function accept(
  { store, tracer, transcodings }: ActionPorts,
  unaccepted: NewTemplate,
  response: ResponseRecord | undefined,
): Promise<void> {
  const { account, createdAt, draftUntil, mmsId, trackingId } = unaccepted;
  const span = tracer.begin("accept", {
    "messaging.message.id": trackingId,
    "slidepost.account": account,
    "slidepost.kind": "template",
    "slidepost.mms_id": mmsId,
  });
  await within(span, async ({ context }) => {
    const template = { ...unaccepted, trace: context };
    const saved = draftUntil === undefined ? savedEvent(template) : null;
    await store.templates.create(template, saved, transcodings.lease(createdAt), response);
    transcodings.offer({ ...template, state: "locked", media: [] });
  });
}
