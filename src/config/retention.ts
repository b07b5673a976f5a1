/** Configuration keys of retention: the lifetimes of messages, links and files. */
import { partOfMemory } from "./memory.ts";
import { duration, integer, key, operatorKey } from "./values.ts";

export const RETENTION_KEYS = {
  RENDITION_RETENTION: key(
    duration("0s", "3650d"),
    "30d",
    "duration",
    "Retention of renditions: a file submitted again within it is not transcoded again",
  ),
  BLOB_GC_GRACE: key(
    duration("1h", "365d"),
    "1d",
    "duration",
    "Grace of garbage collection for stored files without a reference: no work on a file takes that long",
  ),
  MESSAGE_RETENTION: operatorKey(
    duration("1h", "36500d"),
    "90d",
    "duration",
    "Retention of a message after its last change, with its log and postbacks: a billing quarter",
  ),
  INBOUND_RETENTION: operatorKey(
    duration("1d", "36500d"),
    "90d",
    "duration",
    "Retention of messages from handsets, for which their files can be fetched and a carrier's repeats are recognised",
  ),
  LINK_RETENTION: key(
    duration("0s", "36500d"),
    "30d",
    "duration",
    "Retention of a link's clicks after it expires: a monthly report",
  ),
  UPLOAD_TTL: key(
    duration("1m", "365d"),
    "1d",
    "duration",
    "Lifetime of an uploaded file and of a draft: whoever tries a request may go on with it for the day",
  ),
  LOOKUP_COUNT_RETENTION: key(
    duration("1d", "36500d"),
    "400d",
    "duration",
    "Retention of the counts of operator lookups: a year's bills, and some days more",
  ),
  TRAFFIC_RETENTION: key(
    duration("32d", "36500d"),
    "400d",
    "duration",
    "Retention of the daily counts of messages: a year, and some days more; an overview needs a month",
  ),
  RETENTION_BATCH: key(
    integer(1, 10_000),
    1000,
    "rows",
    "Maximum rows that one statement of the retention job examines: some 20 ms, for which accepts may wait",
  ),
  MMS_EXPIRY_MAX: operatorKey(
    duration("1m", "30d"),
    "3d",
    "duration",
    "Default and maximum of mms-expiry-timestamp, and the default of a text's valid-until",
  ),
  TEXT_VALIDITY_MAX: key(
    duration("1m", "30d"),
    "7d",
    "duration",
    "Maximum of a text's valid-until: what SMSCs keep at most",
  ),
  SCHEDULE_MAX: key(
    duration("1m", "365d"),
    "35d",
    "duration",
    "Maximum of send-at: a month and a weekend ahead",
  ),
  FALLBACK_LINK_EXPIRY_MAX: operatorKey(
    duration("1m", "3650d"),
    "365d",
    "duration",
    "Default and maximum of fallback-sms-link-expiration",
  ),
  CLICK_LINK_TTL: key(
    duration("1m", "3650d"),
    "365d",
    "duration",
    "Lifetime of the short links of click-tracking: the maximum of a fallback link's",
  ),
  CLICK_LINKS_MAX: key(
    integer(1, 10_000),
    100,
    "links",
    "Maximum links of one text whose clicks are counted: no text of 255 segments has room for more",
  ),
  PAGE_CACHE_MAX: key(
    integer(0, 1_000_000),
    partOfMemory(1 / 64, 1000, 10_000),
    "pages",
    "Maximum hosted messages cached in memory, about 10 KB each, for one minute: a video is fetched in many ranges",
  ),
  HANDSET_TTL: key(
    duration("0s", "3650d"),
    "180d",
    "duration",
    "Time for which the last reported handset of a number decides how objects are sent: people change phones",
  ),
};
