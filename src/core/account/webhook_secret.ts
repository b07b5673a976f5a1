/** Webhook secrets, which sign an account's postbacks (Standard Webhooks), and their rotation. */

/** Webhook secret of an account. */
export interface WebhookSecret {
  /** `whsec_` and the key in base64. */
  secret: string;
  /** End of its use, milliseconds since the epoch; null until a newer secret follows. */
  until: number | null;
}

/** Returns the secrets that sign at `now`, in their order. */
export function secretsAt(secrets: readonly WebhookSecret[], now: number): WebhookSecret[] {
  return secrets.filter(({ until }) => until === null || now < until);
}

/**
 * Rotates an account's secrets: `next` becomes the newest, and the previous one stays valid until
 * `overlapUntil`. At most two sign; older ones end here.
 * @returns The secrets, newest first.
 */
export function rotateSecrets(
  secrets: readonly WebhookSecret[],
  next: string,
  { now, overlapUntil }: { now: number; overlapUntil: number },
): WebhookSecret[] {
  const [previous] = secrets;
  const overlapping = previous === undefined || overlapUntil <= now
    ? []
    : [{ secret: previous.secret, until: overlapUntil }];
  return [{ secret: next, until: null }, ...overlapping];
}
