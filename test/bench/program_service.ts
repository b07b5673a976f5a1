/**
 * The program, with a look at its event loop: a request to EVENT_LOOP_PORT gets the delays since the
 * last one, in milliseconds.
 */
import { main } from "../../src/program/main.ts";

/** Interval of the timer whose delays are measured, in milliseconds. */
const INTERVAL_MS = 5;

let delays: number[] = [];
let last = performance.now();
setInterval(() => {
  const now = performance.now();
  delays.push(Math.max(0, now - last - INTERVAL_MS));
  last = now;
}, INTERVAL_MS);

const port = Number(Deno.env.get("EVENT_LOOP_PORT"));
Deno.serve({ port, hostname: "127.0.0.1", onListen: () => {} }, () => {
  const measured = delays;
  delays = [];
  return Response.json(measured);
});

Deno.exit(await main(Deno.args));
