/** Client of a service's stream of postbacks. */
import type { PostbackStream } from "../../generated/admin.ts";
import type { Target } from "../admin/target.ts";

/** Refusal of the service, which a repetition would not change. */
export class StreamRefused extends Error {
  override readonly name = "StreamRefused";
}

export interface StreamRequest {
  account: string;
  /** Name of the account's receiver. */
  receiver: string;
  /** Cursor to continue from; null: the present end. */
  after: string | null;
  waitSeconds: number;
  signal: AbortSignal;
}

/** Maximum time for a response beyond the wait, in milliseconds. */
const RESPONSE_TIMEOUT_MS = 20_000;
const TOO_MANY_REQUESTS = 429;

/**
 * Reads the next postbacks of a receiver.
 *
 * @throws {StreamRefused}
 * @throws Error where the service cannot be reached or is not available.
 */
export async function readStream(
  { url, token }: Target,
  { account, receiver, after, waitSeconds, signal }: StreamRequest,
): Promise<PostbackStream> {
  const query = new URLSearchParams({ account, receiver, wait: String(waitSeconds) });
  if (after !== null) query.set("after", after);
  const timeout = AbortSignal.timeout(waitSeconds * 1000 + RESPONSE_TIMEOUT_MS);
  const response = await fetch(`${url}/admin/v1/postbacks/stream?${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.any([signal, timeout]),
  });
  const text = await response.text();
  if (response.ok) return JSON.parse(text);
  const info = `${response.status} ${infoOf(text)}`;
  const isFinal = response.status < 500 && response.status !== TOO_MANY_REQUESTS;
  throw isFinal ? new StreamRefused(info) : new Error(info);
}

/** Returns the reason in the body of a failure; "" where it is another server's. */
function infoOf(text: string): string {
  try {
    return String(JSON.parse(text)["error-info"] ?? "");
  } catch {
    return "";
  }
}
