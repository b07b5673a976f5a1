/** Handlers of the JSON door; those that send nothing are loaded with their first request. */
import { savemms } from "../../actions/savemms.ts";
import { sendmms } from "../../actions/sendmms.ts";
import { sendsavedmms } from "../../actions/sendsavedmms.ts";
import { sendsms } from "../../actions/sendsms.ts";
import { subscribe } from "../../actions/subscribe.ts";
import { unsubscribe } from "../../actions/unsubscribe.ts";
import type { Handlers } from "../../generated/json.ts";
import type { ActionContext } from "../../actions/ports.ts";
import { lazy } from "./lazy.ts";

const loadCreateImage = lazy(() => import("../../actions/createimage.ts"));
const loadCreateContact = lazy(() => import("../../actions/createcontact.ts"));
const loadCreateCalendar = lazy(() => import("../../actions/createcalendar.ts"));
const loadGetTemplates = lazy(() => import("../../actions/getmmstemplates.ts"));
const loadDeleteTemplate = lazy(() => import("../../actions/deletemmsid.ts"));
const loadGetEvents = lazy(() => import("../../actions/getevents.ts"));
const loadGetMessage = lazy(() => import("../../actions/getmessage.ts"));
const loadGetMessages = lazy(() => import("../../actions/getmessages.ts"));
const loadBlocks = lazy(() => import("../../actions/blocks.ts"));
const loadCancelMessage = lazy(() => import("../../actions/cancelmessage.ts"));
const loadGetLinks = lazy(() => import("../../actions/getlinks.ts"));

export const handlers: Handlers<ActionContext> = {
  savemms,
  sendsavedmms,
  sendmms,
  sendsms,
  createimage: async (...args) => (await loadCreateImage()).createimage(...args),
  createcontact: async (...args) => (await loadCreateContact()).createcontact(...args),
  createcalendar: async (...args) => (await loadCreateCalendar()).createcalendar(...args),
  getmmstemplates: async (...args) => (await loadGetTemplates()).getmmstemplates(...args),
  deletemmsid: async (...args) => (await loadDeleteTemplate()).deletemmsid(...args),
  getevents: async (...args) => (await loadGetEvents()).getevents(...args),
  getmessage: async (...args) => (await loadGetMessage()).getmessage(...args),
  getmessages: async (...args) => (await loadGetMessages()).getmessages(...args),
  getblocks: async (...args) => (await loadBlocks()).getblocks(...args),
  block: async (...args) => (await loadBlocks()).block(...args),
  unblock: async (...args) => (await loadBlocks()).unblock(...args),
  getlinks: async (...args) => (await loadGetLinks()).getlinks(...args),
  subscribe,
  unsubscribe,
  cancelmessage: async (...args) => (await loadCancelMessage()).cancelmessage(...args),
};
