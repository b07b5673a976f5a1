/**
 * Token in the URL of callbacks, for providers that do not sign them: the operator chooses it, and
 * the provider returns it with each callback.
 */
import { equalsSecretly } from "./signatures.ts";

const PARAMETER = "token";

/** Adds the token to the URL of callbacks. */
export function withToken(url: string, token: string): string {
  return `${url}?${PARAMETER}=${encodeURIComponent(token)}`;
}

/** Tells whether the URL of a callback has the token, and has it once. */
export function hasToken({ searchParams }: URL, token: string): boolean {
  const [received, ...others] = searchParams.getAll(PARAMETER);
  return received !== undefined && others.length === 0 && equalsSecretly(received, token);
}
