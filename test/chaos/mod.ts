/**
 * `deno task chaos [--seed 7] [--minutes 10] [--kills 50] [--rate 25] [--embedded 1 | --machines 3]
 * [--blobs s3] [--drills 1] [--calm 1]`: a service under load whose process and database are killed
 * at random moments, among faulty carriers and receivers, with clocks that jump against the
 * database's. Then the faults end, and the audit compares the service's state with the events
 * outside. Several machines are killed by turns; their clocks differ by seconds. With `--calm 1`
 * there are no faults: a soak, in which everything has to happen exactly once.
 */
import { CONFIG_KEYS } from "../../src/config/mod.ts";
import { setUp } from "../../tools/setup.ts";
import { killsOf } from "./faults.ts";
import { acceptedUnanswered, examplesOf, tableOf, writeRecords } from "./report.ts";
import { run } from "./run.ts";
import { MACHINES_MAX } from "./stage.ts";

const DEFAULTS = {
  seed: 1,
  minutes: 10,
  kills: 50,
  rate: 25,
  settle: 120,
  machines: 1,
  embedded: 0,
  drills: 0,
  calm: 0,
};
const STORES = ["files", "s3"] as const;

type Options = typeof DEFAULTS & { blobs: typeof STORES[number] };

function readArguments(args: readonly string[]): Options {
  const options: Options = { ...DEFAULTS, blobs: "files" };
  for (let at = 0; at < args.length; at += 2) {
    const name = args[at]!.replace(/^--/, "");
    const store = STORES.find((store) => store === args[at + 1]);
    const value = Number(args[at + 1]);
    const [least, most] = name === "machines" ? [1, MACHINES_MAX] : [0, Infinity];
    if (name === "blobs" && store !== undefined) options.blobs = store;
    else if (Object.hasOwn(DEFAULTS, name) && value >= least && value <= most) {
      options[name as keyof typeof DEFAULTS] = value;
    } else {
      console.error(
        `unknown option ${args[at]} ${args[at + 1] ?? ""}; there are ` +
          Object.entries(DEFAULTS).map(([name, value]) => `--${name} ${value}`).join(", ") +
          `, --blobs ${STORES.join("|")}; machines are at most ${MACHINES_MAX}`,
      );
      Deno.exit(2);
    }
  }
  return options;
}

/** Reads the program's configuration from our own environment, such as another queue. */
function configGiven(): Record<string, string> {
  const variables = Object.entries(Deno.env.toObject());
  return Object.fromEntries(variables.filter(([name]) => name in CONFIG_KEYS));
}

if (import.meta.main) {
  if (!await setUp("test")) Deno.exit(1);
  const options = readArguments(Deno.args);
  const { seed, minutes, rate, settle, machines, blobs, embedded, drills } = options;
  const kills = options.calm === 1 ? 0 : options.kills;
  const directory = await Deno.makeTempDir({ prefix: "slidepost-chaos-" });
  // A clean stop, so that no process that we started goes on.
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
    Deno.addSignalListener(signal, () => Deno.exit(code));
  }
  console.log(
    `seed ${seed}: ${minutes} minutes, ${kills} kills, ${machines} machines, ${blobs}; ` +
      `logs in ${directory}`,
  );
  const { ledger, findings, done, lives, world, settledMs, isClockMoved } = await run({
    seed,
    kills,
    rate,
    machines,
    blobs,
    directory,
    durationMs: minutes * 60_000,
    settleMs: settle * 1000,
    config: configGiven(),
    isEmbedded: embedded === 1,
    isDrilled: drills === 1,
    isCalm: options.calm === 1,
    onProgress: (line) => console.log(line),
  });
  const faults = [...done].map(([name, count]) => `${name} ${count}`).join(", ");
  console.log(`\n${killsOf(done)} kills (${faults}); ${lives} lives`);
  if (!isClockMoved) console.log("the clock was left alone: libfaketime is not installed");
  const { all, unavailable } = acceptedUnanswered(ledger, world);
  console.log(`unanswered, and accepted: ${all}, of these ${unavailable} by 503`);
  console.log(`files made: ${ledger.files}`);
  console.log(`settled in ${Math.round(settledMs / 1000)} s\n\n${tableOf(ledger, findings)}\n`);
  for (const line of [...examplesOf(findings), ...ledger.breaches]) console.log(line);
  const failed = findings.length > 0 || ledger.breaches.length > 0;
  if (failed) {
    await writeRecords(directory, ledger, findings, { ...world });
    console.log(`\nseed ${seed} failed; all of it is in ${directory}`);
  } else {
    await Deno.remove(directory, { recursive: true });
  }
  Deno.exit(failed ? 1 : 0);
}
