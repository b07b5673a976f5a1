/** Limits of MMS, by the settings and the template. */
import type { SettingsOf } from "../../core/routing/connector.ts";
import type { ProviderMms } from "../http_carrier/provider.ts";
import { mediaUrlNumber } from "./placeholders.ts";
import type { RequestTemplate } from "./requests.ts";
import { settingFault } from "./setting.ts";

export type MmsSettings = Pick<SettingsOf<"http">, "mmsMaxBytes" | "mmsMaxFiles">;

/**
 * Returns the limits; null: the provider takes no MMS.
 *
 * @throws {Refusal} E100 for a template without the files.
 */
export function mmsLimitsOf(
  { mmsMaxBytes, mmsMaxFiles }: MmsSettings,
  request: RequestTemplate | null,
): ProviderMms | null {
  if (request === null) return null;
  const { setting, used } = request;
  const placeholders = filePlaceholders(used);
  if (!used.has("media-urls") && placeholders === 0) {
    throw settingFault(setting, "{media-urls} or {media-url-1} is missing in the request");
  }
  return {
    maxBytes: mmsMaxBytes,
    maxFileBytes: mmsMaxBytes,
    maxFiles: used.has("media-urls") ? mmsMaxFiles : Math.min(mmsMaxFiles, placeholders),
    types: null,
    takesSubject: used.has("subject"),
  };
}

/** Counts the files that have a placeholder of their own, without a gap before it. */
function filePlaceholders(used: ReadonlySet<string>): number {
  const numbers = new Set([...used].map(mediaUrlNumber));
  let count = 0;
  while (numbers.has(count + 1)) count++;
  return count;
}
