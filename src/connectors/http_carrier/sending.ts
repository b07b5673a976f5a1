/** Sends messages to a provider; looks for those that an earlier attempt may have sent. */
import type { Outcome } from "../../core/message/message.ts";
import type { Log } from "../../log/mod.ts";
import {
  type Clock,
  type Endpoint,
  type Exchanges,
  FetchRefused,
  type MediaAddresses,
  type Submission,
  type SubmissionResult,
} from "../../ports/mod.ts";
import { traceHeader } from "../../tracing/mod.ts";
import { permanent } from "../submissions.ts";
import type { Authorization, NoCredentials } from "./authorization.ts";
import { createHttpExchanges } from "./exchanges.ts";
import type { Judge } from "./judgement.ts";
import { outgoingOf } from "./outgoing.ts";
import type { ApiRequest, Outgoing, Protocol, ProviderResponse } from "./protocol.ts";
import { sendRequest, serialise } from "./requests.ts";

export interface SendingOptions {
  /** Name of the connector. */
  name: string;
  protocol: Protocol;
  endpoint: Endpoint;
  /** Time limit of a request, in milliseconds. */
  timeoutMs: number;
  authorization: Pick<Authorization, "send">;
  judge: Judge["judge"];
  mediaAddresses: Pick<MediaAddresses, "addressOf">;
  /** Returns the address of the connector's callbacks. */
  callbackUrl(): string;
  clock: Clock;
  exchanges: Exchanges;
  log: Log;
}

/** Creates the function that sends a message, and calls `onSent` when its request goes. */
export function createSending(
  options: SendingOptions,
): (submission: Submission, onSent: () => void) => Promise<SubmissionResult> {
  const { name, protocol, endpoint, timeoutMs, authorization, judge } = options;
  const { mediaAddresses, callbackUrl, clock, exchanges, log } = options;
  const { provider } = protocol;
  const exchangeOf = createHttpExchanges(name, protocol);

  async function send(submission: Submission, onSent: () => void): Promise<SubmissionResult> {
    const message = await outgoingOf(submission, {
      provider,
      mediaAddresses,
      statusUrl: `${callbackUrl()}/status`,
      now: clock.now(),
    });
    const maxLength = textMaxLength(message, provider);
    if (message.text.length > maxLength) {
      return permanent(tooLong(message, provider.name, maxLength));
    }
    if (!submission.resubmitted) return await request(message, submission, onSent);
    const earlier = await lookUp(message, submission);
    if (typeof earlier === "object" && earlier !== null) return earlier;
    if (earlier === null && provider.repeats === "unprotected") {
      log.warn(
        { "tracking-id": submission.trackingId, connector: name, attempt: submission.attempt },
        "resubmitting after an attempt without a response; the message may arrive twice",
      );
    }
    const result = await request(message, submission, onSent);
    // The look-up has shown that no earlier attempt arrived.
    return earlier === "absent" && result.status !== "unconfirmed" && "reason" in result
      ? { ...result, isAbsent: true }
      : result;
  }

  async function request(
    message: Outgoing,
    submission: Submission,
    onSent: () => void,
  ): Promise<SubmissionResult> {
    const response = await ask(protocol.send(message), submission, onSent);
    if ("ok" in response) return refused(response);
    return judge(message, response);
  }

  /**
   * Asks the provider for a message that an earlier attempt may have sent.
   *
   * @returns Null where the provider has no look-up.
   */
  async function lookUp(
    message: Outgoing,
    submission: Submission,
  ): Promise<SubmissionResult | "absent" | null> {
    if (protocol.lookUp === undefined) return null;
    const response = await ask(protocol.lookUp.request(message), submission);
    if ("ok" in response) return { status: "unconfirmed", reason: response.reason };
    if (response instanceof FetchRefused) {
      return { status: "unconfirmed", reason: `look-up failed: ${response.reason}` };
    }
    const found = protocol.lookUp.find(response, message);
    if (found === undefined) {
      return { status: "unconfirmed", reason: `look-up failed: HTTP ${response.status}` };
    }
    if (found === null) return "absent";
    log.info(
      { "tracking-id": submission.trackingId, connector: name },
      "the provider has the message of an attempt without a response",
    );
    return { status: "accepted", carrierId: found };
  }

  /** Sends a request about a message; returns the credentials where there are none. */
  async function ask(
    request: ApiRequest,
    { trace, trackingId }: Pick<Submission, "trace" | "trackingId">,
    onSent?: () => void,
  ): Promise<ProviderResponse | FetchRefused | NoCredentials> {
    return await authorization.send(async (headers) => {
      const wire = serialise(protocol, request, { ...headers, ...traceHeader(trace) });
      exchanges.record(() => exchangeOf.request(trackingId, wire));
      const response = await sendRequest(endpoint, wire, timeoutMs, onSent);
      exchanges.record(() => exchangeOf.response(trackingId, response));
      return response;
    });
  }

  return send;
}

/** Returns the maximum length of a message's text, in characters. */
function textMaxLength({ kind }: Outgoing, { mms, textMaxLength }: Protocol["provider"]): number {
  return (kind === "MMS" ? mms?.textMaxLength : undefined) ?? textMaxLength;
}

function tooLong({ text }: Outgoing, name: string, maxLength: number): Outcome {
  const reason = `${text.length} characters of text; ${name} takes ${maxLength}`;
  return { outcome: "failed", details: "Content Validation Failed", reason };
}

/** Result of a submission for which there are no credentials. */
function refused({ reason, areRefused }: NoCredentials): SubmissionResult {
  const advice = areRefused
    ? "check the connector's credentials: slidepost admin connector check"
    : "check that the provider can be reached";
  return { status: "temporary", reason, advice, ...areRefused ? {} : { isUnreached: true } };
}
