/** A contact (spec 2.7): what customers give, checked, with every default filled in. */
import { cut, isBlank } from "../characters.ts";
import { Refusal } from "../errors.ts";

/** The first is the default (rule 4). */
export const PHONE_LABELS = ["Work", "Home", "Mobile", "Fax", "Pager", "Main", "Other"] as const;
export type PhoneLabel = typeof PHONE_LABELS[number];

/** Of e-mail and postal addresses. The first is the default (rule 4). */
export const PLACE_LABELS = ["Work", "Home"] as const;
export type PlaceLabel = typeof PLACE_LABELS[number];

const WEBSITE_LABEL = "homepage";
const WEBSITE_LABEL_CHARACTERS = 100;

/** Of phones, e-mail addresses, postal addresses and websites each (rule 2). */
const MAX_ENTRIES = 4;

/** Texts are as they were given; null: none. */
export interface Contact {
  /** At least one of the two is there. */
  firstName: string | null;
  lastName: string | null;
  suffix: string | null;
  organization: string | null;
  title: string | null;
  photoUrl: string | null;
  note: string | null;
  phones: { number: string; label: PhoneLabel }[];
  emails: { address: string; label: PlaceLabel }[];
  /** Postal, each in one text. */
  addresses: { address: string; label: PlaceLabel }[];
  websites: { url: string; label: string }[];
}

/** The fields as the validator hands them over, or any other caller. */
export interface ContactFields {
  "name"?: NameFields | undefined;
  "organization"?: string | undefined;
  "title"?: string | undefined;
  "photo-url"?: string | undefined;
  "note"?: string | undefined;
  "phone"?: readonly { number: string; label?: string | undefined }[] | undefined;
  "email"?: readonly { id: string; label?: string | undefined }[] | undefined;
  "physical-address"?: readonly { address: string; label?: string | undefined }[] | undefined;
  "website"?: readonly { url: string; label?: string | undefined }[] | undefined;
}

export interface NameFields {
  "first-name"?: string | undefined;
  "last-name"?: string | undefined;
  "suffix"?: string | undefined;
}

/**
 * Reads the fields of a contact. Blank text counts as none; letter case does not matter in labels.
 * Throws Refusal (E100, E1601 to E1603) with the field's name, after `where`.
 */
export function readContact(fields: ContactFields, where = ""): Contact {
  const { phone, email, "physical-address": address, website } = fields;
  return {
    ...readName(fields.name ?? {}, where),
    organization: given(fields.organization),
    title: given(fields.title),
    photoUrl: given(fields["photo-url"]),
    note: given(fields.note),
    phones: readEntries(phone, `${where}phone`, ({ number, label }, at) => ({
      number: required(number, `${at}number`),
      label: readLabel(label, PHONE_LABELS, at),
    })),
    emails: readEntries(email, `${where}email`, ({ id, label }, at) => ({
      address: required(id, `${at}id`),
      label: readLabel(label, PLACE_LABELS, at),
    })),
    addresses: readEntries(address, `${where}physical-address`, ({ address, label }, at) => ({
      address: required(address, `${at}address`),
      label: readLabel(label, PLACE_LABELS, at),
    })),
    websites: readEntries(website, `${where}website`, ({ url, label }, at) => ({
      url: required(url, `${at}url`),
      label: given(cut(label ?? "", WEBSITE_LABEL_CHARACTERS)) ?? WEBSITE_LABEL,
    })),
  };
}

function readName(
  fields: NameFields,
  where: string,
): Pick<Contact, "firstName" | "lastName" | "suffix"> {
  const firstName = readNamePart(fields["first-name"], `${where}first-name`);
  const lastName = readNamePart(fields["last-name"], `${where}last-name`);
  if (firstName === null && lastName === null) {
    throw new Refusal("contactEmpty", `${where}name needs a first-name or a last-name`);
  }
  return { firstName, lastName, suffix: given(fields.suffix) };
}

/** Letters and digits of any script, with the marks that some scripts write letters with. */
const NAME_PART = /^[\p{L}\p{M}\p{N} .]*$/u;

function readNamePart(text: string | undefined, field: string): string | null {
  if (NAME_PART.test(text ?? "")) return given(text);
  throw new Refusal(
    "contactNameInvalid",
    `${field} must have only letters, digits, spaces and periods`,
  );
}

/** `read` is told where an entry stands: `phone 2 `. */
function readEntries<E, R>(
  entries: readonly E[] | undefined,
  field: string,
  read: (entry: E, where: string) => R,
): R[] {
  return (entries ?? []).slice(0, MAX_ENTRIES)
    .map((entry, index) => read(entry, `${field} ${index + 1} `));
}

function readLabel<L extends string>(
  text: string | undefined,
  allowed: readonly [L, ...L[]],
  where: string,
): L {
  const label = given(text)?.toLowerCase();
  if (label === undefined) return allowed[0];
  const found = allowed.find((one) => one.toLowerCase() === label);
  if (found !== undefined) return found;
  throw new Refusal("contactLabelInvalid", `${where}label must be one of ${allowed.join(", ")}`);
}

function required(text: string, field: string): string {
  if (!isBlank(text)) return text;
  throw new Refusal("invalidRequest", `${field} must not be blank`);
}

function given(text: string | undefined): string | null {
  return text === undefined || isBlank(text) ? null : text;
}
