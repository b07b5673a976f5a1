/** Credentials of requests: headers of the protocol, or a cached access token of OAuth 2.0. */
import { writeBasic } from "../../core/account/basic_credentials.ts";
import { type Clock, type CreateEndpoint, type Endpoint, FetchRefused } from "../../ports/mod.ts";
import { textAt, valueAt } from "./json.ts";
import type { Protocol, ProviderResponse } from "./protocol.ts";
import { sendRequest } from "./requests.ts";

/** Headers with the credentials; or why there are none. */
export type Credentials =
  | { readonly ok: true; readonly headers: Readonly<Record<string, string>> }
  | { readonly ok: false; readonly reason: string; readonly areRefused: boolean };

export type NoCredentials = Extract<Credentials, { ok: false }>;

export interface Authorization {
  credentials(): Promise<Credentials>;
  /**
   * Replaces an access token that the provider has refused.
   *
   * @returns The same credentials where there are no others: a token that is new itself stays.
   */
  renew(refused: Credentials): Promise<Credentials>;
  /**
   * Sends a request with the credentials, and once more with a new access token where the provider
   * refuses the cached one (RFC 6750 section 3.1).
   */
  send(
    request: (
      headers: Readonly<Record<string, string>>,
    ) => Promise<ProviderResponse | FetchRefused>,
  ): Promise<ProviderResponse | FetchRefused | NoCredentials>;
  close(): Promise<void>;
}

interface AccessToken {
  readonly credentials: Promise<Credentials>;
  /** Credentials as they arrived; null: they are on their way. */
  result: Credentials | null;
  readonly requestedAt: number;
  renewAt: number;
}

/** Time before its expiry at which a token is renewed, in milliseconds; at most half its life. */
const RENEWAL_MS = 60_000;
/** Lifetime of a token whose response names none, in milliseconds. */
const LIFETIME_MS = 300_000;
/** Age at which a refused token is renewed, in milliseconds: a new one would be refused, too. */
const RENEWAL_MIN_AGE_MS = 60_000;

export function createAuthorization(
  { authorization, oauth }: Pick<Protocol, "authorization" | "oauth">,
  { clock, endpoint: createEndpoint, timeoutMs }: {
    clock: Clock;
    endpoint: CreateEndpoint;
    timeoutMs: number;
  },
): Authorization {
  let endpoint: Endpoint | null = null;
  let token: AccessToken | null = null;

  async function requestToken(): Promise<TokenResponse> {
    const { url, clientId, clientSecret } = oauth!;
    endpoint ??= createEndpoint(url);
    const response = await sendRequest(endpoint, {
      method: "POST",
      url,
      headers: {
        "accept": "application/json",
        "authorization": writeBasic({ user: clientId, password: clientSecret }),
        "content-type": "application/x-www-form-urlencoded",
      },
      body: "grant_type=client_credentials",
    }, timeoutMs);
    return readToken(response);
  }

  /** Requests a token, which all requests share meanwhile. */
  function newToken(): AccessToken {
    const requested: AccessToken = {
      requestedAt: clock.now(),
      renewAt: Infinity,
      result: null,
      credentials: requestToken().then(({ credentials, lifetimeMs }) => {
        requested.renewAt = clock.now() + Math.max(lifetimeMs - RENEWAL_MS, lifetimeMs / 2);
        return requested.result = credentials;
      }, (error) => {
        requested.renewAt = 0;
        throw error;
      }),
    };
    return requested;
  }

  async function credentials(): Promise<Credentials> {
    if (oauth === undefined) return { ok: true, headers: authorization?.(clock.now()) ?? {} };
    if (token === null || token.renewAt <= clock.now()) token = newToken();
    return await token.credentials;
  }

  async function renew(refused: Credentials): Promise<Credentials> {
    if (oauth === undefined) return refused;
    // Where another request has renewed the token, that is the new one.
    if (token?.result === refused) {
      if (clock.now() - token.requestedAt < RENEWAL_MIN_AGE_MS) return refused;
      token = null;
    }
    return await credentials();
  }

  return {
    credentials,
    renew,

    async send(request) {
      const first = await credentials();
      if (!first.ok) return first;
      const response = await request(first.headers);
      if (response instanceof FetchRefused || response.status !== 401) return response;
      const renewed = await renew(first);
      if (renewed === first) return response;
      return renewed.ok ? await request(renewed.headers) : renewed;
    },

    close: async () => void await endpoint?.close(),
  };
}

interface TokenResponse {
  readonly credentials: Credentials;
  /** Zero where there is no token: the next request asks for one again. */
  readonly lifetimeMs: number;
}

/** Reads the response of a token endpoint (RFC 6749 sections 5.1 and 5.2). */
function readToken(response: ProviderResponse | FetchRefused): TokenResponse {
  if (response instanceof FetchRefused) return noToken(response.reason, false);
  const { json, status } = response;
  const value = valueAt(json, "access_token");
  if (status !== 200 || typeof value !== "string" || !IS_TOKEN.test(value)) {
    return noToken(`HTTP ${status}`, status >= 400 && status < 500 && status !== 429);
  }
  const seconds = Number(textAt(json, "expires_in"));
  return {
    credentials: { ok: true, headers: { authorization: `Bearer ${value}` } },
    lifetimeMs: seconds > 0 ? seconds * 1000 : LIFETIME_MS,
  };
}

/** Form of a token (RFC 6750 section 2.1); anything else is not fit for a header. */
const IS_TOKEN = /^[\w.~+/-]+=*$/;

function noToken(why: string, areRefused: boolean): TokenResponse {
  return {
    credentials: { ok: false, reason: `no access token: ${why}`, areRefused },
    lifetimeMs: 0,
  };
}
