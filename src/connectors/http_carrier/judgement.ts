/** Judges the response to a submission, or its absence, by the tables of the provider. */
import { retryAfterMs } from "../../lib/retry_after.ts";
import type { Log } from "../../log/mod.ts";
import { type Clock, FetchRefused, type SubmissionResult } from "../../ports/mod.ts";
import { redact } from "../redact.ts";
import { type FaultKind, faultRow } from "./faults.ts";
import { BARE_STATUSES, FAULT_STATUSES, statusRow } from "./http_status.ts";
import type { Outgoing, Protocol, ProviderResponse } from "./protocol.ts";

export interface JudgeOptions {
  /** Name of the connector. */
  name: string;
  protocol: Protocol;
  clock: Clock;
  log: Log;
}

export interface Judge {
  judge(message: Outgoing, response: ProviderResponse | FetchRefused): SubmissionResult;
  /** Returns the kind of fault that a response shows; null: it is of success, or tells nothing. */
  kindOf(response: ProviderResponse): FaultKind | null;
}

/** Maximum length of a provider's id, in characters; longer ones cannot be looked up in the store. */
const ID_MAX_LENGTH = 500;

const NOT_OF_API_ADVICE = "check the connector's --url, or ask the provider";

const NO_RESPONSE_ADVICE = "check that the provider can be reached at the connector's --url";

export function createJudge({ name, protocol, clock, log }: JudgeOptions): Judge {
  const { provider } = protocol;
  const kinds = new Map(provider.codes.map(({ code, kind }) => [code, kind]));
  const faultStatuses = [...provider.httpStatuses ?? [], ...FAULT_STATUSES];

  function kindOf(response: ProviderResponse): FaultKind | null {
    const fault = protocol.faultOf(response);
    const byCode = fault?.code == null ? undefined : kinds.get(fault.code);
    if (byCode !== undefined) return byCode;
    const isSuccess = response.status >= 200 && response.status < 300;
    if (fault === null) return isSuccess ? null : statusRow(BARE_STATUSES, response.status).kind;
    // A fault under a status of success has a code that the table should know.
    return isSuccess ? "request" : statusRow(faultStatuses, response.status).kind;
  }

  function judgeResponse(message: Outgoing, response: ProviderResponse): SubmissionResult {
    const { trackingId } = message;
    const kind = kindOf(response);
    const id = kind === null ? protocol.idOf(response, message) : null;
    if (id !== null && id !== "" && id.length <= ID_MAX_LENGTH) {
      return { status: "accepted", carrierId: id };
    }
    const fault = protocol.faultOf(response);
    const text = redact(fault?.text ?? null, protocol.secrets);
    const facts = {
      "tracking-id": trackingId,
      connector: name,
      http: response.status,
      code: fault?.code ?? null,
      text,
    };
    const reason = [
      fault?.code == null ? `HTTP ${response.status}` : `${provider.name} ${fault.code}`,
      ...text === null ? [] : [text],
    ].join(": ");
    const { advice, submission } = faultRow(kind ?? "unconfirmed");
    const advised = { ...facts, ...advice === null ? {} : { do: advice } };
    switch (submission.means) {
      case "unconfirmed": {
        const isOfApi = fault !== null;
        const advice = isOfApi ? "ask the provider" : NOT_OF_API_ADVICE;
        const cause = isOfApi ? "the provider failed" : "the provider's response is not of its API";
        const doubt = "it may or may not have accepted the message";
        log.warn({ ...facts, do: advice }, `${cause}; ${doubt}`);
        return { status: "unconfirmed", reason, advice };
      }
      case "duplicate":
        log.info(facts, "the provider has the message already");
        return { status: "accepted", carrierId: protocol.idOf(response, message) ?? trackingId };
      case "final":
        log.warn(advised, "the provider refused a message");
        return { status: "permanent", outcome: withReason(submission.outcome, reason) };
      case "throttled":
        log.info(facts, "the provider throttles submissions; the message will be retried");
        return { status: "throttled", reason, ...waitOf(response) };
      case "temporary":
        // The dependency watch logs the outage of the connector.
        log.debug(advised, "the provider did not accept a message; it will be retried");
        return {
          status: "temporary",
          reason,
          ...advice === null ? {} : { advice },
          ...waitOf(response),
        };
    }
  }

  function waitOf({ headers }: ProviderResponse): { retryAfterMs?: number } {
    const waitMs = retryAfterMs(headers["retry-after"], clock.now());
    return waitMs === 0 ? {} : { retryAfterMs: waitMs };
  }

  function judgeSilence({ trackingId }: Outgoing, refused: FetchRefused): SubmissionResult {
    const { reason, sent } = refused;
    const advice = NO_RESPONSE_ADVICE;
    const facts = { "tracking-id": trackingId, connector: name, err: reason, do: advice };
    if (sent) {
      log.warn(facts, "no response from the provider; it may or may not have accepted the message");
      return { status: "unconfirmed", reason, advice };
    }
    log.debug(facts, "the provider was not reached; the message will be retried");
    return { status: "temporary", reason, advice, isUnreached: true };
  }

  return {
    kindOf,
    judge: (message, response) =>
      response instanceof FetchRefused
        ? judgeSilence(message, response)
        : judgeResponse(message, response),
  };
}

type Permanent = Extract<SubmissionResult, { status: "permanent" }>;

function withReason(outcome: Permanent["outcome"], reason: string): Permanent["outcome"] {
  return outcome.outcome === "delivered" || outcome.outcome === "noted"
    ? outcome
    : { ...outcome, reason };
}
