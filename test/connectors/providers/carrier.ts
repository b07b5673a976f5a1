/** Connector to a fake provider, on its real parts. */
import assert from "node:assert/strict";
import type { HttpCarrierKind } from "../../../src/core/routing/connector.ts";
import { carriers } from "../../../src/connectors/mod.ts";
import type { Carrier } from "../../../src/connectors/carrier.ts";
import type { MonotonicTime } from "../../../src/lib/monotonic_time.ts";
import type { Clock, Connector, SubmissionContent } from "../../../src/ports/mod.ts";
import type { MessagePart } from "../../../src/core/composition/content.ts";
import { NAME, newSubmission, smilPart, startParts, type TestParts, textPart } from "../carrier.ts";
import { newSms } from "../smsc_carrier.ts";
import { callbackRequest, type FakeProvider, type ProviderCase } from "./fake.ts";

export interface ProviderCarrier extends TestParts {
  fake: FakeProvider;
  connector: Connector & Required<Pick<Connector, "callbacks" | "check">>;
}

/**
 * Starts a connector with its fake provider.
 *
 * @param changes Settings that differ from those of the fake.
 * @param clock Replaces the system's.
 * @param time Replaces the process's in the limit of the rate.
 */
export async function startProviderCarrier<K extends HttpCarrierKind>(
  { kind, start }: ProviderCase<K>,
  changes: object = {},
  clock?: Clock,
  time?: MonotonicTime,
): Promise<ProviderCarrier> {
  const fake = await start();
  const test = await startParts(clock);
  test.parts.time = time;
  const carrier = carriers[kind] as unknown as Carrier<HttpCarrierKind>;
  const settings = { ...fake.settings, ...changes } as FakeProvider<HttpCarrierKind>["settings"];
  const connector = await carrier.create(NAME, settings, test.parts);
  await connector.start();
  return {
    ...test,
    fake: fake as unknown as FakeProvider,
    connector: connector as ProviderCarrier["connector"],
    async [Symbol.asyncDispose]() {
      await fake[Symbol.asyncDispose]();
      await connector.stop();
      await test[Symbol.asyncDispose]();
    },
  };
}

export const sms = newSms;

/** Part with a file that is not stored: providers fetch it by its address. */
export function filePart(contentId: string, type: string, bytes = 1000): MessagePart {
  return { contentId, location: contentId, type, bytes, blob: "ab".repeat(32) };
}

/** Builds an MMS with two pictures on two slides. */
export function mms(fields: Partial<Extract<SubmissionContent, { kind: "MMS" }>> = {}) {
  return newSubmission({
    subject: "Spring",
    parts: [
      smilPart("<smil/>"),
      filePart("slide1-image", "image/jpeg"),
      textPart("slide1-text", "slide1.txt", "Tulips"),
      filePart("slide2-image", "image/gif"),
      textPart("slide2-text", "slide2.txt", "Daffodils"),
    ],
    ...fields,
  });
}

/** Delivers a callback, whose signature must be right. */
export async function deliver(
  { connector: { callbacks } }: ProviderCarrier,
  callback: Parameters<typeof callbackRequest>[0],
): Promise<Response> {
  const request = callbackRequest(callback);
  assert.equal(callbacks.verifies(request), true);
  return await callbacks.receive(request);
}
