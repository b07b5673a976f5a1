/** Subjects as they go out (spec 2.3, rule 9). */
import { cut } from "../characters.ts";
import { toGsm } from "../sms/gsm_alphabet.ts";

/**
 * Code points, whatever they take in an encoding: carriers count characters, as XML Schema does
 * for the strings of MM7.
 */
const SUBJECT_CHARACTERS = 80;

/** A subject is one line. */
const BREAKS = /[\t-\r\x85\u2028\u2029]+/g;

/**
 * Controls, lone surrogates, private use, and what Unicode has not assigned; also marks that cannot
 * be seen, save those that writing needs: joiners (emoji, Indic and Arabic scripts), the marks that
 * set the direction of what is beside them, and the tags of flags. Embeddings and overrides of
 * direction go: they reach past the subject, into what the handset shows around it.
 */
const UNSUPPORTED = /(?![\u200c-\u200f\u061c\u{e0020}-\u{e007f}])\p{C}/gu;

const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** The subject as an operator's handsets can show it; null when nothing of it can be seen. */
export function subjectFor(
  subject: string | null,
  { gsmSubjects }: { gsmSubjects: boolean },
): string | null {
  const line = (subject ?? "").replace(BREAKS, " ").replace(UNSUPPORTED, "");
  const shown = cut((gsmSubjects ? gsmLine(line) : line).trim(), SUBJECT_CHARACTERS).trimEnd();
  return VISIBLE.test(shown) ? shown : null;
}

function gsmLine(line: string): string {
  // The alphabet has letters with accents, but no accents, and one space.
  const composed = line.normalize("NFC").replace(/\s/g, " ");
  return toGsm(composed).replace(/ {2,}/g, " ");
}
