/**
 * Connector to an MMSC over MM7 (3GPP TS 23.140): submits MMS, and receives its reports and inbound
 * messages at `/mm7/relay/{connector}`.
 */
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import type { MessagePart } from "../../core/composition/content.ts";
import {
  type Connector,
  FetchRefused,
  type PostResponse,
  type RelayRequest,
  type Submission,
  type SubmissionResult,
  SUBMITTED_LATELY_MS,
} from "../../ports/mod.ts";
import { traceHeader } from "../../tracing/mod.ts";
import type { CarrierPorts } from "../carrier.ts";
import { createSubmissions, NOT_TAKEN } from "../submissions.ts";
import { RATE_WAIT_MS } from "../window.ts";
import { createMm7Exchanges } from "./exchanges.ts";
import { createResponseReader } from "./response.ts";
import { createRelay } from "./relay.ts";
import { createAdmission } from "./relay_request.ts";
import { type MmsSubmission, type SubmissionRequest, writeSubmission } from "./submission.ts";

/** Maximum bytes read of a response; far more than any SubmitRsp or fault. */
const RESPONSE_MAX_BYTES = 64 << 10;

export function createMmscMm7(
  name: string,
  settings: MmscMm7Settings,
  { host, blobs, endpoint, exchanges, limiter, log, limits, time }: CarrierPorts,
): Connector {
  const { clock } = host;
  const submissions = createSubmissions({ name, settings, clock, limiter, time, log });
  const responses = createResponseReader({ name, settings, clock, log });
  const admits = createAdmission(settings);
  const relay = createRelay({
    name,
    settings,
    host,
    blobs,
    exchanges,
    log,
    limits,
    isSubmitting: () =>
      submissions.state().inFlight > 0 || clock.now() - submittedAt < SUBMITTED_LATELY_MS,
  });
  const exchangeOf = createMm7Exchanges(name, settings);
  const mmsc = endpoint(settings.url);
  /** Time of the last response to a submission. */
  let submittedAt = -Infinity;

  async function send(submission: MmsSubmission, onSent: () => void): Promise<SubmissionResult> {
    if (submission.resubmitted) {
      log.warn(
        { "tracking-id": submission.trackingId, connector: name, attempt: submission.attempt },
        "resubmitting after an attempt without a response; the message may arrive twice",
      );
    }
    const request = await writeSubmission(submission, settings, contentOf, clock.now());
    exchanges.record(() => exchangeOf.request(submission.trackingId, request));
    const response = await post(request, traceHeader(submission.trace), onSent);
    submittedAt = clock.now();
    exchanges.record(() => exchangeOf.response(submission.trackingId, response));
    return responses.judge(submission, response);
  }

  async function post(
    { body, headers }: SubmissionRequest,
    more: Record<string, string>,
    onSent: () => void,
  ): Promise<PostResponse | FetchRefused> {
    try {
      return await mmsc.post(settings.url, {
        body,
        headers: { ...headers, ...more },
        timeoutMs: settings.timeoutSeconds * 1000,
        maxResponseBytes: RESPONSE_MAX_BYTES,
        onSent,
      });
    } catch (error) {
      // A response that is cut off may have the status of the message all the same.
      if (error instanceof FetchRefused) return error.partial ?? error;
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

    submit: async (submission: Submission) =>
      submission.kind === "MMS" ? await submissions.submit(submission, send) : NOT_TAKEN,

    state: submissions.state,

    authenticates: (headers) => admits?.(headers.get("authorization")) ?? false,

    receive: (request: RelayRequest) => submissions.track(relay(request)),

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
      await submissions.stop();
      await mmsc.close();
    },
  };
}
