/** Connector to an SMSC over SMPP 3.4: submits SMS, and receives receipts and inbound messages. */
import type { SmscSmppSettings } from "../../core/routing/connector.ts";
import type { Outcome } from "../../core/message/message.ts";
import type { Connector, Submission, SubmissionResult } from "../../ports/mod.ts";
import { levelOf } from "../../log/level.ts";
import { createInbound } from "./inbound.ts";
import { type Pdu, STATUS, type Status } from "../../smpp/pdu.ts";
import { createLateResponses } from "./late_responses.ts";
import { createPool } from "./pool.ts";
import { isReceipt } from "../../smpp/receipt.ts";
import { createReceipts } from "./receipts.ts";
import { createSending, maxSubmitMs } from "./sending.ts";
import { createRateLimiter } from "../../lib/rate_limiter.ts";
import { openSession, type Session } from "./session.ts";
import type { SmppPorts } from "./types.ts";
import { unlessAborted } from "../../lib/abortable.ts";
import { deadline } from "../../lib/deadline.ts";

/** Maximum number of deliveries in progress; the SMSC is asked to retry further ones. */
const MAX_DELIVERIES = 2000;

/** Delay before a message goes to the connector that replaces this one, in milliseconds. */
const REPLACED_RETRY_MS = 100;

export function createSmscSmpp(
  name: string,
  settings: SmscSmppSettings,
  parts: SmppPorts,
): Connector {
  const { exchanges, host: { clock }, limiter = createRateLimiter(), log } = parts;
  const host = `${settings.host}:${settings.port}`;
  const inbound = createInbound({ name, settings, parts });
  const receipts = createReceipts({ name, settings, parts });
  const pool = createPool({
    name,
    settings,
    host,
    limiter,
    time: parts.time,
    clock,
    log,
    watch: parts.watch,
    random: parts.random ?? Math.random,
    open: (role, signal) => openSession(role, { name, settings, parts, handleDelivery }, signal),
  });
  limiter.limit({ rate: settings.rate, burst: settings.burst });
  const late = createLateResponses({ name, settings, parts });
  const onLate = late.handle;
  const send = createSending({ name, settings, pool, clock, exchanges, log, onLate });
  const submissions = new Set<Promise<unknown>>();
  let deliveries = 0;
  let stopped = false;

  /** Resolves once the host has stored the delivery: until then the SMSC is responsible for it. */
  async function handleDelivery(pdu: Pdu, session: Session): Promise<Status> {
    if (deliveries >= MAX_DELIVERIES) return STATUS.temporaryError;
    deliveries++;
    try {
      return isReceipt(pdu)
        ? await receipts.handle(pdu, session)
        : await inbound.handle(pdu, session);
    } catch (error) {
      log[levelOf(error)](
        { connector: name, err: error instanceof Error ? error.message : String(error) },
        "a delivery of the SMSC could not be stored; the SMSC will retry",
      );
      return STATUS.temporaryError;
    } finally {
      deliveries--;
    }
  }

  function track<T>(submission: Promise<T>): Promise<T> {
    submissions.add(submission);
    const remove = () => void submissions.delete(submission);
    submission.then(remove, remove);
    return submission;
  }

  async function end(over?: AbortSignal): Promise<void> {
    const submitted = deadline(
      Promise.allSettled(submissions),
      settings.timeoutSeconds * 1000,
      () => {},
    );
    await unlessAborted(submitted, over);
    await pool.stop(over);
    await Promise.allSettled(submissions);
    await Promise.all([inbound.stop(), receipts.stop()]);
  }

  let ending: Promise<void> | null = null;

  return {
    name,
    host,
    unconfirmed: settings.unconfirmed,
    missingReport: settings.missingReport,
    submitTimeoutMs: maxSubmitMs(settings.timeoutSeconds * 1000),
    // So that one goes as SMS where that is permitted.
    mms: null,

    async submit(submission: Submission): Promise<SubmissionResult> {
      if (submission.kind !== "SMS") {
        return permanent({ outcome: "failed", details: "No way to send MMS or SMS" });
      }
      if (stopped) {
        const { segmentsSent: sent = [] } = submission;
        return {
          status: "temporary",
          reason: "the connector was replaced",
          retryAfterMs: REPLACED_RETRY_MS,
          ...sent.length > 0 ? { sent: [...sent] } : {},
        };
      }
      return late.resultOf(submission, await track(send(submission)));
    },

    state: () => ({ ...pool.state(), rate: settings.rate }),

    start() {
      pool.start();
      return Promise.resolve();
    },

    stop(over) {
      stopped = true;
      return ending ??= end(over);
    },
  };
}

function permanent(outcome: Outcome): SubmissionResult {
  return { status: "permanent", outcome };
}
