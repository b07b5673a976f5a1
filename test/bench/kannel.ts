/**
 * Texts from request to last postback beside Kannel, by turns, with the same load, SMSC and receiver
 * of callbacks: the better of its stores counts, neither of which waits for the disk. KANNEL_SECONDS is
 * the duration of a turn.
 */
import { startPostgres } from "../support/postgres.ts";
import { isInstalled, type KannelStore, startKannel } from "./kannel_server.ts";
import { median, type Request } from "./load.ts";
import type { Row } from "./mod.ts";
import {
  type Pids,
  pidsOf,
  requestOf,
  type Run,
  runLoad,
  type Stage,
  startStage,
  WARM_UP,
} from "./stage.ts";

const SECONDS = Number(Deno.env.get("KANNEL_SECONDS") ?? 10);
const ROUNDS = 6;
/** Ratios to Kannel's median, by connections. */
const TARGETS: Record<number, number> = { 16: 1.5, 64: 2 };
const INSTALL = "sudo apt-get update && sudo apt-get install -y --no-install-recommends kannel";
const STORES: readonly KannelStore[] = ["spool", "file"];

/** Service under load. */
interface Gateway {
  name: string;
  request: Request;
  pids: Pids;
}

export async function benchKannel(): Promise<Row[]> {
  if (!isInstalled()) {
    console.error(`bench kannel: Kannel is missing. To install it:\n\n  ${INSTALL}\n`);
    return [];
  }
  await using postgres = await startPostgres();
  await using stage = await startStage(postgres);
  const port = Number(new URL(stage.programs[0]!.url).port);
  const own = requestOf("sendsms", stage, port);
  const gateways: Gateway[] = [{ name: "slidepost", request: own, pids: pidsOf(stage) }];
  const { from, to, "message-text": text } = JSON.parse(own.body);
  await using kannels = new AsyncDisposableStack();
  for (const store of STORES) {
    const kannel = kannels.use(await startKannel(stage.smsc, store));
    gateways.push({
      name: `Kannel (${store})`,
      request: kannel.requestOf({ from, to, text }, stage.receiver),
      pids: { ...pidsOf(stage), service: kannel.pids, postgres: [] },
    });
  }
  for (const gateway of gateways) await turn(stage, gateway, WARM_UP);
  const rows: Row[] = [];
  for (const connections of Object.keys(TARGETS).map(Number)) {
    const runs = gateways.map((): Run[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [n, gateway] of gateways.entries()) {
        runs[n]!.push(await turn(stage, gateway, { connections, seconds: SECONDS }));
      }
    }
    rows.push(rowOf(connections, gateways, runs));
  }
  return rows;
}

/**
 * Loads a gateway until its last callback.
 * @throws Error where it did not do the same work: a submission, a receipt and two callbacks a text.
 */
async function turn(
  { smsc, receiver }: Stage,
  { name, request, pids }: Gateway,
  load: { connections: number; seconds: number },
): Promise<Run> {
  const counts = async (): Promise<{ submissions: number; receipts: number }> =>
    await (await fetch(`http://127.0.0.1:${smsc.hello.stats}/`)).json();
  const before = await counts();
  const run = await runLoad([request], receiver, pids, load);
  const after = await counts();
  const submissions = after.submissions - before.submissions;
  const receipts = after.receipts - before.receipts;
  if (submissions !== run.messages || receipts !== run.messages) {
    throw new Error(
      `${name}: ${submissions} submissions and ${receipts} receipts of ${run.messages} texts`,
    );
  }
  return run;
}

function rowOf(connections: number, gateways: readonly Gateway[], runs: readonly Run[][]): Row {
  const medians = runs.map((each) => median(each.map(({ rate }) => rate)));
  const ranges = runs.map((each) => {
    const rates = each.map(({ rate }) => rate);
    return `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`;
  });
  for (const [n, { name }] of gateways.entries()) {
    const { service, postgres } = cpuOf(runs[n]!);
    console.log(
      `${name}, ${connections} connections: ${medians[n]!.toFixed(0)}/s (${ranges[n]}), ` +
        `CPU a text ${(service + postgres).toFixed(3)} ms`,
    );
  }
  const best = medians[1]! > medians[2]! ? 1 : 2;
  return {
    name: `texts to the last postback, ${connections} connections`,
    value: `${medians[0]!.toFixed(0)}/s`,
    ceiling: `${medians[best]!.toFixed(0)}/s ${gateways[best]!.name}`,
    ratio: medians[0]! / medians[best]!,
    target: { atLeast: TARGETS[connections]! },
  };
}

function cpuOf(runs: readonly Run[]): { service: number; postgres: number } {
  const middle = (name: "service" | "postgres") => median(runs.map(({ cpu }) => cpu[name]));
  return { service: middle("service"), postgres: middle("postgres") };
}
