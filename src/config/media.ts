/** Configuration keys of media: fetching, transcoding and drawing. */
import { partOfMemory } from "./memory.ts";
import { bytes, duration, integer, key, operatorKey } from "./values.ts";

export const MEDIA_KEYS = {
  FETCH_TIMEOUT: key(
    duration("1s", "1h"),
    "2m",
    "duration",
    "Maximum time for a whole download: 50 MB within it is 3.4 Mbit/s",
  ),
  FETCH_CONNECT_TIMEOUT: key(
    duration("1s", "2m"),
    "10s",
    "duration",
    "Maximum time to connect: a slower server counts as down",
  ),
  FETCH_IDLE_TIMEOUT: key(
    duration("1s", "10m"),
    "20s",
    "duration",
    "Maximum time without a byte of a download; then it has failed",
  ),
  FETCH_MIN_RATE: key(
    integer(0, 1_000_000_000),
    2000,
    "bytes/s",
    "Minimum rate of a download over FETCH_IDLE_TIMEOUT: 2G is faster, an attack is not",
  ),
  TEMPLATE_CONCURRENCY: key(
    integer(1, 10_000),
    32,
    "templates",
    "Maximum templates whose files are fetched or queued; an account gets half of what is free",
  ),
  TEMPLATES_LOCKED_MAX: key(
    integer(1, 1_000_000),
    200,
    "templates",
    "Maximum templates of one account being fetched or transcoded; further ones get 429",
  ),
  PREPARE_CONCURRENCY: key(
    integer(1, 10_000),
    16,
    "messages",
    "Maximum messages whose own files are fetched or queued; an account gets half of what is free",
  ),
  IMAGE_MAX_BYTES: key(
    bytes("1B", "2GiB"),
    "25MB",
    "bytes",
    "Maximum source image: a phone's largest; a background has at most 10 MB, since it is in memory",
  ),
  AUDIO_MAX_BYTES: key(
    bytes("1B", "2GiB"),
    "10MB",
    "bytes",
    "Maximum source audio",
  ),
  VIDEO_MAX_BYTES: key(
    bytes("1B", "2GiB"),
    "50MB",
    "bytes",
    "Maximum source video",
  ),
  CONTACT_MAX_BYTES: key(
    bytes("1B", "2GiB"),
    "1MB",
    "bytes",
    "Maximum source contact or calendar",
  ),
  DOCUMENT_MAX_BYTES: key(
    bytes("1B", "2GiB"),
    "5MB",
    "bytes",
    "Maximum source PDF or Excel file",
  ),
  UPLOAD_MAX_BYTES: key(
    bytes("1KiB", "256MiB"),
    // In base64 it fits into the share of a single owner of the bodies in memory.
    partOfMemory(1 / 14, 50_000_000),
    "bytes",
    "Maximum files of an upload through the admin API or the console, together: a source video, which is in memory",
  ),
  TRANSCODE_CONCURRENCY: operatorKey(
    integer(1, 64),
    2,
    "files",
    "Maximum ffmpeg runs at once: one per core",
  ),
  TRANSCODE_TIMEOUT: key(
    duration("1s", "1h"),
    "2m",
    "duration",
    "Maximum time for one ffmpeg run: 50 MB of video takes half of it on one slow core",
  ),
  IMAGE_MAX_PIXELS: key(
    integer(1, 1_000_000_000),
    64_000_000,
    "pixels",
    "Maximum size of a source image: phones write 50 million, of which decoding at a scale takes 60 MB",
  ),
  MEDIA_MAX_DURATION: key(
    duration("1s", "2h"),
    "10m",
    "duration",
    "Maximum duration of audio and video: an MMS has room for far less",
  ),
  TRANSCODE_MEMORY_MAX_BYTES: key(
    bytes("64MB", "64GB"),
    "1GB",
    "bytes",
    "Maximum memory of one ffmpeg run (Linux), and of one decoded image: a minute of 4K in three renditions takes half; more is an attack",
  ),
  PICTURE_WORKERS: key(
    integer(0, 64),
    0,
    "workers",
    "Maximum pictures drawn at once, plus one for an account that has none; 0 means one fewer than cores",
  ),
  CREATE_RATE: key(
    integer(1, 1_000_000),
    100,
    "files/s",
    "Maximum rate of created images, contacts and events per account: more than a core draws",
  ),
  PICTURE_QUEUE_MAX: key(
    integer(1, 100_000),
    512,
    "pictures",
    "Maximum pictures waiting to be drawn, a few seconds' work; an account gets half of what is free, then 503",
  ),
  PICTURE_QUEUE_TIMEOUT: key(
    duration("1s", "10m"),
    "10s",
    "duration",
    "Maximum wait to be drawn; then 503, since most clients have given up",
  ),
  PICTURE_TIMEOUT: key(
    duration("1s", "10m"),
    "10s",
    "duration",
    "Maximum time to draw one picture: most take some 10 ms",
  ),
  PICTURE_CACHE_MAX_BYTES: key(
    bytes("0B", "4GiB"),
    partOfMemory(1 / 16, 64 * 2 ** 20),
    "bytes",
    "Maximum cache of decoded backgrounds and barcodes per worker, about 3 MB a background",
  ),
  BACKGROUND_CACHE_MAX_BYTES: key(
    bytes("0B", "4GiB"),
    partOfMemory(1 / 16, 64 * 2 ** 20),
    "bytes",
    "Maximum cache of fetched backgrounds, which are validated before each use: about 200 KB each",
  ),
  PICTURE_FETCH_CONCURRENCY: key(
    integer(1, 1000),
    24,
    "downloads",
    "Maximum downloads of backgrounds, and as many of photos: 240 MB each; an account gets half of what is free",
  ),
  PICTURE_FETCH_TIMEOUT: key(
    duration("1s", "10m"),
    "20s",
    "duration",
    "Maximum time to fetch a background or a contact's photo: a customer waits for the response",
  ),
};
