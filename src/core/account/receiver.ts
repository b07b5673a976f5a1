/** Receivers of an account's postbacks (contract section 9). */
import { POSTBACK_CODES, type PostbackCode } from "../../generated/postback.ts";
import type { WebhookSecret } from "./webhook_secret.ts";

/** Form of the postbacks to a receiver. */
export type PostbackFormat = "json" | "xml";

export interface PostbackReceiver {
  /** Name within its account. */
  name: string;
  /** Null: it has none (any more), and its postbacks are parked. */
  url: string | null;
  format: PostbackFormat;
  /** Codes that it gets; null: {@link DEFAULT_CODES}. */
  codes: readonly PostbackCode[] | null;
  /** Senders whose messages, in either direction, it hears of; null: it hears of everything. */
  senders: readonly string[] | null;
  /** Campaigns whose messages and subscriptions it hears of; null: it hears of everything. */
  campaignRefs: readonly string[] | null;
  /** It gets no postbacks, and those that wait are parked. */
  disabled: boolean;
  /** Newest first. */
  webhookSecrets: readonly WebhookSecret[];
  createdAt: number;
}

/** Receiver that every account has: its postback-url. */
export const DEFAULT_RECEIVER = "default" as const;

/** Name under which an account's VASP is a receiver of notices over MM7. */
export const VASP_RECEIVER = "mm7" as const;

/** Codes that only receivers get which name them. */
const BY_NAME_ONLY: ReadonlySet<PostbackCode> = new Set<PostbackCode>(["N311"]);

/** Codes of receivers that name none: those of the spec, and of subscriptions. */
export const DEFAULT_CODES: ReadonlySet<PostbackCode> = new Set(POSTBACK_CODES).difference(
  BY_NAME_ONLY,
);

/** Settings of a receiver as it is created, unless a request says otherwise. */
export const RECEIVER_DEFAULTS = {
  url: null,
  format: "json",
  codes: null,
  senders: null,
  campaignRefs: null,
  disabled: false,
} as const satisfies Partial<PostbackReceiver>;

/** Account, as far as its receivers go. */
interface Owner {
  readonly receivers: readonly PostbackReceiver[];
}

/** Returns the receiver of a name; undefined: the account has none. */
export function findReceiver(
  { receivers }: Owner,
  name: string,
): PostbackReceiver | undefined {
  return receivers.find((receiver) => receiver.name === name);
}

/** Returns the receiver that every account has. */
export function defaultReceiver(account: Owner): PostbackReceiver {
  return findReceiver(account, DEFAULT_RECEIVER)!;
}
