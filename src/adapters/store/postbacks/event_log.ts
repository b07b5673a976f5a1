/** Log of a message or template: its events, and the postbacks among them. */
import {
  type EventLog,
  type HistoryEntry,
  isVaspNotice,
  type NotificationCode,
  type PostbackView,
} from "../../../core/message/event.ts";
import type { FailedAttempt } from "../../../core/message/failed_attempt.ts";
import type { StatusEvent } from "../../../core/postback/message_status.ts";
import { MESSAGE_STATES } from "../../../core/message/message_state.ts";
import type { MessageRecord } from "../../../core/message/message.ts";
import type { Row } from "../engine/database.ts";
import { epoch } from "../engine/time.ts";
import { BODY, bodyOf } from "./bodies.ts";
import { postbackId } from "./postback_id.ts";

/** Columns of an event `e` that `eventLogOf` reads, beside those of its body. */
export const EVENT = `${BODY}, e.seq::text as seq, e.name, e.receiver, e.callback, e.attempts,
  case when e.sent_at is not null then 'sent' else coalesce(e.postback, 'pending') end as postback,
  ${epoch("e.sent_at")} as sent_at, ${epoch("e.due_at")} as due_at, e.last_error,
  e.failed_attempts`;

/** Times that a message tells of itself; absent: the log is that of a template. */
export type MessageTimes = Pick<MessageRecord, "acceptedAt" | "submittedAt">;

/** Makes the log of a message or template from the rows of its events, in order. */
export function eventLogOf(rows: readonly Row[], times?: MessageTimes): EventLog {
  const history = rows.filter(isOriginal).map(({ at, name, state, details }): HistoryEntry => (
    { at, event: name, state, details }
  ));
  return {
    history: times === undefined ? history : withOrdinary(history, times, ordinaryEntry),
    postbacks: rows.filter(({ code, postback }) => code !== null && postback !== "unwanted")
      .map(postbackViewOf),
  };
}

/** Tells whether an event is none of the copies for further receivers. */
const isOriginal = ({ name }: Row): boolean => name !== null;

const ordinaryEntry = (event: OrdinaryEvent): HistoryEntry => ({ ...event, details: null });

/** Makes the events of a message, as its customer sees them, from their rows, in order. */
export function statusEventsOf(rows: readonly Row[], times: MessageTimes): StatusEvent[] {
  const events = rows.filter(isOriginal).map((row): StatusEvent => (
    { at: row.at, event: row.name, state: row.state, code: row.code, body: jsonBodyOf(row) }
  ));
  return withOrdinary(events, times, (event) => ({ ...event, code: null, body: null }));
}

function jsonBodyOf(row: Row): string | null {
  const { code }: { code: NotificationCode | null } = row as Row & {
    code: NotificationCode | null;
  };
  return code === null || isVaspNotice(code) ? null : bodyOf(row);
}

/** States that a message has after `submitted`. */
const AFTER_SUBMITTED: ReadonlySet<string | null> = new Set(
  MESSAGE_STATES.slice(MESSAGE_STATES.indexOf("submitted") + 1),
);

/** Event that is not stored. */
interface OrdinaryEvent {
  at: number;
  event: "accepted" | "taken";
  state: "accepted" | "submitted";
}

/** Adds the events that are not stored, since they are ordinary: the message has their times. */
function withOrdinary<T extends Pick<HistoryEntry, "at" | "event" | "state">>(
  stored: readonly T[],
  { acceptedAt, submittedAt }: MessageTimes,
  ordinary: (event: OrdinaryEvent) => T,
): T[] {
  const history = [...stored];
  const has = (name: string) => history.some(({ event }) => event === name);
  if (submittedAt !== null && !has("taken")) {
    const isLater = ({ at, state }: T) => at > submittedAt || AFTER_SUBMITTED.has(state);
    const position = history.findIndex(isLater);
    const submission = ordinary({ at: submittedAt, event: "taken", state: "submitted" });
    history.splice(position === -1 ? history.length : position, 0, submission);
  }
  if (!has("accepted")) {
    history.unshift(ordinary({ at: acceptedAt, event: "accepted", state: "accepted" }));
  }
  return history;
}

/** Reads a failed attempt, whose time is a text. */
function failedAttemptOf({ at, ...attempt }: FailedAttempt & { at: string }): FailedAttempt {
  return { ...attempt, at: Date.parse(at) };
}

export function postbackViewOf(row: Row): PostbackView {
  return {
    id: postbackId(row as { tracking_id: string; seq: string }),
    receiver: row.receiver,
    callback: row.callback,
    code: row.code,
    state: row.postback,
    attempts: row.attempts,
    createdAt: row.at,
    sentAt: row.sent_at,
    nextAttemptAt: row.due_at,
    lastError: row.last_error,
    failedAttempts: (row.failed_attempts ?? []).map(failedAttemptOf),
    body: JSON.parse(bodyOf(row)),
  };
}
