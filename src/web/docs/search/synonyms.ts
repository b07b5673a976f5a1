/** Words of readers for what the manual calls otherwise. */

/** Phrases for one thing, in any form of their words; the longest phrase of a text counts. */
export interface Synonyms {
  /** Phrases of the manual. */
  readonly manual: readonly string[];
  /** Phrases of readers, which mean something else in the manual or are not there. */
  readonly readers: readonly string[];
}

const rows: readonly (readonly [manual: string, readers: string])[] = [
  // Data
  ["personal data", "GDPR, DSGVO, CCPA, PII, privacy, data protection, right to be forgotten"],
  ["erase, erasure", "delete, deletion, remove, forget, purge, wipe"],
  ["retention, kept", "how long, keep, preserve, retain, storage period"],
  ["export", "data portability, subject access, download all data"],
  ["backup", "back up, dump, snapshot"],
  // Credentials
  ["rotate, rotation", "renew, replace, change, roll over"],
  ["SECRETS_KEY, encryption of secrets", "encryption key, encryption at rest, master key"],
  ["encrypt, encryption", "cipher, AES"],
  ["TLS, certificate", "SSL, HTTPS, cert, X.509"],
  ["private CA, CAs", "CA, CA certificate, root certificate, self-signed, trust store"],
  ["scope, permission", "role, RBAC, rights, access control"],
  ["sign in, sign-in", "login, log in, log on"],
  // Carriers
  ["SMSC, SMPP", "bind, transceiver"],
  ["MMSC, MM7", "multimedia messaging centre"],
  ["carrier, provider", "aggregator, gateway, upstream, vendor"],
  ["rate, throttled", "throughput, TPS, throttling, messages per second, rate limit"],
  ["failover", "fail over, redundancy, standby, fallback carrier"],
  ["operator", "mobile network, HLR, number lookup, MNP"],
  // Messages
  ["postback", "webhook, callback, notification, event"],
  ["delivery report, receipt", "DLR, delivery receipt, delivery status"],
  ["dead", "dead letter, dead letter queue, DLQ, undeliverable, lost postbacks"],
  ["retries, next attempt", "retry, redelivery, redeliver, try again, backoff"],
  ["replay", "resend, redeliver, send again, repeat postbacks"],
  ["opt-out, STOP", "unsubscribe, blacklist, do not contact, opted out"],
  [
    "messages from handsets, inbound",
    "reply, incoming, MO, received messages, answer from a phone",
  ],
  ["segment", "long text, long message, long SMS, concatenated, multipart SMS"],
  ["billed", "price, pricing, cost, charge, bill, fee, how much"],
  ["locked, E626", "not ready, still encoding, stuck in encoding"],
  ["sender", "from number, sender id, source address, originator"],
  ["recipient", "destination, phone number, MSISDN"],
  ["short links", "link shortener, URL shortener, shorten links"],
  ["merge tag", "mergetag, personalization, placeholder, variable"],
  ["idempotency, Idempotency-Key", "duplicate, deduplication, sent twice, exactly once"],
  ["poll for events", "poll, long polling, without webhooks"],
  // Operation
  ["start here", "quickstart, quick start, getting started, tutorial, first steps, hello world"],
  [
    "several machines",
    "two machines, two servers, several servers, multiple machines, multiple servers, cluster, " +
    "high availability, HA, scale out, horizontal scaling",
  ],
  ["installing", "install, installation, set up, deploy, deployment"],
  ["upgrade", "update, new version, migrate, migration"],
  ["containers", "Docker, Podman, Kubernetes, image for containers"],
  ["Prometheus, metrics", "monitoring, telemetry"],
  ["traces", "tracing, OpenTelemetry, Jaeger, APM"],
  ["alert", "alarm, on call"],
  ["limits", "quota, maximum, how many"],
  ["object store", "S3, bucket, MinIO"],
  ["Postgres", "database, PostgreSQL, SQL"],
  ["sandbox", "try out, local development, playground, demo"],
  ["loopback", "simulator, simulate, fake carrier, test carrier"],
  ["reverse proxy", "nginx, Caddy, load balancer"],
  ["clients", "SDK, library"],
];

export const SYNONYMS: readonly Synonyms[] = rows.map(([manual, readers]) => ({
  manual: manual.split(", "),
  readers: readers.split(", "),
}));

/** Words that say nothing about the subject of a question; left out where others are left. */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    "a about am an and any are as at be been by can cannot could did do does for get gets getting " +
    "got had has have how i if in into is it its me my need of on or our please should so some " +
    "stay stays than that the their them then there these they this those to us want was we what " +
    "when where which who why will with would you your"
  ).split(" "),
);
