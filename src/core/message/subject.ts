/** Normalisation of subjects (spec 2.3, rule 9). */
import { truncate } from "../characters.ts";
import { toGsm } from "../sms/gsm_alphabet.ts";

/**
 * Maximum length in code points: carriers count characters, not bytes, as XML Schema does for the
 * strings of MM7.
 */
const SUBJECT_CHARACTERS = 80;

/** Line breaks, which become spaces: a subject is one line. */
const BREAKS = /[\t-\r\x85\u2028\u2029]+/g;

/**
 * Characters to remove: controls, lone surrogates, private use, unassigned code points and
 * invisible marks, except those that writing needs: joiners (emoji, Indic and Arabic scripts),
 * directional marks, and the tags of flags. Directional embeddings and overrides are removed: they
 * would affect what the handset shows around the subject.
 */
const UNSUPPORTED = /(?![\u200c-\u200f\u061c\u{e0020}-\u{e007f}])\p{C}/gu;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Converts a subject to what an operator's handsets can show; null if nothing visible remains. */
export function subjectFor(
  subject: string | null,
  { gsmSubjects }: { gsmSubjects: boolean },
): string | null {
  const line = (subject ?? "").replace(BREAKS, " ").replace(UNSUPPORTED, "").normalize("NFC");
  const shown = truncate((gsmSubjects ? gsmLine(line) : line).trim(), SUBJECT_CHARACTERS).trimEnd();
  return VISIBLE.test(shown) ? shown : null;
}

function gsmLine(line: string): string {
  // The alphabet has a single space character.
  return toGsm(line.replace(/\s/g, " ")).replace(/ {2,}/g, " ");
}
