/**
 * Connector to an MMSC over MM7 (3GPP TS 23.140): submits MMS, and receives its reports and inbound
 * messages at `/mm7/relay/{connector}`.
 */
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import type { MessagePart, Outcome } from "../../core/message/message.ts";
import {
  type Connector,
  FetchRefused,
  type PostResponse,
  type RelayRequest,
  type Submission,
  type SubmissionResult,
} from "../../ports/mod.ts";
import { traceHeader } from "../../tracing/mod.ts";
import { type CarrierPorts, IDLE_STATE } from "../carrier.ts";
import { createMm7Exchanges } from "./exchanges.ts";
import { createResponseReader } from "./response.ts";
import { createRelay } from "./relay.ts";
import { createAdmission } from "./relay_request.ts";
import { type MmsSubmission, type SubmissionRequest, writeSubmission } from "./submission.ts";
import { createWindow } from "./window.ts";

/** Maximum bytes read of a response; far more than any SubmitRsp or fault. */
const RESPONSE_MAX_BYTES = 64 << 10;

/** Maximum wait for the rate, in milliseconds. */
const RATE_WAIT_MS = 1000;

/** Delay before a message goes to the connector that replaces this one, in milliseconds. */
const REPLACED_RETRY_MS = 100;

export function createMmscMm7(
  name: string,
  settings: MmscMm7Settings,
  { host, blobs, endpoint, exchanges, log, limits }: CarrierPorts,
): Connector {
  const { clock } = host;
  const window = createWindow({ size: settings.window, rate: settings.rate, clock });
  const responses = createResponseReader({ name, settings, clock, log });
  const admits = createAdmission(settings);
  const relay = createRelay({ name, settings, host, blobs, exchanges, log, limits });
  const exchangeOf = createMm7Exchanges(name, settings);
  const mmsc = endpoint(settings.url);
  const inProgress = new Set<Promise<unknown>>();
  let stopped = false;

  function track<T>(work: Promise<T>): Promise<T> {
    inProgress.add(work);
    const remove = () => void inProgress.delete(work);
    work.then(remove, remove);
    return work;
  }

  async function submit(submission: MmsSubmission): Promise<SubmissionResult> {
    const entry = await window.enter(submission.account, () => send(submission));
    if (entry.entered) return entry.result;
    const { waitMs: retryAfterMs } = entry;
    log.debug(
      { "tracking-id": submission.trackingId, connector: name, retryAfterMs },
      "window or rate of the connector is used up",
    );
    return { status: "throttled", reason: "window or rate is used up", retryAfterMs };
  }

  async function send(submission: MmsSubmission): Promise<SubmissionResult> {
    // It may have expired while it waited for the window.
    if (submission.expiresAt <= clock.now()) return permanent({ outcome: "expired" });
    if (submission.resubmitted) {
      log.warn(
        { "tracking-id": submission.trackingId, connector: name, attempt: submission.attempt },
        "resubmitting after an attempt without a response; the message may arrive twice",
      );
    }
    const request = await writeSubmission(submission, settings, contentOf, clock.now());
    exchanges.record(() => exchangeOf.request(submission.trackingId, request));
    const response = await post(request, traceHeader(submission.trace));
    exchanges.record(() => exchangeOf.response(submission.trackingId, response));
    return responses.judge(submission, response);
  }

  async function post(
    { body, headers }: SubmissionRequest,
    more: Record<string, string>,
  ): Promise<PostResponse | FetchRefused> {
    try {
      return await mmsc.post(settings.url, {
        body,
        headers: { ...headers, ...more },
        timeoutMs: settings.timeoutSeconds * 1000,
        maxResponseBytes: RESPONSE_MAX_BYTES,
      });
    } catch (error) {
      if (error instanceof FetchRefused) return error;
      throw error;
    }
  }

  async function contentOf({ text, blob }: MessagePart): Promise<Uint8Array> {
    return text === undefined ? await blobs.bytes(blob!) : new TextEncoder().encode(text);
  }

  return {
    name,
    host: URL.parse(settings.url)?.host,
    unconfirmed: settings.unconfirmed,
    missingReport: settings.missingReport,
    // Two full windows may wait ahead of a submission.
    submitTimeoutMs: 3 * settings.timeoutSeconds * 1000 + RATE_WAIT_MS,

    async submit(submission: Submission) {
      if (submission.kind !== "MMS") {
        return permanent({ outcome: "failed", details: "No way to send MMS or SMS" });
      }
      if (stopped) {
        const reason = "the connector was replaced";
        return { status: "temporary", reason, retryAfterMs: REPLACED_RETRY_MS };
      }
      return await track(submit(submission));
    },

    state: () => ({
      ...IDLE_STATE,
      inFlight: window.running,
      waiting: window.waiting,
      window: settings.window,
      rate: settings.rate,
    }),

    authenticates: (headers) => admits?.(headers.get("authorization")) ?? false,

    receive: (request: RelayRequest) => track(relay(request)),

    start() {
      if (admits === null) {
        log.info(
          { connector: name },
          "no relay-username and relay-password are set: the MMSC cannot report or deliver",
        );
      }
      return Promise.resolve();
    },

    async stop() {
      stopped = true;
      while (inProgress.size > 0) await Promise.allSettled(inProgress);
      await mmsc.close();
    },
  };
}

function permanent(outcome: Outcome): SubmissionResult {
  return { status: "permanent", outcome };
}
