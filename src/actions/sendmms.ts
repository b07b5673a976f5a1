/**
 * `sendmms` (contract section 9): sends an MMS whose files are named by URL, in one call. They are
 * fetched and rendered after the acceptance.
 */
import type { Requests, Responses } from "../generated/json.ts";
import { nonBlank } from "../core/characters.ts";
import type { TemplateSlide } from "../core/template/template.ts";
import { readFetchableSlides } from "./fetchable_slides.ts";
import type { ActionContext } from "./ports.ts";
import { sendMms } from "./send_mms.ts";

export async function sendmms(
  request: Requests["sendmms"],
  context: ActionContext,
): Promise<Responses["sendmms"]> {
  const { ports } = context;
  const slides = readFetchableSlides(request.slide, ports.fetch);
  const media = mediaOf(slides);
  const campaignRef = request["campaign-ref"] ?? request["service-id"];
  return await sendMms({ ...request, "campaign-ref": campaignRef }, context, () => ({
    mmsId: ports.ids.mms(),
    subject: request["message-subject"] ?? null,
    fallbackText: nonBlank(request["fallback-sms-text"]),
    disableFallbackSms: request["disable-fallback-sms"] ?? false,
    disableFallbackSmsLink: request["disable-fallback-sms-link"] ?? false,
    clientReference: request["client-reference"] ?? null,
    slides,
    media,
    ...media.length > 0 && { requestedFiles: "unfetched" as const },
  }));
}

function mediaOf(slides: readonly TemplateSlide[]) {
  return slides.flatMap(({ media }, index) =>
    media.map(({ kind, url }) => ({ slide: index + 1, kind, url, renditions: [] }))
  );
}
