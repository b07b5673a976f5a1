/** Credentials of requests: headers of the protocol, or a cached access token of OAuth 2.0. */
import { writeBasic } from "../../core/account/basic_credentials.ts";
import { type Clock, type CreateEndpoint, type Endpoint, FetchRefused } from "../../ports/mod.ts";
import type { Answer, Protocol } from "./protocol.ts";
import { sendRequest } from "./requests.ts";

/** Headers with the credentials; or why there are none. */
export type Credentials =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly reason: string; readonly areRefused: boolean };

export interface Authorization {
  credentials(): Promise<Credentials>;
  /** Drops the token, which a provider has refused. */
  invalidate(): void;
  close(): Promise<void>;
}

/** Time before its expiry at which a token is renewed, in milliseconds. */
const RENEWAL_MS = 60_000;
/** Lifetime of a token whose response names none, in milliseconds. */
const LIFETIME_MS = 300_000;

export function createAuthorization(
  { authorization, oauth }: Pick<Protocol, "authorization" | "oauth">,
  { clock, endpoint: createEndpoint, timeoutMs }: {
    clock: Clock;
    endpoint: CreateEndpoint;
    timeoutMs: number;
  },
): Authorization {
  let endpoint: Endpoint | null = null;
  let token: { credentials: Promise<Credentials>; expiresAt: number } | null = null;

  async function requestToken(): Promise<Credentials> {
    const { url, clientId, clientSecret } = oauth!;
    endpoint ??= createEndpoint(url);
    const answer = await sendRequest(endpoint, {
      method: "POST",
      url,
      headers: {
        "accept": "application/json",
        "authorization": writeBasic({ user: clientId, password: clientSecret }),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    }, timeoutMs);
    const result = readToken(answer);
    if (!result.ok) token = null;
    else if (token !== null) token.expiresAt = clock.now() + result.lifetimeMs - RENEWAL_MS;
    return result;
  }

  return {
    async credentials() {
      if (oauth === undefined) return { ok: true, headers: authorization?.() ?? {} };
      if (token === null || token.expiresAt <= clock.now()) {
        token = { credentials: requestToken(), expiresAt: Infinity };
        token.credentials.catch(() => token = null);
      }
      return await token.credentials;
    },
    invalidate: () => void (token = null),
    close: async () => void await endpoint?.close(),
  };
}

function readToken(
  answer: Answer | FetchRefused,
): Credentials & { ok: false } | Credentials & { ok: true; lifetimeMs: number } {
  if (answer instanceof FetchRefused) {
    return { ok: false, reason: `no access token: ${answer.reason}`, areRefused: false };
  }
  const { access_token: value, expires_in: seconds } = (answer.json ?? {}) as Record<
    string,
    unknown
  >;
  if (answer.status !== 200 || typeof value !== "string") {
    const areRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429;
    return { ok: false, reason: `no access token: HTTP ${answer.status}`, areRefused };
  }
  const lifetimeMs = typeof seconds === "number" && seconds > 0 ? seconds * 1000 : LIFETIME_MS;
  return { ok: true, headers: { authorization: `Bearer ${value}` }, lifetimeMs };
}
