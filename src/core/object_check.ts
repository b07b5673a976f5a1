/** Whether a contact, calendar, PDF or Excel file is one: nothing else looks into what is sent as it is. */
import type { ObjectKind } from "./handset.ts";

/** How many bytes of a file's start are enough to tell. */
export const OBJECT_START_BYTES = 1024;

type Begins = (start: string) => boolean;

/** Text may have a byte order mark and blank lines before it. */
const textBegins = (word: string): Begins => {
  const pattern = new RegExp(`^(?:\\xef\\xbb\\xbf)?\\s*${word}\\s*?(?:\\r|\\n)`, "i");
  return (start) => pattern.test(start);
};

const CALLED: Readonly<Record<ObjectKind, string>> = {
  contact: "a vCard",
  calendar: "an iCalendar file",
  pdf: "a PDF",
  "ms-excel": "an Excel workbook",
};

/** By the first bytes, one character each. */
const BEGINNINGS: Readonly<Record<ObjectKind, readonly Begins[]>> = {
  contact: [textBegins("BEGIN:VCARD")], // RFC 6350 section 6.1.1
  calendar: [textBegins("BEGIN:VCALENDAR")], // RFC 5545 section 3.4
  // ISO 32000-1, annex H.3.4.1: readers look for it in the first 1024 bytes.
  pdf: [(start) => start.includes("%PDF-")],
  "ms-excel": [
    (start) => start.startsWith("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), // compound file: .xls
    (start) => ["\t\0", "\t\x02", "\t\x04", "\t\x08"].some((bof) => start.startsWith(bof)), // BIFF 2 to 5
    (start) => start.startsWith("PK\x03\x04"), // OOXML: .xlsx
  ],
};

/**
 * Spec 2.3, fetching rule 4. Null when the file is what it is said to be, else why not, for the
 * customer.
 */
export function whyNoObject(kind: ObjectKind, start: Uint8Array): string | null {
  const text = String.fromCharCode(...start.subarray(0, OBJECT_START_BYTES));
  if (BEGINNINGS[kind].some((begins) => begins(text))) return null;
  return `the content is not ${CALLED[kind]}`;
}
