/** Occasions of postbacks, and what their receiver does. */
import type { PostbackCode } from "../../generated/postback.ts";
import type { Explanation } from "../explanation.ts";

const OWN_RECORD = "Find the message by `tracking-id` or `client-reference`, and note the status.";

export const POSTBACK_EXPLANATIONS: Readonly<Record<PostbackCode, Explanation>> = {
  N101: {
    cause: "The service has begun to process the message: the operator and the form, MMS or " +
      "fallback SMS, are decided. A carrier need not have it yet.",
    remedy: "Nothing; N102, N103, E101 or E102 follows.",
  },
  N102: {
    cause:
      "The carrier reports that the handset has the message, or that its user has fetched it. " +
      "`sent-as` tells the form that it was sent in.",
    remedy: `${OWN_RECORD} The status is final.`,
  },
  N103: {
    cause:
      "The message could not be delivered before it expired (`mms-expiry-timestamp`): the handset " +
      "was off or out of reach, or no carrier took the message in time.",
    remedy: "Send again if the content is still of use. Many at once are a matter for the " +
      "administrator: see [SlidepostMessagesLate](alerts.md#slidepostmessageslate).",
  },
  E101: {
    cause:
      "The message cannot be delivered; `status-details` tells why. `MMS is too big`: it exceeds " +
      "the operator's limit in every form, and fallback SMS is disabled. `No way to send MMS or SMS`: " +
      "no connector serves the sender, or the carrier gave up. `Internal Routing Error`: the carrier " +
      "refused our request, or a connector is missing. `Content Validation Failed` and `Audio or Video " +
      "Transcoding Failed`: a file could not be used, or a text takes too many segments.",
    remedy:
      "`MMS is too big`: use smaller files, or allow [fallback SMS](fallback-sms.md). For files, " +
      "correct the one that E011, E012 or E013 named. For the others, ask the administrator, who finds " +
      "the carrier's words in the history of the message.",
  },
  E102: {
    cause: "The carrier rejected the message, or reported a status without a meaning here " +
      "(`Unrecognised`); or the recipient opted out after the message was accepted. `Network " +
      "Unreachable` and `Message Not Supported` are the carrier's reasons.",
    remedy:
      "Remove recipients that are rejected again and again. `Message Not Supported`: the handset " +
      "or the subscription takes no MMS; send an SMS.",
  },
  N003: {
    cause: "All files of the template are fetched and transcoded.",
    remedy: "Send the template with `sendsavedmms`.",
  },
  E002: {
    cause:
      "An audio file of the template was fetched, but could not be transcoded: it is damaged, is " +
      "not audio, or cannot be made small enough.",
    remedy:
      "Open the file in a player, export it as MP3 or AAC, shorten it if it is long, and save the " +
      "template again. The [template](templates.md#files) fails as a whole.",
  },
  E003: {
    cause:
      "A video of the template was fetched, but could not be transcoded: it is damaged, is not a " +
      "video, or cannot be made small enough.",
    remedy:
      "Open the file in a player, export it as MP4 (H.264), shorten it if it is long, and save the " +
      "template again. The [template](templates.md#files) fails as a whole.",
  },
  E004: {
    cause:
      "An image of the template was fetched, but could not be transcoded: it is damaged, is not an " +
      "image, or cannot be made small enough.",
    remedy:
      "Open the file in a browser, export it as JPEG or PNG, and save the template again. The " +
      "[template](templates.md#files) fails as a whole.",
  },
  N013: {
    cause:
      "Content of this message alone, such as an image drawn for the recipient or the files of an " +
      "MM7 submission, has been fitted to the operator.",
    remedy: "Nothing; N101 follows.",
  },
  E011: {
    cause:
      "A file failed validation, of a template or of a message: it could not be fetched, its type " +
      "is not supported, or its type, its extension and its content disagree; or an image of a message " +
      "could not be transcoded, and E101 follows. `error-info` tells which.",
    remedy:
      "Correct the file at `content-name`, or what its server says of it in `Content-Type`; see " +
      "[Files](templates.md#files). Then save the template or send the message again.",
  },
  E012: {
    cause:
      "An audio file of an MM7 submission could not be transcoded for the operator. E101 follows.",
    remedy: "Correct the file at `audio-name`: `error-info` has the reason. Then submit again.",
  },
  E013: {
    cause: "A video of an MM7 submission could not be transcoded for the operator. E101 follows.",
    remedy: "Correct the file at `video-name`: `error-info` has the reason. Then submit again.",
  },
  N401: {
    cause:
      "A handset sent an MMS to a sender of the account, and the account takes postbacks of MMS " +
      "from handsets.",
    remedy:
      "Fetch the files in `content` while they are [retained](retention.md); their URLs need no key.",
  },
  N201: {
    cause: "The service has begun to process the text. A carrier need not have it yet.",
    remedy: "Nothing; N202, E201 or E202 follows.",
  },
  N202: {
    cause: "The carrier reports that the handset has the text.",
    remedy: "Find the message by `tracking-id`, and note the status. The status is final.",
  },
  E201: {
    cause:
      "The text cannot be delivered: the carrier gave up or refused our request, no connector " +
      "serves the sender, or the text expired.",
    remedy:
      "Check the number. If it fails for many, ask the administrator, who finds the carrier's " +
      "words in the history of the message.",
  },
  E202: {
    cause:
      "The carrier rejected the text or its recipient, or the recipient opted out after the message " +
      "was accepted.",
    remedy: "Check the number; remove recipients that are rejected again and again.",
  },
  N211: {
    cause:
      "A handset sent an SMS to a sender of the account, and the account takes postbacks of SMS " +
      "from handsets. Opt-outs and other keywords are among them.",
    remedy: "Handle the text. A keyword such as STOP has its reply from the service " +
      "[already](inbound.md#opt-outs).",
  },
  N301: {
    cause:
      "A recipient was subscribed to a [campaign](accounts.md#campaigns): by the request `subscribe` " +
      "(`source` `API`), by an administrator (`MANAGER`), or by confirming with a text (`MO`).",
    remedy: "Add the recipient to the list of the campaign, if you have one of your own.",
  },
  N302: {
    cause:
      "A subscription to a [campaign](accounts.md#campaigns) ended: by the request `unsubscribe` " +
      "(`source` `API`), by an administrator (`MANAGER`), or by STOP (`MO`).",
    remedy: "Remove the recipient from the list of the campaign, and send nothing under it.",
  },
  N311: {
    cause:
      "A link of a text with `click-tracking` was opened: for the first time, and then at most once a " +
      "minute. Only [receivers](accounts.md#receivers) that name the code get it.",
    remedy: "Count the click by `clicks`, which is the sum so far.",
  },
};
