/** Ids of postbacks (`webhook-id`): the tracking-id and the number of the event. */

import type { PostbackRef } from "../../../core/message/event.ts";
import type { Row } from "../engine/database.ts";

/** Key of an event. */
export interface EventKey {
  tracking_id: string;
  /** Number of the event, a `bigint`. */
  seq: string;
}

const ID = /^msg_([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})_([1-9]\d{0,17})$/;

/** Writes the id of a postback. */
export function postbackId({ tracking_id: trackingId, seq }: EventKey): string {
  return `msg_${trackingId.replaceAll("-", "")}_${seq}`;
}

/** Reads the key of the event from the id of its postback; null: no postback has this id. */
export function eventKeyOf(id: string): EventKey | null {
  const match = ID.exec(id);
  return match === null ? null : { tracking_id: match.slice(1, 6).join("-"), seq: match[6]! };
}

/** Reads the keys from ids; those that no postback has are left out. */
export function eventKeysOf(ids: readonly string[]): EventKey[] {
  return ids.map(eventKeyOf).filter((key) => key !== null);
}

/** Reads a reference to a postback from the row of its event. */
export function refOf({ tracking_id, seq, account, receiver }: Row): PostbackRef {
  return { id: postbackId({ tracking_id, seq }), account, receiver };
}
