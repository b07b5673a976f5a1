import assert from "node:assert/strict";
import { v7 } from "npm:uuid@13.0.0";
import { migrate } from "../../../src/adapters/store/schema/migrate.ts";
import { openPostgres } from "../../../src/adapters/store/engine/postgres.ts";
import type { Expired } from "../../../src/ports/mod.ts";
import { createDatabase, sharedPostgres, targetOf } from "../../support/postgres.ts";
import {
  newEvent,
  newMessage,
  newTransition,
  NOON,
  postbackIds,
  someoneWaits,
  watchedStore,
} from "../../support/store.ts";

const OLD = NOON - 1000;

/** Changes that another process makes to a message while it is about to be deleted. */
const MEANWHILE: Record<string, string> = {
  "holds": "select from message where tracking_id = $1 for update",
  "moves": "update message set updated_at = now() where tracking_id = $1",
};

async function withOldMessage(
  test: (
    open: ReturnType<typeof watchedStore>,
    message: { trackingId: string; eventId: string },
  ) => Promise<void>,
): Promise<void> {
  const url = await createDatabase((await sharedPostgres()).url);
  const database = openPostgres({
    target: targetOf(url),
    connections: 4,
    statementTimeoutMs: 15_000,
  });
  try {
    await migrate(database);
    const open = watchedStore(database);
    const { messages, events } = open.store;
    const trackingId = v7({ msecs: OLD });
    await messages.accept(newMessage({ trackingId, acceptedAt: OLD }), null);
    const event = newEvent({ trackingId, code: "N202", at: OLD });
    await messages.transition(
      newTransition(trackingId, { to: "delivered", at: OLD, events: [event] }),
    );
    const [eventId] = await postbackIds(open, trackingId) as [string];
    await events.settle({
      eventId,
      trackingId,
      receiver: "default",
      at: OLD,
      result: "dead",
    });
    await test(open, { trackingId, eventId });
  } finally {
    await database.close();
  }
}

const remove = ({ store }: ReturnType<typeof watchedStore>): Promise<Expired> =>
  store.expire("messages", { now: NOON, before: NOON, after: null, limit: 10 });

for (const [name, sql] of Object.entries(MEANWHILE)) {
  Deno.test(`a message that another process ${name} is left as it is, without waiting`, async () => {
    await withOldMessage(async (open, { trackingId }) => {
      await open.database.transaction(async (query) => {
        await query(sql, [trackingId]);
        assert.deepEqual(await remove(open), { removed: 0, next: null });
      });
      assert.ok(await open.store.messages.byTrackingId(trackingId));
      assert.equal((await open.store.events.of(trackingId)).history.length, 2);
    });
  });
}

Deno.test("a postback replayed during its message's deletion is still sent", async () => {
  await withOldMessage(async (open, { trackingId, eventId }) => {
    let removing: Promise<Expired> | undefined;
    await open.database.transaction(async (query) => {
      await query(
        `update event set postback = 'pending', due_at = now()
         where tracking_id = $1 and postback is not null`,
        [trackingId],
      );
      removing = remove(open);
      await someoneWaits(open.database);
    });
    assert.equal((await removing!).removed, 1);
    const { postbacks } = await open.store.events.of(trackingId);
    assert.deepEqual(postbacks.map(({ id, state }) => ({ id, state })), [
      { id: eventId, state: "pending" },
    ]);
    const now = Date.now() + 1000;
    const lease = { owner: "me", until: now + 1000 };
    assert.equal((await open.store.events.claim([eventId], lease, now)).length, 1);
  });
});

Deno.test("a replayed postback goes out with its body, though its message is gone by then", async () => {
  await withOldMessage(async (open, { trackingId, eventId }) => {
    await open.database.query("update event set body = null where tracking_id = $1", [trackingId]);
    const before = await open.store.postbacks.byId(eventId);
    assert.ok(await open.store.postbacks.replay(eventId, NOON));
    await open.database.query("delete from message where tracking_id = $1", [trackingId]);
    const [claimed] = await open.store.events.claim([eventId], { owner: "me", until: NOON }, NOON);
    assert.deepEqual(JSON.parse(claimed!.body), before!.body);
    assert.equal(JSON.parse(claimed!.body)["tracking-id"], trackingId);
  });
});
