/** Checks of the settings of a connector over a hosted API that openapi.yaml does not express. */
import { Refusal } from "../../core/errors.ts";
import { parseOutboundUrl } from "../../core/network.ts";
import type { CheckPorts } from "../carrier.ts";
import { createAuthorization } from "./authorization.ts";
import { areCredentialsRefused } from "./findings.ts";
import { createJudge } from "./judgement.ts";
import type { Protocol } from "./protocol.ts";

/** Maximum wait for the provider's judgement of new credentials, in milliseconds. */
const CHECK_TIMEOUT_MS = 10_000;

/**
 * Checks the URL and the credentials, where they are new: the provider is asked, and a provider that
 * is not reached refuses nothing. Private addresses are allowed: administrators are trusted.
 *
 * @throws {Refusal} E100
 */
export async function checkProtocol(
  protocol: Protocol,
  previous: Protocol | null,
  timeoutMs: number,
  { clock, endpoint: createEndpoint }: CheckPorts,
): Promise<void> {
  const { api, oauth, provider } = protocol;
  if (previous !== null && accessOf(protocol) === accessOf(previous)) return;
  requireUrl("url", api);
  if (oauth !== undefined) requireUrl("token-url", oauth.url);
  const timeout = { timeoutMs: Math.min(timeoutMs, CHECK_TIMEOUT_MS) };
  const ports = { clock, endpoint: createEndpoint, ...timeout };
  const endpoint = createEndpoint(api);
  const authorization = createAuthorization(protocol, ports);
  const { kindOf } = createJudge({ name: provider.name, protocol, clock, log: SILENT });
  try {
    const reason = await areCredentialsRefused({
      protocol,
      endpoint,
      authorization,
      kindOf,
      ...timeout,
    });
    if (reason === null) return;
    const what = `${provider.credentials}: ${provider.name} refuses them (${reason})`;
    throw new Refusal("invalidRequest", what);
  } finally {
    await Promise.all([endpoint.close(), authorization.close()]);
  }
}

/** Log of a check, which shows its result instead. */
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

/** @throws {Refusal} E100 */
function requireUrl(setting: string, url: string): void {
  const verdict = parseOutboundUrl(url);
  if (!verdict.ok) throw new Refusal("invalidRequest", `${setting}: ${verdict.reason}`);
}

/** Returns everything that decides whether the provider accepts the credentials, for comparison. */
function accessOf({ api, authorization, checks, oauth, secrets }: Protocol): string {
  return JSON.stringify([api, authorization?.(0), oauth, secrets, checks[0]?.request]);
}
