/** Sections 4.3, 4.4 and 4.5: saving and sending. */
import {
  deliveryForm,
  errors,
  links,
  personal,
  routing,
  savemms,
  sendsavedmms,
  sendsms,
  smsText,
} from "./files.ts";
import { inFile, section } from "./requirement.ts";

export const SAVEMMS = section("4.3", {
  "action": ["The action is savemms", savemms("spec 4.3 success: *")],
  "message-subject": [
    "The subject is optional",
    savemms("spec 4.3 message-subject is optional: taken"),
  ],
  "fallback-sms-text": [
    "The fallback text is mandatory where the account may fall back and the request does not disable it",
    savemms("spec 4.3 fallback-sms-text is mandatory: E622 400"),
    savemms("spec 4.3 fallback-sms-text is not mandatory with disable-fallback-sms: taken"),
    errors("taken: no fallback text, where the account has no fallback"),
  ],
  "disable-fallback-sms": [
    "The fallback is on by default",
    savemms("spec 4.3 disable-fallback-sms false is the default: E622 400"),
  ],
  "disable-fallback-sms-link": [
    "The link is sent by default",
    savemms("spec 4.3 disable-fallback-sms-link is optional: taken"),
    deliveryForm("spec 1.5 an operator without MMS gets the fallback text and a link"),
  ],
  "client-reference": [
    "A reference of up to 64 characters comes back in postbacks",
    savemms("spec 4.3 client-reference *", "spec 6.3 N003: *"),
  ],
  "name": ["A name is mandatory", savemms("spec 4.3 name is mandatory: E311 400")],
  "slide": [
    "Slides are mandatory, nine at most",
    savemms("spec 4.3 slide is mandatory: E312 400", "spec 4.3 slide of 10 items: E225 400"),
  ],
  "success": [
    "A success has status, status-details and mms-id",
    savemms("spec 4.3 success: status, status-details and mms-id"),
  ],
  "failure": [
    "A failure has status, error-code and error-info",
    savemms("spec 4.3 failure: status, error-code and error-info"),
  ],
  "outcome": [
    "After a success a postback reports the transcoding",
    savemms("spec 6.3 N003: *", "spec 6.3 E00*", "spec 6.3 E011: *"),
  ],
});

export const SENDSAVEDMMS = section("4.4", {
  "action": ["The action is sendsavedmms", sendsavedmms("spec 4.4 success: *")],
  "mms-id": ["The template is mandatory", sendsavedmms("spec 4.4 mms-id is mandatory: E620 400")],
  "to": ["The recipient is mandatory", sendsavedmms("spec 4.4 to is mandatory: E110 400")],
  "to: country": [
    "It is in the sender's country",
    sendsavedmms("spec 4.4 to must be in the same country as the sender: E110"),
  ],
  "to-displayonly: shown": [
    "Further numbers can be shown as recipients",
    inFile("jobs/deliver/route_test.ts")(
      "a carrier may adapt messages that are not a VASP's, without fields to pass through",
    ),
    inFile("connectors/mmsc_submission_test.ts")(
      "the elements of a SubmitReq, valid under the schema ... those who are only shown",
    ),
  ],
  "to-displayonly: not sent": [
    "Nothing is delivered to them",
    sendsavedmms("spec 4.4 to-displayonly is validated, and not delivered to"),
  ],
  "from": ["The sender is mandatory", sendsavedmms("spec 4.4 from is mandatory: E111 400")],
  "from: provisioned": [
    "It is provisioned to the account",
    sendsavedmms("spec 4.4 from must be provisioned to the account: E111"),
  ],
  "from: alphanumeric": [
    "It may be a name in some countries, not in the USA",
    errors("E111 400: from is a name, and the country is the USA"),
    sendsms("spec 4.5 from: ACME (GB)"),
  ],
  "campaign-ref": [
    "The campaign is mandatory where the account enforces it, and the recipient is subscribed",
    errors("E715 403: *", "taken: a campaign-ref where the account does not enforce it"),
  ],
  "message-subject": [
    "A subject takes the place of the template's",
    sendsavedmms("spec 4.4 message-subject overrides the template's"),
  ],
  "fallback-sms-text": [
    "A fallback text takes the place of the template's, and is mandatory while the fallback is on",
    sendsavedmms("spec 1.5, 4.4 fallback-sms-text overrides the template's"),
    errors("E622 400: a send enables the fallback that the template disables and has no text for"),
  ],
  "disable-fallback-sms": [
    "The setting takes the place of the template's",
    sendsavedmms(
      "spec 7.3 the fallback is disabled, and *",
      "spec 1.5, 4.4 disable-fallback-sms is no matter to an MMS that fits",
    ),
    errors("taken: a send that brings the text for the fallback it enables"),
  ],
  "disable-fallback-sms-link": [
    "The setting takes the place of the template's",
    deliveryForm("spec 4.4 disable-fallback-sms-link: the text alone; it overrides the template"),
  ],
  "fallback-sms-link-expiration": [
    "The link ends at a time of up to a year from the request, a year by default",
    links(
      "spec 4.4 fallback-sms-link-expiration: the page and its files are gone then",
      "spec 4.4 fallback-sms-link-expiration: by default a year",
      "spec 4.4 fallback-sms-link-expiration: cut to a year",
    ),
  ],
  "mms-expiry-timestamp": [
    "Delivery is tried until a time of up to three days from the request, three days by default",
    sendsavedmms("spec 4.4, 8 mms-expiry-timestamp"),
    errors("E652 400: mms-expiry-timestamp *"),
  ],
  "force-send-as-sms": [
    "It sends as SMS, whatever disable-fallback-sms says; it is off by default",
    sendsavedmms(
      "spec 1.5, 4.4 force-send-as-sms sends the fallback SMS of what would fit",
      "spec 1.5, 4.4 force-send-as-sms ignores disable-fallback-sms",
    ),
  ],
  "force-send-as-sms: look-up": [
    "Without an operator-id the operator is not looked up",
    routing("spec 4.4 force-send-as-sms: without an operator-id the lookup is bypassed"),
  ],
  "client-reference": [
    "A reference of up to 64 characters comes back in postbacks",
    sendsavedmms("spec 4.4 client-reference is the send's, or else the template's"),
    errors("E315 400: a client-reference of 65 characters, of a send"),
  ],
  "custom-slides": [
    "A text takes the place of that of the slide with its number, line breaks and all",
    sendsavedmms("spec 4.4 custom-slides *", "spec 4.4 custom-slide *"),
  ],
  "merge-tag-data": [
    "Tags have values, numbers too",
    personal("spec 4.4 rule 2: tags in texts and subject become values, else defaults"),
  ],
  "dynamic-image": [
    "Images may be made for the send",
    personal(
      "spec 4.4 rule 4: several objects of each kind; one without room gets a slide of its own",
    ),
  ],
  "dynamic-contact": [
    "Contacts may be made for the send, each with a name",
    personal(
      "spec 4.4 rule 4: several objects of each kind; one without room gets a slide of its own",
    ),
    errors("E1601 400: a dynamic contact has a suffix only"),
  ],
  "dynamic-calendar": [
    "Events may be made for the send",
    personal("spec 2.8: a dynamic event has the times of its zone, in UTC"),
  ],
  "rule 1": [
    "The key is that of the account that saved the template",
    sendsavedmms("spec 4.4 rule 1: with the key of another account the template does not exist"),
  ],
  "rule 2: form": [
    "A tag has a variable and a default, which may be empty, in any letter case",
    personal("spec 4.4 rule 2: tags in texts and subject become values, else defaults"),
  ],
  "rule 2: value": [
    "A tag becomes its value, or else its default",
    personal(
      "spec 4.4 rule 2: tags in texts and subject become values, else defaults",
      "spec 4.4 rule 2: tags in custom slides, subject and fallback text of the send",
    ),
    inFile("spec/dynamic_tags_test.ts")(
      "spec 4.4 rule 2: text areas and barcode ids of dynamic images are filled in",
      "spec 4.4 rule 2: every text of a dynamic contact is filled in",
      "spec 4.4 rule 2: every text of a dynamic event is filled in, times included",
    ),
  ],
  "rule 3: values": [
    "An image template on a slide takes the values of its tags by key",
    personal("spec 4.4 rule 3: an image template takes the recipient's values by key"),
  ],
  "rule 3: no value": [
    "An element whose key has no data stays blank",
    personal("spec 4.4 rule 3: a key with no data leaves that element blank"),
  ],
  "rule 4: slide": [
    "An object goes to the slide that it names, or else to the last",
    personal("spec 4.4 rule 4: objects go to the slide they name, or else to the last"),
  ],
  "rule 4: several": [
    "There may be several objects",
    personal(
      "spec 4.4 rule 4: several objects of each kind; one without room gets a slide of its own",
    ),
  ],
  "rule 4: nine": [
    "Slides past the ninth are left out",
    personal("spec 4.4 rule 4, spec 8: slides past the ninth are left out"),
  ],
  "rule 5": [
    "One object that is not valid fails the request, and nothing is sent",
    personal("spec 4.4 rule 5: one object that is not valid, and nothing is stored"),
  ],
  "rule 6": [
    "A template that is being encoded is E626",
    sendsavedmms("spec 4.4 rule 6: a template that has not finished encoding: E626"),
  ],
  "success": [
    "A success has status, mms-id, tracking-id, to, from and status-details",
    sendsavedmms("spec 4.4 success: status, mms-id, tracking-id, to, from, status-details"),
  ],
  "success: tracking-id": [
    "The tracking-id is that of the postbacks",
    sendsavedmms("spec 4.4 tracking-id matches the postbacks"),
  ],
  "failure": [
    "A failure has status, error-code and error-info",
    sendsavedmms("spec 4.4 failure: status, error-code, error-info"),
  ],
});

export const SENDSMS = section("4.5", {
  "action": ["The action is sendsms", sendsms("spec 4.5 success: *")],
  "message-text": ["A text is mandatory", errors("E712 400: *")],
  "message-text: limits": [
    "160 characters of GSM or 70 of Unicode are one message; longer texts are several",
    sendsms(
      "spec 4.5 message-text: 160 of GSM or 70 of Unicode are one message, more are several",
    ),
    smsText("segments: every kind of text at every length agrees with the reference"),
  ],
  "to": [
    "The recipient is mandatory, with country code",
    sendsms("spec 4.5 to: with country code, in any usual spelling; one message each"),
    errors("E110 400: to is missing", "E110 400: to is no number"),
  ],
  "from": [
    "The sender is mandatory: a short code, toll-free or 10DLC number",
    sendsms("spec 4.5 from: * (US)"),
    errors("E111 400: from is missing"),
  ],
  "from: alphanumeric": [
    "It may be a name in some countries, not in the USA",
    sendsms("spec 4.5 from: ACME (GB)"),
    errors("E111 400: from is a name, and the country is the USA"),
  ],
  "campaign-ref": [
    "The campaign is mandatory where it is enforced, and the recipient subscribed",
    sendsms("spec 4.5 campaign-ref: mandatory while Enforce Campaign Check is on"),
  ],
  "click-tracking: true": [
    "Each link is replaced by a short one, and clicks are counted",
    links(
      "spec 4.5 click-tracking: each link is replaced by a short one, punctuation kept",
      "spec 4.5 click-tracking: clicks are counted, with the first and the last time",
    ),
  ],
  "click-tracking: false": [
    "Without it the text is sent as it is",
    links("spec 4.5 click-tracking *: the text is sent as it is"),
    sendsms("spec 4.5 click-tracking: false, or none, sends the text as it is"),
  ],
  "success": [
    "A success has status, tracking-id, to, from and status-details",
    sendsms("spec 4.5 success: status, tracking-id, to, from, status-details"),
  ],
  "failure": [
    "A failure has status, error-code, error-info and to",
    sendsms("spec 4.5 failure: status, error-code, error-info, to"),
  ],
});
