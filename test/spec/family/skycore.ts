/** Requests of version 1.3 of Skycore's interface, and of a client of it. */
import { type FamilyExample, WITHOUT_FALLBACK } from "./example.ts";

const REPOSITORY = "cosmosking2050/API 1.3/CONTENTS/METHODS";
const CLIENT = "tatango/skycore lib/skycore/payload_builder.rb";
const HELP = "www.skycore.com/help";

const WITHOUT = "<DISABLEFALLBACKSMS>yes</DISABLEFALLBACKSMS>";

export const SKYCORE: readonly FamilyExample[] = [
  {
    source: `${REPOSITORY}/saveMMS.md`,
    action: "savemms",
    changed: WITHOUT_FALLBACK,
    form: "xml",
    isForm: true,
    request: ({ apiKey, image, audio, contact }) =>
      `<REQUEST>
    <ACTION>saveMMS</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <SUBJECT>A subject </SUBJECT>
    <NAME>A name</NAME>
    ${WITHOUT}
    <SLIDE>
        <IMAGE><URL>${image}</URL></IMAGE>
        <AUDIO><URL>${audio}</URL></AUDIO>
        <TEXT>A text</TEXT>
        <DURATION>5</DURATION>
    </SLIDE>
    <SLIDE>
        <TEXT>A contact</TEXT>
        <VCARD><URL>${contact}</URL></VCARD>
        <DURATION>5</DURATION>
    </SLIDE>
</REQUEST>`,
    names: ["STATUS", "MMSID"],
    postbacks: ["N003"],
  },
  {
    source: `${REPOSITORY}/saveMMS.md, with tags`,
    action: "savemms",
    changed: WITHOUT_FALLBACK,
    form: "xml",
    request: ({ apiKey, image }) =>
      `<REQUEST>
    <ACTION>saveMMS</ACTION>
    <API_KEY>${apiKey}</API_KEY>
        <SUBJECT>A subject</SUBJECT>
        <NAME>A name</NAME>
        ${WITHOUT}
            <SLIDE>
                <IMAGE>
                    <URL>${image}</URL>
                </IMAGE>
                <TEXT >
                    Dear {$firstname|customer}, of {$gender|some} gender.
                </TEXT>
            </SLIDE>
    </REQUEST>`,
    names: ["STATUS", "MMSID"],
    postbacks: ["N003"],
  },
  {
    source: `${REPOSITORY}/saveMMS.md, a template with tags sent`,
    action: "sendsavedmms",
    changed: WITHOUT_FALLBACK,
    form: "xml",
    request: ({ apiKey, from, to, mmsId }) =>
      `<REQUEST>
    <ACTION>sendsavedMMS</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <MMSID>${mmsId}</MMSID>
    <FROM>${from}</FROM>
    <TO>${to}</TO>
    <CAMPAIGNREF>1807</CAMPAIGNREF>
    ${WITHOUT}
    <DATA>
        <FIRSTNAME>Ana</FIRSTNAME>
        <GENDER>no</GENDER>
    </DATA>
</REQUEST>`,
    names: ["STATUS", "MMSID", "TRACKINGID", "TO", "FROM"],
    postbacks: ["N101", "N102"],
    arrives: { subject: "Hello", texts: ["Ana, no", "Bye"] },
  },
  {
    source: `${REPOSITORY}/sendSavedMMS.md`,
    action: "sendsavedmms",
    changed: WITHOUT_FALLBACK,
    form: "xml",
    isForm: true,
    request: ({ apiKey, from, to, mmsId }) =>
      `<REQUEST>
    <ACTION>sendSavedMMS</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <TO>${to}</TO>
    <FROM>${from}</FROM>
    <CAMPAIGNREF>12333</CAMPAIGNREF>
    <MMSID>${mmsId}</MMSID>
        ${WITHOUT}
        <DDMTITLE>A title</DDMTITLE>
        <DDMTEXT>A discovery</DDMTEXT>
        <DDMTIMEOUT>10</DDMTIMEOUT>
        <DEVICE>A handset</DEVICE>
        <CUSTOMTEXT>
            <VALUE>Another text, {$first_name|x}</VALUE>
            <SLIDE>1</SLIDE>
        </CUSTOMTEXT>
        <CUSTOMSUBJECT>Another subject</CUSTOMSUBJECT>
    <DATA>
        <FIRST_NAME>Ana</FIRST_NAME>
        <LAST_NAME>Silva</LAST_NAME>
        <AGE>30</AGE>
        <PET>Cat</PET>
    </DATA>
</REQUEST>`,
    names: ["STATUS", "MMSID", "TRACKINGID", "TO", "FROM"],
    postbacks: ["N101", "N102"],
    arrives: { subject: "Another subject", texts: ["Another text, Ana", "Bye"] },
  },
  {
    source: `${REPOSITORY}/sendSMS.md`,
    action: "sendsms",
    changed: "nothing",
    form: "xml",
    isForm: true,
    request: ({ apiKey, from, to }) =>
      `<REQUEST>
    <ACTION>sendSMS</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <TO>${to}</TO>
    <FROM>${from}</FROM>
    <CAMPAIGNREF>77676</CAMPAIGNREF>
    <TEXT>Hello Ana, from the shop</TEXT>
</REQUEST>`,
    names: ["STATUS", "TRACKINGID", "TO"],
    postbacks: ["N201", "N202"],
  },
  {
    source: `${CLIENT}, build_save_mms`,
    action: "savemms",
    changed: "nothing",
    form: "xml",
    request: ({ apiKey, image }) =>
      `<?xml version="1.0" encoding="UTF-8"?><REQUEST><ACTION>saveMMS</ACTION><API_KEY>${apiKey}` +
      `</API_KEY><NAME>A name</NAME><FALLBACKSMSTEXT>A text of the fallback</FALLBACKSMSTEXT>` +
      `<SLIDE><TEXT>A text</TEXT><IMAGE><URL>${image}</URL></IMAGE></SLIDE></REQUEST>`,
    names: ["STATUS", "MMSID"],
    postbacks: ["N003"],
  },
  {
    source: `${CLIENT}, build_send_saved_mms`,
    action: "sendsavedmms",
    changed: "OPERATORID",
    form: "xml",
    request: ({ apiKey, from, to, mmsId, operatorId }) =>
      `<?xml version="1.0" encoding="UTF-8"?><REQUEST><ACTION>sendSavedMMS</ACTION><API_KEY>${apiKey}` +
      `</API_KEY><MMSID>${mmsId}</MMSID><TO>${to}</TO><FALLBACKSMSTEXT>A text of the fallback` +
      `</FALLBACKSMSTEXT><OPERATORID>${operatorId}</OPERATORID><FROM>${from}</FROM>` +
      `<CAMPAIGNREF>1337</CAMPAIGNREF></REQUEST>`,
    names: ["STATUS", "TO", "MMSID"],
    postbacks: ["N101", "N102"],
  },
  {
    source: `${REPOSITORY}/sendMMS.md`,
    action: "sendmms",
    changed: `${WITHOUT_FALLBACK}, SPID, API_KEY in place of USER and PASS`,
    form: "xml",
    isForm: true,
    request: ({ apiKey, from, to, image, audio, operatorId }) =>
      `<REQUEST>
    <ACTION>sendMMS</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <TO>${to}</TO>
    <FROM>${from}</FROM>
    <SPID>${operatorId}</SPID>
    <SUBJECT>A subject</SUBJECT>
    <CAMPAIGNREF>323</CAMPAIGNREF>
    ${WITHOUT}
    <CONTENT>
        <NAME>A name</NAME>
        <SEQUENCE>
            <SLIDE duration="5">
                <IMAGE>
                    <URL>${image}</URL>
                </IMAGE>
                <AUDIO>
                    <URL>${audio}</URL>
                </AUDIO>
                <TEXT>A text</TEXT>
            </SLIDE>
        </SEQUENCE>
    </CONTENT>
</REQUEST>`,
    names: ["STATUS", "TO", "MMSID", "TRACKINGID"],
    postbacks: ["N013", "N101", "N102"],
  },
  {
    source: `${HELP}/delete-mms-id`,
    action: "deletemmsid",
    changed: "nothing",
    form: "xml",
    request: ({ apiKey, mmsId }) =>
      `<REQUEST>
    <ACTION>deleteMMSID</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <MMSID>${mmsId}</MMSID>
</REQUEST>`,
    names: ["STATUS", "MMSID"],
    postbacks: [],
  },
  {
    source: `${HELP}/subscribe-v1`,
    action: "subscribe",
    changed: "nothing",
    form: "xml",
    request: ({ apiKey, to }) =>
      `<REQUEST>
    <ACTION>subscribe</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <CAMPAIGNREF>1116</CAMPAIGNREF>
    <SUBSCRIBERREF>A reference</SUBSCRIBERREF>
    <MOBILE>${to}</MOBILE>
    <DATA>
        <FIRST_NAME>Ana</FIRST_NAME>
        <LAST_NAME>Silva</LAST_NAME>
        <AGE>29</AGE>
        <PET>Cat</PET>
    </DATA>
</REQUEST>`,
    names: ["STATUS", "CAMPAIGNREF", "MOBILE"],
    campaign: "1116",
    postbacks: ["N301"],
  },
  {
    source: `${REPOSITORY}/subscribe+unsubscribe.md, subscribe`,
    action: "subscribe",
    changed:
      "the end tag of CTA, which is malformed; CAMPAIGNREF in place of CAMPAIGNID in the response",
    form: "xml",
    request: ({ apiKey, to }) =>
      `<REQUEST>
    <ACTION>subscribe</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <CAMPAIGNID>1116</CAMPAIGNID>
    <MOBILE>${to}</MOBILE>
    <DATA>
        <FIRST_NAME>Ana</FIRST_NAME>
        <LAST_NAME>Silva</LAST_NAME>
    </DATA>
    <NOTIFY>no</NOTIFY>
    <CTA>no</CTA>
</REQUEST>`,
    names: ["STATUS", "CAMPAIGNREF", "MOBILE"],
    campaign: "1116",
    postbacks: [],
  },
  {
    source: `${REPOSITORY}/subscribe+unsubscribe.md, unsubscribe`,
    action: "unsubscribe",
    changed: "CAMPAIGNREF in place of CAMPAIGNID in the response",
    form: "xml",
    request: ({ apiKey, to }) =>
      `<REQUEST>
    <ACTION>unsubscribe</ACTION>
    <API_KEY>${apiKey}</API_KEY>
    <CAMPAIGNID>1116</CAMPAIGNID>
    <MOBILE>${to}</MOBILE>
    <NOTIFY>no</NOTIFY>
</REQUEST>`,
    names: ["STATUS", "CAMPAIGNREF", "MOBILE"],
    campaign: "1116",
    postbacks: ["N302"],
  },
];
