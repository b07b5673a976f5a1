/** Failover: the connectors of a route are tried in order until one takes or judges the message. */
import type { MessageRecord } from "../../core/message/message.ts";
import { levelOf } from "../../log/level.ts";
import { type Connector, StoreDown, type SubmissionResult } from "../../ports/mod.ts";
import type { TraceContext } from "../../tracing/mod.ts";
import type { TracedMessage } from "./context.ts";
import type { Missed, Unreached } from "./unreached.ts";
import { type JobPorts, leaseOf } from "../shared/ports.ts";
import { eventOf } from "../shared/transition.ts";

/** Result of a submission, and the connector that gave it. */
export interface Submitted {
  connector: Connector;
  message: TracedMessage;
  result: SubmissionResult;
  /** Connectors that did not work, this one among them. */
  missed: readonly Missed[];
  /** The connector, where it keeps the message back; null: it does not. */
  heldBack: Missed | null;
}

interface FailoverPorts extends
  Pick<
    JobPorts,
    | "acceptances"
    | "circuitBreaker"
    | "clock"
    | "config"
    | "ids"
    | "log"
    | "metrics"
    | "owner"
    | "store"
    | "tracer"
  > {
  unreached: Pick<Unreached, "attempt">;
  heldBack: Pick<Unreached, "attempt">;
}

/** Submits a message by a connector, in the trace of the submission. */
type Submit = (connector: Connector, trace: TraceContext | undefined) => Promise<SubmissionResult>;

/** Result of a submission for which the store was down: no fault of the connector. */
const STORE_DOWN: SubmissionResult = { status: "temporary", reason: "the store is down" };

/**
 * Submits by the first connector; where it cannot take the message now, by the next, and so on. The
 * next one is committed, with an event on the message's log, before it gets the message.
 *
 * @param before Connectors before it that did not work.
 * @returns Null: another process has the message.
 */
export async function submitInOrder(
  ports: FailoverPorts,
  { connector, others }: { connector: Connector; others: readonly Connector[] },
  message: MessageRecord,
  submit: Submit,
  before: readonly Missed[] = [],
): Promise<Submitted | null> {
  const attempted = ports.unreached.attempt(connector.name);
  const turn = ports.heldBack.attempt(connector.name);
  const result = await resultOf(ports, connector, message, submit);
  const missed = result.status === "temporary" ? [...before, attempted] : before;
  const heldBack = "waitsFor" in result ? turn : null;
  const submitted = { connector, message, result, missed, heldBack };
  if (result === STORE_DOWN) return submitted;
  if (!connector.isDisabled) judge(ports, connector, result);
  const [next, ...rest] = others;
  if (next === undefined || !mayGoElsewhere(result)) return submitted;
  const details =
    `${connector.name} returned ${result.status} (${result.reason}); next: ${next.name}`;
  if (!await handOn(ports, message, next, details)) return null;
  const moved = { ...message, connector: next.name };
  return await submitInOrder(ports, { connector: next, others: rest }, moved, submit, missed);
}

/** Submits by a connector, measured and traced. */
async function resultOf(
  ports: Pick<JobPorts, "log" | "metrics" | "tracer">,
  connector: Connector,
  { trace, trackingId }: MessageRecord,
  submit: Submit,
): Promise<SubmissionResult> {
  const { name } = connector;
  const since = performance.now();
  const span = ports.tracer.under(trace, "submit", {
    "messaging.message.id": trackingId,
    "messaging.destination.name": name,
  });
  const result = await span.run(() =>
    attempt(ports, connector, trackingId, () => submit(connector, span.context))
  );
  const error = result.status === "accepted" ? undefined : result.status;
  span.end(error);
  if ("waitsFor" in result) return result;
  ports.metrics.submissions.observe({
    "messaging_operation_name": "send",
    "messaging_destination_name": name,
    "error_type": error ?? "",
  }, (performance.now() - since) / 1000);
  return result;
}

/** Submits by a connector. Where that throws, the message is tried again. */
async function attempt(
  { log }: Pick<JobPorts, "log">,
  connector: Connector,
  trackingId: string,
  submit: () => Promise<SubmissionResult>,
): Promise<SubmissionResult> {
  try {
    return await submit();
  } catch (error) {
    log[levelOf(error)](
      { "tracking-id": trackingId, connector: connector.name, err: String(error) },
      "connector failed; the message will be retried",
    );
    return error instanceof StoreDown ? STORE_DOWN : {
      status: "temporary",
      reason: "connector failed",
    };
  }
}

type Passing = Extract<SubmissionResult, { status: "throttled" | "temporary" }>;

/** Tells whether the carrier has nothing of the message, and cannot have. */
function mayGoElsewhere(result: SubmissionResult): result is Passing {
  return (result.status === "throttled" || result.status === "temporary") &&
    (result.sent ?? []).length === 0;
}

/** Records a result. A carrier that throttles works, as far as the circuit breaker goes. */
function judge(
  { acceptances, circuitBreaker }: Pick<JobPorts, "acceptances" | "circuitBreaker">,
  { name, host }: Connector,
  result: SubmissionResult,
): void {
  acceptances.record(name, result);
  if (result.status !== "temporary" && result.status !== "unconfirmed") {
    return circuitBreaker.succeeded(name);
  }
  const { reason, advice } = result;
  circuitBreaker.failed(name, { reason, facts: { connector: name, host, do: advice } });
}

async function handOn(
  ports: Pick<JobPorts, "clock" | "config" | "ids" | "owner" | "store">,
  message: MessageRecord,
  { name, submitTimeoutMs: patienceMs }: Connector,
  details: string,
): Promise<boolean> {
  const { state, trackingId } = message;
  const at = ports.clock.now();
  return await ports.store.messages.transition({
    trackingId,
    from: state,
    to: state,
    leaseOwner: ports.owner,
    at,
    change: { connector: name },
    next: { lease: leaseOf(ports, at, patienceMs) },
    events: [eventOf(message, {
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
