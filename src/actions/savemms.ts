/** `savemms` (spec 4.3): stores a template and starts to transcode its files. */
import type { Requests, Responses } from "../generated/json.ts";
import { isBlank, nonBlank } from "../core/characters.ts";
import { Refusal } from "../core/errors.ts";
import type { NewTemplate } from "../core/template/template.ts";
import type { NewEvent } from "../core/message/event.ts";
import type { ResponseRecord } from "../ports/mod.ts";
import { within } from "../tracing/mod.ts";
import { readFetchableSlides } from "./fetchable_slides.ts";
import type { ActionContext, ActionPorts } from "./ports.ts";

export async function savemms(
  request: Requests["savemms"],
  { ports, access: { account }, recordOf }: ActionContext,
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
  ports.throughput.take(account);
  using _lock = await ports.lockedTemplates.take(account.id);
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
  const response: Responses["savemms"] = {
    status: "success",
    "status-details": "MMS saved; its content is being fetched and encoded",
    "mms-id": template.mmsId,
  };
  await accept(ports, template, recordOf?.(response));
  return response;
}

/** Commits a template and hands it to transcoding. */
async function accept(
  { store, tracer, transcodings }: ActionPorts,
  draft: NewTemplate,
  response: ResponseRecord | undefined,
): Promise<void> {
  const { account, createdAt, mmsId, trackingId } = draft;
  const span = tracer.begin("accept", {
    "messaging.message.id": trackingId,
    "slidepost.account": account,
    "slidepost.kind": "template",
    "slidepost.mms_id": mmsId,
  });
  await within(span, async ({ context }) => {
    const template = { ...draft, trace: context };
    const saved: NewEvent = {
      account,
      trackingId,
      at: createdAt,
      name: "saved",
      state: "locked",
      details: null,
      code: null,
      body: null,
      operatorId: null,
    };
    await store.templates.create(template, saved, transcodings.lease(createdAt), response);
    transcodings.offer({ ...template, state: "locked", media: [] });
  });
}
