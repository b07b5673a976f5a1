/** Customer whose requests are counted and timed while another one misbehaves. */
import assert from "node:assert/strict";
import { type Customer, newCustomer } from "./customer.ts";
import type { TestService } from "./service.ts";

export interface Neighbour extends Customer {
  /**
   * Does something again and again, one after another. Fails where one of it takes longer than
   * `withinMs`; what is refused makes `work` throw.
   */
  watch(times: number, withinMs: number, work: () => Promise<void>): Promise<void>;
}

export async function newNeighbour(test: TestService): Promise<Neighbour> {
  const customer = await newCustomer(test);
  return {
    ...customer,
    async watch(times, withinMs, work) {
      for (let n = 1; n <= times; n++) {
        const since = performance.now();
        await work();
        const ms = Math.round(performance.now() - since);
        assert.ok(ms <= withinMs, `number ${n} took ${ms} ms, more than ${withinMs}`);
      }
    },
  };
}

/** Creates a file that is served a few bytes at a time, without end. */
export function tricklingFile(bytes: number, everyMs: number): Response {
  let timer: ReturnType<typeof setInterval>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([0xff, 0xd8, 0xff]));
      timer = setInterval(() => controller.enqueue(new Uint8Array(bytes)), everyMs);
    },
    cancel: () => clearInterval(timer),
  });
  const headers = { "content-type": "image/jpeg", "content-length": "1000000" };
  return new Response(body, { headers });
}
