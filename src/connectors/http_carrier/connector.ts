/** Connector to a provider of a hosted API, made of its protocol. */
import type { HttpCarrierSettings } from "../../core/routing/connector.ts";
import type { Outcome } from "../../core/message/message.ts";
import {
  type Connector,
  FetchRefused,
  type Finding,
  type Submission,
  type SubmissionResult,
} from "../../ports/mod.ts";
import { traceHeader } from "../../tracing/mod.ts";
import type { CarrierPorts } from "../carrier.ts";
import { createSubmissions, NO_WAY, permanent } from "../submissions.ts";
import { RATE_WAIT_MS } from "../window.ts";
import { createAuthorization, type NoCredentials } from "./authorization.ts";
import { createCallbacks } from "./callbacks.ts";
import { createHttpExchanges } from "./exchanges.ts";
import { runChecks } from "./findings.ts";
import { createJudge } from "./judgement.ts";
import { outgoingOf } from "./outgoing.ts";
import type { Answer, ApiRequest, Outgoing, Protocol } from "./protocol.ts";
import { sendRequest, serialise } from "./requests.ts";

/** Path below which the callbacks of a connector arrive. */
export const CALLBACK_PATH = "/carriers";

export function createHttpConnector(
  name: string,
  settings: HttpCarrierSettings,
  protocol: Protocol,
  ports: CarrierPorts,
): Connector {
  const { baseUrl, exchanges, host, limiter, limits, log, mediaAddresses, time } = ports;
  const { clock } = host;
  const { provider } = protocol;
  const timeoutMs = settings.timeoutSeconds * 1000;
  const submissions = createSubmissions({ name, settings, clock, limiter, time, log });
  const endpoint = ports.endpoint(protocol.api);
  const authorization = createAuthorization(protocol, {
    clock,
    endpoint: ports.endpoint,
    timeoutMs,
  });
  const exchangeOf = createHttpExchanges(name, protocol);
  const { judge, kindOf } = createJudge({ name, protocol, clock, log });

  function callbackUrl(): string {
    return `${baseUrl()}${CALLBACK_PATH}/${name}`;
  }

  async function send(submission: Submission, onSent: () => void): Promise<SubmissionResult> {
    const message = await outgoingOf(submission, {
      provider,
      mediaAddresses,
      statusUrl: `${callbackUrl()}/status`,
      now: clock.now(),
    });
    if (message.text.length > textMaxLength(message)) return permanent(tooLong(message));
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
    const answer = await ask(protocol.send(message), submission, onSent);
    if ("ok" in answer) return refused(answer);
    return judge(message, answer);
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
    const answer = await ask(protocol.lookUp.request(message), submission);
    if ("ok" in answer) return { status: "unconfirmed", reason: answer.reason };
    if (answer instanceof FetchRefused) {
      return { status: "unconfirmed", reason: `look-up failed: ${answer.reason}` };
    }
    const found = protocol.lookUp.find(answer, message);
    if (found === undefined) {
      return { status: "unconfirmed", reason: `look-up failed: HTTP ${answer.status}` };
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
  ): Promise<Answer | FetchRefused | NoCredentials> {
    return await authorization.send(async (headers) => {
      const wire = serialise(protocol, request, { ...headers, ...traceHeader(trace) });
      exchanges.record(() => exchangeOf.request(trackingId, wire));
      const answer = await sendRequest(endpoint, wire, timeoutMs, onSent);
      exchanges.record(() => exchangeOf.response(trackingId, answer));
      return answer;
    });
  }

  return {
    name,
    host: URL.parse(protocol.api)?.host,
    unconfirmed: settings.unconfirmed,
    missingReport: settings.missingReport,
    isIdempotent: provider.repeats !== "unprotected",
    mms: provider.mms,
    // Two full windows may wait ahead of a submission; a look-up may precede it.
    submitTimeoutMs: 4 * timeoutMs + RATE_WAIT_MS,

    submit: async (submission) =>
      submission.kind === "MMS" && provider.mms === null
        ? NO_WAY
        : await submissions.submit(submission, send),

    state: submissions.state,

    callbacks: createCallbacks({
      ...{ name, protocol, authorization, host, exchanges, log },
      blobs: ports.blobs,
      fetch: ports.fetch,
      maxBytes: limits.maxContentBytes,
    }),

    check: (): Promise<Finding[]> =>
      submissions.track(
        runChecks({ protocol, endpoint, authorization, kindOf, timeoutMs }, callbackUrl()),
      ),

    start: () => Promise.resolve(),

    async stop() {
      await submissions.stop();
      await Promise.all([endpoint.close(), authorization.close()]);
    },
  };

  function textMaxLength({ kind }: Outgoing): number {
    return (kind === "MMS" ? provider.mms?.textMaxLength : undefined) ?? provider.textMaxLength;
  }

  function tooLong(message: Outgoing): Outcome {
    const { length } = message.text;
    const reason = `${length} characters of text; ${provider.name} takes ${textMaxLength(message)}`;
    return { outcome: "failed", details: "Content Validation Failed", reason };
  }
}

/** Result of a submission for which there are no credentials. */
function refused({ reason, areRefused }: NoCredentials): SubmissionResult {
  const advice = areRefused
    ? "check the connector's credentials: slidepost admin connector check"
    : "check that the provider can be reached";
  return { status: "temporary", reason, advice, ...areRefused ? {} : { isUnreached: true } };
}
