/** Sections 2.7 and 4.7: contacts. */
import { contact, errors, madeFailures, personal } from "./files.ts";
import { inFile, section } from "./requirement.ts";

const list = (field: string, labels: string) =>
  [
    `Up to four entries, labelled ${labels}`,
    contact(
      `spec 2.7 ${field}: label *, in any letter case`,
      `spec 2.7 ${field}, rule 2: entries beyond 4 are ignored, whatever they are`,
    ),
  ] as const;

const text = (field: string) =>
  [
    `${field} is optional, any text`,
    contact(`spec 2.7 ${field}: any text`, `spec 2.7 ${field}: not required; *`),
  ] as const;

/** Third-party readers. */
const READERS = inFile("objects/vcard_test.ts");

export const CONTACT = section("2.7", {
  "slide-number": [
    "A dynamic contact goes to the slide that it names, or else to the last",
    personal("spec 4.4 rule 4: objects go to the slide they name, or else to the last"),
  ],
  "name": [
    "A contact has a name of up to three parts",
    contact("spec 2.7 name: is required: E1601 400"),
    contact("spec 2.7 name: first-name, last-name and suffix are kept apart"),
  ],
  "name.first-name": [
    "The first name is mandatory where there is no last name",
    contact("spec 2.7 name: first-name alone: taken", "spec 2.7 name: no part: E1601 400"),
  ],
  "name.last-name": [
    "The last name is mandatory where there is no first name",
    contact("spec 2.7 name: last-name alone: taken", "spec 2.7 name: suffix alone: E1601 400"),
  ],
  "name: characters": [
    "Names have letters, digits, spaces and periods",
    contact(
      "spec 2.7 name: letters, digits, spaces, periods: taken",
      "spec 2.7 name: an apostrophe in first-name: E1602 400",
      "spec 2.7 name: a hyphen in last-name: E1602 400",
    ),
  ],
  "name.suffix": [
    "A suffix is optional",
    contact("spec 2.7 name: first-name, last-name and suffix are kept apart"),
  ],
  "organization": text("organization"),
  "title": text("title"),
  "photo-url": [
    "A photo is a GIF, JPEG or PNG",
    contact("spec 2.7 photo-url: * becomes a JPEG in the file"),
  ],
  "note": text("note"),
  "phone": list("phone", "Work, Home, Mobile, Fax, Pager, Main or Other"),
  "email": list("email", "Work or Home"),
  "email: id": ["An entry's id is the address", contact("spec 2.7 email: an entry needs its id")],
  "physical-address": list("physical-address", "Work or Home"),
  "website": [
    "Up to four websites with labels of any text",
    contact(
      "spec 2.7 website: url and label",
      "spec 2.7 website, rule 2: entries beyond 4 are ignored",
    ),
  ],
  "website: label": [
    "A website's label ends after 100 characters",
    contact("spec 2.7 website: the label ends after 100 characters"),
  ],
  "rule 1": ["A contact has some data", contact("spec 2.7 rule 1: a contact has some data")],
  "rule 2": [
    "Entries beyond the fourth of a list are ignored, and the request passes",
    contact("spec 2.7 *, rule 2: entries beyond 4 are ignored*"),
  ],
  "rule 3": [
    "A label that is not allowed fails the request, and nothing is sent",
    contact("spec 2.7 *, rule 3: another label fails"),
    errors("E1603 400: *"),
    personal("spec 4.4 rule 5: one object that is not valid, and nothing is stored"),
  ],
  "rule 4": [
    "The default label is work, of a website homepage",
    contact(
      "spec 2.7 *, rule 4: the default label is work",
      "spec 2.7 website, rule 4: the default label is homepage",
    ),
  ],
  "rule 5": [
    "A photo that fails validation fails the request",
    contact("spec 2.7 rule 5: a photo that fails validation fails the request: *"),
  ],
});

export const CREATECONTACT = section("4.7", {
  "body": [
    "The request has the fields of a contact, without a slide",
    contact("spec 4.7 lines: all of them, in order"),
  ],
  "success": [
    "The answer is a vCard: its type with charset, inline, contact.vcf",
    contact("spec 4.7 success: a vCard by its type and name"),
  ],
  "lines": [
    "The vCard has the lines of each field, from BEGIN to END",
    contact("spec 4.7 lines: all of them, in order", "spec 4.7: no text adds a line to the file"),
    READERS(
      "the lines of a vCard are those of spec 4.7, in its order, with VERSION and FN",
      "every text is read back unchanged by each reader",
    ),
  ],
  "photo line": [
    "The photo is a JPEG in base64",
    contact("spec 2.7 photo-url: * becomes a JPEG in the file"),
  ],
  "N line": [
    "N is last name, first name, two empty parts and suffix",
    contact("spec 2.7 name: first-name, last-name and suffix are kept apart"),
  ],
  "website lines": [
    "A website is an item of URL and label",
    contact("spec 2.7 website: url and label"),
  ],
  "failure": [
    "A failure has status, error-code and error-info",
    madeFailures("spec 4.7 failure: status, error-code and error-info, as JSON"),
  ],
});
