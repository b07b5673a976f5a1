/**
 * SMSCs for the benchmark of crowds, one for each of a number, in a process of their own. They accept
 * every text at once, and note when each arrives. `/` tells the arrivals since the last look, in
 * milliseconds of one clock, by SMSC.
 */
import { startRawSmsc } from "./raw_smsc.ts";

const smscs = await Promise.all(
  Array.from({ length: Number(Deno.args[0]) }, async () => {
    const smsc = await startRawSmsc(false);
    const arrivals: number[] = [];
    smsc.onText = () => arrivals.push(performance.now());
    return { port: smsc.port, arrivals };
  }),
);
const stats = Deno.serve(
  { hostname: "127.0.0.1", port: 0, onListen: () => {} },
  () => Response.json(smscs.map(({ arrivals }) => arrivals.splice(0))),
);
console.log(JSON.stringify({ ports: smscs.map(({ port }) => port), stats: stats.addr.port }));
