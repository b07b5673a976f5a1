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
  "N301",
  "N302",
  "N311",
] as const;
export type PostbackCode = typeof POSTBACK_CODES[number];

/** MMS sent: the service has begun to process it (spec 6.2). */
export interface PostbackN101 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "N101";
  /** Form in which the message was sent; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** Status of the message. */
  "status": "Sent";
  /** Status in words. */
  "status-details": "Message Sent";
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** MMS delivered (spec 6.2). */
export interface PostbackN102 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "N102";
  /** Form in which the message was sent; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** Status of the message. */
  "status": "Delivered";
  /** Status in words. */
  "status-details": "Message Delivered";
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Handset, if the carrier reports it. */
  "handset"?: string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** MMS expired (spec 6.2). */
export interface PostbackN103 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "N103";
  /** Form in which the message was sent; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** Status of the message. */
  "status": "Expired";
  /** Status in words. */
  "status-details": "Message Expired";
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** MMS failed (spec 6.2). */
export interface PostbackE101 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "E101";
  /** Form in which the message was sent; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** Status of the message. */
  "status": "Failed";
  /** Reason for the failure. `MMS is too big` occurs only if the fallback SMS is disabled. */
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
  /** Recipient's number with country code. */
  "to": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** MMS rejected or unrecognised (spec 6.2). */
export interface PostbackE102 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "E102";
  /** Form in which the message was sent; SMS is the fallback. */
  "sent-as": "MMS" | "SMS";
  /** Status of the message. */
  "status": "Rejected" | "Unrecognised";
  /** Reason for the rejection; `<number>:Exception` for Unrecognised. */
  "status-details": string;
  /** Id of the template. */
  "mms-id"?: string;
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** Template ready to send (spec 6.3). */
export interface PostbackN003 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "N003";
  /** Id of the template. */
  "mms-id": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
}

/** Audio of a template not transcoded (spec 6.3). */
export interface PostbackE002 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "E002";
  /** Id of the template. */
  "mmsid": string;
  /** Id of the transaction, repeated in its postbacks. */
  "trackingid": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** URL of the file, as given in the request. */
  "audioname": string;
}

/** Video of a template not transcoded (spec 6.3). */
export interface PostbackE003 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "E003";
  /** Id of the template. */
  "mms-id": string;
  /** Id of the transaction, repeated in its postbacks. */
  "trackingid": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** URL of the file, as given in the request. */
  "videoname": string;
}

/** Image of a template not transcoded (spec 6.3). */
export interface PostbackE004 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "E004";
  /** Id of the template. */
  "mmsid": string;
  /** Id of the transaction, repeated in its postbacks. */
  "trackingid": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** URL of the file, as given in the request. */
  "imagename": string;
}

/** Content of a message transcoded, and sending triggered (spec 6.3). */
export interface PostbackN013 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "N013";
  /** Id of the template. */
  "mms-id"?: string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** Content failed validation (spec 6.3). */
export interface PostbackE011 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "E011";
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Kind of content. */
  "content-type": string;
  /** URL of the file, as given in the request. */
  "content-name": string;
  /** Reason. */
  "error-info": string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** Audio of a message not transcoded, and sending not triggered (spec 6.3). */
export interface PostbackE012 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "E012";
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** URL of the file, as given in the request. */
  "audio-name": string;
  /** Reason. */
  "error-info": string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** Video of a message not transcoded, and sending not triggered (spec 6.3). */
export interface PostbackE013 {
  /** Kind of traffic. */
  "origin": "MMS_MT";
  /** Event code. */
  "code": "E013";
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** URL of the file, as given in the request. */
  "video-name": string;
  /** Reason. */
  "error-info": string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** File of an MMS from an end user. */
export interface InboundFile {
  /** URL of a picture, video, audio, text or SMIL file. */
  "file": string;
}

/** MMS from an end user (spec 6.4). */
export interface PostbackN401 {
  /** Kind of traffic. */
  "origin": "MMS_MO";
  /** Event code. */
  "code": "N401";
  /**
   * Number of the end user with country code. A sender that is no international number is as
   * the carrier spells it: a name, a short code, a national number, or empty.
   */
  "from": string;
  /** Short code or number that the message was sent to. */
  "to": string;
  /** Subject of the MMS; may be empty. */
  "message-subject": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Files of the MMS. */
  "content": InboundFile[];
  /** Keyword that the text was recognised as, if the account has `extended-postbacks`. */
  "keyword"?: "STOP" | "STOP ALL" | "START" | "HELP";
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
}

/** SMS sent (spec 6.5). */
export interface PostbackN201 {
  /** Kind of traffic. */
  "origin": "SMS_MT";
  /** Event code. */
  "code": "N201";
  /** Always SMS. */
  "sent-as": "SMS";
  /** Status of the message. */
  "status": "Sent";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** SMS delivered (spec 6.5). */
export interface PostbackN202 {
  /** Kind of traffic. */
  "origin": "SMS_MT";
  /** Event code. */
  "code": "N202";
  /** Always SMS. */
  "sent-as": "SMS";
  /** Status of the message. */
  "status": "Delivered";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** SMS failed (spec 6.5). */
export interface PostbackE201 {
  /** Kind of traffic. */
  "origin": "SMS_MT";
  /** Event code. */
  "code": "E201";
  /** Always SMS. */
  "sent-as": "SMS";
  /** Status of the message. */
  "status": "Failed";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** SMS rejected (spec 6.5). */
export interface PostbackE202 {
  /** Kind of traffic. */
  "origin": "SMS_MT";
  /** Event code. */
  "code": "E202";
  /** Always SMS. */
  "sent-as": "SMS";
  /** Status of the message. */
  "status": "Rejected";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `campaign-ref` of the request, if given. */
  "campaign-ref"?: string;
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
  /** Name of the operator, with `operator-id`. */
  "operator-name"?: string;
}

/** SMS from an end user (spec 6.6). */
export interface PostbackN211 {
  /** Kind of traffic. */
  "origin": "SMS_MO";
  /** Event code. */
  "code": "N211";
  /**
   * Number of the end user with country code. A sender that is no international number is as
   * the carrier spells it: a name, a short code, a national number, or empty.
   */
  "from": string;
  /** Short code or number that the message was sent to. */
  "to": string;
  /** Text of the SMS. */
  "message-text": string;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** Keyword that the text was recognised as, if the account has `extended-postbacks`. */
  "keyword"?: "STOP" | "STOP ALL" | "START" | "HELP";
  /** Mobile operator of the handset, if it is known and the account has `extended-postbacks`. */
  "operator-id"?: string;
}

/** Recipient subscribed to a campaign. */
export interface PostbackN301 {
  /** Kind of traffic. */
  "origin": "SUB";
  /** Event code. */
  "code": "N301";
  /** Recipient's number with country code. */
  "mobile": string;
  /** Reference of the campaign. */
  "campaign-ref": string;
  /** Sender of the campaign, if it has one. */
  "from"?: string;
  /** Title of the campaign, if it has one. */
  "campaign-title"?: string;
  /** Brand of the campaign, if it has one. */
  "brand-name"?: string;
  /** Cause: an administrator, a request, a text from the handset, a page. */
  "source": "MANAGER" | "API" | "MO" | "WEB";
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
}

/** Subscription of a recipient ended. */
export interface PostbackN302 {
  /** Kind of traffic. */
  "origin": "SUB";
  /** Event code. */
  "code": "N302";
  /** Recipient's number with country code. */
  "mobile": string;
  /** Reference of the campaign. */
  "campaign-ref": string;
  /** Sender of the campaign, if it has one. */
  "from"?: string;
  /** Title of the campaign, if it has one. */
  "campaign-title"?: string;
  /** Brand of the campaign, if it has one. */
  "brand-name"?: string;
  /** Cause: an administrator, a request, a text from the handset, a page or an import. */
  "source": "MANAGER" | "API" | "MO" | "WEB" | "IMPORTED";
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
}

/** Link in a message opened, the first time and then at most once a minute. */
export interface PostbackN311 {
  /** Kind of traffic. */
  "origin": "LINK";
  /** Event code. */
  "code": "N311";
  /** Short code or number that the message is sent from. */
  "from": string;
  /** Recipient's number with country code. */
  "to": string;
  /** Id of the transaction, repeated in its postbacks. */
  "tracking-id": string;
  /** `client-reference` of the request, if given. */
  "client-reference"?: string;
  /** Address that the link leads to. */
  "url": string;
  /** Clicks on the link so far. */
  "clicks": number;
  /** Time in ISO 8601 with microseconds and offset. */
  "timestamp": string;
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
  N301: PostbackN301;
  N302: PostbackN302;
  N311: PostbackN311;
}
