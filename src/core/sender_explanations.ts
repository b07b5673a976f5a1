/** Causes and remedies of the faults of senders. */
import type { FaultName } from "./errors.ts";
import type { Explanation } from "./explanation.ts";

export const SENDER_EXPLANATIONS = {
  originatorInvalid: {
    cause:
      "`from` is missing, or is neither a short code, a number nor an alphanumeric sender of up to 11 " +
      "characters; or it is alphanumeric, and it or the recipient is in the US or Canada, whose " +
      "carriers take no such senders.",
    remedy: "Send from a short code or a number of the account.",
  },
  originatorNotProvisioned: {
    cause: "`from` is not among the senders of the account.",
    remedy: "Send from an address that the account has. The administrator adds one with " +
      "[`sender add`](accounts.md#senders).",
  },
  poolUnknown: {
    cause:
      "`from` is `pool:` and a name that no pool of the account has, or a pool without a sender " +
      "to choose: the account has none of them any more, or those that reach the recipient have " +
      "the weight 0. An API key limited to senders has only the pools of which it may use all.",
    remedy:
      "Send from a [pool](pools.md) of the account, or from a sender. The administrator lists " +
      "pools with `pool list`, and gives one senders with `pool change`.",
  },
} as const satisfies Partial<Record<FaultName, Explanation>>;
