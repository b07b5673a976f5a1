/** Times in requests of the admin API. */
import { Refusal } from "../../core/errors.ts";
import { parseIso } from "../../core/timestamp.ts";

/**
 * Parses a timestamp to milliseconds since the epoch.
 *
 * @throws {Refusal} E100
 */
export function timeOf(field: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const time = parseIso(text);
  if (time === null) throw new Refusal("invalidRequest", `${field} is not ISO 8601`);
  return time;
}
