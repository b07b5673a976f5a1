/** What is fetched, transcoded and drawn. */
import { integer, key } from "./values.ts";

export const MEDIA_KEYS = {
  FETCH_TIMEOUT: key(
    integer(1, 3600),
    120,
    "seconds",
    "a whole download: 50 MB in that time is 3.4 Mbit/s",
  ),
  FETCH_CONNECT_TIMEOUT: key(
    integer(1, 120),
    10,
    "seconds",
    "a server that takes longer is not there",
  ),
  FETCH_IDLE_TIMEOUT: key(
    integer(1, 600),
    20,
    "seconds",
    "a download that stands still that long is dead",
  ),
  IMAGE_MAX_BYTES: key(
    integer(1, 2 ** 31),
    10_000_000,
    "bytes",
    "source size (contract section 7)",
  ),
  AUDIO_MAX_BYTES: key(
    integer(1, 2 ** 31),
    10_000_000,
    "bytes",
    "source size (contract section 7)",
  ),
  VIDEO_MAX_BYTES: key(
    integer(1, 2 ** 31),
    50_000_000,
    "bytes",
    "source size (contract section 7)",
  ),
  CONTACT_MAX_BYTES: key(
    integer(1, 2 ** 31),
    1_000_000,
    "bytes",
    "source size, contacts and calendars (contract section 7)",
  ),
  DOCUMENT_MAX_BYTES: key(
    integer(1, 2 ** 31),
    5_000_000,
    "bytes",
    "source size, PDF and Excel (contract section 7)",
  ),
  TRANSCODE_CONCURRENCY: key(
    integer(1, 64),
    2,
    "files",
    "ffmpeg runs at once: one a core",
  ),
  TRANSCODE_TIMEOUT: key(
    integer(1, 3600),
    120,
    "seconds",
    "one ffmpeg run: 50 MB of video takes half of it on one slow core",
  ),
  IMAGE_MAX_PIXELS: key(
    integer(1, 1_000_000_000),
    50_000_000,
    "pixels",
    "a 50-megapixel photo decodes to 200 MB; more is an attack",
  ),
  MEDIA_MAX_SECONDS: key(
    integer(1, 7200),
    600,
    "seconds",
    "audio and video that run longer are refused: an MMS has room for far less",
  ),
  TRANSCODE_MEMORY_MAX_BYTES: key(
    integer(64_000_000, 64_000_000_000),
    1_000_000_000,
    "bytes",
    "one ffmpeg run (Linux): a minute of 4K in three renditions takes half of it; more is an attack",
  ),
  PICTURE_WORKERS: key(
    integer(0, 64),
    0,
    "workers",
    "pictures drawn at once; 0 is a core less than there are, which is for the doors",
  ),
  PICTURE_QUEUE_MAX: key(
    integer(1, 100_000),
    256,
    "pictures",
    "those that wait to be drawn: a few seconds' work; further ones are answered 503",
  ),
  PICTURE_TIMEOUT: key(
    integer(1, 600),
    10,
    "seconds",
    "drawing one picture; most take a hundredth of one",
  ),
  PICTURE_CACHE_MAX_BYTES: key(
    integer(0, 4 * 1024 ** 3),
    64 * 1024 ** 2,
    "bytes",
    "decoded backgrounds and barcodes that each worker keeps: some twenty backgrounds",
  ),
  BACKGROUND_CACHE_MAX_BYTES: key(
    integer(0, 4 * 1024 ** 3),
    64 * 1024 ** 2,
    "bytes",
    "backgrounds kept as they were fetched, as long as HTTP caching lets them be: some three hundred",
  ),
  MADE_FETCH_TIMEOUT: key(
    integer(1, 600),
    20,
    "seconds",
    "fetching a background or a contact's photo: a customer waits for the answer",
  ),
};
