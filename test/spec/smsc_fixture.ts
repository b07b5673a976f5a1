/** Service with a real SMSC, for tests through the doors. */
import assert from "node:assert/strict";
import type { Clock } from "../../src/ports/mod.ts";
import { type Smsc, startSmsc } from "../support/smsc.ts";
import { startService, type TestService } from "../support/service.ts";
import { FROM, TO } from "./traffic.ts";

export const SENDER = {
  address: FROM,
  kind: "short-code",
  country: "US",
  "sms-connector": "smsc",
} as const;

export interface Fixture extends AsyncDisposable {
  test: TestService;
  smsc: Smsc;
}

export async function startFixture(
  settings: Record<string, unknown> = {},
  config: Record<string, string> = {},
  clock?: Clock,
): Promise<Fixture> {
  const smsc = await startSmsc();
  const test = await startService({ senders: [SENDER], config, clock });
  const { host, port } = smsc;
  const created = await test.admin("POST", "/smscs", {
    name: "smsc",
    host,
    port,
    "system-id": "slidepost",
    password: "secret",
    ...settings,
  });
  assert.equal(created.status, 201, JSON.stringify(created.body));
  await smsc.until(() => smsc.sessions.length > 0);
  return {
    test,
    smsc,
    async [Symbol.asyncDispose]() {
      await test.stop();
      await smsc[Symbol.asyncDispose]();
    },
  };
}

/** Builds a receipt in the usual form (SMPP 3.4, appendix B). */
export function receipt(id: string, stat: string, to = TO) {
  return {
    esm_class: 4,
    source_addr: to,
    destination_addr: FROM,
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2611211200 done date:2611211201 ` +
      `stat:${stat} err:000 text:Hello`,
  };
}
