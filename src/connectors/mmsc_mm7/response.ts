/** What an MMSC answers to a submission: read, told to the operator of this service, and judged. */
import type { MmscMm7Settings } from "../../core/routing/connector.ts";
import { retryAfterMs } from "../../lib/retry_after.ts";
import type { Clock, FetchRefused, PostResponse, SubmissionResult } from "../../ports/mod.ts";
import type { Log } from "../../log/mod.ts";
import { type Mm7Response, readResponse } from "../../mm7/response.ts";
import { judge } from "../../mm7/response_status.ts";
import { Mm7Error } from "../../mm7/status.ts";
import type { MmsSubmission } from "./submission.ts";

export interface ResponseReaderOptions {
  /** Of the connector. */
  name: string;
  settings: MmscMm7Settings;
  clock: Clock;
  log: Log;
}

export interface ResponseReader {
  /** What the answer to a submission, or that there is none, means for the message. */
  judge(submission: MmsSubmission, answer: PostResponse | FetchRefused): SubmissionResult;
}

/** Longer ones cannot be searched for in the store. */
const MESSAGE_ID_MAX_LENGTH = 500;
/** Of what an MMSC says, so much is logged. */
const SAID_MAX_LENGTH = 200;

const ASK_THE_MMSC = "ask the MMSC's operator";

/** What the operator of this service can do where no answer came. */
const NO_ANSWER: Partial<Record<FetchRefused["rule"], string>> = {
  url: "check the connector's url",
  timeout: "check that the MMSC can be reached, and the connector's timeout",
};

export function createResponseReader(
  { name, settings, clock, log }: ResponseReaderOptions,
): ResponseReader {
  const secrets = [settings.password ?? "", settings.vaspid].filter((secret) => secret !== "");

  /** In the MMSC's words, without what it may repeat of the request: credentials and numbers. */
  function said(text: string | null): string | null {
    if (text === null) return null;
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text)
      .replaceAll(/\d{7,}/g, (number) => `…${number.slice(-4)}`)
      .slice(0, SAID_MAX_LENGTH);
  }

  function judgeAnswer(submission: MmsSubmission, answer: PostResponse): SubmissionResult {
    const { trackingId } = submission;
    const { status } = answer;
    const body = read(answer.body);
    const { meaning, http, hasStatus } = judge(status, body);
    const facts = {
      "tracking-id": trackingId,
      connector: name,
      http: status,
      ...http && { says: http.description },
      code: body?.code ?? null,
      text: said(body?.text ?? null),
      details: said(body?.details ?? null),
    };
    const reason = (body?.code == null ? `HTTP ${status}` : `MM7 ${body.code}`) +
      (hasStatus ? "" : ": no MM7 status");
    const words = [reason, facts.text, facts.details].filter((each) => each !== null).join(": ");
    const waitMs = retryAfterMs(answer.headers["retry-after"], clock.now());
    const wait = waitMs === 0 ? {} : { retryAfterMs: waitMs };
    const advised = { ...facts, do: http?.advice ?? ASK_THE_MMSC };
    switch (meaning.means) {
      case "accepted":
        return { answer: "accepted", carrierId: carrierIdOf(body!, facts) ?? trackingId };
      case "throttled":
        log.info(facts, "the MMSC is given more than it takes; the message will be tried again");
        return { answer: "throttled", reason, ...wait };
      case "final":
        log.warn(http === null ? facts : advised, "the MMSC refused a message");
        return { answer: "permanent", outcome: { ...meaning.outcome, reason: words } };
      case "temporary":
        // That the connector fails is told by its watch.
        log.debug(advised, "the MMSC did not take a message; it will be tried again");
        return { answer: "temporary", reason, advice: advised.do, ...wait };
      case "unconfirmed":
        log.warn(
          advised,
          "the MMSC's answer has no MM7 status; nobody knows whether it has the message",
        );
        return { answer: "unconfirmed", reason, advice: advised.do };
    }
  }

  /** Without one no report can be told to be of this message; to send it again would be worse. */
  function carrierIdOf({ messageId }: Mm7Response, facts: Record<string, unknown>): string | null {
    if (messageId !== null && messageId.length <= MESSAGE_ID_MAX_LENGTH) return messageId;
    log.warn(facts, "the MMSC took a message without a MessageID that can be kept");
    return null;
  }

  function judgeSilence(
    { trackingId }: MmsSubmission,
    { rule, reason, sent }: FetchRefused,
  ): SubmissionResult {
    const advice = NO_ANSWER[rule] ?? "check that the MMSC can be reached at the connector's url";
    const facts = { "tracking-id": trackingId, connector: name, err: reason, do: advice };
    if (sent) {
      log.warn(facts, "no answer from the MMSC; nobody knows whether it has the message");
      return { answer: "unconfirmed", reason, advice };
    }
    log.debug(facts, "the MMSC was not reached; the message will be tried again");
    return { answer: "temporary", reason, advice };
  }

  return {
    judge: (submission, answer) =>
      "status" in answer ? judgeAnswer(submission, answer) : judgeSilence(submission, answer),
  };
}

/** Null: the body is not XML. */
function read(body: Uint8Array): Mm7Response | null {
  try {
    return readResponse(body);
  } catch (error) {
    if (error instanceof Mm7Error) return null;
    throw error;
  }
}
