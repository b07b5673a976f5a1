// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** Actions of the JSON door. */
export const ACTIONS = [
  "savemms",
  "sendsavedmms",
  "sendmms",
  "sendsms",
  "getmmstemplates",
  "deletemmsid",
  "getevents",
  "createimage",
  "createcontact",
  "createcalendar",
  "getmessage",
  "getmessages",
  "getblocks",
  "block",
  "unblock",
  "getlinks",
  "subscribe",
  "unsubscribe",
  "cancelmessage",
] as const;
export type Action = typeof ACTIONS[number];

/** Status words for success and failure by action; file responses have none for success. */
export const STATUS_WORDS = {
  savemms: { success: "success", failure: "failure" },
  sendsavedmms: { success: "Success", failure: "failure" },
  sendmms: { success: "Success", failure: "Failure" },
  sendsms: { success: "Success", failure: "Failure" },
  getmmstemplates: { success: "Success", failure: "Failure" },
  deletemmsid: { success: "Success", failure: "Failure" },
  getevents: { success: "Success", failure: "Failure" },
  createimage: { success: null, failure: "failure" },
  createcontact: { success: null, failure: "failure" },
  createcalendar: { success: null, failure: "failure" },
  getmessage: { success: "Success", failure: "Failure" },
  getmessages: { success: "Success", failure: "Failure" },
  getblocks: { success: "Success", failure: "Failure" },
  block: { success: "Success", failure: "Failure" },
  unblock: { success: "Success", failure: "Failure" },
  getlinks: { success: "Success", failure: "Failure" },
  subscribe: { success: "Success", failure: "Failure" },
  unsubscribe: { success: "Success", failure: "Failure" },
  cancelmessage: { success: "Success", failure: "Failure" },
} as const satisfies Record<Action, { success: string | null; failure: string }>;
