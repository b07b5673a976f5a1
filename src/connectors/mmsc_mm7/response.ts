/** Turns an MMSC's response to a submission into a result, and logs it for the operator. */
import { createHash } from "node:crypto";
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import { retryAfterMs } from "../../lib/retry_after.ts";
import type { Clock, FetchRefused, PostResponse, SubmissionResult } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { plainMessageId } from "../../mm7/message_id.ts";
import { findDocument } from "../../mime/response.ts";
import { type Mm7Response, readResponse } from "../../mm7/response.ts";
import { judge } from "../../mm7/response_status.ts";
import { Mm7Error } from "../../mm7/status.ts";
import { redact } from "../redact.ts";
import type { MmsSubmission } from "./submission.ts";

export interface ResponseReaderOptions {
  /** Name of the connector. */
  name: string;
  settings: MmscMm7Settings;
  clock: Clock;
  log: Log;
}

export interface ResponseReader {
  /** Judges the response to a submission, or its absence. */
  judge(submission: MmsSubmission, response: PostResponse | FetchRefused): SubmissionResult;
}

/** Maximum length of a MessageID, in characters; longer ones cannot be looked up in the store. */
const MESSAGE_ID_MAX_LENGTH = 500;

const ASK_THE_MMSC = "ask the MMSC's operator";

/** Actions for the operator of this service when no response came. */
const NO_RESPONSE_ADVICE: Partial<Record<FetchRefused["rule"], string>> = {
  url: "check the connector's --url",
  timeout: "check that the MMSC can be reached, and the connector's --timeout",
};

export function createResponseReader(
  { name, settings, clock, log }: ResponseReaderOptions,
): ResponseReader {
  const secrets = [settings.password ?? "", settings.vaspid];

  function judgeResponse(submission: MmsSubmission, response: PostResponse): SubmissionResult {
    const { trackingId } = submission;
    const { status } = response;
    const body = read(response);
    const { meaning, http, hasStatus } = judge(status, body);
    const facts = {
      "tracking-id": trackingId,
      connector: name,
      http: status,
      ...http && { says: http.description },
      code: body?.code ?? null,
      text: redact(body?.text ?? null, secrets),
      details: redact(body?.details ?? null, secrets),
    };
    const reason = reasonOf(status, body, hasStatus);
    const fullReason = [reason, facts.text, facts.details]
      .filter((each) => each !== null).join(": ");
    const waitMs = retryAfterMs(response.headers["retry-after"], clock.now());
    const wait = waitMs === 0 ? {} : { retryAfterMs: waitMs };
    const advised = { ...facts, do: http?.advice ?? ASK_THE_MMSC };
    switch (meaning.means) {
      case "accepted":
        return { status: "accepted", carrierId: carrierIdOf(body!, facts) ?? trackingId };
      case "throttled":
        log.info(facts, "the MMSC throttles submissions; the message will be retried");
        return { status: "throttled", reason, ...wait };
      case "final":
        log.warn(http === null ? facts : advised, "the MMSC refused a message");
        return { status: "permanent", outcome: { ...meaning.outcome, reason: fullReason } };
      case "temporary":
        // The dependency watch logs the outage of the connector.
        log.debug(advised, "the MMSC did not accept a message; it will be retried");
        return { status: "temporary", reason, advice: advised.do, ...wait };
      case "unconfirmed":
        log.warn(
          advised,
          "the MMSC's response has no MM7 status; it may or may not have accepted the message",
        );
        return { status: "unconfirmed", reason, advice: advised.do };
      case "unreadable":
        log.warn(
          { ...advised, ...digestOf(response.body) },
          "the MMSC's response cannot be read; the message is not sent again",
        );
        return { status: "unconfirmed", reason, advice: advised.do, hasResponse: true };
    }
  }

  /**
   * Returns the MessageID; null when it is missing or too long. Then no report can be matched, but
   * sending the message again would be worse.
   */
  function carrierIdOf({ messageId }: Mm7Response, facts: Record<string, unknown>): string | null {
    if (messageId !== null && messageId.length <= MESSAGE_ID_MAX_LENGTH) {
      return plainMessageId(messageId);
    }
    log.warn(facts, "the MMSC accepted a message without a usable MessageID");
    return null;
  }

  function judgeFailure(
    { trackingId }: MmsSubmission,
    { rule, reason, sent }: FetchRefused,
  ): SubmissionResult {
    const advice = NO_RESPONSE_ADVICE[rule] ??
      "check that the MMSC can be reached at the connector's --url";
    const facts = { "tracking-id": trackingId, connector: name, err: reason, do: advice };
    if (sent) {
      log.warn(facts, "no response from the MMSC; it may or may not have accepted the message");
      return { status: "unconfirmed", reason, advice };
    }
    log.debug(facts, "the MMSC was not reached; the message will be retried");
    return { status: "temporary", reason, advice, isUnreached: true };
  }

  return {
    judge: (submission, response) =>
      "status" in response
        ? judgeResponse(submission, response)
        : judgeFailure(submission, response),
  };
}

function reasonOf(status: number, body: Mm7Response | null, hasStatus: boolean): string {
  if (body?.isFault && body.code === null) return "SOAP Fault";
  const reason = body?.code == null ? `HTTP ${status}` : `MM7 ${body.code}`;
  return hasStatus ? reason : `${reason}: no MM7 status`;
}

/** Identifies a body, so that an operator finds it in the MMSC's log. */
function digestOf(body: Uint8Array): { bytes: number; sha256: string } {
  return { bytes: body.length, sha256: createHash("sha256").update(body).digest("hex") };
}

/** Reads a response; null when it is not XML. */
function read({ headers, body }: PostResponse): Mm7Response | null {
  const { content, charset } = findDocument(headers["content-type"], body);
  try {
    return readResponse(content, { charset, inPart: true });
  } catch (error) {
    if (error instanceof Mm7Error) return null;
    throw error;
  }
}
