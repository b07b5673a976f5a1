/** Refusals and checks that several admin operations share. */
import type { z } from "zod";
import { Refusal } from "../../core/errors.ts";
import { type Fetch, FetchRefused } from "../../ports/mod.ts";
import { describeIssue } from "../../schema/validators.ts";
import { placeOf } from "../failure.ts";

/** Creates the 404 for a thing that does not exist. */
export function missing(noun: string): Refusal {
  return new Refusal("notFound", `${noun} does not exist`);
}

/**
 * Checks a customer's URL against the rules of outbound requests, such as public addresses only.
 *
 * @throws {Refusal} E100
 */
export function checkUrl(fetch: Pick<Fetch, "check">, field: string, url: string): void {
  try {
    fetch.check(url);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new Refusal("invalidRequest", `${field}: ${error.reason}`);
  }
}

/**
 * Decodes the base64 of a file.
 *
 * @param place Name of the field, for the refusal.
 * @throws {Refusal} E100
 */
export function bytesOf(place: string, content: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(content);
  } catch {
    throw new Refusal("invalidRequest", `${place} is not base64`);
  }
}

/** Creates the refusal of a request that fails validation. */
export function invalid({ issues }: z.core.$ZodError): Refusal {
  const { path, message } = describeIssue(issues[0]!);
  return new Refusal("invalidRequest", `${placeOf(path)} ${message}`);
}
