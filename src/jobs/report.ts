/** What carriers report of messages they took: outcome → move → postback. */
import type { CarrierReport } from "../env.ts";
import type { JobEnv } from "./env.ts";
import { outcomeMove } from "./move.ts";

/** A report may overtake the commit of the answer that names its message: it is looked for again. */
const LOOK_AGAIN_MS = [50, 200, 1000, 3000];

/** Resolves once the report's effect is durable. Late, repeated and unknown reports have none. */
export function createReport(env: JobEnv): (report: CarrierReport) => Promise<void> {
  const { log, store } = env;
  return async ({ connector, carrierId, outcome }) => {
    let message = await store.messages.byCarrierId(connector, carrierId);
    for (const wait of LOOK_AGAIN_MS) {
      if (message !== null) break;
      await new Promise((resolve) => setTimeout(resolve, wait));
      message = await store.messages.byCarrierId(connector, carrierId);
    }
    if (message === null) {
      log.warn({ connector, "carrier-id": carrierId }, "report for an unknown message");
      return;
    }
    const step = outcomeMove(env, message, outcome, { reported: true });
    if (step !== null) await store.messages.move(step);
  };
}
