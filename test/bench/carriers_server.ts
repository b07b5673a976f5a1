/**
 * SMSCs that misbehave, in a process of their own for the benchmark: one sends no receipts, one
 * responds late, one throttles, one lies about ids. Prints their ports by name.
 */
import { type Smsc, startSmsc } from "../support/smsc.ts";

/** Time to a late response, in milliseconds. */
const LATE_MS = 5000;
/** command_status ESME_RTHROTTLED. */
const THROTTLED = 0x58;
/** Submissions until a throttling SMSC accepts one. */
const THROTTLE = 3;

let count = 0;
const RESPONDERS: Record<string, Smsc["respond"]> = {
  receiptless: () => ({ messageId: `${++count}` }),
  slow: async () => {
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    return { messageId: `${++count}` };
  },
  throttling: () => ++count % THROTTLE === 0 ? { messageId: `${count}` } : { status: THROTTLED },
  lying: () => ({ messageId: ++count % 2 === 0 ? "same" : "" }),
};

const ports: Record<string, number> = {};
for (const [name, respond] of Object.entries(RESPONDERS)) {
  const smsc = await startSmsc();
  smsc.respond = (submit) => {
    smsc.submitted.length = 0; // it runs for minutes
    return respond(submit);
  };
  ports[name] = smsc.port;
}
console.log(JSON.stringify(ports));
