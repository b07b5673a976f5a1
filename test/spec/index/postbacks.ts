/** Sections 6 and 7.3: postbacks and their status details. */
import {
  adminInbound,
  common,
  content,
  inbound,
  personal,
  postbackBodies,
  routing,
  savemms,
  sendsavedmms,
  sendsms,
  smsc,
} from "./files.ts";
import { inFile, section } from "./requirement.ts";

const N211 = inbound(
  "messages from handsets: 6.6: an SMS is reported by N211, with each of its fields and no other",
);
const N401 = inbound(
  "messages from handsets: 6.4: an MMS is reported by N401, and its files can be fetched",
);
const STATUS_FIELDS = sendsavedmms("spec 6.2 fields: these, in this order, and handset in N102 *");
const exactly = (code: string) => postbackBodies(`* is ${code}, field for field`);

const postback = (
  text: string,
  code: string,
  event: string,
  ...tests: ReturnType<typeof common>[]
) =>
  [
    `${code} may say: ${text}`,
    postbackBodies(`MMS_MT ${event} is ${code}, field for field`),
    ...tests,
  ] as const;

export const CODES = section("6.1", {
  "N101": [
    "N101 says at once that the service has begun with an MMS",
    routing("spec 6.1 N101 is sent when processing begins, before a slow carrier responds"),
  ],
  "N102": [
    "N102 says that an MMS was delivered, by a carrier's report",
    sendsavedmms("spec 6.1 N102, spec 6.2 Delivered: recipient *"),
  ],
  "N103": [
    "N103 says that an MMS has expired",
    sendsavedmms("spec 6.1 N103, spec 6.2 Expired: recipient *"),
  ],
  "E101": [
    "E101 says that an MMS could not be sent",
    sendsavedmms("spec 6.1 E101, spec 6.2 Failed: recipient *"),
  ],
  "E102": [
    "E102 says that an MMS was rejected, or not recognised",
    sendsavedmms(
      "spec 6.1 E102, spec 6.2 Rejected: recipient *",
      "spec 6.1 E102, spec 6.2 Unrecognised: recipient *",
    ),
  ],
  "N003": [
    "N003 says that a template is transcoded, and unlocks it",
    savemms("spec 3.1 a template is locked until it is transcoded: E626, then N003 and unlocked"),
  ],
  "E002": ["E002 says that sound failed", savemms("spec 6.3 E002: a corrupt audio; *")],
  "E003": ["E003 says that a film failed", savemms("spec 6.3 E003: a corrupt video; *")],
  "E004": ["E004 says that an image failed", savemms("spec 6.3 E004: a corrupt image; *")],
  "N013": [
    "N013 says that content was transcoded and sending has begun",
    content("content: allowAdaptations=true, a photograph is fitted to * bytes: N013 first"),
    personal("contract 4: a message with a generated image is reported by N013 before N101"),
  ],
  "E011": ["E011 says that content is not valid", savemms("spec 6.3 E011: *")],
  "E012": [
    "E012 says that sound failed and nothing is sent",
    content("content: allowAdaptations=true, sound that is broken: E012, then E101"),
  ],
  "E013": [
    "E013 says that a film failed and nothing is sent",
    content("content: allowAdaptations=true, a film that is broken: E013, then E101"),
  ],
  "N401": ["N401 says that a handset sent an MMS", N401],
  "N201": ["N201 says that an SMS was sent", smsc("spec 6.5 an SMS through an SMSC: N201, N202")],
  "N202": ["N202 says that an SMS was delivered", sendsms("spec 3.3 N202 Delivered: *")],
  "E201": ["E201 says that an SMS failed", sendsms("spec 3.3 E201 Failed: *")],
  "E202": ["E202 says that an SMS was rejected", sendsms("spec 3.3 E202 Rejected *")],
  "N211": ["N211 says that a handset sent an SMS", N211],
  "no receipts": [
    "Where a carrier tells nothing N102 and N202 never come",
    sendsavedmms("spec 3.2 a carrier that reports nothing leaves it Sent"),
    sendsms("spec 6.1 N202 may never arrive: a carrier that reports nothing leaves it at N201"),
  ],
});

export const NOTICES = section("6", {
  "request": [
    "A postback is a POST of application/json to the customer's URL",
    common("spec 6 postbacks are HTTP POSTs of application/json to the account's URL"),
  ],
  "inbound: enabled": [
    "Postbacks of inbound messages are enabled for an account",
    inbound("messages from handsets: 6: N211 is enabled per account"),
    adminInbound(
      "spec 6: without mms-mo-postbacks an inbound message is stored without a postback",
    ),
  ],
});

export const STATUS = section("6.2", {
  "origin": ["The origin is MMS_MT", STATUS_FIELDS],
  "code": ["There is a code", STATUS_FIELDS],
  "sent-as": [
    "sent-as says whether it went out as MMS or as fallback SMS",
    STATUS_FIELDS,
    postbackBodies("a fallback SMS has sent-as SMS and is reported as an MMS otherwise"),
  ],
  "status": ["status is one of six words", sendsavedmms("spec 6.1 *, spec 6.2 *: recipient *")],
  "status-details": [
    "status-details is a text",
    sendsavedmms("spec 6.1 *, spec 6.2 *: recipient *"),
  ],
  "mms-id": ["The template is named", STATUS_FIELDS],
  "from": ["The sender is named", STATUS_FIELDS],
  "to": ["The recipient is named, with country code", STATUS_FIELDS],
  "tracking-id": ["The tracking-id is there", STATUS_FIELDS],
  "client-reference": [
    "The reference comes back in every postback",
    sendsavedmms("spec 4.4 client-reference is the send's, or else the template's"),
  ],
  "timestamp": ["The time is ISO 8601 with microseconds and offset", exactly("N101")],
  "handset": [
    "handset is in N102 alone",
    STATUS_FIELDS,
    postbackBodies("MMS_MT delivered Phone/1.0 is N102, field for field"),
  ],
  "campaign-ref": [
    "The campaign is there when one was given",
    sendsavedmms("spec 4.4 campaign-ref is returned in the postbacks"),
    postbackBodies("fields that the request lacks are left out, not null"),
  ],
  "text: Message Sent": [
    "N101 says: Message Sent",
    postbackBodies("MMS_MT begin * is N101, field for field"),
  ],
  "text: Message Delivered": [
    "N102 says: Message Delivered",
    postbackBodies("MMS_MT delivered * is N102, field for field"),
  ],
  "text: Message Expired": [
    "N103 says: Message Expired",
    postbackBodies("MMS_MT expired * is N103, field for field"),
  ],
  "text: MMS is too big": postback(
    "MMS is too big, where the fallback is disabled",
    "E101",
    "failed MMS is too big",
    sendsavedmms("spec 7.3 the fallback is disabled, and too big for *"),
  ),
  "text: No way to send MMS or SMS": postback(
    "No way to send MMS or SMS",
    "E101",
    "failed No way to send MMS or SMS",
    sendsavedmms("spec 7.3 the fallback is disabled, and its operator has no MMS: *"),
  ),
  "text: Internal Routing Error": postback(
    "Internal Routing Error",
    "E101",
    "failed Internal Routing Error",
    inFile("spec/routing_test.ts")("spec 6.2 Internal Routing Error: *"),
  ),
  "text: Content Validation Failed": postback(
    "Content Validation Failed",
    "E101",
    "failed Content Validation Failed",
    content("content: allowAdaptations=true, an image that is broken: E011, then E101"),
  ),
  "text: Audio or Video Transcoding Failed": postback(
    "Audio or Video Transcoding Failed",
    "E101",
    "failed Audio or Video Transcoding Failed",
    content("content: allowAdaptations=true, * that is broken: E01*, then E101"),
  ),
  "text: Message Rejected": postback(
    "Message Rejected",
    "E102",
    "rejected Message Rejected",
    sendsavedmms("spec 6.1 E102, spec 6.2 Rejected: recipient *"),
  ),
  "text: Network Unreachable": postback(
    "Network Unreachable",
    "E102",
    "rejected Network Unreachable",
  ),
  "text: Message Not Supported": postback(
    "Message Not Supported",
    "E102",
    "rejected Message Not Supported",
  ),
  "text: Exception": postback(
    "a number and Exception, where it was not recognised",
    "E102",
    "unrecognised 5000:Exception",
    sendsavedmms("spec 6.1 E102, spec 6.2 Unrecognised: recipient *"),
  ),
  "one tracking-id": [
    "N101 and N102 of a message have one tracking-id",
    sendsavedmms("spec 4.4 tracking-id matches the postbacks"),
  ],
});

export const TEMPLATE_NOTICES = section("6.3", {
  "N003": [
    "N003 has origin, code, mms-id, tracking-id, client-reference and timestamp",
    savemms("spec 6.3 N003: origin, code, mms-id, tracking-id, client-reference, timestamp"),
  ],
  "N013": [
    "N013 has the same fields",
    postbackBodies("N013 of a message is the spec's, field for field"),
    postbackBodies("N013 names the template of a message that has one"),
  ],
  "E002": [
    "E002 has mmsid, trackingid and audioname",
    savemms("spec 6.3 E002: a corrupt audio; mmsid, trackingid, audioname"),
  ],
  "E003": [
    "E003 has mms-id, trackingid and videoname",
    savemms("spec 6.3 E003: a corrupt video; mms-id, trackingid, videoname"),
  ],
  "E004": [
    "E004 has mmsid, trackingid and imagename",
    savemms("spec 6.3 E004: a corrupt image; mmsid, trackingid, imagename"),
  ],
  "E011": [
    "E011 has tracking-id, client-reference, content-type, content-name and error-info",
    savemms("spec 6.3 E011: *"),
  ],
  "E012": [
    "E012 has tracking-id, client-reference, audio-name and error-info",
    postbackBodies("E012 of a message is the spec's, field for field"),
  ],
  "E013": [
    "E013 has tracking-id, client-reference, video-name and error-info",
    postbackBodies("E013 of a message is the spec's, field for field"),
  ],
  "names": [
    "A file's name is the URL of the request",
    savemms("spec 6.3 E00*", "spec 6.3 E011: *"),
  ],
});

const inboundMms = (field: string) =>
  [
    `An inbound MMS says ${field}`,
    N401,
    postbackBodies("N401 is the spec's, field for field"),
  ] as const;
const smsStatus = (field: string) =>
  [
    `A status of an SMS says ${field}`,
    sendsms("spec 6.5 fields: these, in this order, with campaign-ref only if the request has one"),
  ] as const;
const inboundSms = (field: string) =>
  [
    `An inbound SMS says ${field}`,
    N211,
    postbackBodies("N211 is the spec's, field for field"),
  ] as const;

export const INBOUND_MMS = section("6.4", {
  "origin": inboundMms("its origin, MMS_MO"),
  "code": inboundMms("its code"),
  "from": inboundMms("who sent it, with country code"),
  "to": inboundMms("which number it came to"),
  "message-subject": [
    "The subject is empty where the message has none",
    inbound("messages from handsets: 6.4: an MMS without subject has an empty one; files*"),
    postbackBodies("N401 of a message without subject and files has them empty"),
  ],
  "tracking-id": inboundMms("its tracking-id"),
  "timestamp": inboundMms("when the service received it"),
  "content": [
    "Each file is named by a URL at which the service serves it",
    N401,
    inFile("spec/mm7_roundtrip_test.ts")("an MO comes back through both as N401, its files *"),
  ],
});

export const SMS_STATUS = section("6.5", {
  "origin": smsStatus("its origin, SMS_MT"),
  "code": smsStatus("its code"),
  "sent-as": smsStatus("that it was sent as SMS"),
  "status": smsStatus("its status"),
  "from": smsStatus("its sender"),
  "to": smsStatus("its recipient"),
  "timestamp": smsStatus("when it happened"),
  "tracking-id": smsStatus("its tracking-id"),
  "campaign-ref": [
    "The campaign is there when one was given",
    sendsms("spec 4.5 campaign-ref: returned in the postbacks"),
  ],
});

export const INBOUND_SMS = section("6.6", {
  "origin": inboundSms("its origin, SMS_MO"),
  "code": inboundSms("its code"),
  "from": inboundSms("who sent it, with country code"),
  "to": inboundSms("which code or number it came to"),
  "message-text": inboundSms("its text"),
  "timestamp": inboundSms("when it came"),
  "tracking-id": inboundSms("its tracking-id"),
  "one each": [
    "Each message has a postback of its own",
    inbound(
      "messages from handsets: 6.6: each of several messages has a postback of its own",
    ),
  ],
});

export const FAILURES = section("7.3", {
  "codes": [
    "Failures are reported by the codes of section 6",
    sendsavedmms("spec 6.1 E10*"),
    sendsms("spec 3.3 E20*"),
    savemms("spec 6.3 E0*"),
  ],
  "MMS is too big": [
    "E101 says so where the fallback is disabled",
    sendsavedmms("spec 7.3 the fallback is disabled, and too big for *: E101 MMS is too big"),
  ],
  "fallback disabled": [
    "What would fall back while the fallback is disabled fails",
    sendsavedmms("spec 7.3 the fallback is disabled, and *"),
    content("content: too big, and the account has no fallback: E101 MMS is too big"),
  ],
});
