/** All requirements, and their number in each section, so that a lost entry is noticed. */
import { SAVEMMS, SENDSAVEDMMS, SENDSMS } from "./actions.ts";
import { CONTACT, CREATECONTACT } from "./contacts.ts";
import { CREATECALENDAR, EVENT } from "./events.ts";
import { CREDENTIALS, JSON_DOOR, JSON_ERRORS, VERSIONS } from "./json_door.ts";
import { LIMITS } from "./limits.ts";
import { MM7_DOOR, MM7_ERRORS, SUBMIT_REQ, SUBMIT_RSP } from "./mm7.ts";
import { BARCODE, CREATEIMAGE, IMAGE, TEXT_AREA } from "./pictures.ts";
import {
  CODES,
  FAILURES,
  INBOUND_MMS,
  INBOUND_SMS,
  NOTICES,
  SMS_STATUS,
  STATUS,
  TEMPLATE_NOTICES,
} from "./postbacks.ts";
import type { Requirement } from "./requirement.ts";
import { OVERVIEW } from "./section_1.ts";
import { STATES } from "./states.ts";
import { FETCHING, MEDIA, SLIDES, TEMPLATE } from "./templates.ts";

/** By section, in the order of the description. */
export const SECTIONS: readonly (readonly [size: number, requirements: Requirement[]])[] = [
  [13, OVERVIEW],
  [40, SUBMIT_REQ],
  [11, SUBMIT_RSP],
  [8, TEMPLATE],
  [20, SLIDES],
  [26, MEDIA],
  [7, FETCHING],
  [19, BARCODE],
  [8, TEXT_AREA],
  [8, IMAGE],
  [21, CONTACT],
  [12, EVENT],
  [10, STATES],
  [14, MM7_DOOR],
  [7, JSON_DOOR],
  [11, SAVEMMS],
  [37, SENDSAVEDMMS],
  [11, SENDSMS],
  [7, CREATEIMAGE],
  [7, CREATECONTACT],
  [8, CREATECALENDAR],
  [6, CREDENTIALS],
  [2, NOTICES],
  [20, CODES],
  [26, STATUS],
  [9, TEMPLATE_NOTICES],
  [8, INBOUND_MMS],
  [9, SMS_STATUS],
  [8, INBOUND_SMS],
  [2, MM7_ERRORS],
  [13, JSON_ERRORS],
  [3, FAILURES],
  [15, LIMITS],
  [3, VERSIONS],
];

export const REQUIREMENTS: readonly Requirement[] = SECTIONS.flatMap(([, all]) => all);
