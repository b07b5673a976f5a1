/** How a message goes out: as MMS in which form, as fallback SMS, not yet, or not at all. */
import { type Composable, composeMms, type Form, hasForm } from "./compose.ts";
import { playsOnHandsets } from "../media/media_types.ts";
import type { Fallback } from "./message.ts";
import type { FailedDetails } from "../postback/status_details.ts";
import { RENDITIONS_BEST_FIRST, wireBytes } from "../media/renditions.ts";

export interface DeliverAsInput extends Composable {
  fallback: Fallback;
  forceSms: boolean;
  /** What the recipient's operator takes. */
  operator: { mms: boolean; maxBytes: number };
  /** Whether the originator has a connector for each. */
  routes: { mms: boolean; sms: boolean };
  /** It has pictures that are to be fitted to the operator first. */
  unfitted?: boolean;
  /** Of the page that shows the message; null: it has none. */
  pageUrl: string | null;
}

/** `page`: the recipient is given a link to the message's page, or to a file of it. */
export type DeliverAs =
  | { as: "MMS"; form: Form; page: boolean }
  | { as: "SMS"; text: string; page: boolean }
  /** First its files are to be fitted to the operator. */
  | { as: "prepare" }
  | { as: "failed"; details: FailedDetails };

/**
 * Pure: the same input gives the same way out. Spec 1.5, 4.4 (force-send-as-sms), 6.2, 7.3;
 * contract section 5 (allowAdaptations).
 */
export function deliverAs(input: DeliverAsInput): DeliverAs {
  const { fallback, forceSms, operator, routes, slides, vasp } = input;
  if (forceSms) return sms(input, fallback.text);
  const fallbackText = fallback.disabled ? null : fallback.text;
  if (!operator.mms || !routes.mms) return sms(input, fallbackText);
  const fits = (form: Form) =>
    hasForm(slides, form) && wireBytes(rawBytes(input, form)) <= operator.maxBytes;
  if (vasp !== undefined) {
    // What is not to be adapted goes out as it came, whether handsets play it or not.
    if (fits("source") && (!vasp.adaptable || playsAsItCame(input))) {
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

/** Neither kind has a connector, or the one that has none is the only one that may be used. */
export const NO_WAY = "No way to send MMS or SMS";

/** `ruledOut` is what to say where there is to be no fallback. */
function sms(
  { fallback, pageUrl, routes }: DeliverAsInput,
  text: string | null,
  ruledOut: FailedDetails = NO_WAY,
): DeliverAs {
  if (text === null) return { as: "failed", details: ruledOut };
  if (!routes.sms) return { as: "failed", details: NO_WAY };
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

function playsAsItCame({ slides }: Composable): boolean {
  return slides.every(({ media }) =>
    media.every(({ source }) => source !== undefined && playsOnHandsets(source.type))
  );
}

/** Bytes of all parts in a form that every file has. */
function rawBytes(content: Composable, form: Form): number {
  return composeMms(content, form).reduce((sum, { bytes }) => sum + bytes, 0);
}
