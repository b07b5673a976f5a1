/** Time, identifiers, secrets and temporary files. */

/** The only clock. Returns milliseconds since the epoch, with microseconds as a fraction. */
export interface Clock {
  now(): number;
}

/** Clock that follows another one. */
export interface SettableClock extends Clock {
  /**
   * Sets the clock to a time that the other one showed between two times of the monotonic clock, all
   * in milliseconds. A clock that may be right stays as it is, so that slow responses do not move it.
   */
  set(time: number, read: { from: number; to: number }): void;
}

/** Clocks of the machine, in milliseconds. */
export interface MachineClocks {
  /** Returns the time of day since the epoch, which an administrator may set. */
  wall(): number;
  /** Returns the time since the machine started, sleep included, to the second. */
  uptime(): number;
}

/** Generator of identifiers: unguessable, and time-ordered where they are database keys. */
export interface Ids {
  /** Tracking-id of a message or template and of its postbacks. */
  tracking(): string;
  /** Id of a template (`mms-id`). */
  mms(): string;
  /** Id of an account created without one. */
  account(): string;
  /** `webhook-id` of a sample postback, which nothing stores. */
  sample(): string;
  /**
   * Secret in the URLs of a message's page and files: 131 random bits, 22 characters. Like `link`,
   * neither begins nor ends in "-" or "_".
   */
  page(): string;
  /** Secret in the URL of an uploaded file: 128 random bits, 22 characters. */
  upload(): string;
  /** Code of a click-tracking link: 71 random bits, 12 characters. */
  link(): string;
}

/** Directory of temporary files. */
export interface Scratch {
  /**
   * Runs work with a directory of its own, which is removed afterwards.
   * @throws {StoreDown} where DATA_DIR cannot be used, whatever error the work has met.
   */
  use<T>(name: string, work: (directory: string) => Promise<T>): Promise<T>;
}

/** Generator of secrets, and the hash of API keys. */
export interface Secrets {
  apiKey(): string;
  /** Webhook signing secret, `whsec_…` (Standard Webhooks). */
  webhookSecret(): string;
  /** Hashes an API key; only the hash is stored. */
  hash(apiKey: string): string;
}
