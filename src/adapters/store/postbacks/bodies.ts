/** Bodies of postbacks: stored, or derived from the message of the event. */
import { type BodySubject, derivedBody } from "../../../core/postback/derived_body.ts";
import type { Row } from "../engine/database.ts";
import { epoch } from "../engine/time.ts";

/** Columns of an event `e` that `bodyOf` reads, with those of its message by `BODY_SUBJECT`. */
export const BODY = `e.tracking_id, e.code, e.state, e.details, ${epoch("e.at")} as at, e.body,
  subject.kind, subject.sender, subject.recipient, subject.mms_id, subject.client_reference,
  subject.campaign_ref, subject.text, ${epoch("subject.received_at")} as received_at`;

/** Joins an event `e` with its message where its body is not stored. */
export const BODY_SUBJECT = `
  left join lateral (
    select kind, sender, recipient, mms_id, client_reference, campaign_ref, null as text,
      null::timestamptz as received_at
    from message where tracking_id = e.tracking_id
    union all
    select kind, sender, recipient, null, null, null, text, received_at
    from inbound where tracking_id = e.tracking_id) subject
  on e.body is null and e.code is not null`;

/** Returns the body of a postback. */
export function bodyOf(row: Row): string {
  if (row.body !== null) return row.body;
  const { code, state, at, details } = row;
  return derivedBody(subjectOf(row), { code, state, at, details });
}

function subjectOf(row: Row): BodySubject {
  return {
    kind: row.kind,
    trackingId: row.tracking_id,
    from: row.sender,
    to: row.recipient,
    mmsId: row.mms_id,
    clientReference: row.client_reference,
    campaignRef: row.campaign_ref,
    text: row.text,
    receivedAt: row.received_at,
  };
}
