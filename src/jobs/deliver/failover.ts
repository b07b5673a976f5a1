/** The connectors of a route, one after another, until one takes a message or judges it. */
import type { MessageRecord } from "../../core/message/message.ts";
import type { Connector, SubmissionResult } from "../../ports/mod.ts";
import { type JobPorts, leaseOf } from "../ports.ts";
import { eventOf } from "../transition.ts";

/** What became of a message, and by which connector. */
export interface Submitted {
  connector: Connector;
  message: MessageRecord;
  answer: SubmissionResult;
}

/**
 * Submits by the first; where that cannot take it now, by the next, and so on. Which one has it is
 * committed, and on the message's log, before it gets it. Null: somebody else has the message.
 */
export async function submitInOrder(
  ports: Pick<JobPorts, "circuits" | "clock" | "config" | "ids" | "owner" | "store">,
  { connector, others }: { connector: Connector; others: readonly Connector[] },
  message: MessageRecord,
  submit: (connector: Connector) => Promise<SubmissionResult>,
): Promise<Submitted | null> {
  const answer = await submit(connector);
  judge(ports, connector, answer);
  const [next, ...rest] = others;
  if (next === undefined || !mayGoElsewhere(answer)) return { connector, message, answer };
  const details = `${connector.name} answered ${answer.answer} (${answer.reason}): ${next.name}`;
  if (!await handOn(ports, message, next, details)) return null;
  const moved = { ...message, connector: next.name };
  return await submitInOrder(ports, { connector: next, others: rest }, moved, submit);
}

type Passing = Extract<SubmissionResult, { answer: "throttled" | "temporary" }>;

/** Nothing of it is, or may be, at the carrier. */
function mayGoElsewhere(answer: SubmissionResult): answer is Passing {
  return (answer.answer === "throttled" || answer.answer === "temporary") &&
    (answer.sent ?? []).length === 0;
}

/** A carrier that throttles is there: the next message goes by it first. */
function judge(
  { circuits }: Pick<JobPorts, "circuits">,
  { name, host }: Connector,
  answer: SubmissionResult,
): void {
  if (answer.answer !== "temporary" && answer.answer !== "unconfirmed") {
    return circuits.works(name);
  }
  const { reason, advice } = answer;
  circuits.failed(name, { reason, facts: { connector: name, host, do: advice } });
}

async function handOn(
  ports: Pick<JobPorts, "clock" | "config" | "ids" | "owner" | "store">,
  message: MessageRecord,
  { name, patienceMs }: Connector,
  details: string,
): Promise<boolean> {
  const { state, trackingId } = message;
  const at = ports.clock.now();
  return await ports.store.messages.move({
    trackingId,
    from: state,
    to: state,
    leaseOwner: ports.owner,
    at,
    change: { connector: name },
    next: { lease: leaseOf(ports, at, patienceMs) },
    events: [eventOf(ports, message, {
      at,
      name: "goes by another connector",
      state: null,
      details,
      code: null,
      body: null,
      operatorId: message.operatorId,
    })],
  });
}
