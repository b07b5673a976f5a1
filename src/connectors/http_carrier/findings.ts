/** Checks of a connector's set-up: requests to the provider, and what their responses show. */
import { type Endpoint, FetchRefused, type Finding } from "../../ports/mod.ts";
import { isPrivateName } from "../../core/network.ts";
import type { Authorization, NoCredentials } from "./authorization.ts";
import { type FaultKind, faultRow } from "./faults.ts";
import type { Check, Protocol, ProviderResponse } from "./protocol.ts";
import { sendRequest, serialise } from "./requests.ts";

export interface CheckPorts {
  protocol: Protocol;
  endpoint: Endpoint;
  authorization: Authorization;
  kindOf(response: ProviderResponse): FaultKind | null;
  timeoutMs: number;
}

/**
 * Runs the checks in order, up to the first that the provider does not respond to or refuses.
 *
 * @param callbackUrl URL below which the connector's callbacks arrive.
 */
export async function runChecks(ports: CheckPorts, callbackUrl: string): Promise<Finding[]> {
  const { checks, provider } = ports.protocol;
  const findings: Finding[] = checks.length > 0 ? [] : [{
    isOk: true,
    fact: `no request to ${provider.name} is set that checks the credentials`,
    advice: null,
  }];
  for (const check of checks) {
    const { isEnd, found } = await run(check, ports, callbackUrl);
    findings.push(...found);
    if (isEnd) return findings;
  }
  return [...findings, ...publicUrlFindings(ports.protocol, callbackUrl)];
}

/** Finds that callbacks and media cannot arrive, where the service has no public address. */
function publicUrlFindings({ provider }: Protocol, callbackUrl: string): Finding[] {
  const { hostname, origin, protocol } = new URL(callbackUrl);
  const isPublic = protocol === "https:" && !isPrivateName(hostname) && !isAddress(hostname);
  if (isPublic || provider.isLocal) return [];
  return [{
    isOk: false,
    fact: `${provider.name} does not reach ${origin}, where it fetches media and posts callbacks`,
    advice: "set BASE_URL to a public https address of this service",
  }];
}

/** Tells whether a host is an IP address, which no certificate is issued for. */
function isAddress(host: string): boolean {
  return /^[\d.]+$|^\[/.test(host);
}

/** Tells whether the provider refuses the credentials, by the first check. */
export async function areCredentialsRefused(ports: CheckPorts): Promise<string | null> {
  const [check] = ports.protocol.checks;
  if (check === undefined) return null;
  const response = await ask(check, ports);
  if ("ok" in response) return response.areRefused ? response.reason : null;
  if (response instanceof FetchRefused || ports.kindOf(response) !== "credentials") return null;
  return describeFault(response, ports);
}

async function run(
  check: Check,
  ports: CheckPorts,
  callbackUrl: string,
): Promise<{ isEnd: boolean; found: readonly Finding[] }> {
  const { provider } = ports.protocol;
  const response = await ask(check, ports);
  if ("ok" in response) {
    const fact = `${provider.name}: ${response.reason}`;
    const advice = response.areRefused ? `check ${provider.credentials}` : "check token-url";
    return { isEnd: true, found: [{ isOk: false, fact, advice }] };
  }
  if (response instanceof FetchRefused) {
    const fact = `${provider.name} was not reached: ${response.reason}`;
    return { isEnd: true, found: [{ isOk: false, fact, advice: "check url, and the network" }] };
  }
  const kind = ports.kindOf(response);
  if (isExpected(check, response, kind, ports)) {
    return { isEnd: false, found: check.read(response, callbackUrl) };
  }
  if (response.status === 403 && check.withoutPermission !== undefined) {
    return { isEnd: false, found: [check.withoutPermission] };
  }
  const advice = kind === "credentials"
    ? `check ${provider.credentials}`
    : kind === null || kind === "unconfirmed"
    ? "check url"
    : faultRow(kind).advice;
  const fact = `${provider.name} refuses the request: ${describeFault(response, ports)}`;
  return { isEnd: kind === "credentials", found: [{ isOk: false, fact, advice }] };
}

function isExpected(
  { faultStatus }: Check,
  response: ProviderResponse,
  kind: FaultKind | null,
  { protocol }: CheckPorts,
): boolean {
  if (faultStatus === undefined) return kind === null;
  return response.status === faultStatus && protocol.faultOf(response) !== null;
}

/** Sends the request of a check. */
async function ask(
  { request }: Check,
  { protocol, endpoint, authorization, timeoutMs }: CheckPorts,
): Promise<ProviderResponse | FetchRefused | NoCredentials> {
  return await authorization.send((headers) =>
    sendRequest(endpoint, serialise(protocol, request, headers), timeoutMs)
  );
}

function describeFault(response: ProviderResponse, { protocol }: CheckPorts): string {
  const fault = protocol.faultOf(response);
  const words = [fault?.code ?? `HTTP ${response.status}`, fault?.text].filter((each) => each);
  return words.join(": ");
}
