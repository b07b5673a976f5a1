/** Configuration keys of the exchange log: what is stored of requests and responses on the wire. */
import { partOfMemory } from "./memory.ts";
import { bytes, duration, key, oneOf, operatorKey } from "./values.ts";

export const EXCHANGE_KEYS = {
  EXCHANGE_LOG: operatorKey(
    oneOf("off", "on"),
    "off",
    "on, off",
    "Log of what customers and carriers say on the wire: it costs disk and holds texts; on in the sandbox",
  ),
  EXCHANGE_RETENTION: key(
    duration("1h", "36500d"),
    "7d",
    "duration",
    "Retention of the exchange log, at most as long as that of the message: a fault is searched within a week",
  ),
  EXCHANGE_MAX_BYTES: key(
    bytes("1KiB", "1MiB"),
    "32KiB",
    "bytes",
    "Maximum content of one entry, ten times that of a usual envelope; the rest is cut",
  ),
  EXCHANGE_QUEUE_MAX_BYTES: key(
    bytes("64KiB", "1GiB"),
    partOfMemory(1 / 32, 16 * 2 ** 20),
    "bytes",
    "Maximum entries in memory that wait to be written; further ones are dropped, and counted in the log",
  ),
};
