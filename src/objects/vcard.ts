/** Writer of vCard 3.0 files (RFC 2426), in the order of spec 4.7. */
import {
  type Contact,
  fullName,
  type PhoneLabel,
  type PlaceLabel,
} from "../core/personalisation/contact.ts";
import { escapeText, writeLines } from "./content_line.ts";

/**
 * Types of RFC 2426 section 3.3.1 by label. It has none for Main and Other: these are Apple's,
 * which its grammar allows; VOICE is for readers that do not know OTHER.
 */
const PHONE_TYPES: Readonly<Record<PhoneLabel, string>> = {
  Work: "WORK",
  Home: "HOME",
  Mobile: "CELL",
  Fax: "FAX",
  Pager: "PAGER",
  Main: "MAIN",
  Other: "OTHER,VOICE",
};

const LABEL_TYPES: Readonly<Record<PlaceLabel, string>> = { Work: "WORK", Home: "HOME" };

/**
 * Writes the file of a contact.
 * @param photo JPEG; null for none.
 */
export function writeVcard(contact: Contact, photo: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const { lastName, firstName, suffix } = contact;
  const lines = ["BEGIN:VCARD", "VERSION:3.0", `FN:${escapeText(fullName(contact))}`];
  addText(lines, "ORG", contact.organization);
  addText(lines, "TITLE", contact.title);
  if (photo !== null) lines.push(`PHOTO;TYPE=JPEG;ENCODING=b:${photo.toBase64()}`);
  addText(lines, "NOTE", contact.note);
  for (const { number, label } of contact.phones) {
    addText(lines, `TEL;TYPE=${PHONE_TYPES[label]}`, number);
  }
  for (const { address, label } of contact.emails) {
    addText(lines, `EMAIL;TYPE=${LABEL_TYPES[label]}`, address);
  }
  for (const { address, label } of contact.addresses) {
    // The third of its seven components is the street.
    lines.push(`ADR;TYPE=${LABEL_TYPES[label]}:;;${escapeText(address)};;;;`);
  }
  for (const [index, { url, label }] of contact.websites.entries()) {
    lines.push(`item${index + 1}.URL:${uri(url)}`);
    addText(lines, `item${index + 1}.X-ABLabel`, label);
  }
  const name = [lastName, firstName, null, null, suffix].map((part) => escapeText(part ?? ""));
  lines.push(`N:${name.join(";")}`, "END:VCARD");
  return writeLines(lines);
}

function addText(lines: string[], name: string, text: string | null): void {
  if (text !== null) lines.push(`${name}:${escapeText(text)}`);
}

/**
 * Writes a URI, which has no escapes (RFC 2426 section 4): unchanged, except that a backslash,
 * which is not valid in a URI and which some readers take for an escape, is percent-encoded (RFC
 * 3986 section 2.1), and control characters are removed, as browsers do.
 */
function uri(text: string): string {
  return text.replace(/[\p{Cc}\p{Cs}]/gu, "").replaceAll("\\", "%5C");
}
