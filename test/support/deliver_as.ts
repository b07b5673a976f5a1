/** MMS whose form is to be decided. */
import type { DeliverAsInput } from "../../src/core/message/deliver_as.ts";
import type { RenditionName } from "../../src/core/media/renditions.ts";

/** Builds an MMS of one image, whose n-th form has 300,000 / n bytes, with a fallback SMS. */
export function imageMms(forms: readonly RenditionName[]): DeliverAsInput {
  const renditions = forms.map((name, index) => ({
    name,
    blob: name,
    type: "image/jpeg",
    bytes: 300_000 / (index + 1),
    width: 1,
    height: 1,
    durationMs: null,
  }));
  return {
    slides: [{
      text: null,
      media: [{ kind: "image", url: "https://example.com/a.jpg", renditions }],
    }],
    fallback: { text: "See it", disabled: false, linkDisabled: true, linkExpiresAt: 0 },
    forceSms: false,
    operator: { mms: true, maxBytes: 1_000_000 },
    routes: { mms: true, sms: true },
    pageUrl: null,
  };
}
