/** Requests in XML of Sinch (repository sinch/docs, and developers.sinch.com). */
import { type FamilyExample, WITHOUT_FALLBACK } from "./example.ts";

const REPOSITORY = "sinch/docs docs/mms/xml-service";

export const SINCH: readonly FamilyExample[] = [
  {
    source: `${REPOSITORY}/xml-service-savemms.md`,
    action: "savemms",
    changed: WITHOUT_FALLBACK,
    form: "xml",
    request: ({ apiKey, image, audio, contact }) =>
      `<request>
    <action>saveMMS</action>
    <api-key>${apiKey}</api-key>
    <message-subject>A subject</message-subject>
    <name>A name</name>
    <disable-fallback-sms>true</disable-fallback-sms>
    <slide>
        <image><url>${image}</url></image>
        <audio><url>${audio}</url></audio>
        <message-text>A text</message-text>
        <duration>5</duration>
    </slide>
    <slide>
        <message-text>A contact</message-text>
        <vcard><url>${contact}</url></vcard>
        <duration>10</duration>
    </slide>
</request>`,
    names: ["status", "mms-id"],
    postbacks: ["N003"],
  },
  {
    source: `${REPOSITORY}/xml-service-sendsavedmms.md`,
    action: "sendsavedmms",
    changed: WITHOUT_FALLBACK,
    form: "xml",
    request: ({ apiKey, from, to, mmsId }) =>
      `<request>
    <action>sendSavedMMS</action>
    <api-key>${apiKey}</api-key>
    <to>${to}</to>
    <from>${from}</from>
    <service-id>12345</service-id>
    <mms-id>${mmsId}</mms-id>
    <disable-fallback-sms>true</disable-fallback-sms>
    <custom-text>
        <value>Another text on the first slide</value>
        <slide>1</slide>
    </custom-text>
    <custom-subject>Another subject</custom-subject>
</request>`,
    names: ["status", "mms-id", "tracking-id", "to", "from", "status-details"],
    postbacks: ["N101", "N102"],
    arrives: { subject: "Another subject", texts: ["Another text on the first slide", "Bye"] },
  },
  {
    source: `${REPOSITORY}/xml-service-sendmms.md`,
    action: "sendmms",
    changed: `${WITHOUT_FALLBACK}, operator-id`,
    form: "xml",
    request: ({ apiKey, from, to, image, audio, calendar, operatorId }) =>
      `<request>
    <action>sendMMS</action>
    <api-key>${apiKey}</api-key>
    <to>${to}</to>
    <from>${from}</from>
    <operator-id>${operatorId}</operator-id>
    <message-subject>A subject</message-subject>
    <service-id>32113</service-id>
    <name>A name</name>
    <disable-fallback-sms>true</disable-fallback-sms>
    <slide>
        <duration>5</duration>
        <image>
            <url>${image}</url>
        </image>
        <audio>
            <url>${audio}</url>
        </audio>
        <message-text>A text</message-text>
    </slide>
    <slide>
        <message-text>An event</message-text>
        <ical><url>${calendar}</url></ical>
        <duration>10</duration>
    </slide>
</request>`,
    names: ["status", "to", "mms-id", "tracking-id", "status-details"],
    postbacks: ["N013", "N101", "N102"],
  },
  {
    source: "developers.sinch.com/docs/mms/xml-service/getmmstemplates",
    action: "getmmstemplates",
    changed: "nothing",
    form: "xml",
    request: ({ apiKey }) =>
      `<request>
    <action>getMMSTemplates</action>
    <api-key>${apiKey}</api-key>
    <start-date>2014-03-31T11:30:00+00:00</start-date>
    <page-number>1</page-number>
    <items-per-page>3</items-per-page>
</request>`,
    names: [
      "status",
      "start-date",
      "page-number",
      "items-per-page",
      "total-results",
      "mms-template",
    ],
    postbacks: [],
  },
  {
    source: "developers.sinch.com/_bundle/docs/mms/api-reference/mms.json",
    action: "sendmms",
    changed: "nothing",
    form: "json",
    request: ({ from, to, image }) =>
      JSON.stringify({
        action: "sendmms",
        "service-id": "32113",
        to,
        from,
        "from-mask": "A mask",
        "message-subject": "A subject",
        "fallback-sms-text": "A text of the fallback",
        "disable-fallback-sms": false,
        "disable-fallback-sms-link": false,
        "client-reference": "A reference",
        slide: [{ image: { url: image }, "message-text": "A text" }],
      }),
    names: ["status", "to", "from", "mms-id", "tracking-id", "status-details"],
    postbacks: ["N013", "N101", "N102"],
  },
];
