/** Content of messages to handsets (MT). */
import type { Rendition, StoredFile } from "../media/media_file.ts";
import type { FileLabel } from "../media/file_label.ts";
import type { MediaKind } from "../media/media_types.ts";

/** File on a slide, with its renditions. */
export interface SlideMedia {
  readonly kind: MediaKind;
  /**
   * URL that it was fetched from; `cid:…` for a part that came with the message; else the name of
   * the dynamic object, such as `dynamic-image 2`.
   */
  readonly url: string;
  /** Name for people; absent if unknown. */
  readonly label?: FileLabel;
  /** File as it came with the message, or was generated for it. */
  readonly source?: StoredFile;
  readonly renditions: readonly Rendition[];
}

/** Part of an MMS on the wire. Text parts carry their text, all others a blob. */
export interface MessagePart {
  readonly contentId: string;
  readonly location: string;
  readonly type: string;
  readonly bytes: number;
  readonly text?: string;
  readonly blob?: string;
}

export interface MessageSlide {
  readonly text: string | null;
  readonly media: readonly SlideMedia[];
}

/** SMS fallback of an MMS (spec 4.4). */
export interface Fallback {
  /** Text; null if the account or the request rules the fallback out. */
  text: string | null;
  disabled: boolean;
  linkDisabled: boolean;
  linkExpiresAt: number;
}

export interface SmsContent {
  kind: "SMS";
  text: string;
}

/** Fields of a VASP's SubmitReq besides subject and slides (spec 2.1). */
export interface VaspSubmission {
  /**
   * The VASP's own presentation and the parts that it shows, SMIL first; null if there is no valid
   * one.
   */
  parts: MessagePart[] | null;
  /** Value of `allowAdaptations`: whether the files may be changed to fit the operator. */
  adaptable: boolean;
  /**
   * Whether preparation has been tried: files without a rendition by then cannot be made to fit.
   */
  prepared: boolean;
  /** Elements whose behaviour is Pass Through. */
  passThrough: PassThrough;
}

/** Values of a SubmitReq as received; absent ones were not given. */
export interface PassThrough {
  serviceCode?: string;
  messageClass?: string;
  priority?: "Low" | "Normal" | "High";
  /** Time in the form of `xs:dateTime`. */
  timeStamp?: string;
}

export interface MmsContent {
  kind: "MMS";
  subject: string | null;
  slides: MessageSlide[];
  fallback: Fallback;
  forceSms: boolean;
  /** Numbers shown as further recipients, as digits; nothing is sent to them. */
  displayOnly: string[];
  /** Secret in the URL of the message page; absent if it has none (`core/sms/link.ts`). */
  pageCode?: string;
  /** Set while generated pictures of its slides have not been fitted to the operator. */
  unfitted?: true;
  /** Progress of files that its request names by URL (`sendmms`). Absent: it has none. */
  requestedFiles?: "unfetched" | "fetched";
  /** Fields of a message that a VASP submitted over MM7. */
  vasp?: VaspSubmission;
}

/** Tells whether files that the request names by URL are still to be fetched. */
export function hasFilesToFetch(content: SmsContent | MmsContent): boolean {
  return content.kind === "MMS" && content.requestedFiles === "unfetched";
}

/**
 * Lists the blobs that belong to this message alone: files that came with it, were fetched or were
 * generated for it, not those of a template.
 */
export function ownBlobs(content: SmsContent | MmsContent): string[] {
  if (content.kind === "SMS") return [];
  const isFetched = content.requestedFiles === "fetched";
  const blobs = content.slides.flatMap(({ media }) =>
    media.flatMap(({ source, renditions }) => [
      ...source === undefined ? [] : [source.blob],
      ...source === undefined && !isFetched ? [] : renditions.map(({ blob }) => blob),
    ])
  );
  const parts = content.vasp?.parts?.flatMap(({ blob }) => blob ?? []) ?? [];
  return [...new Set([...blobs, ...parts])];
}

/** Approximate characters that a file or part takes in a stored message, besides its texts. */
const CHARACTERS_A_FILE = 300;

/** Estimates the stored length of a content in characters, for the size limit of batches. */
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
