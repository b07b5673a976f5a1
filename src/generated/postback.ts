// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** Types of postback bodies (spec 6), by code. */

/** Postback codes in the order of the spec's table (6.1). */
export const POSTBACK_CODES = [
  "N101",
  "N102",
  "N103",
  "E101",
  "E102",
  "N003",
  "E002",
  "E003",
  "E004",
  "N013",
  "E011",
  "E012",
  "E013",
  "N401",
  "N201",
  "N202",
  "E201",
  "E202",
  "N211",
] as const;
export type PostbackCode = typeof POSTBACK_CODES[number];

/** Sent; the service has begun to process the MMS (spec 6.2). */
export interface PostbackN101 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "N101";
  /** Which of the two it went out as; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** What became of it. */
  "status": "Sent";
  /** What became of it in words. */
  "status-details": "Message Sent";
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** Delivered (spec 6.2). */
export interface PostbackN102 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "N102";
  /** Which of the two it went out as; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** What became of it. */
  "status": "Delivered";
  /** What became of it in words. */
  "status-details": "Message Delivered";
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** The handset, where the carrier tells. */
  "handset"?: string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** Expired (spec 6.2). */
export interface PostbackN103 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "N103";
  /** Which of the two it went out as; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** What became of it. */
  "status": "Expired";
  /** What became of it in words. */
  "status-details": "Message Expired";
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** Failed (spec 6.2). */
export interface PostbackE101 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "E101";
  /** Which of the two it went out as; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** What became of it. */
  "status": "Failed";
  /** Why it failed; it is too big where its fallback SMS is disabled. */
  "status-details":
    | "MMS is too big"
    | "No way to send MMS or SMS"
    | "Internal Routing Error"
    | "Content Validation Failed"
    | "Audio or Video Transcoding Failed";
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** Rejected or unrecognised (spec 6.2). */
export interface PostbackE102 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "E102";
  /** Which of the two it went out as; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** What became of it. */
  "status": "Rejected" | "Unrecognised";
  /** Why it was rejected; of what was unrecognised, the number of an exception. */
  "status-details": string;
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** The template is ready to be sent (spec 6.3). */
export interface PostbackN003 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "N003";
  /** Id of the template. */
  "mms-id": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
}

/** The template's audio could not be transcoded (spec 6.3). */
export interface PostbackE002 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "E002";
  /** Id of the template. */
  "mmsid": string;
  /** Id of the transaction, also in its postbacks. */
  "trackingid": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** URL of the file as the request gave it. */
  "audioname": string;
}

/** The template's video could not be transcoded (spec 6.3). */
export interface PostbackE003 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "E003";
  /** Id of the template. */
  "mms-id": string;
  /** Id of the transaction, also in its postbacks. */
  "trackingid": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** URL of the file as the request gave it. */
  "videoname": string;
}

/** The template's image could not be transcoded (spec 6.3). */
export interface PostbackE004 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "E004";
  /** Id of the template. */
  "mmsid": string;
  /** Id of the transaction, also in its postbacks. */
  "trackingid": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** URL of the file as the request gave it. */
  "imagename": string;
}

/** Content was transcoded for one message, which is now sent (spec 6.3). */
export interface PostbackN013 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "N013";
  /** Id of the template. */
  "mms-id"?: string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
}

/** Content was fetched and refused (spec 6.3). */
export interface PostbackE011 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "E011";
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** Kind of content. */
  "content-type": string;
  /** URL of the file as the request gave it. */
  "content-name": string;
  /** The reason. */
  "error-info": string;
}

/** Audio of one message could not be transcoded; it is not sent (spec 6.3). */
export interface PostbackE012 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "E012";
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** URL of the file as the request gave it. */
  "audio-name": string;
  /** The reason. */
  "error-info": string;
}

/** Video of one message could not be transcoded; it is not sent (spec 6.3). */
export interface PostbackE013 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** What happened. */
  "code": "E013";
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, when one was given. */
  "client-reference"?: string;
  /** URL of the file as the request gave it. */
  "video-name": string;
  /** The reason. */
  "error-info": string;
}

export interface InboundFile {
  /** URL of a picture, video, audio, text or SMIL file. */
  "file": string;
}

/** An end user sent an MMS (spec 6.4). */
export interface PostbackN401 {
  /** Kind of traffic. */
  "origin": "MMS_MO";
  /** What happened. */
  "code": "N401";
  /** Number of the end user with country code. */
  "from": string;
  /** Short code or number that it was sent to. */
  "to": string;
  /** May be empty. */
  "message-subject": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Its files. */
  "content": InboundFile[];
}

/** Sent (spec 6.5). */
export interface PostbackN201 {
  /** Kind of traffic. */
  "origin": "SMS_MT";
  /** What happened. */
  "code": "N201";
  /** Always SMS. */
  "sent-as": "SMS";
  /** What became of it. */
  "status": "Sent";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** Delivered (spec 6.5). */
export interface PostbackN202 {
  /** Kind of traffic. */
  "origin": "SMS_MT";
  /** What happened. */
  "code": "N202";
  /** Always SMS. */
  "sent-as": "SMS";
  /** What became of it. */
  "status": "Delivered";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** Failed (spec 6.5). */
export interface PostbackE201 {
  /** Kind of traffic. */
  "origin": "SMS_MT";
  /** What happened. */
  "code": "E201";
  /** Always SMS. */
  "sent-as": "SMS";
  /** What became of it. */
  "status": "Failed";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** Rejected (spec 6.5). */
export interface PostbackE202 {
  /** Kind of traffic. */
  "origin": "SMS_MT";
  /** What happened. */
  "code": "E202";
  /** Always SMS. */
  "sent-as": "SMS";
  /** What became of it. */
  "status": "Rejected";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Number of the recipient with country code. */
  "to": string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
  /** `campaign-ref` of the request, when one was given. */
  "campaign-ref"?: string;
}

/** An end user sent an SMS (spec 6.6). */
export interface PostbackN211 {
  /** Kind of traffic. */
  "origin": "SMS_MO";
  /** What happened. */
  "code": "N211";
  /** Number of the end user with country code. */
  "from": string;
  /** Short code or number that it was sent to. */
  "to": string;
  /** The text. */
  "message-text": string;
  /** ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, also in its postbacks. */
  "tracking-id": string;
}

export interface Postbacks {
  N101: PostbackN101;
  N102: PostbackN102;
  N103: PostbackN103;
  E101: PostbackE101;
  E102: PostbackE102;
  N003: PostbackN003;
  E002: PostbackE002;
  E003: PostbackE003;
  E004: PostbackE004;
  N013: PostbackN013;
  E011: PostbackE011;
  E012: PostbackE012;
  E013: PostbackE013;
  N401: PostbackN401;
  N201: PostbackN201;
  N202: PostbackN202;
  E201: PostbackE201;
  E202: PostbackE202;
  N211: PostbackN211;
}
