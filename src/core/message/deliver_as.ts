/**
 * Decision how a message is delivered: as MMS in which form, as fallback SMS, after preparation, or
 * not at all.
 */
import { type Composable, composeMms, type Form, hasForm } from "../composition/compose.ts";
import { playsOnHandsets } from "../media/media_types.ts";
import type { Fallback } from "../composition/content.ts";
import type { FailedDetails } from "./status_details.ts";
import { RENDITIONS_BEST_FIRST, wireBytes } from "../media/renditions.ts";
import { isWithin, type MmsLimits } from "../composition/mms_limits.ts";

export interface DeliverAsInput extends Composable {
  fallback: Fallback;
  forceSms: boolean;
  /** Capabilities of the recipient's operator. */
  operator: { mms: boolean; maxBytes: number };
  /** Limits of the carrier. Default none. */
  carrier?: MmsLimits | null;
  /** Whether the originator has a connector for each kind. */
  routes: { mms: boolean; sms: boolean };
  /** Whether generated pictures still have to be fitted to the operator. */
  unfitted?: boolean;
  /** URL of the message page; null if it has none. */
  pageUrl: string | null;
}

/**
 * Form of delivery. `page`: the recipient gets a link to the message page or to one of its files.
 */
export type DeliverAs =
  | { as: "MMS"; form: Form; page: boolean }
  | { as: "SMS"; text: string; page: boolean }
  /** Its files must be fitted to the operator first. */
  | { as: "prepare" }
  | { as: "failed"; details: FailedDetails };

/**
 * Decides how a message is delivered (spec 1.5, 4.4 on force-send-as-sms, 6.2, 7.3; contract
 * section 5 on allowAdaptations).
 */
export function deliverAs(input: DeliverAsInput): DeliverAs {
  const { fallback, forceSms, routes, operator, vasp } = input;
  if (forceSms) return sms(input, fallback.text);
  const fallbackText = fallback.disabled ? null : fallback.text;
  if (!operator.mms || !routes.mms) return sms(input, fallbackText);
  const fits = (form: Form) => fitsIn(input, form);
  if (vasp !== undefined) {
    // Content that must not be adapted is sent unchanged, even if handsets cannot play it.
    if (fits("source") && (!vasp.adaptable || allSourcesPlay(input))) {
      return { as: "MMS", form: "source", page: false };
    }
    if (vasp.adaptable && !vasp.prepared) return { as: "prepare" };
  }
  if (input.unfitted) return { as: "prepare" };
  const forms: readonly Form[] = vasp === undefined
    ? RENDITIONS_BEST_FIRST
    : [...RENDITIONS_BEST_FIRST, "source"];
  const form = forms.find(fits);
  if (form !== undefined) return { as: "MMS", form, page: hasLinkedObject(input) };
  return sms(input, fallbackText, "MMS is too big");
}

/**
 * Details of a message without any route: neither kind has a connector, or the only permitted kind
 * has none.
 */
export const NO_ROUTE = "No way to send MMS or SMS";

/**
 * Delivers as SMS if that is possible. `ruledOut` is the failure if no fallback text is permitted.
 */
function sms(
  { fallback, pageUrl, routes }: DeliverAsInput,
  text: string | null,
  ruledOut: FailedDetails = NO_ROUTE,
): DeliverAs {
  if (text === null) return { as: "failed", details: ruledOut };
  if (!routes.sms) return { as: "failed", details: NO_ROUTE };
  // Spec 1.5: a text and, unless disabled, a link to the hosted content.
  if (!fallback.linkDisabled && pageUrl !== null) {
    return { as: "SMS", text: `${text.trimEnd()} ${pageUrl}`.trimStart(), page: true };
  }
  return text.trim() === ""
    ? { as: "failed", details: ruledOut }
    : { as: "SMS", text, page: false };
}

function hasLinkedObject({ slides, vasp, linked }: Composable): boolean {
  if (vasp?.parts || linked === undefined) return false;
  return slides.some(({ media }) => media.some(({ kind }) => linked.kinds.has(kind)));
}

function allSourcesPlay({ slides }: Composable): boolean {
  return slides.every(({ media }) =>
    media.every(({ source }) => source !== undefined && playsOnHandsets(source.type))
  );
}

/** Tells whether the message in a form is within the limits of operator and carrier. */
function fitsIn(input: DeliverAsInput, form: Form): boolean {
  const { carrier = null, operator, slides } = input;
  if (!hasForm(slides, form)) return false;
  const parts = composeMms(input, form);
  const rawBytes = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return wireBytes(rawBytes) <= operator.maxBytes && (carrier === null || isWithin(parts, carrier));
}
