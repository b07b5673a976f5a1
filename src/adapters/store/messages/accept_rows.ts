/** Rows of messages that are accepted, as a batch writes them. */
import type { MessageState } from "../../../core/message/message_state.ts";
import { type NewMessage, stateOnAccept } from "../../../core/message/message.ts";
import type { AcceptExtras, Lease, MessageTransition } from "../../../ports/mod.ts";
import type { Parts } from "../engine/statement_forms.ts";
import { instant } from "../engine/time.ts";
import { PRIORITY_LETTERS } from "../due/priority_letters.ts";
import { dueColumn } from "./message_rows.ts";

/** Message that is accepted. */
export interface Accept extends AcceptExtras {
  message: NewMessage;
  lease: Lease | null;
}

/** Types of `acceptRow`'s fields in a record set. */
export const COLUMNS = `tracking_id uuid, account text, kind text, sender text, recipient text,
  operator_id text, mms_id uuid, client_reference text, campaign_ref text, content json,
  delivery_report boolean, accepted_at timestamptz, expires_at timestamptz, due_at timestamptz,
  owner text, lease_until timestamptz, trace text, status_callback text, test_connector text`;

/** Types of `beginRow`'s fields in a record set. */
export const BEGIN_COLUMNS = `state text, updated_at timestamptz, sent_as text, connector text,
  unconfirmed boolean, prepare_at timestamptz`;

/** Types of further fields, where some messages send another one again or have their time. */
export const RARE_COLUMNS =
  "resent_from uuid, start_at timestamptz, delivery_window json, priority text";

/** Tells whether a message has fields of {@link RARE_COLUMNS}. */
export function isRare({ priority, resentFrom, startAt, window }: NewMessage): boolean {
  return resentFrom !== undefined || startAt !== undefined || window !== undefined ||
    priority !== undefined;
}

/**
 * Writes the insertion of the messages of a batch.
 *
 * @param has `begins`: whether some are in another state than accepted, as where their delivery begins
 * with their acceptance; `rare`: whether some have fields that most lack.
 */
export function insertMessages(
  batch: string,
  { begins, rare }: Parts<"begins" | "rare">,
): string {
  const rareNames = rare ? ", resent_from, start_at, delivery_window, priority" : "";
  const rareValues = rare
    ? `, resent_from, start_at, delivery_window, coalesce(priority, '${PRIORITY_LETTERS.normal}')`
    : "";
  return `
    insert into message (tracking_id, account, kind, state, sender, recipient, operator_id, mms_id,
      client_reference, campaign_ref, content, delivery_report, accepted_at, updated_at, expires_at,
      due_at, owner, lease_until, trace, status_callback, test_connector${
    begins ? ", sent_as, connector, unconfirmed, prepare_at" : ""
  }${rareNames})
    select tracking_id, account, kind, ${begins ? "coalesce(state, 'accepted')" : "'accepted'"},
      sender, recipient, operator_id, mms_id, client_reference, campaign_ref, content,
      delivery_report, accepted_at, ${begins ? "coalesce(updated_at, accepted_at)" : "accepted_at"},
      expires_at, due_at, owner, lease_until, trace, status_callback, test_connector${
    begins ? ", sent_as, connector, coalesce(unconfirmed, false), prepare_at" : ""
  }${rareValues}
    from ${batch}`;
}

/** Leaves nulls out: a missing field of a record set is null, and costs nothing to parse. */
export function acceptRow(
  { message, lease, idempotentResponse: response, begin }: Accept,
) {
  const acceptedAt = instant(message.acceptedAt);
  const startAt = message.startAt === undefined ? undefined : instant(message.startAt);
  return {
    tracking_id: message.trackingId,
    account: message.account,
    kind: message.kind,
    sender: message.from,
    recipient: message.to,
    operator_id: message.operatorId ?? undefined,
    mms_id: message.mmsId ?? undefined,
    client_reference: message.clientReference ?? undefined,
    campaign_ref: message.campaignRef ?? undefined,
    content: message.content,
    delivery_report: message.deliveryReport,
    accepted_at: acceptedAt,
    expires_at: instant(message.expiresAt),
    ...lease === null ? { due_at: startAt ?? acceptedAt } : leasedColumns(lease),
    trace: message.trace,
    status_callback: message.statusCallback,
    test_connector: message.testConnector,
    resent_from: message.resentFrom,
    start_at: startAt,
    delivery_window: message.window,
    priority: message.priority && PRIORITY_LETTERS[message.priority],
    claim: response?.claim.id,
    ...startAt === undefined ? undefined : { state: stateOnAccept(message) },
    ...begin === undefined ? undefined : beginRow(begin),
  };
}

/** Returns the row of a message that may be a duplicate. */
export function dedupRow(item: Accept) {
  const { dedup } = item;
  return {
    ...acceptRow(item),
    digest: dedup?.digest,
    since: dedup === undefined ? undefined : instant(dedup.since),
  };
}

/** Returns the columns of the transition by which a delivery begins. */
function beginRow({ at, change, next, to }: MessageTransition) {
  const lease = next !== null && "lease" in next ? next.lease : null;
  return {
    state: to,
    updated_at: instant(at),
    sent_as: change.sentAs ?? undefined,
    ...change.operatorId == null ? undefined : { operator_id: change.operatorId },
    connector: change.connector ?? undefined,
    unconfirmed: change.unconfirmed,
    ...lease === null ? dueColumns(next, to) : leasedColumns(lease),
  };
}

/** Returns the column of the time at which a message is due after its acceptance, if it is. */
function dueColumns(next: MessageTransition["next"], to: MessageState) {
  if (next === null || !("dueAt" in next)) return undefined;
  return { due_at: undefined, [dueColumn(to)]: instant(next.dueAt) };
}

/** Returns the columns of a message under a lease. */
function leasedColumns({ owner, until }: Lease) {
  return { due_at: undefined, owner, lease_until: instant(until) };
}
