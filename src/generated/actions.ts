// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** The six actions of the JSON door. */
export const ACTIONS = [
  "savemms",
  "sendsavedmms",
  "sendsms",
  "createimage",
  "createcontact",
  "createcalendar",
] as const;
export type Action = typeof ACTIONS[number];

/** Status words for success and failure by action; file responses have none for success. */
export const STATUS_WORDS = {
  savemms: { success: "success", failure: "failure" },
  sendsavedmms: { success: "Success", failure: "failure" },
  sendsms: { success: "Success", failure: "Failure" },
  createimage: { success: null, failure: "failure" },
  createcontact: { success: null, failure: "failure" },
  createcalendar: { success: null, failure: "failure" },
} as const satisfies Record<Action, { success: string | null; failure: string }>;
