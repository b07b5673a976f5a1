/**
 * The connector to an MMSC over MM7 (3GPP TS 23.140): submits to it, and takes what it reports and
 * delivers at `/mm7/relay/{connector}`.
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
import type { CarrierPorts } from "../parts.ts";
import { createResponseReader } from "./response.ts";
import { createRelay } from "./relay.ts";
import { createAdmission } from "./relay_request.ts";
import { type MmsSubmission, type SubmissionRequest, writeSubmission } from "./submission.ts";
import { createWindow } from "./window.ts";

/** Much more than any SubmitRsp or fault; what is beyond is not read. */
const ANSWER_MAX_BYTES = 64 << 10;

/** Longest wait for a turn under the rate. */
const TURN_MS = 1000;

/** By then deliveries have found the connector that takes the place of this one. */
const REPLACED_RETRY_MS = 100;

export function createMmscMm7(
  name: string,
  settings: MmscMm7Settings,
  { host, blobs, endpoint, log, limits }: CarrierPorts,
): Connector {
  const { clock } = host;
  const window = createWindow({ size: settings.window, rate: settings.rate, clock });
  const answers = createResponseReader({ name, settings, clock, log });
  const admits = createAdmission(settings);
  const relay = createRelay({ name, settings, host, blobs, log, limits });
  const mmsc = endpoint(settings.url);
  const inHand = new Set<Promise<unknown>>();
  let stopped = false;

  function hold<T>(work: Promise<T>): Promise<T> {
    inHand.add(work);
    const release = () => void inHand.delete(work);
    work.then(release, release);
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
    return { answer: "throttled", reason: "window or rate is used up", retryAfterMs };
  }

  async function send(submission: MmsSubmission): Promise<SubmissionResult> {
    // It may have waited for its turn.
    if (submission.expiresAt <= clock.now()) return permanent({ outcome: "expired" });
    if (submission.resubmitted) {
      log.warn(
        { "tracking-id": submission.trackingId, connector: name, attempt: submission.attempt },
        "submitted again after an attempt that was not answered; it may arrive twice",
      );
    }
    const request = await writeSubmission(submission, settings, contentOf, clock.now());
    return answers.judge(submission, await post(request));
  }

  async function post(request: SubmissionRequest): Promise<PostResponse | FetchRefused> {
    try {
      return await mmsc.post(settings.url, {
        ...request,
        timeoutMs: settings.timeoutSeconds * 1000,
        maxResponseBytes: ANSWER_MAX_BYTES,
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
    // Before it twice as many wait as are sent at once.
    patienceMs: 3 * settings.timeoutSeconds * 1000 + TURN_MS,

    async submit(submission: Submission) {
      if (submission.kind !== "MMS") {
        return permanent({ outcome: "failed", details: "No way to send MMS or SMS" });
      }
      if (stopped) {
        const reason = "the connector was replaced";
        return { answer: "temporary", reason, retryAfterMs: REPLACED_RETRY_MS };
      }
      return await hold(submit(submission));
    },

    admits: (headers) => admits?.(headers.get("authorization")) ?? false,

    receive: (request: RelayRequest) => hold(relay(request)),

    start() {
      if (admits === null) {
        log.info(
          { connector: name },
          "the MMSC cannot report or deliver: the connector has no relay-username and relay-password",
        );
      }
      return Promise.resolve();
    },

    async stop() {
      stopped = true;
      while (inHand.size > 0) await Promise.allSettled(inHand);
      await mmsc.close();
    },
  };
}

function permanent(outcome: Outcome): SubmissionResult {
  return { answer: "permanent", outcome };
}
