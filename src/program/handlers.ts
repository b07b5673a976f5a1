/** The actions of the JSON door; those that make files are loaded when first asked for. */
import { savemms } from "../actions/savemms.ts";
import { sendsavedmms } from "../actions/sendsavedmms.ts";
import { sendsms } from "../actions/sendsms.ts";
import type { Handlers } from "../generated/json.ts";
import type { ActionContext } from "../actions/ports.ts";
import { lazy } from "./lazy.ts";

const makingImages = lazy(() => import("../actions/createimage.ts"));
const makingContacts = lazy(() => import("../actions/createcontact.ts"));
const makingEvents = lazy(() => import("../actions/createcalendar.ts"));

export const handlers: Handlers<ActionContext> = {
  savemms,
  sendsavedmms,
  sendsms,
  createimage: async (...asked) => (await makingImages()).createimage(...asked),
  createcontact: async (...asked) => (await makingContacts()).createcontact(...asked),
  createcalendar: async (...asked) => (await makingEvents()).createcalendar(...asked),
};
