/** Words of the actions. */
import type { Action } from "../../generated/actions.ts";

/** Labels of the buttons that perform the actions. */
export const ACTION_BUTTONS: Readonly<Record<Action, string>> = {
  savemms: "Save the template",
  sendsavedmms: "Send the MMS",
  sendmms: "Send the MMS",
  sendsms: "Send the text",
  getmmstemplates: "List the templates",
  deletemmsid: "Delete the template",
  getevents: "Read the events",
  createimage: "Draw the picture",
  createcontact: "Create the contact",
  createcalendar: "Create the event",
  getmessage: "Read the message",
  getmessages: "List the messages",
  getblocks: "List the blocks",
  block: "Block the number",
  unblock: "Unblock the number",
  getlinks: "List the links",
  subscribe: "Subscribe the number",
  unsubscribe: "Unsubscribe the number",
  cancelmessage: "Cancel the message",
};
