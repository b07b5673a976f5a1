/** Causes and remedies of the faults of the error catalogue (`errors.ts`). */
import type { FaultName } from "./errors.ts";
import type { Explanation } from "./explanation.ts";
import { SCHEDULE_EXPLANATIONS } from "./schedule_explanations.ts";
import { SENDER_EXPLANATIONS } from "./sender_explanations.ts";
import { SUBSCRIPTION_EXPLANATIONS } from "./subscription_explanations.ts";

export const FAULT_EXPLANATIONS: Readonly<Record<FaultName, Explanation>> = {
  invalidRequest: {
    cause:
      "A field is missing, has the wrong type or form, or exceeds its limit, and no other code " +
      "is closer. Also: a body that takes longer to arrive than `REQUEST_BODY_TIMEOUT`.",
    remedy:
      "Correct the field that `error-info` names. The [reference](/docs/api) has the type and " +
      "the limit of every field.",
  },
  methodNotAllowed: {
    cause: "`/api/v2` was requested with a method other than POST.",
    remedy: "Send a POST with a JSON body. A browser or a redirect that turns POST into GET is a " +
      "frequent reason.",
  },
  bodyTooLarge: {
    cause:
      "The body exceeds `JSON_BODY_MAX_BYTES`, or a file that an administrator uploads exceeds " +
      "`UPLOAD_MAX_BYTES`.",
    remedy: "Name files by their URL instead of sending them; split what is too large. The " +
      "administrator can raise the [limit](limits.md#limits-of-a-request).",
  },
  accountBlocked: {
    cause: "An administrator disabled the account.",
    remedy: "Ask the administrator, who enables it again by setting `disabled` of the " +
      "[account](accounts.md#accounts) to false.",
  },
  apiKeyInvalid: {
    cause:
      "The header `x-api-key` is missing, or in XML the element `api-key`, too; or the key is " +
      "unknown or revoked.",
    remedy: "Send a key of the account, in its letter case. The administrator " +
      "[issues](accounts.md#api-keys) another one if it is lost.",
  },
  apiKeyLimited: {
    cause: "The key is limited: to other actions, or to requests from other addresses.",
    remedy: "Use another key of the account. The administrator shows and changes the " +
      "[limits](accounts.md#api-keys) of a key with `key list` and `key change`.",
  },
  actionUnknown: {
    cause: "`action` names none of the actions, or one that this service does not offer.",
    remedy: "Send one of the [actions](/docs/api); letter case does not matter.",
  },
  notJson: {
    cause:
      "The body is not parseable as JSON, is not in UTF-8, or is no object. At `/api/v2/xml`: it is " +
      "no [well-formed](moving.md#xml) document with the root `request`.",
    remedy:
      "Serialise the request with a JSON or XML library, as one object in UTF-8 or one document.",
  },
  contentTypeUnsupported: {
    cause:
      "`content-type` is missing, is not `application/json`, or names another charset than UTF-8. At " +
      "`/api/v2/xml`: it is multipart.",
    remedy: "Send `content-type: application/json`, or at `/api/v2/xml` `application/xml`.",
  },
  recipientInvalid: {
    cause:
      "`to` is missing, is no international number, or is one that its country's number plan has not. For " +
      "`sendsavedmms` also: it is in no country of the sender.",
    remedy:
      "Send the number with its country code, such as 16175550101. To reach a further country, " +
      "the administrator adds it to the `countries` of the [sender](accounts.md#senders).",
  },
  ...SENDER_EXPLANATIONS,
  throughputExceeded: {
    cause: "The account sent more messages a second than its `rate`, created more files a second " +
      "than `CREATE_RATE`, or asked about messages more often than `READ_RATE`.",
    remedy: "Wait for the seconds in `Retry-After` and repeat the request; send more slowly. The " +
      "administrator can raise the [limit](limits.md#limits-of-an-account).",
  },
  recipientBlocked: {
    cause: "The recipient has opted out of this sender, by STOP or the like, or an administrator " +
      "or the account itself blocked it.",
    remedy: "Remove the recipient from the list. Only the recipient's START or the administrator " +
      "lifts the [block](inbound.md#opt-outs); one that the account made by `block` is lifted by " +
      "[`unblock`](ask.md#blocks).",
  },
  keyUsed: {
    cause: "An earlier request of the account had this `Idempotency-Key` and another body.",
    remedy: "Make a new key for each new request; repeat a request with exactly its first " +
      "[body](json-api.md#idempotency).",
  },
  keyInProgress: {
    cause: "A request with this `Idempotency-Key` has no response yet.",
    remedy: "Repeat it after `Retry-After`: the response of the first is returned then.",
  },
  severalObjects: {
    cause: "A slide has more than one of contact, calendar, PDF and Excel file.",
    remedy: "Put each object on a [slide](templates.md#slides) of its own.",
  },
  objectWithMedia: {
    cause:
      "A slide has an object (contact, calendar, PDF or Excel file) and an image, audio or video.",
    remedy: "Put the object on a [slide](templates.md#slides) of its own; text may go with it.",
  },
  tooManySlides: {
    cause: "`slide` has more than nine items.",
    remedy: "Leave out slides, or put text and picture on the same one.",
  },
  audioWithVideo: {
    cause: "A slide has audio and video.",
    remedy: "Put them on two [slides](templates.md#slides), or the sound into the video.",
  },
  videoWithImage: {
    cause: "A slide has a video and an image.",
    remedy: "Put them on two [slides](templates.md#slides).",
  },
  textTooLong: {
    cause: "The text of a slide or the fallback SMS exceeds 5000 characters, as sent or once its " +
      "merge tags are filled in.",
    remedy: "Shorten the text, or the values in `merge-tag-data`.",
  },
  contentNotAllowed: {
    cause:
      "A URL is malformed or too long, is not http or https, or leads to an address that is not public; or " +
      "an image has neither a URL nor fields to draw it by, or has both.",
    remedy: "Send the URL of a file that is reachable from the internet. The administrator can " +
      "admit further [addresses](security.md#outbound-requests) with `OUTBOUND_ALLOW`.",
  },
  pageNumberInvalid: {
    cause: "`page-number` of `getmmstemplates` is no integer above 0.",
    remedy: "Count pages from 1. A page behind the last one is an empty list.",
  },
  pageSizeInvalid: {
    cause: "`items-per-page` of `getmmstemplates` is no integer from 1 to 1000.",
    remedy: "Ask for fewer templates a page, and for more pages.",
  },
  startDateInvalid: {
    cause: "`start-date` of `getmmstemplates` is no timestamp.",
    remedy: "Write it in ISO 8601 with an offset, such as `2026-07-01T00:00:00Z`.",
  },
  templateUnknown: {
    cause: "The account has no template with this `mms-id`.",
    remedy:
      "Send the `mms-id` from the response of `savemms`, with a key of the account that saved it.",
  },
  nameMissing: {
    cause: "`name` of `savemms` is missing or blank.",
    remedy: "Send a name, which is for your own reference only.",
  },
  slidesMissing: {
    cause: "`slide` of `savemms` is missing or empty.",
    remedy: "Send at least one [slide](templates.md#slides).",
  },
  slideEmpty: {
    cause: "A slide has neither a file nor text. At `sendsavedmms`: a custom text empties a " +
      "slide, or the merge tags leave nothing of any slide.",
    remedy: "Send `message-text` or a file for each slide; give merge tags a " +
      "[default](personalisation.md#merge-tags).",
  },
  clientReferenceTooLong: {
    cause: "`client-reference` has more than 64 characters.",
    remedy: "Send a shorter reference, such as a hash or the id of a record.",
  },
  internal: {
    cause: "An unexpected error of the service.",
    remedy:
      "Repeat the request with an [`Idempotency-Key`](json-api.md#idempotency), so that it is " +
      "performed once. If it goes on, give the administrator the `X-Request-Id` of the response: the " +
      "[log](running.md#logs) has the error under it.",
  },
  unavailable: {
    cause: "The database cannot be reached, memory for bodies and files is used up, or the " +
      "service is stopping. Nothing is stored.",
    remedy:
      "Repeat the request after `Retry-After`. The administrator finds the cause in `/readyz` " +
      "and under [Outages](storage.md#outages).",
  },
  operatorLookupFailed: {
    cause:
      "The account's routes depend on the recipient's mobile operator, and the operator lookup " +
      "did not respond.",
    remedy: "Repeat the request after `Retry-After`, or send `operator-id` if you know it. The " +
      "administrator checks the [lookup](routing.md#operator-lookup).",
  },
  operatorNotServed: {
    cause:
      "The [route](routing.md#routes) for the recipient's mobile operator has no connector: the " +
      "administrator excluded the operator.",
    remedy:
      "Do not send to this recipient, or ask the administrator to add a connector to the route.",
  },
  mmsIdMissing: {
    cause: "`mms-id` of `sendsavedmms` is missing or empty.",
    remedy: "Send the `mms-id` from the response of `savemms`.",
  },
  fallbackTextMissing: {
    cause:
      "The account may send [fallback SMS](fallback-sms.md), the request does not disable it, and " +
      "there is no text for it. At `sendsavedmms`, a text of merge tags without values counts as none.",
    remedy:
      "Send `fallback-sms-text`, or `disable-fallback-sms` as true. `force-send-as-sms` needs the " +
      "text in any case.",
  },
  templateLocked: {
    cause: "The files of the template are still being fetched and transcoded.",
    remedy: "Wait for the postback [N003](/docs/codes#N003), then send.",
  },
  templateFailed: {
    cause: "A file of the template could not be used. The postback [E002](/docs/codes#E002), " +
      "[E003](/docs/codes#E003), [E004](/docs/codes#E004) or [E011](/docs/codes#E011) said which.",
    remedy: "Save a corrected template, or have it [tried again](templates.md#try-again).",
  },
  tooManyTemplates: {
    cause: "`TEMPLATES_LOCKED_MAX` templates of the account are being transcoded.",
    remedy: "Repeat the request after `Retry-After`, when some of them have finished (N003).",
  },
  operatorUnknown: {
    cause: "`operator-id` or the header `X-Service-Carrier-Id` names no mobile operator.",
    remedy:
      "Send an id of the [list](routing.md#mobile-operators), or none: the operator is then " +
      "looked up.",
  },
  messageTextMissing: {
    cause: "`message-text` of `sendsms` is missing or blank.",
    remedy: "Send a text.",
  },
  notSubscribed: {
    cause:
      "The account enforces its [campaigns](accounts.md#campaigns), and `campaign-ref` is missing, " +
      "or the recipient is not subscribed to it.",
    remedy:
      "Send the `campaign-ref` that the recipient subscribed to. The administrator subscribes " +
      "recipients with `subscription add`.",
  },
  ...SCHEDULE_EXPLANATIONS,
  ...SUBSCRIPTION_EXPLANATIONS,
  pictureEmpty: {
    cause: "An image to draw has no background, barcode or text.",
    remedy:
      "Send at least one of `background-image-url`, `barcode` and `text-area`, and not `no` in " +
      "its `add-…`.",
  },
  backgroundInvalid: {
    cause:
      "The background could not be fetched, or is not a JPEG by its type and its content, is " +
      "damaged, or has too many pixels.",
    remedy:
      "Send the URL of a JPEG that a browser can open without a login, of at most 25 million " +
      "pixels. 640×1138 pixels are recommended.",
  },
  barcodeIdMissing: {
    cause: "`barcode` has no `id`, or `add-barcode` is `yes` without a `barcode`.",
    remedy: "Send the content of the barcode as its `id`, or `no` in `add-barcode`.",
  },
  barcodeInvalid: {
    cause:
      "The `type` of the barcode is unknown, or cannot encode this `id`: characters, length or " +
      "check digit do not suit it.",
    remedy:
      "Send an `id` that the [symbology](personalisation.md#images) allows, or another `type`. " +
      "QR Code takes any text.",
  },
  textAreaTextMissing: {
    cause: "A text area has no `text`, or `add-text-area` is `yes` without a text area.",
    remedy: "Send the `text` of each area, or `no` in `add-text-area`.",
  },
  tooManyTextAreas: {
    cause: "`text-area` has a key other than `text-area-1` to `text-area-8`.",
    remedy: "Name the areas by these keys; put further texts into fewer areas.",
  },
  drawingInvalid: {
    cause:
      "A position, size, colour, font, alignment or rotation has a value that is not allowed; the " +
      "barcode does not fit its box; a text area is too long; or the image would be larger than " +
      "4096×4096 pixels or take too long to draw.",
    remedy:
      "Correct the field that `error-info` names: [Images](personalisation.md#images) has the " +
      "values. For a barcode, raise `width` and `height`.",
  },
  contactEmpty: {
    cause: "A contact has neither a first name nor a last name.",
    remedy: "Send `name` with `first-name`, `last-name` or both.",
  },
  contactNameInvalid: {
    cause:
      "A part of the name has other characters than letters, digits, spaces and periods, or is " +
      "too long.",
    remedy: "Remove hyphens, apostrophes, emoji and the like from the name.",
  },
  contactLabelInvalid: {
    cause:
      "A label of a phone, e-mail, address or website is not in the list for its kind, or is too " +
      "long.",
    remedy: "Send one of the labels that `error-info` lists, or none.",
  },
  photoInvalid: {
    cause:
      "The photo could not be fetched, or is not a GIF, JPEG or PNG, is damaged, or has too many " +
      "bytes or pixels.",
    remedy: "Send the URL of such an image that a browser can open without a login.",
  },
  eventStartInvalid: {
    cause:
      "`event-start-datetime` is missing, is not ISO 8601, or has no time of day although the " +
      "event is not `all-day-event`.",
    remedy: "Send a local time such as 2026-07-04T10:00:00; `event-timezone` tells where.",
  },
  eventEndInvalid: {
    cause:
      "`event-end-datetime` is missing, is not ISO 8601, or has no time of day although the event " +
      "is not `all-day-event`.",
    remedy: "Send a local time such as 2026-07-04T12:00:00; `event-timezone` tells where.",
  },
  eventTitleMissing: {
    cause: "`event-title` is missing or blank.",
    remedy: "Send a title of the event.",
  },
  eventDescriptionMissing: {
    cause: "`event-description` is missing or blank.",
    remedy: "Send a description of the event.",
  },
  eventLocationMissing: {
    cause: "`event-location` is missing or blank.",
    remedy: "Send the place of the event.",
  },
  eventTimezoneUnknown: {
    cause: "`event-timezone` is missing or names no zone of the tz database.",
    remedy: "Send a name such as America/New_York; abbreviations such as EST mean too many zones.",
  },
  eventEndsFirst: {
    cause: "`event-end-datetime` is before `event-start-datetime`.",
    remedy: "Exchange the two, or correct the date. Both are times of `event-timezone`.",
  },
  messageUnknown: {
    cause: "The account, or the key's senders, have sent no message with this `tracking-id` or " +
      "`client-reference`; or it is older than `MESSAGE_RETENTION`.",
    remedy:
      "Send the `tracking-id` from the response of the request that sent the message, with a " +
      "key of the same account. See [Ask about messages](ask.md).",
  },
  receiverInvalid: {
    cause:
      "An address for postbacks is none that they may go to, or a receiver selects senders that " +
      "the account has not; `error-info` names the field.",
    remedy:
      "Give an `http` or `https` URL of a public host. See [Receivers](accounts.md#receivers).",
  },
  listInvalid: {
    cause: "`cursor` comes from another account or another list, or a filter has a value that it " +
      "cannot have.",
    remedy:
      "Send `next-cursor` of the previous page as it is, with the same filters; correct the " +
      "filter that `error-info` names. See [Ask about messages](ask.md#lists).",
  },
  credentialsThrottled: {
    cause:
      "More wrong keys or tokens came from this client address than `CREDENTIAL_FAILURE_BURST` " +
      "allows: credentials that were not valid before are refused without a check.",
    remedy:
      "Stop the client that sends the wrong credentials, correct them, and repeat the request " +
      "after `Retry-After`. See [Wrong credentials](security.md#wrong-credentials).",
  },
  adminTokenInvalid: {
    cause: "The header `Authorization` is missing, or its bearer token is none of the service's.",
    remedy:
      "Send `Authorization: Bearer` with `ADMIN_TOKEN` or `ADMIN_READ_TOKEN` of the service's " +
      "[configuration](configuration.md), or with a [token](accounts.md#admin-tokens) that is neither " +
      "revoked nor expired.",
  },
  adminScopeMissing: {
    cause: "The token has not the scope of the operation, which `error-info` names.",
    remedy: "Use a token with that [scope](accounts.md#admin-tokens), or ask someone who has one.",
  },
  notFound: {
    cause: "The thing that the path names does not exist, or there is no such admin operation.",
    remedy: "List the things of its kind; [the reference](/docs/admin-api) has the operations.",
  },
  alreadyExists: {
    cause: "A thing with this name, or this sender or key of an account, is there already.",
    remedy: "Change the existing one, or choose another name.",
  },
  conflict: {
    cause: "The thing is in a state that does not allow the operation; `error-info` tells which.",
    remedy: "Wait until the state has changed if it is temporary, or follow `error-info`.",
  },
};
