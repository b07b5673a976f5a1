/** Handlers of the JSON door; those that create files are loaded with their first request. */
import { deletemmsid } from "../../actions/deletemmsid.ts";
import { getmmstemplates } from "../../actions/getmmstemplates.ts";
import { savemms } from "../../actions/savemms.ts";
import { sendmms } from "../../actions/sendmms.ts";
import { sendsavedmms } from "../../actions/sendsavedmms.ts";
import { sendsms } from "../../actions/sendsms.ts";
import type { Handlers } from "../../generated/json.ts";
import type { ActionContext } from "../../actions/ports.ts";
import { lazy } from "./lazy.ts";

const loadCreateImage = lazy(() => import("../../actions/createimage.ts"));
const loadCreateContact = lazy(() => import("../../actions/createcontact.ts"));
const loadCreateCalendar = lazy(() => import("../../actions/createcalendar.ts"));

export const handlers: Handlers<ActionContext> = {
  savemms,
  sendsavedmms,
  sendmms,
  sendsms,
  getmmstemplates,
  deletemmsid,
  createimage: async (...args) => (await loadCreateImage()).createimage(...args),
  createcontact: async (...args) => (await loadCreateContact()).createcontact(...args),
  createcalendar: async (...args) => (await loadCreateCalendar()).createcalendar(...args),
};
