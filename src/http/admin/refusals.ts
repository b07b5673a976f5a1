/** Refusals and checks that several admin operations share. */
import type { z } from "zod";
import type { Account } from "../../core/account/account.ts";
import { findReceiver, type PostbackReceiver } from "../../core/account/receiver.ts";
import { Refusal } from "../../core/errors.ts";
import { type Fetch, FetchRefused, type Store } from "../../ports/mod.ts";
import { SLICE_BYTES } from "../../lib/slices.ts";
import { describeIssue, furtherMissing } from "../../schema/validators.ts";
import { alsoMissing, fieldPath } from "../requests/failure.ts";

/** Creates the 404 for a thing that does not exist. */
export function missing(noun: string): Refusal {
  return new Refusal("notFound", `${noun} does not exist`);
}

/**
 * Reads an account.
 *
 * @throws {Refusal} 404
 */
export async function requireAccount(
  { accounts }: Pick<Store, "accounts">,
  id: string,
): Promise<Account> {
  const account = await accounts.byId(id);
  if (account === null) throw missing("account");
  return account;
}

/**
 * Returns a receiver of an account.
 *
 * @throws {Refusal} 404
 */
export function requireReceiver(account: Account, name: string): PostbackReceiver {
  const receiver = findReceiver(account, name);
  if (receiver === undefined) throw missing("receiver");
  return receiver;
}

/**
 * Checks a customer's URL against the rules of outbound requests, such as public addresses only.
 *
 * @throws {Refusal} of the given fault, by default E100.
 */
export function checkUrl(
  fetch: Pick<Fetch, "check">,
  field: string,
  url: string,
  fault: "invalidRequest" | "receiverInvalid" = "invalidRequest",
): void {
  try {
    fetch.check(url);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new Refusal(fault, `${field}: ${error.reason}`);
  }
}

/**
 * Decodes the base64 of a file.
 *
 * @param field Name of the field, for the refusal.
 * @throws {Refusal} E100
 */
export function bytesOf(field: string, content: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(content);
  } catch {
    throw notBase64(field);
  }
}

/** Decodes the base64 of a file like `bytesOf`, in slices as they are read. */
export function* slicesOfBase64(field: string, content: string): Generator<Uint8Array> {
  for (let at = 0; at < content.length;) {
    const slice = content.slice(at, at + SLICE_BYTES);
    const bytes = new Uint8Array(Math.ceil(slice.length / 4) * 3);
    const isLast = at + slice.length === content.length;
    const lastChunkHandling = isLast ? "loose" : "stop-before-partial";
    let result: { read: number; written: number };
    try {
      result = bytes.setFromBase64(slice, { lastChunkHandling });
    } catch {
      throw notBase64(field);
    }
    const { read, written } = result;
    // Nothing follows padding, and a group is not stretched by white space over a whole slice.
    if (read === 0 || !isLast && written % 3 !== 0) throw notBase64(field);
    at += read;
    yield bytes.subarray(0, written);
  }
}

function notBase64(field: string): Refusal {
  return new Refusal("invalidRequest", `${field} is not base64`);
}

/**
 * Creates the refusal of a request that fails validation: the first fault, and all that is missing.
 *
 * @param value Validated value; default: the issues have their inputs.
 */
export function invalid({ issues }: z.core.$ZodError, value?: unknown): Refusal {
  const { path, message } = describeIssue(issues[0]!);
  const missing = alsoMissing(furtherMissing(issues, value));
  return new Refusal("invalidRequest", `${fieldPath(path)} ${message}${missing}`);
}
