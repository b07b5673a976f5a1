/** Causes and remedies of the faults of times and cancellations. */
import type { FaultName } from "./errors.ts";
import type { Explanation } from "./explanation.ts";

export const SCHEDULE_EXPLANATIONS = {
  expiryInvalid: {
    cause:
      "`mms-expiry-timestamp` or `fallback-sms-link-expiration` is not an ISO 8601 timestamp, or " +
      "is past.",
    remedy:
      "Send a time in the future with its offset, such as 2026-07-02T10:00:00Z. Check the clock " +
      "of the sending machine.",
  },
  sendAtInvalid: {
    cause:
      "`send-at` is not an ISO 8601 timestamp, is more than a minute past, or is further ahead " +
      "than `SCHEDULE_MAX`.",
    remedy: "Send a time with its offset, such as 2026-07-02T10:00:00+02:00. See [Schedule and " +
      "cancel](schedule.md).",
  },
  validUntilInvalid: {
    cause:
      "`valid-until` is not an ISO 8601 timestamp, is past, or is before the message may first be " +
      "sent; or the request has `mms-expiry-timestamp` as well.",
    remedy: "Send a time after `send-at`, and after the delivery window first opens where the " +
      "recipient lives. See [Schedule and cancel](schedule.md#how-long-it-is-valid).",
  },
  windowInvalid: {
    cause:
      "`delivery-window` has an unknown day, time or time zone, lacks `from` or `to`, or opens " +
      "and closes at the same time.",
    remedy: 'Send days as mon to sun, times as "09:00", and a name of the tz database or ' +
      "`recipient`. See [Schedule and cancel](schedule.md#delivery-windows).",
  },
  priorityInvalid: {
    cause: "`priority` is none of high, normal and low.",
    remedy: "Send one of them, in any letter case, or leave it out. See [Schedule and " +
      "cancel](schedule.md#priority).",
  },
  tooLateToCancel: {
    cause: "A carrier has the message, or may have it, or it has come to its end.",
    remedy: "Ask by `getmessage` what has become of it; what has been submitted cannot be called " +
      "back. See [Schedule and cancel](schedule.md#cancel).",
  },
} as const satisfies Partial<Record<FaultName, Explanation>>;
