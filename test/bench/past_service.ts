/**
 * The service of a past day, on a database of today: its clock is CLOCK_AGE milliseconds behind, so
 * that all it stores is old.
 */
const now = Date.now;
const age = Number(Deno.env.get("CLOCK_AGE"));
Date.now = () => now() - age;

// Some modules take the clock when they are loaded.
const [{ createService, readConfig }, { systemClock }] = await Promise.all([
  import("../../mod.ts"),
  import("../../src/adapters/system/clock.ts"),
]);
await createService(readConfig(Deno.env.toObject()), { clock: systemClock });
