/** Connector to a provider of a hosted API, made of its protocol. */
import type { HttpCarrierSettings } from "../../core/routing/connector.ts";
import type { Connector, Finding } from "../../ports/mod.ts";
import type { CarrierPorts } from "../carrier.ts";
import { createSubmissions, NOT_TAKEN } from "../submissions.ts";
import { RATE_WAIT_MS } from "../window.ts";
import { createAuthorization } from "./authorization.ts";
import { createCallbacks } from "./callbacks.ts";
import { runChecks } from "./findings.ts";
import { createJudge } from "./judgement.ts";
import type { Protocol } from "./protocol.ts";
import { createSending } from "./sending.ts";

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
  const { judge, kindOf } = createJudge({ name, protocol, clock, log });
  const callbackUrl = () => `${baseUrl()}${CALLBACK_PATH}/${name}`;
  const send = createSending({
    name,
    protocol,
    endpoint,
    timeoutMs,
    authorization,
    judge,
    mediaAddresses,
    callbackUrl,
    clock,
    exchanges,
    log,
  });

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
        ? NOT_TAKEN
        : await submissions.submit(submission, send),

    state: submissions.state,

    callbacks: createCallbacks({
      name,
      protocol,
      authorization,
      host,
      exchanges,
      log,
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
}
