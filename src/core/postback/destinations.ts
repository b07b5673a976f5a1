/** Receivers that an event goes to, as rows of the outbox: one for each that wants its postback. */
import type { PostbackCode } from "../../generated/postback.ts";
import {
  DEFAULT_CODES,
  DEFAULT_RECEIVER,
  type PostbackReceiver,
  VASP_RECEIVER,
} from "../account/receiver.ts";
import type { NewEvent } from "../message/event.ts";

/** Facts of an event that receivers select by. */
export interface EventSubject {
  /** Address of the account that the message is from, or to; null: the event is of a template. */
  sender: string | null;
  campaignRef: string | null;
  /** Address that takes the place of the default receiver; absent: none. */
  statusCallback?: string | undefined;
}

/** Queues that the status callbacks of an account share, by host: one that is down delays few others. */
const CALLBACK_QUEUES = 16;

/** Begins the names of their receivers, which no other has. */
const CALLBACK = "callback-";

/** Names of the receivers that status callbacks count as. */
export const CALLBACK_RECEIVERS: readonly string[] = Array.from(
  { length: CALLBACK_QUEUES },
  (_, queue) => `${CALLBACK}${queue}`,
);

/** Kind of a receiver, of which there are few. */
export type ReceiverKind = "default" | "named" | "callback" | "mm7";

/** Returns the kind of a receiver. */
export function kindOf(receiver: string): ReceiverKind {
  if (receiver === DEFAULT_RECEIVER || receiver === VASP_RECEIVER) return receiver;
  return receiver.startsWith(CALLBACK) ? "callback" : "named";
}

/**
 * Makes the events of a postback: the event itself, to the first receiver that wants it, and a copy
 * for each further one. Where none wants it, the event stays without a postback to send.
 */
export function addressed(
  event: NewEvent,
  receivers: readonly PostbackReceiver[],
  subject: EventSubject,
): NewEvent[] {
  if (event.code === null) return [event];
  const { statusCallback } = subject;
  const code = event.code as PostbackCode;
  if (DEFAULT_CODES.has(code) && isPlain(receivers, subject)) return [event];
  const wanted = receivers.flatMap((receiver): Partial<NewEvent>[] => {
    if (receiver.name === DEFAULT_RECEIVER && statusCallback !== undefined) {
      return takes(receiver, code)
        ? [{ receiver: callbackReceiver(statusCallback), callback: statusCallback }]
        : [];
    }
    return wants(receiver, code, subject) ? [{ receiver: receiver.name }] : [];
  });
  const [first, ...others] = wanted;
  if (first === undefined) return [{ ...event, isUnwanted: true }];
  return [{ ...event, ...first }, ...others.map((other) => ({ ...event, ...other, name: null }))];
}

/** Tells whether all of {@link DEFAULT_CODES} go to the default receiver. */
function isPlain(
  receivers: readonly PostbackReceiver[],
  { statusCallback }: EventSubject,
): boolean {
  if (receivers.length > 1 || statusCallback !== undefined) return false;
  const { campaignRefs, codes, disabled, senders } = receivers[0]!;
  return codes === null && senders === null && campaignRefs === null && !disabled;
}

function wants(
  receiver: PostbackReceiver,
  code: PostbackCode,
  { campaignRef, sender }: EventSubject,
): boolean {
  const { campaignRefs, disabled, senders } = receiver;
  return !disabled && takes(receiver, code) &&
    (senders === null || sender !== null && senders.includes(sender)) &&
    (campaignRefs === null || campaignRef !== null && campaignRefs.includes(campaignRef));
}

function takes({ codes }: PostbackReceiver, code: PostbackCode): boolean {
  return codes === null ? DEFAULT_CODES.has(code) : codes.includes(code);
}

/** Returns the queue of a status callback: that of its host. */
function callbackReceiver(url: string): string {
  let hash = 0;
  for (const character of new URL(url).host) {
    hash = (31 * hash + character.codePointAt(0)!) % 0x7fffffff;
  }
  return CALLBACK_RECEIVERS[hash % CALLBACK_QUEUES]!;
}
