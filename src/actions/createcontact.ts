/** `createcontact` (spec 4.7): returns a vCard file. */
import { type Contact, readContact } from "../core/personalisation/contact.ts";
import { Refusal } from "../core/errors.ts";
import { FetchRefused, type Photos, TranscodeFailed, type Turn } from "../ports/mod.ts";
import type { FileResponse, Requests } from "../generated/json.ts";
import { writeVcard } from "../objects/vcard.ts";
import type { ActionContext } from "./ports.ts";

export async function createcontact(
  request: Requests["createcontact"],
  { ports, access: { account }, signal }: ActionContext,
): Promise<FileResponse> {
  const contact = readContact(request);
  ports.creationRate.take(account);
  const bytes = await contactFile(contact, ports.photos, { account: account.id, signal: signal() });
  return { bytes, type: "text/vcard", filename: "contact.vcf" };
}

/**
 * Fetches a contact's photo, and writes its vCard.
 *
 * @param where Prefix of refusal texts, such as `dynamic-contact 1: `.
 * @throws {Refusal} E229 or E1604
 */
export async function contactFile(
  contact: Contact,
  photos: Photos,
  turn: Turn,
  where = "",
): Promise<Uint8Array<ArrayBuffer>> {
  const { photoUrl } = contact;
  return writeVcard(
    contact,
    photoUrl === null ? null : await photoAt(photoUrl, photos, turn, where),
  );
}

async function photoAt(
  url: string,
  photos: Photos,
  turn: Turn,
  where: string,
): Promise<Uint8Array> {
  try {
    return await photos.of(url, turn);
  } catch (error) {
    if (!(error instanceof FetchRefused || error instanceof TranscodeFailed)) throw error;
    const isForbidden = error instanceof FetchRefused &&
      (error.rule === "url" || error.rule === "address");
    const fault = isForbidden ? "contentNotAllowed" : "photoInvalid";
    throw new Refusal(fault, `${where}photo-url: ${error.reason}`);
  }
}
