/**
 * Credentials of an object store: a static key of the environment, or else those that the provider
 * chain of the AWS SDK finds: profiles of the shared files, single sign-on, web identity, the role of
 * a container or a machine. The chain does without the guarded fetch: its endpoints, too, come from
 * the operator or the platform.
 */
import { deadline } from "../../../lib/deadline.ts";

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

export interface CredentialSource {
  /** @throws Error with a remedy when there are no usable credentials. */
  get(): Promise<Credentials>;
  /**
   * Makes the next `get` look for credentials anew, after the server refused them. False for a
   * static key, which does not change.
   */
  renew(): boolean;
}

/** Environment variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Chooses the source of an environment.
 *
 * @param timeoutMs Maximum time of `get`, in milliseconds.
 */
export function createCredentials(environment: Environment, timeoutMs: number): CredentialSource {
  return hasStaticKey(environment)
    ? { get: () => staticKeyOf(environment), renew: () => false }
    : fromChain(environment, timeoutMs);
}

/** Whether the environment has a static key, so that the AWS SDK is not needed. */
export function hasStaticKey({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY }: Environment): boolean {
  return Boolean(AWS_ACCESS_KEY_ID || AWS_SECRET_ACCESS_KEY);
}

// deno-lint-ignore require-await -- rejects instead of throwing
async function staticKeyOf(environment: Environment): Promise<Credentials> {
  const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret, AWS_SESSION_TOKEN: token } =
    environment;
  if (!id || !secret) {
    throw new Error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together");
  }
  return validated({
    accessKeyId: id,
    secretAccessKey: secret,
    ...token ? { sessionToken: token } : {},
  });
}

/**
 * Chain of the AWS SDK. It caches credentials, renews them in the background from five minutes
 * before they expire, and asks once for all callers.
 */
type Chain = () => Promise<Credentials>;

function fromChain(environment: Environment, timeoutMs: number): CredentialSource {
  let chain: Promise<Chain> | undefined;
  const late = () => {
    throw new Error(`no response within ${timeoutMs} ms`);
  };
  return {
    async get() {
      const current = chain ??= openChain(environment, timeoutMs);
      try {
        return validated(await deadline(current.then((find) => find()), timeoutMs, late));
      } catch (error) {
        // A later call must not wait for a request that hangs.
        if (chain === current) chain = undefined;
        throw notFound(environment, error as Error);
      }
    },
    renew() {
      chain = undefined;
      return true;
    },
  };
}

/**
 * Loads the AWS SDK by a specifier that Deno cannot analyse, and without its types: Deno would
 * download it with every first start.
 */
async function openChain(environment: Environment, timeoutMs: number): Promise<Chain> {
  const { defaultProvider } = await import(new URL("./sdk.ts", import.meta.url).href);
  return defaultProvider({
    profile: environment.AWS_PROFILE || undefined,
    filepath: environment.AWS_SHARED_CREDENTIALS_FILE || undefined,
    configFilepath: environment.AWS_CONFIG_FILE || undefined,
    ignoreCache: true,
    clientConfig: { requestHandler: { requestTimeout: timeoutMs, throwOnRequestTimeout: true } },
  });
}

function notFound(environment: Environment, error: Error): Error {
  const profile = environment.AWS_PROFILE || "default";
  const file = environment.AWS_SHARED_CREDENTIALS_FILE || "~/.aws/credentials";
  // A message about malformed JSON quotes it.
  const reason = error instanceof SyntaxError ? "malformed response" : error.message;
  return new Error(
    "there are no credentials for the object store of BLOBS_URL: set AWS_ACCESS_KEY_ID and " +
      `AWS_SECRET_ACCESS_KEY, or write the profile ${profile} (AWS_PROFILE) of ${file}, or give ` +
      `the machine or container a role (${reason})`,
    { cause: error },
  );
}

/** Allowed characters: errors about invalid headers would reveal the value. */
const PRINTABLE = /^[\x21-\x7e]+$/;

function validated(credentials: Credentials): Credentials {
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const values = [accessKeyId, secretAccessKey, sessionToken || "-"];
  if (!values.every((value) => PRINTABLE.test(value))) {
    throw new Error("the credentials of the object store have invalid characters");
  }
  return { accessKeyId, secretAccessKey, ...sessionToken ? { sessionToken } : {} };
}
