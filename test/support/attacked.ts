/** A service under attack: a process of its own, whose memory is watched, and a customer beside. */
import assert from "node:assert/strict";
import { migratedDatabase } from "./migrated.ts";
import { newAccount, type Operator, operatorOf, postTo } from "./outside.ts";
import { startServe } from "./program.ts";
import { newDirectory } from "./scratch.ts";
import { ADMIN_TOKEN } from "./service.ts";

/** Memory that the service may have used at its peak, in bytes: what it idles with, and its limits. */
export const PEAK_MAX_BYTES = 600 << 20;

export interface AttackedService extends AsyncDisposable {
  url: string;
  operator: Operator;
  /** API key of the account `acme`, which the attacker may have. */
  apiKey: string;
  /**
   * Attacks while the account `bystander` sends a text after the other: each is taken. The peak of
   * the service's memory stays within `PEAK_MAX_BYTES`.
   */
  attack(work: () => Promise<unknown>): Promise<void>;
}

/** @param account Further fields of the account `acme`. */
export async function startAttacked(account: object = {}): Promise<AttackedService> {
  const { program, url } = await startServe({
    DATA_DIR: await newDirectory(),
    DATABASE_URL: await migratedDatabase(),
    ADMIN_TOKEN,
    DEFAULT_CONNECTOR: "loopback",
    OUTBOUND_ALLOW: "127.0.0.0/8",
  });
  const { apiKey } = await newAccount(url, account);
  const operator = operatorOf(url);
  const { "api-key": key } = await operator("/accounts", { account: "bystander", name: "B" });
  const sender = { address: "28444", kind: "short-code", country: "US" };
  await operator("/accounts/bystander/senders", sender);

  /** Sends one text. */
  async function send(): Promise<void> {
    const body = { action: "sendsms", from: "28444", to: "16175550100", "message-text": "Hi" };
    const response = await postTo(url, key, body);
    assert.equal(response.status, 200, await response.text());
  }

  return {
    url,
    operator,
    apiKey,
    async attack(work) {
      let isUnderWay = true;
      const attacker = work().finally(() => isUnderWay = false);
      let sent = 0;
      do {
        await send();
        sent++;
      } while (isUnderWay);
      await attacker;
      await send();
      const peak = await peakBytes(program.pid);
      const facts = `${peak >> 20} MB at the peak, ${sent} texts beside`;
      console.log(`  ${facts}`);
      assert.ok(peak <= PEAK_MAX_BYTES, facts);
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}

/** Reads the peak of a process's resident memory, in bytes (proc(5), VmHWM). */
async function peakBytes(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}
