/** `listen`: forwards the postbacks of an account, from a service anywhere, to this machine. */
import { DEFAULT_RECEIVER } from "../../core/account/receiver.ts";
import { visible } from "../../core/visible.ts";
import type { PostbackStream } from "../../generated/admin.ts";
import { backoff } from "../../lib/backoff.ts";
import { delay } from "../../lib/delay.ts";
import { type Target, targetOf, unreachable } from "../admin/target.ts";
import { isHelp } from "../command/help.ts";
import { untilSignal } from "../command/signals.ts";
import { UsageError } from "../command/usage_error.ts";
import { LISTEN_HELP, type ListenArguments, listenArguments } from "./arguments.ts";
import { forward } from "./receiver.ts";
import { readStream, StreamRefused } from "./stream.ts";
import { print, printError } from "../command/output.ts";

/** Time that a request waits for postbacks, in seconds: the least that ADMIN_WAIT_MAX may be. */
const WAIT_SECONDS = 10;
/** Age of signatures from which on they are requested anew: receivers refuse those of five minutes. */
const SIGNATURES_MS = 120_000;
const RECONNECTION = { minMs: 500, maxMs: 15_000, jitter: 0.5 };

/**
 * Runs until a signal; resolves with the exit code.
 *
 * @throws UsageError
 */
export async function listen(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<number> {
  if (args.some(isHelp)) {
    print(LISTEN_HELP);
    return 0;
  }
  const options = listenArguments(args);
  const target = await serviceOf(options, environment);
  const account = options.account ?? target.account;
  if (account === undefined) {
    throw new UsageError("listen: --account ID is required (listen --help lists the options)");
  }
  const stopping = new AbortController();
  untilSignal().then(() => stopping.abort());
  try {
    await follow({ ...options, account }, target, stopping.signal);
    return 0;
  } catch (error) {
    if (stopping.signal.aborted) return 0;
    if (!(error instanceof Error)) throw error;
    printError(
      error instanceof StreamRefused
        ? `slidepost refuses: ${visible(error.message)}`
        : unreachable(error),
    );
    return 1;
  }
}

/** Resolves the service. A sandbox's token on this machine is never sent to another service. */
async function serviceOf(
  { url }: ListenArguments,
  environment: Record<string, string>,
): Promise<Target> {
  if (url === undefined) return await targetOf(environment);
  const { ADMIN_TOKEN: token } = environment;
  if (!token) throw new UsageError("ADMIN_TOKEN is not set; --url needs the token of that service");
  return { url, token };
}

/**
 * Forwards from the first connection until a stop.
 *
 * @throws Error where the first connection fails; {@link StreamRefused} at any time.
 */
async function follow(
  { account, after, forwardTo, receiver }: ListenArguments & { account: string },
  target: Target,
  signal: AbortSignal,
): Promise<void> {
  const read = (cursor: string | null, waitSeconds: number) =>
    readStream(target, { account, receiver, after: cursor, waitSeconds, signal });
  let cursor = after ?? (await read(null, 0))["next-cursor"];
  print(
    `forwarding the postbacks of ${nameOf(account, receiver)} from ${target.url} to ${forwardTo}`,
  );
  for (let failures = 0; !signal.aborted;) {
    try {
      const part = await read(cursor, WAIT_SECONDS);
      if (failures > 0) printError("connected again");
      failures = 0;
      cursor = await forwardPart(part, cursor, { url: forwardTo, signal });
    } catch (error) {
      if (signal.aborted) break;
      if (error instanceof StreamRefused) throw error;
      if (++failures === 1) printError(unreachable(error as Error));
      await delay(backoff(failures, RECONNECTION), signal);
    }
  }
  print(`stopped; --after ${cursor} continues here`);
}

/** Names a receiver: by the account alone, or `shop, receiver crm,`. */
function nameOf(account: string, receiver: string): string {
  if (receiver === DEFAULT_RECEIVER) return visible(account);
  return `${visible(account)}, receiver ${visible(receiver)},`;
}

/** Forwards postbacks in their order; returns the cursor behind the last. */
async function forwardPart(
  { items, "next-cursor": next }: PostbackStream,
  start: string,
  to: { url: string; signal: AbortSignal },
): Promise<string> {
  const signedAt = performance.now();
  let cursor = start;
  for (const postback of items) {
    if (performance.now() - signedAt > SIGNATURES_MS) return cursor;
    if (!await forward(postback, cursor, { ...to, print })) return cursor;
    cursor = postback.cursor;
  }
  return next;
}
