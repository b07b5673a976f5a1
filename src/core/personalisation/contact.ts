/** Contact (spec 2.7): validation of the request's fields, with every default filled in. */
import { isBlank, nonBlank, truncate } from "../characters.ts";
import { Refusal } from "../errors.ts";

/** Labels of phones. The first is the default (rule 4). */
export const PHONE_LABELS = ["Work", "Home", "Mobile", "Fax", "Pager", "Main", "Other"] as const;
export type PhoneLabel = typeof PHONE_LABELS[number];

/** Labels of e-mail and postal addresses. The first is the default (rule 4). */
export const PLACE_LABELS = ["Work", "Home"] as const;
export type PlaceLabel = typeof PLACE_LABELS[number];

const WEBSITE_LABEL = "homepage";
const WEBSITE_LABEL_CHARACTERS = 100;

/** Maximum number of entries in each list (rule 2). */
const MAX_ENTRIES = 4;

/** Contact. Texts are as given; null if absent. */
export interface Contact {
  /** First name; at least one of first and last name is present. */
  firstName: string | null;
  lastName: string | null;
  suffix: string | null;
  organization: string | null;
  title: string | null;
  photoUrl: string | null;
  note: string | null;
  phones: { number: string; label: PhoneLabel }[];
  emails: { address: string; label: PlaceLabel }[];
  /** Postal addresses, each as one text. */
  addresses: { address: string; label: PlaceLabel }[];
  websites: { url: string; label: string }[];
}

/** Fields of a contact, after schema validation. */
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
 * Reads the fields of a contact. Blank text counts as absent; letter case of labels does not
 * matter.
 *
 * @param where Prefix of field names in errors.
 * @throws {Refusal} E100, E1601 to E1603.
 */
export function readContact(fields: ContactFields, where = ""): Contact {
  const { phone, email, "physical-address": address, website } = fields;
  return {
    ...readName(fields.name ?? {}, where),
    organization: nonBlank(fields.organization),
    title: nonBlank(fields.title),
    photoUrl: nonBlank(fields["photo-url"]),
    note: nonBlank(fields.note),
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
      label: nonBlank(truncate(label ?? "", WEBSITE_LABEL_CHARACTERS)) ?? WEBSITE_LABEL,
    })),
  };
}

/** Joins the name for display (FN, RFC 2426 section 3.1.1). */
export function fullName(
  { firstName, lastName, suffix }: Pick<Contact, "firstName" | "lastName" | "suffix">,
): string {
  return [firstName, lastName, suffix].filter((part) => part !== null).join(" ");
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
  return { firstName, lastName, suffix: nonBlank(fields.suffix) };
}

/** Letters and digits of any script, combining marks, spaces and periods. */
const NAME_PART = /^[\p{L}\p{M}\p{N} .]*$/u;

function readNamePart(text: string | undefined, field: string): string | null {
  if (NAME_PART.test(text ?? "")) return nonBlank(text);
  throw new Refusal(
    "contactNameInvalid",
    `${field} must have only letters, digits, spaces and periods`,
  );
}

/**
 * Reads the entries of a list.
 * @param read Gets the entry and the prefix of its field names, such as `phone 2 `.
 */
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
  const label = nonBlank(text)?.toLowerCase();
  if (label === undefined) return allowed[0];
  const match = allowed.find((candidate) => candidate.toLowerCase() === label);
  if (match !== undefined) return match;
  throw new Refusal("contactLabelInvalid", `${where}label must be one of ${allowed.join(", ")}`);
}

function required(text: string, field: string): string {
  if (!isBlank(text)) return text;
  throw new Refusal("invalidRequest", `${field} must not be blank`);
}
