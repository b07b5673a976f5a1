/**
 * Error codes of services with the same actions as ours, which customers who move here know. For
 * each there is a code of ours.
 */
export interface FamilyCode {
  /** Codes of one meaning. */
  readonly codes: readonly string[];
  readonly meaning: string;
  /** Errors and postbacks of ours; empty: there is no such error. */
  readonly ours: readonly string[];
  /** Behaviour of the service where it has no such error. */
  readonly note?: string;
}

export const FAMILY_CODES: readonly FamilyCode[] = [
  row(["E105"], "the account has no access to this interface", ["E103", "E107"]),
  row(["E112"], "the address is not among the networks of the key", ["E104"]),
  row(["E120"], "the request limit is reached", ["E113"]),
  row(["E201"], "the content could not be stored", ["E504"]),
  row(["E230"], "the duration of a slide is invalid", [], "durations are not read"),
  row(["E314"], "message-subject is missing or invalid", [], "a subject is optional"),
  row(
    ["E331", "E332", "E333", "E334", "E335", "E336", "E337"],
    "an image, audio, video, text, contact, calendar or PDF is too big",
    ["E011", "E228"],
  ),
  row(["E341"], "an image is damaged", ["E004"]),
  row(["E343"], "a video is damaged, or its codecs are not supported", ["E003"]),
  row(
    ["E351", "E352", "E353", "E355", "E356", "E357"],
    "an image, audio, video, contact, calendar or PDF could not be fetched",
    ["E011"],
  ),
  row(["E621"], "to is missing", ["E110"]),
  row(["E627", "E714"], "the campaign is missing or invalid", ["E715"]),
  row(["E628"], "the recipient's operator is not supported", ["E619"]),
  row(["E629"], "the type of a file is not recognised", ["E229", "E011"]),
  row(["E650"], "operator-id is missing", [], "the operator is looked up"),
];

function row(
  codes: readonly string[],
  meaning: string,
  ours: readonly string[],
  note?: string,
): FamilyCode {
  return { codes, meaning, ours, ...note === undefined ? {} : { note } };
}
