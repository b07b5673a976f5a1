/** Messages on their way to a handset (MT), whichever door they came through. */
import type { MediaKind } from "../media/media_types.ts";
import type { RenditionName } from "../media/renditions.ts";
import type { MessageState } from "./message_state.ts";
import type {
  FailedDetails,
  RejectedDetails,
  UnrecognisedDetails,
} from "../postback/status_details.ts";

/** Spec 6.1, column Origin. */
export type MessageKind = "MMS_MT" | "SMS_MT";
export type SentAs = "MMS" | "SMS";

/** One rendition of one file, as a message refers to it. */
export interface RenditionRef {
  name: RenditionName;
  blob: string;
  type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  durationMs: number | null;
}

/** Spec 2.3, fetching rule 5: contact, calendar, PDF and excel are sent as they are. */
export function asItIs(
  name: RenditionName,
  type: string,
  blob: string,
  bytes: number,
): RenditionRef {
  return { name, blob, type, bytes, width: null, height: null, durationMs: null };
}

/** A file as it came with the message. */
export interface SourceRef {
  blob: string;
  /** Canonical. */
  type: string;
  bytes: number;
}

/** A file on a slide: the same content in every rendition there is. */
export interface SlideMedia {
  kind: MediaKind;
  /** Where it was fetched from; `cid:…` of a part that came with the message; else what it is. */
  url: string;
  /** Of a part that came with the message, or was made for it. */
  source?: SourceRef;
  renditions: RenditionRef[];
}

/** A part of an MMS as it goes over a wire. Text parts carry their text, all others the blob's name. */
export interface MessagePart {
  contentId: string;
  location: string;
  type: string;
  bytes: number;
  text?: string;
  blob?: string;
}

export interface MessageSlide {
  text: string | null;
  media: SlideMedia[];
}

/** How an MMS falls back to SMS (spec 4.4). */
export interface Fallback {
  /** Null when the account or the request rules the fallback out. */
  text: string | null;
  disabled: boolean;
  linkDisabled: boolean;
  linkExpiresAt: number;
}

export interface SmsContent {
  kind: "SMS";
  text: string;
}

/** What a VASP's SubmitReq brings beside subject and slides (spec 2.1). */
export interface VaspSubmission {
  /** The VASP's own presentation and what it shows, SMIL first; null: it has sent none that holds. */
  parts: MessagePart[] | null;
  /** `allowAdaptations`: the files may be changed to fit the operator. */
  adaptable: boolean;
  /** Set once that was tried: what the slides' files have no rendition of cannot be made to fit. */
  prepared: boolean;
  /** Elements whose behaviour is Pass Through. */
  passThrough: PassThrough;
}

/** Values of a SubmitReq as they came; what is missing was not given. */
export interface PassThrough {
  serviceCode?: string;
  messageClass?: string;
  priority?: "Low" | "Normal" | "High";
  /** `xs:dateTime`. */
  timeStamp?: string;
}

export interface MmsContent {
  kind: "MMS";
  subject: string | null;
  slides: MessageSlide[];
  fallback: Fallback;
  forceSms: boolean;
  /** Digits of those who are shown as further recipients and get nothing. */
  displayOnly: string[];
  /** Secret in the address of the page that shows it; missing: it has none (`core/link.ts`). */
  pageCode?: string;
  /** Its slides have pictures made for it, and nobody has tried to fit them to the operator yet. */
  unfitted?: true;
  /** Of a message that a VASP submitted over MM7. */
  vasp?: VaspSubmission;
}

/** The blobs that only this message keeps: what came with it or was made for it, not a template's. */
export function ownBlobs(content: SmsContent | MmsContent): string[] {
  if (content.kind === "SMS") return [];
  const blobs = content.slides.flatMap(({ media }) =>
    media.flatMap(({ source, renditions }) =>
      source === undefined ? [] : [source.blob, ...renditions.map(({ blob }) => blob)]
    )
  );
  const parts = content.vasp?.parts?.flatMap(({ blob }) => blob ?? []) ?? [];
  return [...new Set([...blobs, ...parts])];
}

/** Characters beside its texts that a file or part takes in a stored message, about. */
const CHARACTERS_A_FILE = 300;

/** Estimates the length of a content as it is stored, in characters: what a batch counts it as. */
export function contentCharacters(content: SmsContent | MmsContent): number {
  if (content.kind === "SMS") return content.text.length;
  let characters = content.subject?.length ?? 0;
  for (const { text, media } of content.slides) {
    characters += (text?.length ?? 0) + media.length * CHARACTERS_A_FILE;
  }
  for (const { text } of content.vasp?.parts ?? []) {
    characters += (text?.length ?? 0) + CHARACTERS_A_FILE;
  }
  return characters;
}

/** A message as `accept` takes it. */
export interface NewMessage {
  /** Over MM7 it is the MessageID. */
  trackingId: string;
  account: string;
  kind: MessageKind;
  from: string;
  to: string;
  operatorId: string | null;
  mmsId: string | null;
  clientReference: string | null;
  campaignRef: string | null;
  content: SmsContent | MmsContent;
  deliveryReport: boolean;
  acceptedAt: number;
  /** No delivery attempts after it. */
  expiresAt: number;
  /** Tracking-id of the message from a handset that it answers by itself; nobody is told of it. */
  replyTo?: string;
}

/** A message as the store keeps it. */
export interface MessageRecord extends NewMessage {
  state: MessageState;
  sentAs: SentAs | null;
  connector: string | null;
  /** The carrier's name for it, once accepted there; of its first segment, where it has several. */
  carrierId: string | null;
  /** As how many messages a carrier took its text; null: one, or not known yet. */
  segments: number | null;
  /** A submission is under way, or has ended without anybody knowing whether it arrived. */
  unconfirmed: boolean;
  /** We made its end, though a carrier may have it: a report that comes later wins. */
  presumed: boolean;
  handset: string | null;
  statusDetails: string | null;
  /** Why, in a carrier's words or ours: for operators. */
  statusReason: string | null;
  /** Submissions tried so far. */
  attempts: number;
  updatedAt: number;
}

/**
 * What finally, or for now, became of a message: in the words of spec 6.2, with the reason in a
 * carrier's words or ours.
 */
export type Outcome =
  | { outcome: "delivered"; handset?: string }
  | { outcome: "expired"; reason?: string }
  | Failure
  | { outcome: "unrecognised"; details: UnrecognisedDetails; reason?: string }
  /** No change (ENROUTE, Deferred …): kept on the log. */
  | { outcome: "noted"; details: string };

/** An outcome that we find ourselves, too. */
export type Failure =
  | { outcome: "failed"; details: FailedDetails; reason?: string }
  | { outcome: "rejected"; details: RejectedDetails; reason?: string };
