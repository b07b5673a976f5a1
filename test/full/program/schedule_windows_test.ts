/**
 * A campaign to many countries within a window of each recipient, over a change of clocks.
 * SCHEDULED_TEXTS sets the number of its texts; default 3,000.
 */
import assert from "node:assert/strict";
import { callingCodeOf } from "../../../src/core/account/number_plan.ts";
import { openHours, parseWindow } from "../../../src/core/schedule/delivery_window.ts";
import { NUMBER_PLANS } from "../../../src/generated/number_plans.ts";
import { NUMBER_ZONES } from "../../../src/generated/number_zones.ts";
import { newCustomer } from "../../support/customer.ts";
import { migratedDatabase } from "../../support/migrated.ts";
import { movableClock } from "../../support/movable_clock.ts";
import { onDatabase } from "../../support/postgres.ts";
import { startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const COUNT = Number(Deno.env.get("SCHEDULED_TEXTS") ?? 3000);
const COUNTRIES = 30;
const WINDOW = { from: "09:00", to: "20:00" };
const ZONE = "America/New_York";
/** Afternoon before the clocks of Europe go forward. */
const START = Date.parse("2027-03-27T15:30:00Z");
const HOUR_MS = 3_600_000;
const HOURS = 48;
const WORKERS = 32;

/** Prefixes of the countries with the most sets of zones, one of each set. */
function prefixes(): string[] {
  const all = NUMBER_ZONES.map(([, prefixes]) => prefixes.split(" ")[0]!);
  const byCode = Map.groupBy(all, (prefix) => callingCodeOf(prefix));
  byCode.delete(null);
  return [...byCode.values()].sort((a, b) => b.length - a.length).slice(0, COUNTRIES).flat();
}

/**
 * Completes a prefix to a number of a length that its country has. It ends with 9, as none does for
 * which the loopback carrier has another outcome.
 */
function numberOf(prefix: string, n: number): string {
  const code = callingCodeOf(prefix)!;
  const { nationalLengths } = Object.values(NUMBER_PLANS)
    .find(({ callingCode }) => callingCode === code)!;
  const digits = code.length + Math.max(...nationalLengths) - prefix.length - 1;
  return prefix + String(n).padStart(digits, "2").slice(-Math.max(0, digits)) + "9";
}

/** Returns the local hour of a time. */
function hourIn(timeZone: string, at: number): number {
  const form = { timeZone, hour: "2-digit", hourCycle: "h23" } as const;
  return Number(new Intl.DateTimeFormat("en-GB", form).format(at));
}

interface Sent {
  recipient: string;
  state: string;
  at: number | null;
}

Deno.test("no text of a campaign goes out outside of its recipient's hours", async () => {
  const clock = movableClock();
  clock.advance(START - Date.now());
  const url = await migratedDatabase();
  await using test = await startService({
    clock,
    config: { DATABASE_URL: url, RESCUE_INTERVAL: "1s" },
  });
  await using customer = await newCustomer(test, { timeZone: ZONE });
  const all = prefixes();
  let next = 0;
  await Promise.all(Array.from({ length: WORKERS }, async () => {
    while (next < COUNT) {
      const to = numberOf(all[next % all.length]!, next++);
      const text = { action: "sendsms", from: "111122", to, "message-text": "Hello" };
      const response = await customer.post({ ...text, "delivery-window": WINDOW });
      const { "error-info": fault } = await response.json();
      if (fault !== undefined) assert.match(fault, /not a possible number|not an international/);
    }
  }));
  await onDatabase(url, async (sql) => {
    const waiting = async () => {
      const now = new Date(clock.now());
      const [row] = await sql<{ count: number }[]>`
        select count(*)::int from message
        where due_at <= ${now} and state <> 'submitted' or state in ('accepted', 'sent')`;
      return row!.count;
    };
    const [accepted] = await sql<{ count: number; scheduled: number }[]>`
      select count(*)::int, count(*) filter (where state = 'scheduled')::int as scheduled
      from message`;
    assert.ok(accepted!.count > COUNT / 2 && accepted!.scheduled > COUNT / 10);
    for (let hour = 0; hour < HOURS; hour++) {
      await until(waiting, (count) => count === 0);
      clock.advance(HOUR_MS);
    }
    await until(waiting, (count) => count === 0);
    const rows = await sql<Sent[]>`
      select recipient, state, extract(epoch from submitted_at)::float8 * 1000 as at from message`;
    assert.equal(rows.length, accepted!.count);
    const zones = new Set<string>();
    for (const { recipient, state, at } of rows) {
      assert.ok(at !== null, `${recipient} is ${state}`);
      const hours = openHours(parseWindow("09:00-20:00"), recipient, ZONE, at);
      for (const zone of hours.zones) {
        zones.add(zone);
        const local = hourIn(zone, at);
        assert.ok(local >= 9 && local < 20, `${recipient} at ${local} in ${zone}`);
      }
    }
    console.log(`${rows.length} texts, ${accepted!.scheduled} waited, ${zones.size} zones`);
  });
});
