/**
 * `deno task fuzz [rounds] [seed]`: sends broken MM7 requests through the codecs, then over HTTP
 * through the doors of a service, as many presentations that multiply their parts, and as many
 * requests at its JSON door and in its XML form. Prints the outcomes; fails at the first wrong one.
 */
import { setUp } from "../../tools/setup.ts";
import { fuzzDoors, MULTIPLYING, type Outcome } from "./door_fuzz.ts";
import { fuzzJson } from "./json_fuzz.ts";
import { type Counts, fuzz } from "./mm7_fuzz.ts";
import { fuzzXml } from "./xml_fuzz.ts";

function print(title: string, counts: Counts): void {
  console.log(title);
  for (const [outcome, count] of Object.entries(counts).sort(([, a], [, b]) => b - a)) {
    console.log(`${String(count).padStart(8)}  ${outcome}`);
  }
}

function tell(title: string, { counts, slowestMs, grownMb }: Outcome): void {
  print(title, counts);
  console.log(`slowest response ${Math.round(slowestMs)} ms, memory grown by ${grownMb} MB`);
}

if (import.meta.main) {
  if (!await setUp("test")) Deno.exit(1);
  const [rounds = 100_000, seed = 1] = Deno.args.map(Number);
  print("codecs", fuzz(rounds, seed));
  tell("MM7 doors", await fuzzDoors(rounds, seed));
  tell("MM7 presentations", await fuzzDoors(rounds, seed, MULTIPLYING));
  tell("JSON door", await fuzzJson(rounds, seed));
  tell("XML form", await fuzzXml(rounds, seed));
  Deno.exit(0);
}
