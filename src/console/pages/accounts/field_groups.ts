/** Groups of an account's fields. */
import type { Field } from "../../../contract/field.ts";

export interface FieldGroup {
  readonly title: string;
  readonly fields: readonly Field[];
}

/** Names of fields by group; a test demands that each field of an account is in one. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  "Account": ["name"],
  "Postbacks": ["postback-url", "mms-mo-postbacks", "sms-mo-postbacks", "extended-postbacks"],
  "Hosted pages": ["display-name", "accent-colour"],
  "Sending": [
    "rate",
    "smart-encoding",
    "allow-fallback-sms",
    "enforce-campaign-check",
    "delivery-reports",
    "operator-lookup",
    "delivery-window",
    "time-zone",
    "error-help",
  ],
  "Opt-out and keywords": ["opt-out", "keyword-replies"],
  "MM7": [
    "mm7",
    "mm7-url",
    "mm7-username",
    "mm7-password",
    "mm7-version",
    "mm7-namespace",
    "mm7-transfer-encoding",
    "mm7-priority",
    "mm7-dialect",
    "mm7-allow-adaptations",
    "mm7-text-xml",
  ],
  "State": ["disabled"],
};

/** Divides fields into their groups, in the order of the groups; those without one come last. */
export function groupsOf(fields: readonly Field[]): FieldGroup[] {
  const named = Object.entries(GROUPS).map(([title, names]) => ({
    title,
    fields: names.flatMap((name) => fields.filter((field) => field.name === name)),
  }));
  const grouped = new Set(Object.values(GROUPS).flat());
  const others = fields.filter(({ name }) => !grouped.has(name));
  return [...named, { title: "Other", fields: others }].filter((group) => group.fields.length > 0);
}
