/** Messages as providers take them: one text, and files at addresses. */
import { readDigits } from "../../core/account/address.ts";
import { extensionOf, mimeOf } from "../../core/media/media_types.ts";
import type { MessagePart } from "../../core/composition/content.ts";
import { filesOf, textsOf } from "../../core/composition/mms_limits.ts";
import type { MediaAddresses, Submission } from "../../ports/mod.ts";
import type { Outgoing, OutgoingFile } from "./protocol.ts";
import type { Provider } from "./provider.ts";

export interface OutgoingOptions {
  provider: Pick<Provider, "mms">;
  mediaAddresses: Pick<MediaAddresses, "addressOf">;
  /** URL for callbacks on messages, without the tracking-id. */
  statusUrl: string;
  now: number;
}

/** Maximum length of a MIME type, in characters: the registered ones are shorter. */
const TYPE_MAX_LENGTH = 100;

/** Lifetime of an address of media after the message has expired, in milliseconds. */
const MEDIA_GRACE_MS = 3_600_000;

/** Converts a submission. The presentation is left out: no hosted API takes one. */
export async function outgoingOf(
  submission: Submission,
  { provider, mediaAddresses, statusUrl, now }: OutgoingOptions,
): Promise<Outgoing> {
  const { acceptedAt, attempt, expiresAt, from, kind, to, trackingId } = submission;
  const common = {
    kind,
    trackingId,
    from,
    to,
    acceptedAt,
    expiresAt,
    attempt,
    isResubmitted: submission.resubmitted === true,
    ageMs: Math.max(0, now - acceptedAt),
    statusUrl: `${statusUrl}/${trackingId}`,
    validitySeconds: Math.max(1, Math.floor((expiresAt - now) / 1000)),
  };
  if (kind === "SMS") return { ...common, text: submission.text, subject: null, files: [] };
  const subject = submission.subject?.trim() || null;
  const takesSubject = provider.mms?.takesSubject === true;
  const texts = textsOf(submission.parts);
  const addressUntil = expiresAt + MEDIA_GRACE_MS;
  return {
    ...common,
    text: [...takesSubject || subject === null ? [] : [subject], ...texts].join("\n\n"),
    subject: takesSubject ? subject : null,
    files: await Promise.all(
      filesOf(submission.parts).map((part, index) =>
        fileOf(part, index, addressUntil, mediaAddresses)
      ),
    ),
  };
}

async function fileOf(
  { blob, bytes, contentId, type: declared }: MessagePart,
  index: number,
  expiresAt: number,
  { addressOf }: Pick<MediaAddresses, "addressOf">,
): Promise<OutgoingFile> {
  const mime = mimeOf(declared);
  // The address has to hold it.
  const type = mime !== null && mime.length <= TYPE_MAX_LENGTH ? mime : "application/octet-stream";
  // Short and plain: some providers show it to the handset and cut it at 20 characters.
  const stem = /^[\w-]{1,14}$/.test(contentId) ? contentId : `file-${index + 1}`;
  const name = `${stem}.${extensionOf(type) ?? "bin"}`;
  const url = await addressOf({ blob: blob!, bytes, expiresAt, name, type });
  return { url, type, name, bytes };
}

/** Writes a number in E.164 with its plus sign; short codes and names stay as they are. */
export function plus(address: string): string {
  return IS_NUMBER.test(address) ? `+${address}` : address;
}

/** Digits of a number. Short codes are shorter than any number with its country code. */
const IS_NUMBER = /^\d{7,}$/;

/** Reads a number of a provider as digits; a name, which no number equals, stays as it is. */
export function digitsOf(address: string): string {
  return readDigits(address) ?? address.trim();
}

/** Reads the tracking-id in the path of a callback, `status/{tracking-id}`; null: it has none. */
export function referenceOf(path: string): string | null {
  return path.startsWith("status/") ? trackingIdOf(path.slice("status/".length)) : null;
}

/** Returns a reference of a callback if it may be a tracking-id, and not one of other software. */
export function trackingIdOf(reference: string | null): string | null {
  return reference !== null && /^[\w-]{1,64}$/.test(reference) ? reference : null;
}
