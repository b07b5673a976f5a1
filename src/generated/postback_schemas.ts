// deno-lint-ignore-file
// Written by `deno task generate` from openapi.yaml. Edit that, not this.
/** Postback bodies as zod schemas, for tests and for receivers. */
import { z } from "zod";
import type { PostbackCode } from "./postback.ts";

/** Form in which the message was sent; SMS is the fallback. */
export const SentAs = z.enum(["MMS", "SMS"]);

/** Id of the template. */
export const MmsId = z.string().min(1);

/** Short code or number that the message is sent from. */
export const Originator = z.string();

/** Recipient's number with country code. */
export const Recipient = z.string();

/** Id of the transaction, repeated in its postbacks. */
export const TrackingId = z.string().min(1).max(64);

/** `client-reference` of the request, if given. */
export const ReturnedReference = z.string().max(64);

/** Time in ISO 8601 with microseconds and offset. */
export const Timestamp = z.string().regex(
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}(Z|[+-]\d{2}:\d{2})$/u,
  "must have the declared form",
);

/** `campaign-ref` of the request, if given. */
export const ReturnedCampaignRef = z.string();

/** MMS sent: the service has begun to process it (spec 6.2). */
export const PostbackN101 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["N101"]),
  "sent-as": SentAs,
  "status": z.enum(["Sent"]),
  "status-details": z.enum(["Message Sent"]),
  "mms-id": MmsId.optional(),
  "from": Originator,
  "to": Recipient,
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "timestamp": Timestamp,
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** MMS delivered (spec 6.2). */
export const PostbackN102 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["N102"]),
  "sent-as": SentAs,
  "status": z.enum(["Delivered"]),
  "status-details": z.enum(["Message Delivered"]),
  "mms-id": MmsId.optional(),
  "from": Originator,
  "to": Recipient,
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "timestamp": Timestamp,
  "handset": z.string().optional(),
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** MMS expired (spec 6.2). */
export const PostbackN103 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["N103"]),
  "sent-as": SentAs,
  "status": z.enum(["Expired"]),
  "status-details": z.enum(["Message Expired"]),
  "mms-id": MmsId.optional(),
  "from": Originator,
  "to": Recipient,
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "timestamp": Timestamp,
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** MMS failed (spec 6.2). */
export const PostbackE101 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["E101"]),
  "sent-as": SentAs,
  "status": z.enum(["Failed"]),
  "status-details": z.enum([
    "MMS is too big",
    "No way to send MMS or SMS",
    "Internal Routing Error",
    "Content Validation Failed",
    "Audio or Video Transcoding Failed",
  ]),
  "mms-id": MmsId.optional(),
  "from": Originator,
  "to": Recipient,
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "timestamp": Timestamp,
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** MMS rejected or unrecognised (spec 6.2). */
export const PostbackE102 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["E102"]),
  "sent-as": SentAs,
  "status": z.enum(["Rejected", "Unrecognised"]),
  "status-details": z.string().regex(
    /^(Message Rejected|Network Unreachable|Message Not Supported|\d{1,10}:Exception)$/u,
    "must have the declared form",
  ),
  "mms-id": MmsId.optional(),
  "from": Originator,
  "to": Recipient,
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "timestamp": Timestamp,
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** Template ready to send (spec 6.3). */
export const PostbackN003 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["N003"]),
  "mms-id": MmsId,
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "timestamp": Timestamp,
});

/** URL of the file, as given in the request. */
export const FileName = z.string();

/** Audio of a template not transcoded (spec 6.3). */
export const PostbackE002 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["E002"]),
  "mmsid": MmsId,
  "trackingid": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "audioname": FileName,
});

/** Video of a template not transcoded (spec 6.3). */
export const PostbackE003 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["E003"]),
  "mms-id": MmsId,
  "trackingid": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "videoname": FileName,
});

/** Image of a template not transcoded (spec 6.3). */
export const PostbackE004 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["E004"]),
  "mmsid": MmsId,
  "trackingid": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "imagename": FileName,
});

/** Content of a message transcoded, and sending triggered (spec 6.3). */
export const PostbackN013 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["N013"]),
  "mms-id": MmsId.optional(),
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "timestamp": Timestamp,
});

/** Content failed validation (spec 6.3). */
export const PostbackE011 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["E011"]),
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "content-type": z.string(),
  "content-name": FileName,
  "error-info": z.string(),
});

/** Audio of a message not transcoded, and sending not triggered (spec 6.3). */
export const PostbackE012 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["E012"]),
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "audio-name": FileName,
  "error-info": z.string(),
});

/** Video of a message not transcoded, and sending not triggered (spec 6.3). */
export const PostbackE013 = z.object({
  "origin": z.enum(["MMS_MT"]),
  "code": z.enum(["E013"]),
  "tracking-id": TrackingId,
  "client-reference": ReturnedReference.optional(),
  "video-name": FileName,
  "error-info": z.string(),
});

/**
 * Number of the end user with country code. A sender that is no international number is as
 * the carrier spells it: a name, a short code, a national number, or empty.
 */
export const EndUser = z.string();

/** Short code or number that the message was sent to. */
export const InboundTo = z.string();

/** File of an MMS from an end user. */
export const InboundFile = z.object({ "file": z.string() });

/** MMS from an end user (spec 6.4). */
export const PostbackN401 = z.object({
  "origin": z.enum(["MMS_MO"]),
  "code": z.enum(["N401"]),
  "from": EndUser,
  "to": InboundTo,
  "message-subject": z.string(),
  "tracking-id": TrackingId,
  "timestamp": Timestamp,
  "content": z.array(InboundFile),
});

/** SMS sent (spec 6.5). */
export const PostbackN201 = z.object({
  "origin": z.enum(["SMS_MT"]),
  "code": z.enum(["N201"]),
  "sent-as": z.enum(["SMS"]),
  "status": z.enum(["Sent"]),
  "from": Originator,
  "to": Recipient,
  "timestamp": Timestamp,
  "tracking-id": TrackingId,
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** SMS delivered (spec 6.5). */
export const PostbackN202 = z.object({
  "origin": z.enum(["SMS_MT"]),
  "code": z.enum(["N202"]),
  "sent-as": z.enum(["SMS"]),
  "status": z.enum(["Delivered"]),
  "from": Originator,
  "to": Recipient,
  "timestamp": Timestamp,
  "tracking-id": TrackingId,
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** SMS failed (spec 6.5). */
export const PostbackE201 = z.object({
  "origin": z.enum(["SMS_MT"]),
  "code": z.enum(["E201"]),
  "sent-as": z.enum(["SMS"]),
  "status": z.enum(["Failed"]),
  "from": Originator,
  "to": Recipient,
  "timestamp": Timestamp,
  "tracking-id": TrackingId,
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** SMS rejected (spec 6.5). */
export const PostbackE202 = z.object({
  "origin": z.enum(["SMS_MT"]),
  "code": z.enum(["E202"]),
  "sent-as": z.enum(["SMS"]),
  "status": z.enum(["Rejected"]),
  "from": Originator,
  "to": Recipient,
  "timestamp": Timestamp,
  "tracking-id": TrackingId,
  "campaign-ref": ReturnedCampaignRef.optional(),
});

/** SMS from an end user (spec 6.6). */
export const PostbackN211 = z.object({
  "origin": z.enum(["SMS_MO"]),
  "code": z.enum(["N211"]),
  "from": EndUser,
  "to": InboundTo,
  "message-text": z.string(),
  "timestamp": Timestamp,
  "tracking-id": TrackingId,
});

export const postbackSchemas = {
  N101: PostbackN101,
  N102: PostbackN102,
  N103: PostbackN103,
  E101: PostbackE101,
  E102: PostbackE102,
  N003: PostbackN003,
  E002: PostbackE002,
  E003: PostbackE003,
  E004: PostbackE004,
  N013: PostbackN013,
  E011: PostbackE011,
  E012: PostbackE012,
  E013: PostbackE013,
  N401: PostbackN401,
  N201: PostbackN201,
  N202: PostbackN202,
  E201: PostbackE201,
  E202: PostbackE202,
  N211: PostbackN211,
} satisfies Record<PostbackCode, z.ZodType>;
