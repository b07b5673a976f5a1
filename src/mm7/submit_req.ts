/** Reads and validates SubmitReq messages (spec 2.1, contract section 5). */
import { MAX_DISPLAY_ONLY } from "../core/account/address.ts";
import type { MissingAdaptations } from "../core/account/account.ts";
import type { Address, SubmitContent, SubmitReq } from "../generated/mm7.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import { type Echo, Mm7Error, NO_ECHO } from "./status.ts";
import { REFUSED, UNVALIDATED } from "./treatment.ts";
import { isVersionSupported } from "./versions.ts";

/** A SubmitReq whose allowAdaptations is set, by the request or by the account's default. */
export type CompleteSubmitReq = SubmitReq & { Content: Required<SubmitContent> };

/**
 * Reads a SubmitReq.
 *
 * @param missing Meaning of a Content without `allowAdaptations`.
 * @throws Mm7Error
 */
export function readSubmitReq(
  envelope: Envelope,
  missing: MissingAdaptations = "required",
): CompleteSubmitReq {
  const request = openEnvelope(envelope, "SubmitReq", {
    tolerated: UNVALIDATED,
    presenceOnly: REFUSED,
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

/** Addresses of a message, as international numbers in digits. */
export interface Destination {
  readonly to: string;
  /** Numbers shown as further recipients; nothing is delivered to them. */
  readonly displayOnly: readonly string[];
}

/**
 * Returns the recipient and the display-only numbers.
 *
 * @throws Mm7Error 2002, 2007, 2502, 2503
 */
export function destinationOf({ Recipients }: SubmitReq, echo: Echo = NO_ECHO): Destination {
  const { To = [], Cc = [], Bcc = [] } = Recipients;
  const isDisplayOnly = ({ displayOnly }: Address) => displayOnly === true;
  const [recipient, ...further] = [...To, ...Cc, ...Bcc]
    .filter((address) => !isDisplayOnly(address));
  if (further.length > 0) throw new Mm7Error("destinationsMultiple", null, echo);
  if (recipient === undefined || !To.includes(recipient)) {
    throw new Mm7Error("destinationMissing", null, echo);
  }
  const displayed = [...To, ...Cc, ...Bcc].filter(isDisplayOnly);
  if (displayed.length > MAX_DISPLAY_ONLY) {
    const details = `more than ${MAX_DISPLAY_ONLY} addresses are displayOnly`;
    throw new Mm7Error("unparseable", details, echo);
  }
  return {
    to: numberOf(recipient, "To", echo),
    displayOnly: displayed
      .map((address) => numberOf(address, "an address that is displayOnly", echo)),
  };
}

function numberOf({ kind, value }: Address, label: string, echo: Echo): string {
  const number = value.startsWith("+") ? value.slice(1) : value;
  if (kind === "Number" && /^[1-9]\d{6,14}$/.test(number)) return number;
  throw new Mm7Error("addressError", `${label} is no international number in digits`, echo);
}

/**
 * Returns the digits of SenderAddress, in any of its address forms.
 *
 * @throws Mm7Error 2563
 */
export function senderOf({ SenderIdentification }: SubmitReq, echo: Echo = NO_ECHO): string {
  const digits = digitsOf(SenderIdentification.SenderAddress);
  if (digits === null) {
    throw new Mm7Error("shortCodeInvalid", "SenderAddress is not a number in digits", echo);
  }
  return digits;
}

/**
 * Extracts the digits of `+1 617 …`, `111122@mms.example` and `111122/TYPE=PLMN`; null when the
 * address is not a number.
 */
export function digitsOf({ value }: Address): string | null {
  const digits = value.split(/[@/]/, 1)[0]!.replaceAll(/[\s().+-]/g, "");
  return /^\d{3,15}$/.test(digits) ? digits : null;
}
