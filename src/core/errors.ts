/**
 * Error catalogue: every fault that customers can receive, once; the JSON door and the MM7 door
 * each render it. `source` tells whether a code is the spec's, a public one of such services, or
 * ours.
 */

export interface Fault {
  /** JSON `error-code`. */
  json: string;
  /** HTTP status at the JSON door. */
  http: number;
  /** Default `error-info`, for callers without a more precise text. */
  text: string;
  source: "spec" | "public" | "ours";
}

/** Faults of the JSON door (contract section 2), by name. */
export const FAULTS = {
  invalidRequest: fault("E100", 400, "the request is invalid", "public"),
  methodNotAllowed: fault("E100", 405, "use POST", "ours"),
  bodyTooLarge: fault("E100", 413, "the request body is too large", "ours"),
  accountBlocked: fault("E103", 403, "API access is blocked for this account", "public"),
  apiKeyInvalid: fault("E104", 401, "x-api-key is missing or not valid", "public"),
  apiKeyLimited: fault("E104", 403, "x-api-key may not be used for this request", "ours"),
  actionUnknown: fault("E107", 400, "action is unknown or not permitted", "public"),
  notJson: fault("E108", 400, "the body is not a JSON object", "public"),
  contentTypeUnsupported: fault("E108", 415, "content-type must be application/json", "ours"),
  recipientInvalid: fault("E110", 400, "to is not a valid number", "public"),
  originatorInvalid: fault("E111", 400, "from is not a valid sender", "public"),
  originatorNotProvisioned: fault(
    "E111",
    403,
    "from is not provisioned to this account",
    "public",
  ),
  throughputExceeded: fault("E113", 429, "throughput of this account is exceeded", "public"),
  recipientBlocked: fault("E114", 403, "the recipient has opted out", "public"),
  keyUsed: fault("E121", 409, "Idempotency-Key was used with another body", "ours"),
  keyInProgress: fault(
    "E121",
    409,
    "a request with this Idempotency-Key is in progress",
    "ours",
  ),
  severalObjects: fault("E223", 400, "a slide takes one object", "public"),
  objectWithMedia: fault("E224", 400, "an object shares no slide with other media", "public"),
  tooManySlides: fault("E225", 400, "slide must have at most 9 items", "public"),
  audioWithVideo: fault("E226", 400, "audio and video cannot share a slide", "public"),
  videoWithImage: fault("E227", 400, "video and image cannot share a slide", "public"),
  textTooLong: fault("E228", 400, "a text exceeds 5000 characters", "public"),
  contentNotAllowed: fault("E229", 400, "this content is not allowed", "public"),
  pageNumberInvalid: fault("E212", 400, "page-number must be an integer above 0", "public"),
  pageSizeInvalid: fault(
    "E213",
    400,
    "items-per-page must be an integer from 1 to 1000",
    "public",
  ),
  startDateInvalid: fault("E214", 400, "start-date is not an ISO 8601 timestamp", "public"),
  templateUnknown: fault("E241", 404, "mms-id does not exist", "public"),
  nameMissing: fault("E311", 400, "name is required", "public"),
  slidesMissing: fault("E312", 400, "slide must have at least one item", "public"),
  slideEmpty: fault("E313", 400, "a slide needs content or message-text", "public"),
  clientReferenceTooLong: fault(
    "E315",
    400,
    "client-reference must have at most 64 characters",
    "ours",
  ),
  internal: fault("E503", 500, "internal error", "public"),
  unavailable: fault("E504", 503, "temporarily unable to accept; try again", "ours"),
  operatorLookupFailed: fault("E618", 503, "the operator lookup failed; try again", "public"),
  operatorNotServed: fault("E619", 403, "the recipient's operator is not provisioned", "public"),
  mmsIdMissing: fault("E620", 400, "mms-id is required", "public"),
  fallbackTextMissing: fault(
    "E622",
    400,
    "fallback-sms-text is required unless disable-fallback-sms is true",
    "public",
  ),
  templateLocked: fault("E626", 409, "the MMS has not finished encoding", "spec"),
  templateFailed: fault("E1001", 409, "the MMS failed encoding and cannot be sent", "ours"),
  tooManyTemplates: fault(
    "E1002",
    429,
    "too many templates of this account are being encoded",
    "ours",
  ),
  operatorUnknown: fault("E651", 400, "operator-id is unknown", "public"),
  expiryInvalid: fault("E652", 400, "the timestamp is invalid or past", "ours"),
  messageTextMissing: fault("E712", 400, "message-text is required", "public"),
  notSubscribed: fault(
    "E715",
    403,
    "the recipient is not subscribed to campaign-ref",
    "public",
  ),
  mobileInvalid: fault("E901", 400, "mobile is not a valid number", "public"),
  campaignMissing: fault("E902", 400, "campaign-ref is required", "public"),
  campaignUnknown: fault("E903", 404, "campaign-ref does not exist", "public"),
  notSubscribable: fault("E904", 403, "mobile could not be subscribed", "public"),
  notUnsubscribable: fault("E905", 403, "mobile could not be unsubscribed", "public"),
  pictureEmpty: fault(
    "E1501",
    400,
    "an image needs background-image-url, barcode or text-area",
    "ours",
  ),
  backgroundInvalid: fault("E1502", 422, "background-image-url is not an existing jpg", "ours"),
  barcodeIdMissing: fault("E1503", 400, "barcode id is required", "ours"),
  barcodeInvalid: fault("E1504", 400, "barcode id does not suit the barcode's type", "ours"),
  textAreaTextMissing: fault("E1505", 400, "every text area needs text", "ours"),
  tooManyTextAreas: fault("E1506", 400, "text-area takes text-area-1 to text-area-8", "ours"),
  drawingInvalid: fault(
    "E1507",
    400,
    "a position, size, colour, font, alignment or rotation is not allowed",
    "ours",
  ),
  contactEmpty: fault("E1601", 400, "a contact needs a first-name or a last-name", "ours"),
  contactNameInvalid: fault(
    "E1602",
    400,
    "a name takes letters, digits, spaces and periods",
    "ours",
  ),
  contactLabelInvalid: fault("E1603", 400, "a label is not allowed", "ours"),
  photoInvalid: fault("E1604", 422, "photo-url is not a gif, jpg or png image", "ours"),
  eventStartInvalid: fault("E1701", 400, "event-start-datetime is not ISO 8601", "ours"),
  eventEndInvalid: fault("E1702", 400, "event-end-datetime is not ISO 8601", "ours"),
  eventTitleMissing: fault("E1703", 400, "the title cannot be empty", "spec"),
  eventDescriptionMissing: fault("E1704", 400, "the description cannot be empty", "ours"),
  eventLocationMissing: fault("E1705", 400, "the location cannot be empty", "ours"),
  eventTimezoneUnknown: fault(
    "E1706",
    400,
    "event-timezone is not a name of the tz database",
    "ours",
  ),
  eventEndsFirst: fault("E1707", 400, "the event ends before it starts", "ours"),
  sendAtInvalid: fault("E1901", 400, "send-at is not a time within 35 days", "ours"),
  validUntilInvalid: fault("E1902", 400, "valid-until is not valid", "ours"),
  windowInvalid: fault("E1903", 400, "delivery-window is not valid", "ours"),
  tooLateToCancel: fault("E1904", 409, "the message cannot be canceled any more", "ours"),
  priorityInvalid: fault("E1905", 400, "priority must be high, normal or low", "ours"),
  messageUnknown: fault("E2001", 404, "there is no such message", "ours"),
  listInvalid: fault("E2002", 400, "a cursor or filter is not valid", "ours"),
  receiverInvalid: fault("E2101", 400, "a status-callback or receiver is not valid", "ours"),
  poolUnknown: fault("E2201", 403, "the pool is unknown, or has no sender to choose", "ours"),
  credentialsThrottled: fault(
    "E104",
    429,
    "too many wrong credentials from this address; try again later",
    "ours",
  ),
  adminTokenInvalid: fault("E104", 401, "the admin token is missing or not valid", "ours"),
  adminScopeMissing: fault(
    "E104",
    403,
    "this admin token lacks the scope of the operation",
    "ours",
  ),
  notFound: fault("E100", 404, "does not exist", "ours"),
  alreadyExists: fault("E100", 409, "is there already", "ours"),
  conflict: fault("E100", 409, "is not possible now", "ours"),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

function fault(json: string, http: number, text: string, source: Fault["source"]): Fault {
  return { json, http, text, source };
}

const BY_CODE = new Map<string, FaultName>();
for (const [name, { json }] of Object.entries(FAULTS)) {
  if (!BY_CODE.has(json)) BY_CODE.set(json, name as FaultName);
}

/** Finds the first fault with a JSON code; `invalidRequest` for an unknown code. */
export function faultByCode(code: string): FaultName {
  return BY_CODE.get(code) ?? "invalidRequest";
}

/** `Retry-After` while the store is down, in seconds. */
export const STORE_RETRY_SECONDS = 2;

/** Refusal of a request. `info` is fit for the customer: it names the field and the fault. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly info: string;

  constructor(
    readonly fault: FaultName,
    info?: string,
    /** Seconds after which a retry makes sense (429, 503); a whole number. */
    readonly retryAfter?: number,
  ) {
    super(info ?? FAULTS[fault].text);
    this.info = this.message;
  }
}
