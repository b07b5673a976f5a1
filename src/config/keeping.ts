/** How long messages, links and files live. */
import { integer, key } from "./values.ts";

export const KEEPING_KEYS = {
  RENDITION_KEEP: key(
    integer(0, 10 * 365 * 86_400),
    30 * 86_400,
    "seconds",
    "a file that comes again within it is not transcoded again",
  ),
  BLOB_GRACE: key(
    integer(3600, 365 * 86_400),
    86_400,
    "seconds",
    "how long a stored file that nothing refers to stays: no work on a file takes that long",
  ),
  MESSAGE_KEEP: key(
    integer(3600, 100 * 365 * 86_400),
    90 * 86_400,
    "seconds",
    "how long a message stays after its last change, with its log and postbacks: a quarter's bill",
  ),
  INBOUND_KEEP: key(
    integer(86_400, 100 * 365 * 86_400),
    90 * 86_400,
    "seconds",
    "the same from handsets; their files' addresses work as long, and a carrier's repeat is known",
  ),
  LINK_KEEP: key(
    integer(0, 100 * 365 * 86_400),
    30 * 86_400,
    "seconds",
    "how long the clicks of a link can be read once it has expired: a month's report",
  ),
  LOOKUP_COUNT_KEEP: key(
    integer(86_400, 100 * 365 * 86_400),
    400 * 86_400,
    "seconds",
    "how long counts of operator look-ups can be read: the bills of a year, and some",
  ),
  RETENTION_BATCH: key(
    integer(1, 10_000),
    1000,
    "rows",
    "looked at by one statement that removes what is over: some 20 ms, which accepts may wait for",
  ),
  MMS_EXPIRY_MAX: key(
    integer(60, 30 * 86_400),
    3 * 86_400,
    "seconds",
    "default and maximum of mms-expiry-timestamp (spec 4.4)",
  ),
  FALLBACK_LINK_EXPIRY_MAX: key(
    integer(60, 10 * 365 * 86_400),
    365 * 86_400,
    "seconds",
    "default and maximum of fallback-sms-link-expiration (spec 4.4)",
  ),
  CLICK_LINK_EXPIRY: key(
    integer(60, 10 * 365 * 86_400),
    365 * 86_400,
    "seconds",
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
  HANDSET_MEMORY: key(
    integer(0, 10 * 365 * 86_400),
    180 * 86_400,
    "seconds",
    "how long a number's last handset counts for how objects are sent: people change phones",
  ),
};
