/** The ways to carriers, and back to customers. */
import { headers, integer, key, oneOf, prefixes, schedule, template, text } from "./values.ts";

export const DELIVERY_KEYS = {
  DEFAULT_CONNECTOR: key(
    text(/^[a-z0-9_-]{1,40}$/, "a connector's name"),
    null,
    "connector",
    "carries what a sender has no connector of its own for (the sandbox says loopback)",
  ),
  CONNECTOR_REST: key(
    integer(0, 86_400),
    30,
    "seconds",
    "how long a connector that failed is tried after the others of its route; then one message tries it",
  ),
  OPERATOR_LOOKUP: key(
    oneOf("none", "prefix", "http"),
    "none",
    "provider",
    "who says which operator serves a number that nobody has said it of",
  ),
  OPERATOR_MEMORY: key(
    integer(0, 10 * 365 * 86_400),
    30 * 86_400,
    "seconds",
    "how long what was said of a number counts: people take theirs to another operator",
  ),
  OPERATOR_PREFIXES: key(
    prefixes,
    "",
    "prefixes",
    "of the provider `prefix`, such as `1617=0001470, 44=2340010`; the longest that fits wins",
  ),
  OPERATOR_LOOKUP_URL: key(
    template,
    null,
    "URL",
    "of the provider `http`, asked with GET; {number} stands for the digits",
    true,
  ),
  OPERATOR_LOOKUP_HEADERS: key(
    headers,
    "{}",
    "JSON",
    'headers for it, such as {"x-api-key": "…"}',
    true,
  ),
  OPERATOR_LOOKUP_PATH: key(
    text(/^[^.\0]+(\.[^.\0]+)*$/, "names with dots between them"),
    "operator-id",
    "path",
    "where its JSON answer has the id, such as `carrier.id` or `results.0.mccmnc`",
  ),
  OPERATOR_LOOKUP_TIMEOUT: key(
    integer(1, 60),
    3,
    "seconds",
    "the wait for its turn included: a customer waits for the answer",
  ),
  OPERATOR_LOOKUP_CONCURRENCY: key(
    integer(1, 1000),
    16,
    "requests",
    "in flight to the provider at once",
  ),
  OPERATOR_LOOKUP_CACHE: key(
    integer(0, 86_400),
    300,
    "seconds",
    "how long a provider's answer is not asked for again, even one that it does not know the number",
  ),
  DELIVER_CONCURRENCY: key(
    integer(1, 10_000),
    512,
    "messages",
    "messages between accept and a carrier's answer at once; of what is free an account has half",
  ),
  DELIVER_BACKLOG: key(
    integer(0, 1_000_000),
    4096,
    "messages",
    "accepted messages held in memory, half of what is free by an account; others wait in the store",
  ),
  DELIVER_RETRY: key(
    schedule,
    "1s, 2s, 5s, 10s, 30s, 1min, 5min",
    "waits",
    "after a carrier throttles or fails for now; the last wait repeats until the message expires",
  ),
  REPORT_GRACE: key(
    integer(0, 30 * 86_400),
    3600,
    "seconds",
    "how long after its expiry a message waits for a report: a carrier that gives it up says so a little later",
  ),
  LEASE_SECONDS: key(
    integer(10, 3600),
    40,
    "seconds",
    "how long work of a process that died waits before another one takes it: longer than a carrier's timeout",
  ),
  SWEEP_SECONDS: key(
    integer(1, 3600),
    5,
    "seconds",
    "how often the store is searched for work that nobody holds: with lease and POSTBACK_TIMEOUT, a minute",
  ),
  POSTBACK_CONCURRENCY: key(
    integer(1, 10_000),
    512,
    "requests",
    "postbacks in flight at once: some wait for slow receivers, and keep no other waiting",
  ),
  POSTBACK_ACCOUNT_CONCURRENCY: key(
    integer(1, 1000),
    64,
    "requests",
    "of them to one receiver: more gains nothing on two cores",
  ),
  POSTBACK_WAITING_MAX: key(
    integer(1, 10_000_000),
    65_536,
    "postbacks",
    "whose ids wait in memory, 100 bytes each; others wait in the store until there is room",
  ),
  POSTBACK_REST_AFTER: key(
    integer(1, 1000),
    10,
    "failures",
    "a receiver that has failed so often running is left alone for a while",
  ),
  POSTBACK_REST: key(
    integer(1, 3600),
    10,
    "seconds",
    "for so long; then one postback asks whether it works again",
  ),
  POSTBACK_TIMEOUT: key(
    integer(1, 120),
    10,
    "seconds",
    "a receiver that has not answered by then has failed",
  ),
  POSTBACK_SCHEDULE: key(
    schedule,
    "5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h",
    "waits",
    "after each failed try; the first is made at once; after the last the postback is dead, and kept",
  ),
  POSTBACK_RESPONSE_MAX_BYTES: key(
    // A VASP's answer has to fit.
    integer(4096, 1024 * 1024),
    64 * 1024,
    "bytes",
    "nothing a receiver answers is worth more",
  ),
  WEBHOOK_SECRET_OVERLAP: key(
    integer(0, 30 * 86_400),
    86_400,
    "seconds",
    "how long a webhook secret signs beside the one that follows it: time to change the receivers",
  ),
};
