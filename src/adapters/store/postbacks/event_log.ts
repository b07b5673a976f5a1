/** Log of a message or template: its events, and the postbacks among them. */
import type { EventLog, HistoryEntry, PostbackView } from "../../../core/message/event.ts";
import { MESSAGE_STATES } from "../../../core/message/message_state.ts";
import type { MessageRecord } from "../../../core/message/message.ts";
import type { Row } from "../engine/database.ts";
import { epoch } from "../engine/time.ts";
import { BODY, bodyOf } from "./bodies.ts";
import { postbackId } from "./postback_id.ts";

/** Columns of an event `e` that `eventLogOf` reads, beside those of its body. */
export const EVENT = `${BODY}, e.seq::text as seq, e.name, e.attempts,
  case when e.sent_at is not null then 'sent' else coalesce(e.postback, 'pending') end as postback,
  ${epoch("e.sent_at")} as sent_at, ${epoch("e.due_at")} as due_at, e.last_error`;

/** Times that a message tells of itself; absent: the log is that of a template. */
export type MessageTimes = Pick<MessageRecord, "acceptedAt" | "submittedAt">;

/** Makes the log of a message or template from the rows of its events, in order. */
export function eventLogOf(rows: readonly Row[], times?: MessageTimes): EventLog {
  return {
    history: historyOf(rows, times),
    postbacks: rows.filter(({ code }) => code !== null).map(postbackViewOf),
  };
}

/** States that a message has after `submitted`. */
const AFTER_SUBMITTED: ReadonlySet<string | null> = new Set(
  MESSAGE_STATES.slice(MESSAGE_STATES.indexOf("submitted") + 1),
);

/** Adds the events that are not stored, since they are ordinary: the message has their times. */
function historyOf(rows: readonly Row[], times?: MessageTimes): HistoryEntry[] {
  const history = rows.map(({ at, name, state, details }): HistoryEntry => (
    { at, event: name, state, details }
  ));
  const has = (name: string) => history.some(({ event }) => event === name);
  if (times === undefined) return history;
  const { acceptedAt, submittedAt } = times;
  if (submittedAt !== null && !has("taken")) {
    const isLater = ({ at, state }: HistoryEntry) => at > submittedAt || AFTER_SUBMITTED.has(state);
    const position = history.findIndex(isLater);
    history.splice(position === -1 ? history.length : position, 0, {
      at: submittedAt,
      event: "taken",
      state: "submitted",
      details: null,
    });
  }
  if (!has("accepted")) {
    history.unshift({ at: acceptedAt, event: "accepted", state: "accepted", details: null });
  }
  return history;
}

export function postbackViewOf(row: Row): PostbackView {
  return {
    id: postbackId(row as { tracking_id: string; seq: string }),
    code: row.code,
    state: row.postback,
    attempts: row.attempts,
    createdAt: row.at,
    sentAt: row.sent_at,
    nextAttemptAt: row.due_at,
    lastError: row.last_error,
    body: JSON.parse(bodyOf(row)),
  };
}
