/** Index keys by which messages are found for their customers, for the test of all plans. */
import type { Store } from "../../../src/ports/mod.ts";
import { newMessageRecord, NOON, uuidOf } from "../../support/store.ts";

const STATUS = {
  ...newMessageRecord({ trackingId: uuidOf(1) }),
  text: "Hello",
  dueAt: null,
};
const STATUS_PAGE = { cursor: `message:${uuidOf(4000)}`, limit: 10 };

export const STATUS_KEYS: Record<string, { call(store: Store): Promise<unknown>; keys: string[] }> =
  {
    status: {
      call: (store) => store.messageStatuses.byTrackingId("acme", uuidOf(1)),
      keys: ["message_pkey or message_account_tracking_id_idx"],
    },
    statusEvents: {
      call: (store) => store.messageStatuses.eventsOf(STATUS),
      keys: ["event_pkey", "inbound_pkey", "message_pkey"],
    },
    statusesOfAccount: {
      call: (store) => store.messageStatuses.list({ account: "acme" }, STATUS_PAGE),
      keys: ["message_account_tracking_id_idx"],
    },
    statusesSince: {
      call: (store) =>
        store.messageStatuses.list({ account: "acme", from: NOON, to: NOON + 1000 }, STATUS_PAGE),
      keys: ["message_account_tracking_id_idx"],
    },
    statusesOfRecipient: {
      call: (store) =>
        store.messageStatuses.list(
          { account: "acme", recipient: "16170000001", state: "sent", senders: ["111122"] },
          STATUS_PAGE,
        ),
      keys: ["message_recipient_tracking_id_idx"],
    },
  };
