/** Reads and validates SubmitReq messages (spec 2.1, contract section 5). */
import { MAX_DISPLAY_ONLY, readDigits, readNumber } from "../core/account/address.ts";
import type { MissingAdaptations } from "../core/account/account.ts";
import { type SubmitFault, submitFault } from "../core/submission/fault.ts";
import type { Destination } from "../core/submission/request.ts";
import type { Address, SubmitContent, SubmitReq } from "../generated/mm7.ts";
import { type Envelope, openEnvelope } from "./envelope.ts";
import { Mm7Error } from "./status.ts";
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

/** Returns the recipient and the display-only numbers, or a fault: 2002, 2007, 2502, 2503. */
export function destinationOf({ Recipients }: SubmitReq): Destination | SubmitFault {
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
