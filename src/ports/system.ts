/** Time, identifiers and secrets. */

/** The only clock. Returns milliseconds since the epoch, with microseconds as a fraction. */
export interface Clock {
  now(): number;
}

/** Generator of identifiers: unguessable, and time-ordered where they are database keys. */
export interface Ids {
  /** Tracking-id of a message or template and of its postbacks. */
  tracking(): string;
  /** Id of a template (`mms-id`). */
  mms(): string;
  /** Id of an account created without one. */
  account(): string;
  /** Id of an event, which is the `webhook-id` of its postback. */
  event(): string;
  /** Secret in the URLs of a message's page and files: 128 random bits, 22 characters. */
  page(): string;
  /** Secret in the URL of an uploaded file: 128 random bits, 22 characters. */
  upload(): string;
  /** Code of a click-tracking link: 72 random bits, 12 characters. */
  link(): string;
}

/** Generator of secrets, and the hash of API keys. */
export interface Secrets {
  apiKey(): string;
  /** Webhook signing secret, `whsec_…` (Standard Webhooks). */
  webhookSecret(): string;
  /** Hashes an API key; only the hash is stored. */
  hash(apiKey: string): string;
}
