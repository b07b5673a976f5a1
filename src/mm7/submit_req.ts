/** Reads and validates SubmitReq messages (spec 2.1, contract section 5). */
import { MAX_DISPLAY_ONLY, readDigits, readNumber } from "../core/account/address.ts";
import { type SubmitFault, submitFault } from "../core/submission/fault.ts";
import type { Destination } from "../core/submission/request.ts";
import { type Address, MESSAGES, type SubmitContent, type SubmitReq } from "../generated/mm7.ts";
import type { ElementRule, FieldsRule } from "../schema/mm7_rules.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import type { Leniency } from "./leniency.ts";
import { Mm7Error } from "./status.ts";
import { REFUSED, UNVALIDATED } from "./treatment.ts";
import { isVersionSupported } from "./versions.ts";

/**
 * A SubmitReq whose allowAdaptations is set, by the request or by the account's default. An href of
 * null means the only part beside the envelope.
 */
export type CompleteSubmitReq = Omit<SubmitReq, "Content"> & {
  Content: { href: string | null; allowAdaptations: boolean };
};

const STRICT: Leniency = { missingAdaptations: "required", contentIsOptional: false };

/**
 * Reads a SubmitReq.
 *
 * @param others Number of parts beside the envelope.
 * @throws Mm7Error
 */
export function readSubmitReq(
  envelope: Envelope,
  { missingAdaptations, contentIsOptional }: Leniency = STRICT,
  others = 0,
): CompleteSubmitReq {
  const request = openEnvelope(envelope, "SubmitReq", {
    ...contentIsOptional && others === 1 ? { rule: WITHOUT_CONTENT } : {},
    tolerated: UNVALIDATED,
    presenceOnly: REFUSED,
  });
  if (!isVersionSupported(request.MM7Version)) {
    throw new Mm7Error("versionUnsupported", null, envelope.echo);
  }
  const content: Partial<SubmitContent> = request.Content ?? {};
  const { href, allowAdaptations } = content;
  return {
    ...request,
    Content: {
      href: href ?? null,
      allowAdaptations: allowAdaptations ?? adaptationsFor(missingAdaptations, envelope),
    },
  };
}

/** Rule of a SubmitReq whose Content and href may be missing. */
const WITHOUT_CONTENT: FieldsRule = {
  ...MESSAGES.SubmitReq,
  elements: MESSAGES.SubmitReq.elements.map((rule) =>
    rule.name === "Content" ? withoutHref(rule) : rule
  ),
};

function withoutHref(rule: ElementRule): ElementRule {
  const content = rule.content as FieldsRule;
  const attributes = content.attributes.map((attribute) => ({ ...attribute, required: false }));
  return { ...rule, required: false, content: { ...content, attributes } };
}

function adaptationsFor(
  missing: Leniency["missingAdaptations"],
  { echo }: Envelope,
): boolean {
  if (missing !== "required") return missing === "true";
  const details = "Content has no allowAdaptations, which must be true or false; " +
    "the account's setting mm7-dialect or mm7-allow-adaptations can say which is meant without it";
  throw new Mm7Error("unparseable", details, echo);
}

/** Returns the recipient and the display-only numbers, or a fault: 2002, 2007, 2502, 2503. */
export function destinationOf(
  { Recipients }: Pick<SubmitReq, "Recipients">,
): Destination | SubmitFault {
  const { To = [], Cc = [], Bcc = [] } = Recipients;
  const isDisplayOnly = ({ displayOnly }: Address) => displayOnly === true;
  const [recipient, ...further] = [...To, ...Cc, ...Bcc]
    .filter((address) => !isDisplayOnly(address));
  if (further.length > 0) return submitFault("destinationsMultiple");
  if (recipient === undefined || !To.includes(recipient)) return submitFault("destinationMissing");
  const displayed = [...To, ...Cc, ...Bcc].filter(isDisplayOnly);
  if (displayed.length > MAX_DISPLAY_ONLY) {
    return submitFault("unparseable", `more than ${MAX_DISPLAY_ONLY} addresses are displayOnly`);
  }
  const to = numberOf(recipient);
  if (to === null) return notANumber("To");
  const displayOnly = displayed.flatMap((address) => numberOf(address) ?? []);
  if (displayOnly.length < displayed.length) return notANumber("an address that is displayOnly");
  return { to, displayOnly };
}

function numberOf({ kind, value }: Address): string | null {
  return kind === "Number" ? readNumber(value) : null;
}

function notANumber(label: string): SubmitFault {
  return submitFault("addressError", `${label} is no international number in digits`);
}

/** Domain or type behind an address, as in `111122@mms.example` and `111122/TYPE=PLMN`. */
const BEHIND_ADDRESS = /@|\/[A-Za-z]/;

/** Extracts the digits of an address; null when it is not a number. */
export function digitsOf({ value }: Address): string | null {
  const digits = readDigits(value.split(BEHIND_ADDRESS, 1)[0]!);
  return digits !== null && /^\d{3,15}$/.test(digits) ? digits : null;
}
