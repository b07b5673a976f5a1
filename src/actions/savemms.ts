/** `savemms` (spec 4.3): stores a template and begins to transcode its files. */
import type { Requests, Responses } from "../generated/json.ts";
import { isBlank, nonBlank } from "../core/characters.ts";
import { Refusal } from "../core/errors.ts";
import { readSlides } from "../core/slides.ts";
import type { NewTemplate, TemplateSlide } from "../core/template.ts";
import { type Fetch, FetchRefused } from "../env.ts";
import type { ActionContext } from "./env.ts";

export async function savemms(
  request: Requests["savemms"],
  { env, access: { account }, keep }: ActionContext,
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
  const slides = readSlides(request.slide);
  checkUrls(slides, env.fetch);
  if (account.allowFallbackSms && !disableFallbackSms && nonBlank(fallbackText) === null) {
    throw new Refusal("fallbackTextMissing");
  }
  env.throughput.take(account);
  using _place = await env.lockedTemplates.take(account.id);
  const now = env.clock.now();
  const template: NewTemplate = {
    mmsId: env.ids.mms(),
    account: account.id,
    trackingId: env.ids.tracking(),
    name,
    subject,
    fallbackText: nonBlank(fallbackText),
    disableFallbackSms,
    disableFallbackSmsLink,
    clientReference,
    slides,
    createdAt: now,
  };
  const answer: Responses["savemms"] = {
    status: "success",
    "status-details": "MMS saved; its content is being fetched and encoded",
    "mms-id": template.mmsId,
  };
  await env.store.templates.create(
    template,
    {
      id: env.ids.event(),
      account: account.id,
      trackingId: template.trackingId,
      at: now,
      name: "saved",
      state: "locked",
      details: null,
      code: null,
      body: null,
      operatorId: null,
    },
    env.transcodings.lease(now),
    keep?.(answer),
  );
  env.transcodings.offer({ ...template, state: "locked", media: [] });
  return answer;
}

/** What can be seen without fetching fails the request (contract section 3). */
function checkUrls(slides: readonly TemplateSlide[], fetch: Pick<Fetch, "check">): void {
  for (const [index, { media, picture }] of slides.entries()) {
    const urls = media.map(({ kind, url }) => ({ field: `${kind} url`, url }));
    const background = picture?.backgroundUrl;
    if (background) urls.push({ field: "image background-image-url", url: background });
    for (const { field, url } of urls) {
      try {
        fetch.check(url);
      } catch (error) {
        if (!(error instanceof FetchRefused)) throw error;
        throw new Refusal("contentNotAllowed", `slide ${index + 1}: ${field}: ${error.reason}`);
      }
    }
  }
}
