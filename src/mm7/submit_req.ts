/** A SubmitReq as this service takes it (spec 2.1, contract section 5). */
import { MAX_DISPLAY_ONLY } from "../core/account/address.ts";
import type { MissingAdaptations } from "../core/account/account.ts";
import type { Address, SubmitContent, SubmitReq } from "../generated/mm7.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import { type Echo, Mm7Error, NO_ECHO } from "./status.ts";
import { REFUSED, UNVALIDATED } from "./treatment.ts";
import { isVersionSupported } from "./versions.ts";

/** A SubmitReq that says, itself or for its account, whether it may be adapted. */
export type CompleteSubmitReq = SubmitReq & { Content: Required<SubmitContent> };

/** `missing`: what a Content without `allowAdaptations` means. Throws Mm7Error. */
export function readSubmitReq(
  envelope: Envelope,
  missing: MissingAdaptations = "required",
): CompleteSubmitReq {
  const request = openEnvelope(envelope, "SubmitReq", {
    forgiven: UNVALIDATED,
    unread: REFUSED,
  });
  if (!isVersionSupported(request.MM7Version)) {
    throw new Mm7Error("versionUnsupported", null, envelope.echo);
  }
  request.Content.allowAdaptations ??= adaptationsFor(missing, envelope);
  return request as CompleteSubmitReq;
}

function adaptationsFor(missing: MissingAdaptations, { echo }: Envelope): boolean {
  if (missing !== "required") return missing === "true";
  const details = "Content has no allowAdaptations, which must be true or false; " +
    "the account's setting mm7-allow-adaptations can say which is meant without it";
  throw new Mm7Error("unparseable", details, echo);
}

/** All as international numbers in digits. */
export interface Destination {
  readonly to: string;
  /** Shown as further recipients; nothing is delivered to them. */
  readonly displayOnly: readonly string[];
}

/** The one recipient, and who is shown beside it. Throws Mm7Error: 2002, 2007, 2502, 2503. */
export function destinationOf({ Recipients }: SubmitReq, echo: Echo = NO_ECHO): Destination {
  const { To = [], Cc = [], Bcc = [] } = Recipients;
  const isShown = ({ displayOnly }: Address) => displayOnly === true;
  const [recipient, ...others] = [...To, ...Cc, ...Bcc].filter((one) => !isShown(one));
  if (others.length > 0) throw new Mm7Error("destinationsMultiple", null, echo);
  if (recipient === undefined || !To.includes(recipient)) {
    throw new Mm7Error("destinationMissing", null, echo);
  }
  const shown = [...To, ...Cc, ...Bcc].filter(isShown);
  if (shown.length > MAX_DISPLAY_ONLY) {
    const details = `more than ${MAX_DISPLAY_ONLY} addresses are displayOnly`;
    throw new Mm7Error("unparseable", details, echo);
  }
  return {
    to: numberOf(recipient, "To", echo),
    displayOnly: shown.map((one) => numberOf(one, "an address that is displayOnly", echo)),
  };
}

function numberOf({ kind, value }: Address, what: string, echo: Echo): string {
  const number = value.startsWith("+") ? value.slice(1) : value;
  if (kind === "Number" && /^[1-9]\d{6,14}$/.test(number)) return number;
  throw new Mm7Error("addressError", `${what} is no international number in digits`, echo);
}

/** The digits of SenderAddress, whatever kind of address it is. Throws Mm7Error: 2563. */
export function senderOf({ SenderIdentification }: SubmitReq, echo: Echo = NO_ECHO): string {
  const digits = digitsOf(SenderIdentification.SenderAddress);
  if (digits === null) {
    throw new Mm7Error("shortCodeInvalid", "SenderAddress is not a number in digits", echo);
  }
  return digits;
}

/** `+1 617 …`, `111122@mms.example` and `111122/TYPE=PLMN` are their digits; or null. */
export function digitsOf({ value }: Address): string | null {
  const digits = value.split(/[@/]/, 1)[0]!.replaceAll(/[\s().+-]/g, "");
  return /^\d{3,15}$/.test(digits) ? digits : null;
}
