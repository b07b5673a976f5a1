/** Secrets that sign an account's postbacks (Standard Webhooks), and how one follows another. */

/** One of an account's secrets. */
export interface WebhookSecret {
  /** `whsec_` and the key in base64. */
  secret: string;
  /** Until when it signs, milliseconds since the epoch; null: until another one follows it. */
  until: number | null;
}

/** Those that sign at `now`, in their order. */
export function secretsAt(secrets: readonly WebhookSecret[], now: number): WebhookSecret[] {
  return secrets.filter(({ until }) => until === null || now < until);
}

/**
 * The secrets of an account, newest first, once `next` follows: it, and beside it the one it
 * follows until `keepUntil`. Two at most sign: what was left of an older one ends here.
 */
export function followedBy(
  secrets: readonly WebhookSecret[],
  next: string,
  { now, keepUntil }: { now: number; keepUntil: number },
): WebhookSecret[] {
  const [former] = secrets;
  const kept = former === undefined || keepUntil <= now
    ? []
    : [{ secret: former.secret, until: keepUntil }];
  return [{ secret: next, until: null }, ...kept];
}
