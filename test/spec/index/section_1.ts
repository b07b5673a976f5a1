/** Section 1: the service as a whole. */
import {
  calendar,
  contact,
  content,
  createimage,
  deliveryForm,
  envelope,
  hosted,
  inbound,
  links,
  mm7Codes,
  mm7Samples,
  personal,
  routing,
  savemms,
  sendsavedmms,
  sendsms,
  submit,
} from "./files.ts";
import { section } from "./requirement.ts";

export const OVERVIEW = section("1", {
  "rule 1: submission": [
    "One multipart POST submits one multimedia message as a SubmitReq",
    mm7Samples("sample *: 1000 with MessageID, then N101 and N102"),
    submit("spec 2.1 SubmitReq: marks an MMS MT; another operation is refused"),
  ],
  "rule 1: acceptance": [
    "Status success says accepted, not delivered: the message's outcome is reported later",
    mm7Samples("sample *: 1000 with MessageID, then N101 and N102"),
  ],
  "rule 1: refusal": [
    "A refused submission is answered with a fault that holds an RSErrorRsp",
    submit("spec 2.2 failure: a SOAP Fault with RSErrorRsp, TransactionID echoed"),
    envelope("a fault has the form of spec 2.2"),
  ],
  "rule 2: operations": [
    "A JSON body's action chooses among six operations",
    savemms("spec 4.3 success: *"),
    sendsavedmms("spec 4.4 success: *"),
    sendsms("spec 4.5 success: *"),
    createimage("spec 4.6 the file itself: *"),
    contact("spec 4.7 success: *"),
    calendar("spec 4.8 success: *"),
  ],
  "rule 3": [
    "Saving a template of up to nine slides transcodes its content and answers an mms-id",
    savemms(
      "spec 4.3 success: status, status-details and mms-id",
      "spec 2.3 slides are stored in the order given, up to 9",
    ),
    deliveryForm("contract 7 an operator of * gets *"),
  ],
  "rule 4: one recipient": [
    "A stored template goes to one recipient, from a provisioned sender",
    sendsavedmms(
      "spec 1.4 a stored MMS arrives: *",
      "spec 4.4 from must be provisioned to the account: E111",
    ),
  ],
  "rule 4: personalisation": [
    "A send may bring a subject, slide texts, tags' values, images, contacts and events of its own",
    sendsavedmms(
      "spec 4.4 message-subject overrides the template's",
      "spec 4.4 custom-slides replaces the text of the slide with that number",
    ),
    personal(
      "spec 4.4 rule 2: tags in texts and subject become values, else defaults",
      "spec 4.4 rule 4: several objects of each kind; one without room gets a slide of its own",
      "a template of nine slides is personal for each recipient",
    ),
  ],
  "rule 5: when": [
    "What is too large, or goes to an operator without MMS, is delivered as fallback SMS",
    sendsavedmms(
      "spec 1.5, 4.4 an operator without MMS gets the fallback SMS",
      "spec 1.5, 4.4 an MMS over 600 KB goes out as fallback SMS",
    ),
    content("content: an operator without MMS: SMS"),
  ],
  "rule 5: text and link": [
    "The fallback SMS is a text and, unless that is disabled, a link to the hosted content",
    deliveryForm(
      "spec 1.5 an operator without MMS gets the fallback text and a link",
      "spec 4.4 disable-fallback-sms-link: the text alone; it overrides the template",
    ),
    links("spec 1.5 the link of a fallback SMS opens a page that shows the message"),
    hosted("hosted messages *"),
  ],
  "rule 6": ["A text message can be sent", sendsms("spec 4.5 success: *")],
  "rule 7": [
    "Images, contacts and events come back as JPEG, vCard and iCalendar files in the answer",
    createimage("spec 4.6 the file itself: *"),
    contact("spec 4.7 success: *"),
    calendar("spec 4.8 success: *"),
  ],
  "rule 8": [
    "JSON notices of both kinds of status, of transcoding and of both kinds of inbound messages " +
    "are POSTed to a URL of the customer",
    sendsms("spec 1.8 postbacks of one message arrive in order, whatever the load"),
    savemms("spec 6.3 N003: *"),
    inbound(
      "messages from handsets: 6.6: an SMS is reported by N211, with each of its fields and no other",
      "messages from handsets: 6.4: an MMS is reported by N401, and its files can be fetched",
    ),
  ],
  "rule 9": [
    "Without the operator's id in the request the service looks the operator up first",
    routing(
      "spec 1.9 without an operator-id the operator is looked up, once; with one it is not",
    ),
    mm7Codes("MM7 code 2569 the lookup of an operator that a route needs fails"),
  ],
});
