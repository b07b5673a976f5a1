/** How long messages, links and files live. */
import { duration, integer, key } from "./values.ts";

export const KEEPING_KEYS = {
  RENDITION_RETENTION: key(
    duration("0s", "3650d"),
    "30d",
    "duration",
    "a file that comes again within it is not transcoded again",
  ),
  BLOB_GC_GRACE: key(
    duration("1h", "365d"),
    "1d",
    "duration",
    "how long a stored file that nothing refers to stays: no work on a file takes that long",
  ),
  MESSAGE_RETENTION: key(
    duration("1h", "36500d"),
    "90d",
    "duration",
    "how long a message stays after its last change, with its log and postbacks: a quarter's bill",
  ),
  INBOUND_RETENTION: key(
    duration("1d", "36500d"),
    "90d",
    "duration",
    "the same from handsets; their files' addresses work as long, and a carrier's repeat is known",
  ),
  LINK_RETENTION: key(
    duration("0s", "36500d"),
    "30d",
    "duration",
    "how long the clicks of a link can be read once it has expired: a month's report",
  ),
  LOOKUP_COUNT_RETENTION: key(
    duration("1d", "36500d"),
    "400d",
    "duration",
    "how long counts of operator look-ups can be read: the bills of a year, and some",
  ),
  RETENTION_BATCH: key(
    integer(1, 10_000),
    1000,
    "rows",
    "looked at by one statement that removes what is over: some 20 ms, which accepts may wait for",
  ),
  MMS_EXPIRY_MAX: key(
    duration("1m", "30d"),
    "3d",
    "duration",
    "default and maximum of mms-expiry-timestamp (spec 4.4)",
  ),
  FALLBACK_LINK_EXPIRY_MAX: key(
    duration("1m", "3650d"),
    "365d",
    "duration",
    "default and maximum of fallback-sms-link-expiration (spec 4.4)",
  ),
  CLICK_LINK_TTL: key(
    duration("1m", "3650d"),
    "365d",
    "duration",
    "how long the short links of click-tracking lead on: as long as a fallback link at most",
  ),
  CLICK_LINKS_MAX: key(
    integer(1, 10_000),
    100,
    "links",
    "links of one text whose clicks are counted: no text of 255 segments has room for more",
  ),
  PAGE_CACHE_MAX: key(
    integer(0, 1_000_000),
    1000,
    "pages",
    "hosted messages held in memory for a minute: a film is fetched in many pieces",
  ),
  HANDSET_TTL: key(
    duration("0s", "3650d"),
    "180d",
    "duration",
    "how long a number's last handset counts for how objects are sent: people change phones",
  ),
};
