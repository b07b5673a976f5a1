/**
 * `deno task bench [name …]`: each figure as a ratio to a ceiling measured in the same run.
 * Absolute figures depend on the machine; we promise the ratios.
 */
import { setUp } from "../../tools/setup.ts";
import { benchAccept } from "./accept.ts";
import { benchCarriers } from "./carriers.ts";
import { benchConsole } from "./console.ts";
import { benchConsoleLive } from "./console_live.ts";
import { benchCrowds, benchCrowdsLong } from "./crowds.ts";
import { benchEmbedded } from "./embedded.ts";
import { benchGrowth } from "./growth.ts";
import { benchFiles } from "./files.ts";
import { benchHosted } from "./hosted.ts";
import { benchImage } from "./image.ts";
import { benchInbox } from "./inbox.ts";
import { benchKannel } from "./kannel.ts";
import { benchMade } from "./made.ts";
import { benchMedia } from "./media.ts";
import { benchMetrics } from "./metrics.ts";
import { benchMm7 } from "./mm7.ts";
import { benchMm7Accept } from "./mm7_accept.ts";
import { benchNeighbours } from "./neighbours.ts";
import { benchObjects } from "./objects.ts";
import { benchOneCall } from "./one_call.ts";
import { benchPeople } from "./people.ts";
import { benchReady } from "./ready.ts";
import { benchPostbacks } from "./postbacks.ts";
import { benchProvider } from "./provider.ts";
import { benchRecord } from "./record.ts";
import { benchSmsc } from "./smsc.ts";
import { benchSoak } from "./soak.ts";
import { benchSteady } from "./steady.ts";
import { benchTracing } from "./tracing.ts";
import { benchWaiting } from "./waiting.ts";
import { benchWhole } from "./whole.ts";

export interface Row {
  name: string;
  value: string;
  ceiling: string;
  ratio: number;
  target: { atLeast: number } | { atMost: number } | null;
}

const BENCHES: Record<string, () => Promise<Row[]>> = {
  accept: benchAccept,
  ready: benchReady,
  embedded: benchEmbedded,
  growth: benchGrowth,
  record: benchRecord,
  console: benchConsole,
  "console-live": benchConsoleLive,
  people: benchPeople,
  metrics: benchMetrics,
  tracing: benchTracing,
  mm7: benchMm7,
  "mm7-accept": benchMm7Accept,
  media: benchMedia,
  image: benchImage,
  objects: benchObjects,
  "one-call": benchOneCall,
  made: benchMade,
  postbacks: benchPostbacks,
  waiting: benchWaiting,
  inbox: benchInbox,
  neighbours: benchNeighbours,
  whole: benchWhole,
  kannel: benchKannel,
  soak: benchSoak,
  steady: benchSteady,
  smsc: benchSmsc,
  crowds: benchCrowds,
  "crowds-long": benchCrowdsLong,
  carriers: benchCarriers,
  provider: benchProvider,
  hosted: benchHosted,
  files: benchFiles,
};

function verdict({ ratio, target }: Row): string {
  if (target === null) return "";
  if ("atLeast" in target) return `${ratio >= target.atLeast ? "✓" : "✗"} ≥ ${target.atLeast}`;
  return `${ratio <= target.atMost ? "✓" : "✗"} ≤ ${target.atMost}`;
}

if (import.meta.main) {
  if (!await setUp("bench")) Deno.exit(1);
  // `soak` takes an hour, `growth` half an hour and ten gigabytes, `console` ten minutes and five
  // gigabytes, `people` as many gigabytes, `crowds-long` and `steady` a quarter of an hour; `kannel`
  // takes eight minutes and a package of its own.
  const long = ["growth", "soak", "console", "people", "crowds-long", "steady", "kannel"];
  const usual = Object.keys(BENCHES).filter((name) => !long.includes(name));
  const names = Deno.args.length > 0 ? Deno.args : usual;
  for (const name of names) {
    const bench = BENCHES[name];
    if (bench === undefined) {
      console.error(`no bench ${name}; there are ${Object.keys(BENCHES).join(", ")}`);
      Deno.exit(2);
    }
    for (const row of await bench()) {
      console.log(
        `${row.name.padEnd(50)} ${row.value.padStart(10)}  ${row.ceiling.padEnd(26)} ` +
          `ratio ${row.ratio.toFixed(2)}  ${verdict(row)}`,
      );
    }
  }
  Deno.exit(0);
}
