/** Section 8: limits. */
import {
  contact,
  createimage,
  deliveryForm,
  errors,
  fetching,
  jsonLimits,
  links,
  mm7Codes,
  mm7Limits,
  personal,
  savemms,
  sendsavedmms,
  sendsms,
  submit,
} from "./files.ts";
import { section } from "./requirement.ts";

export const LIMITS = section("8", {
  "slides": ["A template has nine slides", savemms("spec 4.3 slide of 10 items: E225 400")],
  "slides: dynamic": [
    "Slides that objects add past the ninth are left out",
    personal("spec 4.4 rule 4, spec 8: slides past the ninth are left out"),
  ],
  "text": [
    "A slide's text has 5000 characters",
    jsonLimits("savemms slide message-text: 5000 characters, with one more E228"),
    personal("spec 8: a text that its tags make longer than 5000 characters is refused"),
  ],
  "subject": [
    "80 characters of a subject are supported",
    deliveryForm("spec 2.3 slide rule 9: 80 characters are kept"),
  ],
  "fallback text": [
    "More than the recommended characters of a fallback text are no error",
    jsonLimits("* fallback-sms-text: 5000 characters, with one more E228"),
  ],
  "MM7 Subject": [
    "More than the recommended characters of an MM7 subject are no error",
    mm7Limits("Subject: 1000 characters, with one more 2007"),
  ],
  "client-reference": [
    "A reference has 64 characters",
    jsonLimits("* client-reference: 64 characters, with one more E315"),
  ],
  "SMS": [
    "Texts beyond one message are concatenated",
    sendsms(
      "spec 4.5 message-text: 160 of GSM or 70 of Unicode are one message, more are several",
    ),
  ],
  "text areas": [
    "An image has eight text areas",
    createimage("spec 2.6 text-area: eight of them, each where it says"),
    errors("E1506 400: a ninth text area"),
  ],
  "contact lists": [
    "A contact has four entries of each list",
    contact("spec 2.7 *, rule 2: entries beyond 4 are ignored*"),
  ],
  "website label": [
    "A website's label has 100 characters",
    contact("spec 2.7 website: the label ends after 100 characters"),
  ],
  "redirects": [
    "One redirect is followed",
    fetching("spec 2.3 fetching rule 2: after * a second redirect fails"),
  ],
  "fallback-sms-link-expiration": [
    "A link lives for a year",
    links("spec 4.4 fallback-sms-link-expiration: *"),
  ],
  "expiry": [
    "Delivery is tried for three days, by default and at most",
    sendsavedmms("spec 4.4, 8 mms-expiry-timestamp"),
    submit("spec 2.1 ExpiryDate: 3 days by default and at most; *"),
  ],
  "recipients": [
    "A request has one recipient",
    sendsms("spec 8 one recipient per request"),
    sendsavedmms("spec 4.4 to-displayonly is validated, and not delivered to"),
    mm7Codes("MM7 code 2503 two numbers"),
  ],
});
