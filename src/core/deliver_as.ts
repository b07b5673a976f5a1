/** How a message goes out: as MMS in which rendition, as fallback SMS, or not at all. */
import { compose } from "./compose.ts";
import type { Fallback, MessageSlide } from "./message.ts";
import { type RenditionName, RENDITIONS_BEST_FIRST, wireBytes } from "./renditions.ts";

export interface DeliverAsInput {
  slides: readonly MessageSlide[];
  fallback: Fallback;
  forceSms: boolean;
  /** What the recipient's operator takes. */
  operator: { mms: boolean; maxBytes: number };
  /** Whether the originator has a connector for each. */
  routes: { mms: boolean; sms: boolean };
}

export type DeliverAs =
  | { as: "MMS"; rendition: RenditionName }
  | { as: "SMS"; text: string }
  /** `details` is the exact `status-details` of the E101 (spec 6.2). */
  | { as: "failed"; details: string };

/** Pure: the same input gives the same way out. Spec 1.5, 4.4 (force-send-as-sms), 6.2, 7.3. */
export function deliverAs(input: DeliverAsInput): DeliverAs {
  const { fallback, forceSms, operator, routes, slides } = input;
  if (forceSms) return sms(fallback.text, routes.sms);
  const fallbackText = fallback.disabled ? null : fallback.text;
  if (!operator.mms || !routes.mms) return sms(fallbackText, routes.sms);
  for (const rendition of RENDITIONS_BEST_FIRST) {
    const bytes = rawBytes(slides, rendition);
    if (bytes !== null && wireBytes(bytes) <= operator.maxBytes) return { as: "MMS", rendition };
  }
  return sms(fallbackText, routes.sms, "MMS is too big");
}

const NO_WAY = "No way to send MMS or SMS";

/** `ruledOut` is what to say where there is to be no fallback. */
function sms(text: string | null, route: boolean, ruledOut = NO_WAY): DeliverAs {
  if (text === null) return { as: "failed", details: ruledOut };
  return route ? { as: "SMS", text } : { as: "failed", details: NO_WAY };
}

/** Bytes of all parts in a rendition; null when some file does not have it. */
function rawBytes(slides: readonly MessageSlide[], rendition: RenditionName): number | null {
  const has = slides.every(({ media }) =>
    media.every(({ renditions }) => renditions.some(({ name }) => name === rendition))
  );
  if (!has) return null;
  return compose(slides, rendition).reduce((sum, { bytes }) => sum + bytes, 0);
}
