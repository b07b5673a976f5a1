/** Section 3: states of templates and messages. */
import {
  messageStates,
  routing,
  savemms,
  sendsavedmms,
  sendsms,
  smsc,
  templateStates,
} from "./files.ts";
import { section } from "./requirement.ts";

const TEMPLATE_TABLE = templateStates("a template moves as the spec says, in every state at *");

export const STATES = section("3", {
  "3.1 none: savemms accepted": [
    "A valid savemms makes a template that is locked, and answers its id",
    savemms("spec 3.1 a template is locked until it is transcoded: E626, then N003 and unlocked"),
    savemms("spec 4.3 success: status, status-details and mms-id"),
  ],
  "3.1 locked: transcoding completes": [
    "When all content is transcoded, films and sound last, the template is unlocked: N003",
    savemms("spec 3.1 a template is locked until it is transcoded: E626, then N003 and unlocked"),
    TEMPLATE_TABLE,
  ],
  "3.1 locked: sendsavedmms": [
    "A send of a locked template is E626, and leaves it locked",
    sendsavedmms("spec 4.4 rule 6: a template that has not finished encoding: E626"),
    TEMPLATE_TABLE,
  ],
  "3.2 statuses": [
    "An MMS is Sent, Delivered, Expired, Failed, Rejected or Unrecognised",
    sendsavedmms("spec 6.1 *, spec 6.2 *: recipient *"),
    messageStates("MMS_MT: a message that is * moves as the spec says"),
  ],
  "3.2 accepted: processing begins": [
    "When processing begins the message is Sent: N101 at once",
    routing("spec 6.1 N101 is sent when processing begins, before a slow carrier responds"),
    messageStates("MMS_MT: a message that is accepted moves as the spec says"),
  ],
  "3.2 Sent: delivery report": [
    "A carrier's report makes it Delivered: N102, with the handset if it is named",
    sendsavedmms("spec 6.1 N102, spec 6.2 Delivered: recipient *"),
    sendsavedmms("spec 6.2 fields: these, in this order, and handset in N102 when *"),
  ],
  "3.2 N101 and N102": [
    "N102 is linked to N101 by the tracking-id",
    sendsavedmms("spec 4.4 tracking-id matches the postbacks"),
  ],
  "3.3 statuses": [
    "An SMS is Sent, Delivered, Failed or Rejected",
    sendsms("spec 3.3 *"),
    messageStates("SMS_MT: a message that is * moves as the spec says"),
  ],
  "3.3 accepted: sending": [
    "When it is sent it is Sent: N201",
    messageStates("SMS_MT: a message that is accepted moves as the spec says"),
    smsc("spec 6.5 an SMS through an SMSC: N201, N202"),
  ],
  "3.3 Sent: receipt": [
    "A receipt makes it Delivered: N202",
    sendsms("spec 3.3 N202 Delivered: receipt of the carrier's report *"),
  ],
});
