/** Plan of an accepted submission: the message, the files to store first, and its identity. */
import type { Account, Originator } from "../account/account.ts";
import { truncate } from "../characters.ts";
import type { NewMessage } from "../message/message.ts";
import type { Fallback, MmsContent, VaspSubmission } from "../composition/content.ts";
import { outgoingText } from "../sms/outgoing_text.ts";
import {
  type BlobOf,
  filesOf,
  identityOf,
  ownPartsOf,
  slidesOf,
  storedPart,
  storedSlide,
  type SubmittedContent,
  type SubmittedPart,
  type SubmittedSlide,
} from "./content.ts";
import type { Destination, SubmitRequest } from "./request.ts";

/** Sender and recipient that passed the checks. */
export interface Addresses extends Destination {
  readonly originator: Originator;
}

/** Facts that the message depends on. */
export interface PlanFacts {
  readonly account: Pick<
    Account,
    "id" | "allowFallbackSms" | "deliveryReports" | "mm7Priority"
  >;
  /** Operator that the request names, by our id; null: it names none. */
  readonly operatorId: string | null;
  readonly limits: {
    /** Maximum length of the fallback SMS, in characters. */
    readonly fallbackCharacters: number;
    /** Lifetime of the link in the fallback SMS, in milliseconds. */
    readonly fallbackLinkMs: number;
  };
  /** Whether typography becomes plain in the fallback SMS. */
  readonly smartEncoding: boolean;
}

export interface SubmissionPlan {
  /** Message without its ids. */
  readonly message: Omit<NewMessage, "trackingId" | "content">;
  /** Content of the message, with parts in place of their blobs. */
  readonly content: PlannedContent;
  /** Parts to store as blobs before the message. */
  readonly files: readonly SubmittedPart[];
  /** Values that a duplicate shares with it, together with the bytes of `files`. */
  readonly identity: readonly (string | number | null)[];
}

/** Content of a message before its files are stored. */
type PlannedContent = Omit<MmsContent, "slides" | "pageCode" | "vasp"> & {
  readonly slides: readonly SubmittedSlide[];
  readonly vasp: Omit<VaspSubmission, "parts">;
  /** Parts to send again byte for byte; null: the slides are composed. */
  readonly parts: readonly SubmittedPart[] | null;
};

/** Submission that passed the checks. */
interface CheckedSubmission {
  readonly request: SubmitRequest;
  readonly addresses: Addresses;
  readonly content: SubmittedContent;
  readonly facts: PlanFacts;
}

/** Plans the message of a submission that passed the checks. */
export function planSubmission(submission: CheckedSubmission): SubmissionPlan {
  const { request, addresses: { to, originator }, content, facts } = submission;
  const { account, operatorId } = facts;
  return {
    message: {
      account: account.id,
      kind: "MMS_MT",
      from: originator.address,
      to,
      operatorId,
      mmsId: null,
      clientReference: null,
      campaignRef: null,
      deliveryReport: account.deliveryReports,
      acceptedAt: request.submittedAt,
      expiresAt: request.expiresAt,
      ...account.mm7Priority ? priorityOf(request.passThrough) : {},
    },
    content: planContent(submission),
    files: filesOf(content),
    identity: [
      request.vaspId,
      request.transactionId,
      to,
      originator.address,
      request.subject,
      ...identityOf(content),
    ],
  };
}

/** Returns the order that a submission asks for (3GPP TS 23.140, Priority). */
function priorityOf({ priority }: SubmitRequest["passThrough"]): Pick<NewMessage, "priority"> {
  return priority === "High" || priority === "Low"
    ? { priority: priority === "High" ? "high" : "low" }
    : {};
}

function planContent(submission: CheckedSubmission): PlannedContent {
  const { request, addresses, content } = submission;
  const slides = slidesOf(content);
  return {
    kind: "MMS",
    subject: request.subject,
    slides,
    fallback: fallbackOf(slides, submission),
    forceSms: false,
    displayOnly: [...addresses.displayOnly],
    vasp: { adaptable: request.adaptable, prepared: false, passThrough: request.passThrough },
    parts: ownPartsOf(content),
  };
}

/** Builds the fallback SMS: MM7 has no field for it, so its text is the subject and slide texts. */
function fallbackOf(
  slides: readonly SubmittedSlide[],
  { request: { subject, submittedAt }, facts: { account, limits, smartEncoding } }:
    CheckedSubmission,
): Fallback {
  const texts = [subject, ...slides.map(({ text }) => text)]
    .map((text) => text?.trim() ?? "").filter((text) => text !== "");
  return {
    text: truncate(outgoingText(texts.join("\n"), smartEncoding), limits.fallbackCharacters),
    disabled: !account.allowFallbackSms,
    linkDisabled: false,
    linkExpiresAt: submittedAt + limits.fallbackLinkMs,
  };
}

/** Builds the message of a plan whose files are stored. */
export function plannedMessage(
  { message, content: { slides, parts, vasp, ...content } }: SubmissionPlan,
  { trackingId, pageCode, blobOf }: { trackingId: string; pageCode: string; blobOf: BlobOf },
): NewMessage {
  return {
    ...message,
    trackingId,
    content: {
      ...content,
      slides: slides.map((slide) => storedSlide(slide, blobOf)),
      pageCode,
      vasp: { ...vasp, parts: parts?.map((part) => storedPart(part, blobOf)) ?? null },
    },
  };
}
