/** A message as the admin API shows it, with its events. */
import assert from "node:assert/strict";
import postgres from "postgres";
import { newCustomer } from "../../support/customer.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

Deno.test("the history of a message that changes while it is read is no older than its state", async () => {
  const url = await migratedDatabase();
  await using test = await startService({ config: { DATABASE_URL: url } });
  await using customer = await newCustomer(test);
  const id = await customer.send();
  await customer.receiver.untilCodes(id, ["N201", "N202"]);
  await using sql = Object.assign(postgres(url, { max: 1, onnotice: () => {} }), {
    [Symbol.asyncDispose]: () => sql.end(),
  });
  let reading: Promise<Record<string, unknown>>;
  await sql.begin(async (sql) => {
    await sql`lock table message in access exclusive mode`;
    reading = customer.message(id);
    const isWaiting = async () => {
      const [row] = await sql`
        select exists (select from pg_locks where relation = 'message'::regclass and not granted)`;
      return row!.exists as boolean;
    };
    await until(isWaiting, (waits) => waits);
    await sql`update message set state = 'expired' where tracking_id = ${id}`;
    await sql`update event set name = 'expired' where tracking_id = ${id} and code = 'N202'`;
  });
  const { state, history } = await reading!;
  assert.equal(state, "expired");
  assert.equal((history as { event: string }[]).at(-1)!.event, "expired");
});
