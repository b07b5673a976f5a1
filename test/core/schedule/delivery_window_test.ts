/** Delivery windows of recipients (contract section 9). */
import assert from "node:assert/strict";
import { NUMBER_ZONES } from "../../../src/generated/number_zones.ts";
import {
  checkWindow,
  type DeliveryWindow,
  isTimeZone,
  openHours,
  opensAt,
  parseWindow,
  WEEKDAYS,
} from "../../../src/core/schedule/delivery_window.ts";
import { zonesOf } from "../../../src/core/schedule/number_zones.ts";

const NEW_YORK = "12125550100";
const BERLIN = "491701234567";
const BOISE = "12085550100";
const TOLL_FREE = "18005550100";

const window = (fields: Partial<DeliveryWindow> = {}): DeliveryWindow => ({
  days: WEEKDAYS,
  from: "09:00",
  to: "20:00",
  timeZone: "recipient",
  ...fields,
});

/** Returns when a message at a time may go out, as ISO 8601. */
function openingOf(at: string, recipient: string, fields: Partial<DeliveryWindow> = {}): string {
  const hours = openHours(window(fields), recipient, "UTC", Date.parse(at));
  return new Date(opensAt(hours, Date.parse(at))).toISOString().replace(":00.000Z", "Z");
}

Deno.test("the zones of numbers are names of the tz database", () => {
  const names = new Set(NUMBER_ZONES.flatMap(([zones]) => zones.split("&")));
  assert.ok(names.size > 200);
  assert.deepEqual([...names].filter((name) => !isTimeZone(name)), []);
});

Deno.test("the zones of a number are those of its longest known prefix", () => {
  assert.deepEqual(zonesOf(NEW_YORK), ["America/New_York"]);
  assert.deepEqual(zonesOf(BOISE), ["America/Boise", "America/Los_Angeles"]);
  assert.deepEqual(zonesOf("12083255555"), ["America/Boise", "America/Los_Angeles"]);
  assert.deepEqual(zonesOf("12082535555"), ["America/Denver"]);
  assert.ok(zonesOf(TOLL_FREE).length > 30);
  assert.deepEqual(zonesOf("8821234567"), []);
  assert.deepEqual(zonesOf(""), []);
});

Deno.test("a window opens and closes where the recipient lives", () => {
  assert.equal(openingOf("2026-11-28T13:59Z", NEW_YORK), "2026-11-28T14:00Z");
  assert.equal(openingOf("2026-11-28T14:00Z", NEW_YORK), "2026-11-28T14:00Z");
  assert.equal(openingOf("2026-11-29T00:59Z", NEW_YORK), "2026-11-29T00:59Z");
  assert.equal(openingOf("2026-11-29T01:00Z", NEW_YORK), "2026-11-29T14:00Z");
  assert.equal(openingOf("2026-11-28T05:00Z", BERLIN), "2026-11-28T08:00Z");
  assert.equal(
    openingOf("2026-11-28T05:00Z", BERLIN, { timeZone: "Asia/Tokyo" }),
    "2026-11-28T05:00Z",
  );
});

Deno.test("a window opens on its days only", () => {
  const days = ["mon", "wed"] as const;
  // 2026-11-28 is a Saturday.
  assert.equal(openingOf("2026-11-28T12:00Z", BERLIN, { days }), "2026-11-30T08:00Z");
  assert.equal(openingOf("2026-11-30T12:00Z", BERLIN, { days }), "2026-11-30T12:00Z");
  assert.equal(openingOf("2026-11-30T19:00Z", BERLIN, { days }), "2026-12-02T08:00Z");
});

Deno.test("a window that passes midnight belongs to the day on which it opens", () => {
  const fields = { days: ["fri"], from: "20:00", to: "04:00" } as const;
  assert.equal(openingOf("2026-11-28T02:59Z", BERLIN, fields), "2026-11-28T02:59Z");
  assert.equal(openingOf("2026-11-28T03:00Z", BERLIN, fields), "2026-12-04T19:00Z");
  assert.equal(openingOf("2026-11-27T01:00Z", BERLIN, fields), "2026-11-27T19:00Z");
});

Deno.test("a window of a whole day is open at midnight, too", () => {
  const fields = { from: "00:00", to: "24:00" };
  assert.equal(openingOf("2026-11-28T23:00Z", BERLIN, fields), "2026-11-28T23:00Z");
});

Deno.test("a window follows the changes of clocks", () => {
  // Clocks go forward on 2026-03-29 at 1:00 UTC, and back on 2026-10-25 at 1:00 UTC.
  assert.equal(openingOf("2026-03-28T20:00Z", BERLIN), "2026-03-29T07:00Z");
  assert.equal(openingOf("2026-10-24T20:00Z", BERLIN), "2026-10-25T08:00Z");
  const skipped = { from: "02:15", to: "02:45" };
  // It does not exist on that day: it opens an hour later by the clock.
  assert.equal(openingOf("2026-03-28T20:00Z", BERLIN, skipped), "2026-03-29T01:15Z");
});

Deno.test("a window is open while it is in all zones of a number", () => {
  // Boise is an hour ahead of Los Angeles.
  assert.equal(openingOf("2026-11-28T16:30Z", BOISE), "2026-11-28T17:00Z");
  assert.equal(openingOf("2026-11-29T02:59Z", BOISE), "2026-11-29T02:59Z");
  assert.equal(openingOf("2026-11-29T03:00Z", BOISE), "2026-11-29T17:00Z");
});

Deno.test("the account's zone decides where the zones leave less than two hours a day, or are unknown", () => {
  const at = Date.parse("2026-11-28T12:00Z");
  const hours = (recipient: string, fields: Partial<DeliveryWindow> = {}) =>
    openHours(window(fields), recipient, "Europe/Lisbon", at);
  assert.deepEqual([hours(TOLL_FREE).zones, hours(TOLL_FREE).isByAccount], [
    ["Europe/Lisbon"],
    true,
  ]);
  assert.deepEqual(hours("8821234567").zones, ["Europe/Lisbon"]);
  // An hour apart: three hours have two in common, and less has less.
  assert.equal(hours(BOISE, { to: "12:00" }).isByAccount, undefined);
  assert.equal(hours(BOISE, { to: "11:59" }).isByAccount, true);
  assert.equal(hours(NEW_YORK, { to: "09:01" }).isByAccount, undefined);
});

Deno.test("a window of each number, hour and zone has an opening within eight days, in its hours", () => {
  const numbers = NUMBER_ZONES.map(([, prefixes]) => prefixes.split(" ")[0]!.padEnd(11, "5"));
  const start = Date.parse("2026-03-20T00:00Z");
  for (const [i, number] of numbers.entries()) {
    const at = start + i * 7_654_321;
    const hours = openHours(window({ days: [WEEKDAYS[i % 7]!] }), number, "UTC", at);
    const opening = opensAt(hours, at);
    assert.ok(opening >= at && opening <= at + 8 * 86_400_000, number);
    for (const timeZone of hours.zones) {
      const form = { timeZone, weekday: "short", hour: "2-digit", hourCycle: "h23" } as const;
      const local = new Intl.DateTimeFormat("en-GB", form).format(opening);
      const [day, hour] = local.split(/[ ,]+/);
      assert.equal(day!.toLowerCase(), WEEKDAYS[i % 7], `${number} ${timeZone}`);
      assert.ok(Number(hour) >= 9 && Number(hour) < 20, `${number} ${timeZone} ${local}`);
    }
  }
});

Deno.test("the window of an account is a text of days, hours and zone", () => {
  assert.deepEqual(parseWindow("sun,mon 09:00-20:00 Europe/Berlin"), {
    days: ["mon", "sun"],
    from: "09:00",
    to: "20:00",
    timeZone: "Europe/Berlin",
  });
  assert.deepEqual(parseWindow("22:00-06:00"), window({ from: "22:00", to: "06:00" }));
});

Deno.test("a window that never opens, or in a zone that is none, is refused", () => {
  assert.equal(checkWindow(window()), null);
  assert.match(checkWindow(window({ to: "09:00" }))!, /same time/);
  for (const timeZone of ["Mars/Base", "+02:00", "Recipient", "2026-01-01T00:00[UTC]"]) {
    assert.match(checkWindow(window({ timeZone }))!, /time-zone/, timeZone);
  }
});
